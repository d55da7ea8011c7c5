@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// Changes made with the bare store; `docs/Format.md`, section 15.
extension EditKind {
    static let notebook = "{}"

    /// Manifests that differ, and otherwise do not matter to the store.
    static func manifest(_ size: Int) throws -> Manifest {
        Manifest([Entry(path: .notebook, type: .notebook, size: size, digest: Digest.of([]), item: nil)])
    }

    static func files(_ files: [String: String]) throws -> [String: String] {
        files.merging([
            "notebook.json": notebook, "manifest.json": String(decoding: try manifest(1).text, as: UTF8.self),
        ]) { $1 }
    }

    /// A change that puts and deletes files.
    static func change(
        _ name: String, _ before: [String: String], put: [(String, String)], delete: [String] = [],
        bulkThreshold: Int = 64
    ) throws -> EditKind {
        EditKind(name: name, files: try files(before)) { files in
            var store = Store(files, now: FixedClock.now, bulkThreshold: bulkThreshold)
            _ = try store.recover()
            store.manifestMark = try files.settledMark(of: DiskPath(.manifest))
            let digest = try files.digest(of: DiskPath(.manifest))
            var transaction = try Transaction(store, before: digest)
            for (name, text) in put {
                let path = try BundlePath(name)
                let replaces = try files.digest(of: DiskPath(path))
                let staged = try transaction.stage(Array(text.utf8))
                transaction.put(staged, at: path, replaces: replaces)
            }
            for name in delete {
                let path = try BundlePath(name)
                guard let digest = try files.digest(of: DiskPath(path)) else { throw SystemError(.read, name, code: 2) }
                transaction.delete(path, digest)
            }
            _ = try transaction.commit(try manifest(2))
        }
    }

    static let all: [EditKind] = {
        do {
            return [
                try change("adds a file", [:], put: [("notes/a.md", "A")]),
                try change("adds a file in new folders", ["notes/x.md": "X"], put: [("notes/b/c/a.md", "A")]),
                try change("replaces a file", ["notes/a.md": "A"], put: [("notes/a.md", "A2")]),
                try change("moves a file", ["notes/b/a.md": "A"], put: [("cards/a.md", "A")], delete: ["notes/b/a.md"]),
                try change("deletes a file", ["notes/a.md": "A", "notes/b.md": "B"], put: [], delete: ["notes/a.md"]),
                try change("changes the description", [:], put: [("notebook.json", "{ }"), ("notes/a.md", "A")]),
                try change(
                    "changes many", ["notes/a.md": "A", "notes/b.md": "B"],
                    put: [("notes/a.md", "1"), ("notes/c.md", "2"), ("blobs/d", "3")], delete: ["notes/b.md"],
                    bulkThreshold: 2),
                try change("puts the same twice", [:], put: [("notes/a.md", "A"), ("notes/b.md", "A")]),
                try change("respells a file", ["notes/Ä.md": "A"], put: [("notes/ä.md", "A")], delete: ["notes/Ä.md"]),
                try change(
                    "respells a file that changes", ["notes/b/A.md": "A"], put: [("notes/b/a.md", "B")],
                    delete: ["notes/b/A.md"]),
                try change(
                    "respells folders", ["notes/Ö/B/c.md": "C", "notes/Ö/D.md": "D"],
                    put: [("notes/ö/b/C.md", "C"), ("notes/ö/D.md", "D")],
                    delete: ["notes/Ö/B/c.md", "notes/Ö/D.md"]),
            ]
        } catch {
            return []
        }
    }()
}

struct `The store` {
    static let cuts: [DiskState.PowerCut] =
        [.none, .dropsUnsynchronized] + Seeds.some(3).map { .dropsSome(seed: $0) }

    @Test func `is tried with every kind of change`() { #expect(EditKind.all.count == 11) }

    @Test(arguments: EditKind.all, DiskNames.equivalent)
    func `is before or after a change, wherever it breaks`(kind: EditKind, names: DiskNames) throws {
        for fault in SimulatedDisk.Fault.Kind.allCases {
            var walk = try StoreWalk(kind, names: names)
            walk.walk(fault, Self.cuts)
            #expect(walk.failures == [])
        }
    }

    @Test(arguments: EditKind.all, DiskNames.equivalent)
    func `is before or after a change, wherever its recovery stops`(kind: EditKind, names: DiskNames) throws {
        var walk = try StoreWalk(kind, names: names)
        walk.walk(.stop, [.none, .dropsUnsynchronized], stopsRecovery: true)
        #expect(walk.failures == [])
    }
}

struct `A disk that does not take every name` {
    @Test(arguments: ["Zwölf", String(repeating: "long ", count: 30) + "end"])
    func `is told before anything changes`(title: String) throws {
        let kind = try #require(EditKinds.all.first { $0.name == "rename an item" })
        let disk = try kind.disk(.narrow)
        let before = disk.snapshot.files
        #expect {
            _ = try NotebookDirectory("N", environment: EditKinds.environment(disk)).edit { draft in
                _ = try draft.rename(draft.listing.item("Two"), to: title)
            }
        } throws: { error in
            guard case StoreError.failed(let error)? = error as? StoreError else { return false }
            return error.path == "notes/\(title).md" && error.operation == .create && error.remedy != nil
        }
        #expect(disk.snapshot.files == before)
    }
}

struct `A file that somebody else has written meanwhile` {
    /// Every file that a change writes or deletes, before a half of the operations between which that makes a difference,
    /// and a quarter where the disk takes several names for one; `NOTEBUNDLE_EXHAUSTIVE=1` tries both ways of writing
    /// before each of them.
    ///
    /// What is destroyed is meant to be, whatever it holds by then.
    @Test(arguments: EditKinds.all.filter { $0.name != "empty the trash" }, DiskNames.equivalent.filter(\.canExchange))
    func `is kept, whenever that was`(kind: EditKind, names: DiskNames) throws {
        let start = try kind.disk(names)
        let before = start.snapshot.files
        let record = try DiskRecord(of: start) { try kind.run($0) }
        let after = record.end.files
        let paths = Set(before.keys).union(after.keys).filter { $0 != "manifest.json" && before[$0] != after[$0] }
        let isExhaustive = `Every kind of edit`.isExhaustive
        var lost: [String] = []
        for path in paths.sorted() {
            let operations = record.operations(around: DiskPath(path))
            for (number, interference) in Interference.Kind.allCases.enumerated() {
                // Either way of writing takes its turn with the other.
                let step = isExhaustive ? 1 : names == .exact ? 4 : 8
                for index in stride(from: isExhaustive ? 0 : number * step / 2, to: operations.count, by: step) {
                    let operation = operations[index]
                    let other = Interference(kind: interference, path: DiskPath(path), operation: operation)
                    let disk = start.copy(other)
                    _ = try? kind.run(disk)
                    _ = try Store(disk, now: FixedClock.now).recover()
                    let left = disk.snapshot.files.filter { !$0.key.hasPrefix(".bundle/") }
                    let isThere = left.values.contains { String(decoding: $0, as: UTF8.self).contains("theirs") }
                    if disk.snapshot.hasInterfered, !isThere { lost.append("\(other)") }
                }
            }
        }
        #expect(lost == [])
    }

    @Test(arguments: Interference.Kind.allCases)
    func `is kept if it is the manifest, whenever that was`(interference: Interference.Kind) throws {
        let kind = try #require(EditKinds.all.first { $0.name == "edit an item" })
        let start = try kind.disk()
        let record = try DiskRecord(of: start) { try kind.run($0) }
        var lost: [Int] = []
        for operation in 0..<record.count {
            let disk = start.copy(
                Interference(kind: interference, path: DiskPath(.manifest), operation: operation))
            _ = try? kind.run(disk)
            _ = try? Store(disk, now: FixedClock.now).recover()
            let left = disk.snapshot.files.values
            if disk.snapshot.hasInterfered, !left.contains(Array("theirs".utf8)) { lost.append(operation) }
        }
        #expect(lost == [])
    }

    /// What somebody writes while a change is completed: the first thing that is renamed into place finds it.
    private static func interfere(_ path: String, _ disk: SimulatedDisk) throws {
        try disk.unlink(DiskPath(path))
        let file = try disk.create(DiskPath(path))
        try disk.writeAll(Array("theirs".utf8), to: file)
        disk.close(file)
    }

    @Test(arguments: [10, 200, 231, 237])
    func `is kept, however long its name is`(length: Int) throws {
        let name = "notes/\(String(repeating: "ä", count: length / 2)).md"
        let kind = try EditKind.change("replaces", [name: "A"], put: [(name, "B")])
        var stopped = try kind.disk()
        var operation = 0
        // The process ends as soon as the change is committed, and nothing is in place.
        repeat {
            stopped = try kind.disk().copy(fault: .init(kind: .stop, operation: operation))
            _ = try? kind.run(stopped)
            operation += 1
        } while stopped.snapshot.files[".bundle/journal"] == nil
        let disk = stopped.copy()
        try Self.interfere(name, disk)
        guard case .completed(let conflicts) = try Store(disk, now: FixedClock.now).recover() else {
            Issue.record("nothing was completed")
            return
        }
        let copy = try #require(conflicts.first)
        #expect(disk.snapshot.files[copy].map { String(decoding: $0, as: UTF8.self) } == "theirs")
        #expect(disk.snapshot.files[name].map { String(decoding: $0, as: UTF8.self) } == "B")
        #expect(ConflictCopy.matches(try BundlePath(copy)))
    }
}
