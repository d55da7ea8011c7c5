import Foundation
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookPacking
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `What is made beside its place` {
    private static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `is removed by the next one when its maker is gone`() throws {
        try TemporaryFolder.with { folder in
            for name in [
                ".N.notebundle.0123abcd.bundle-tmp/notes", ".x.bundle-tmp", ".N.zip.0123abcg.bundle-tmp", ".git",
            ] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: true)
            }
            try Data("x".utf8).write(to: folder.appending(path: ".N.notebundle.0123abcd.bundle-tmp/notes/x.md"))
            try Data("x".utf8).write(to: folder.appending(path: ".N.zip.ffffffff.bundle-tmp"))
            let files = try DirectoryFiles(folder.path)
            try Placement(ofDirectory: "M", in: files, environment: .system).finish()
            #expect(try Self.names(folder) == [".N.zip.0123abcg.bundle-tmp", ".git", ".x.bundle-tmp", "M"])
        }
    }

    @Test func `stays while its maker is at work, and goes when that gives up`() throws {
        try TemporaryFolder.with { folder in
            let files = try DirectoryFiles(folder.path)
            do {
                let first = try Placement(ofDirectory: "A", in: files, environment: .system)
                let other = try DirectoryFiles(folder.path)
                try Placement.file("B", in: other, environment: .system, replacing: false) {
                    try other.writeAll([1], to: $0)
                }
                #expect(try Self.names(folder) == [first.temporary.text, "B"])
            }
            #expect(try Self.names(folder) == ["B"])
        }
    }

    @Test func `is not there when it fails`() throws {
        try TemporaryFolder.with { folder in
            let files = try DirectoryFiles(folder.path)
            try Data("old".utf8).write(to: folder.appending(path: "A"))
            #expect(throws: CancellationError.self) {
                try Placement.file("A", in: files, environment: .system, replacing: true) { file in
                    try files.writeAll([1], to: file)
                    throw CancellationError()
                }
            }
            #expect(throws: SystemError.self) {
                try Placement.file("A", in: files, environment: .system, replacing: false) {
                    try files.writeAll([1], to: $0)
                }
            }
            #expect(try Self.names(folder) == ["A"])
            #expect(try Data(contentsOf: folder.appending(path: "A")) == Data("old".utf8))
        }
    }

    /// Where two directories cannot change places in one step, a person sees the old one if the second step never
    /// comes.
    @Test func `steps over an old notebook that stays to be seen until it is there`() throws {
        let disk = SimulatedDisk()
        func make(_ title: String, replacing: Bool, on disk: SimulatedDisk) throws {
            var environment = EditKinds.environment(disk)
            environment.history = HistoryLimits()
            var bundle = try NewBundle("N.notebundle", in: "", replacing: replacing, environment: environment)
            try bundle.write(Array("\(title)\n".utf8), at: BundlePath("notes/A.md"))
            _ = try bundle.finish(
                NotebookDescription(uuid: environment.newUUID(), title: title, created: environment.now()))
        }
        try make("old", replacing: false, on: disk)
        try disk.synchronizeAll()
        let undisturbed = disk.copy()
        try make("new", replacing: true, on: undisturbed)
        let (old, new) = (Self.shown(disk.snapshot), Self.shown(undisturbed.snapshot))
        #expect(old != new && Set(old.keys) == Set(new.keys) && old.keys.contains("N.notebundle/manifest.json"))
        #expect(undisturbed.snapshot.operations > 10)
        for operation in 0..<undisturbed.snapshot.operations {
            let stopped = disk.copy(fault: .init(kind: .stop, operation: operation))
            _ = try? make("new", replacing: true, on: stopped)
            for cut in [.none, .dropsUnsynchronized] + Seeds.some(2).map(DiskState.PowerCut.dropsSome) {
                var state = stopped.snapshot
                state.cutPower(cut)
                let found = Self.shown(state)
                #expect(found == old || found == new, "operation \(operation), then \(cut): \(found.keys.sorted())")
            }
        }
    }

    /// The files that a person sees.
    private static func shown(_ state: DiskState) -> [String: [UInt8]] {
        state.files.filter { !$0.key.hasPrefix(".") && !$0.key.contains("/.history/") }
    }
}

struct `A directory of the system` {
    @Test func `knows when files were made`() throws {
        try TemporaryFolder.with { folder in
            let old = Date(timeIntervalSince1970: 1_000_000_000)
            try Data("x".utf8).write(to: folder.appending(path: "x"))
            try FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: folder.appending(path: "x").path)
            let files = try DirectoryFiles(folder.path)
            let born = try #require(try files.birthTime(of: DiskPath("x")))
            #expect(born > 1_600_000_000)
            #expect(try files.status(DiskPath("x"))?.modified == 1_000_000_000)
        }
    }
}
