@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import SimulatedDisks
import TestSupport
import Testing

/// The working tree follows what a commit of git made of its files.
struct `A notebook that was sealed elsewhere` {
    private static let two = "notes/Two.md"
    private static let manifest = "manifest.json"

    /// The files of a notebook.
    private typealias Files = [String: String]

    private static func notebook() throws -> Files { try EditKinds.notebook().filter { !$0.key.hasPrefix(".") } }

    private static func files(of disk: SimulatedDisk) -> Files {
        disk.snapshot.files.filter { !$0.key.hasPrefix(".") }.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private static func edited(_ files: Files, _ text: String) -> Files {
        files.merging([two: (files[two] ?? "") + text]) { $1 }
    }

    private static func sealed(_ files: Files) throws -> Files {
        let disk = try EditKind(name: "", files: files) { _ in }.disk()
        _ = try NotebookDirectory("N", environment: EditKinds.environment(disk)).seal()
        return Self.files(of: disk)
    }

    /// A directory with some files, after it has followed a change of others.
    private static func followed(
        _ here: Files, from old: Files, to new: Files, without absent: [String] = []
    ) throws -> SimulatedDisk {
        let disk = try EditKind(name: "", files: here) { _ in }.disk()
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted().map { path in
            FollowedFile(
                path: DiskPath(path), old: old[path].map { Array($0.utf8) }, new: new[path].map { Array($0.utf8) })
        }
        try NotebookDirectory("N", environment: EditKinds.environment(disk)).follow(
            changed, without: Set(try absent.map { try BundlePath($0) }))
        return disk
    }

    @Test func `is as it was sealed, and the history keeps what was replaced`() throws {
        try EditKinds.$history.withValue(HistoryLimits()) {
            let old = Self.edited(try Self.notebook(), "More.\n")
            let new = try Self.sealed(old)
            let disk = try Self.followed(old, from: old, to: new)
            #expect(Self.files(of: disk) == new && new[Self.two] != old[Self.two])
            let kept = disk.snapshot.files.filter { $0.key.hasPrefix(".history/") }.values
            #expect(kept.contains(Array(old[Self.two].map { Array($0.utf8) } ?? [])))
        }
    }

    @Test func `keeps a file that was written meanwhile`() throws {
        let old = Self.edited(try Self.notebook(), "More.\n")
        let new = try Self.sealed(old)
        let here = Self.edited(old, "Still more.\n")
        let disk = try Self.followed(here, from: old, to: new)
        #expect(Self.files(of: disk) == new.merging([Self.two: here[Self.two] ?? ""]) { $1 })
    }

    @Test func `keeps a manifest that knows more of its files`() throws {
        // The commit has no card, which git ignores.
        let here = Self.edited(try Self.notebook(), "More.\n")
        let old = here.filter { $0.key != "cards/Q.md" }
        let new = try Self.sealed(old)
        let disk = try Self.followed(here, from: old, to: new)
        #expect(Self.files(of: disk) == here.merging([Self.two: new[Self.two] ?? ""]) { $1 })
        #expect(!disk.snapshot.files.keys.contains { $0.hasPrefix(".bundle/") })
    }

    @Test func `lists files that are rightly elsewhere`() throws {
        let whole = try Self.notebook()
        let part = try Self.sealed(whole.filter { $0.key != "cards/Q.md" })
        let disk = try Self.followed(
            part, from: whole.merging([Self.manifest: part[Self.manifest] ?? ""]) { $1 }, to: whole,
            without: ["cards/Q.md"])
        #expect(Self.files(of: disk)[Self.manifest] == whole[Self.manifest])
    }

    @Test func `follows renames and deletions, but deletes nothing that was changed`() throws {
        let old = try Self.notebook()
        var renamed = old
        renamed["notes/Zwei.md"] = renamed.removeValue(forKey: Self.two)
        let new = try Self.sealed(renamed)
        #expect(Self.files(of: try Self.followed(old, from: old, to: new)) == new)
        let here = Self.edited(old, "Mine.\n")
        #expect(Self.files(of: try Self.followed(here, from: old, to: new))[Self.two] == here[Self.two])
    }
}
