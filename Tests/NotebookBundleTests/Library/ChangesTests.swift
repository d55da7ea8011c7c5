import Foundation
import NotebookBundle
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

/// What is told of a notebook that others use as well.
struct `Changes of a notebook` {
    private typealias Storages = `A storage`

    @Test(arguments: Storages.Kind.allCases)
    func `are told without what the program did itself`(kind: `A storage`.Kind) async throws {
        let (notebook, place) = try Storages.make(kind)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let other = try Storages.other(notebook)
        let change = try await Storages.firstChange(of: notebook) {
            _ = try Storages.add("Mine", "x", to: notebook)
            _ = try Storages.add("Theirs", "x", to: other)
        }
        #expect(change?.added.map(\.text) == ["notes/Theirs.md"])
        #expect(change?.changed == [] && change?.removed == [])
    }

    /// What a program does with its own notebook besides edits.
    enum Own: CaseIterable {
        case seal, fix, repair, undo, revert, merge, synchronize, beSynchronized

        func run(on notebook: NotebookDirectory, _ item: Item) throws {
            switch self {
            case .seal, .fix, .repair:
                let path = notebook.path + "/notes/New.md"
                try Data("---\ntitle: New\n---\nBy an editor\n".utf8).write(to: URL(filePath: path))
                switch self {
                case .seal: #expect(try notebook.seal().commit != nil)
                case .fix: #expect(try notebook.fix(.everything).commit != nil)
                default: #expect(try notebook.repair().commit != nil)
                }
            case .undo: try notebook.undo()
            case .revert:
                let edit = try notebook.edit(keepingReversal: true) { try Self.change(&$0, item) }
                try notebook.revert(try #require(edit.reversal))
            case .merge:
                let copy = try NotebookArchive(bytes: notebook.archived(as: .tar).bytes).unpackedInMemory()
                try copy.edit { try Self.change(&$0, item) }
                #expect(try notebook.merge(copy).commit != nil)
            case .synchronize, .beSynchronized:
                let copy = NotebookDirectory(notebook.path + ".copy.notebundle")
                try notebook.synchronize(with: copy)
                if self == .synchronize {
                    try copy.edit { try Self.change(&$0, item) }
                    #expect(try notebook.synchronize(with: copy).merges.first?.isEmpty == false)
                } else {
                    try copy.edit { try Self.change(&$0, item) }
                    #expect(try copy.synchronize(with: notebook).sent != nil)
                }
            }
        }

        private static func change(_ draft: inout Draft, _ item: Item) throws {
            _ = try draft.edit(item.path, ItemChange(text: "Another text\n"))
            _ = try draft.add(try NewItem(.note, text: "More"))
        }
    }

    @Test(arguments: Own.allCases)
    func `are told without what the program seals, repairs, undoes, merges and synchronises itself`(
        own: Own
    ) async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let directory = try #require(notebook as? NotebookDirectory)
        let item = try Storages.add("One", "x", to: directory)
        let change = try await Storages.firstChange(of: directory) {
            try own.run(on: directory, item)
            _ = try Storages.add("Theirs", "x", to: NotebookDirectory(directory.path))
        }
        #expect(change?.added.map(\.text) == ["notes/Theirs.md"])
        #expect(change?.changed == [] && change?.removed == [])
    }

    @Test func `are asked for without blocking the threads of tasks while the notebook is busy`() async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let path = try #require(notebook as? NotebookDirectory).path
        let release = DispatchSemaphore(value: 0)
        let (begun, sink) = AsyncStream.makeStream(of: Void.self)
        let busy = Task {
            try await notebook.edit { _ in
                sink.finish()
                release.wait()
            }
        }
        for await _ in begun {}
        let start = ContinuousClock.now
        // More than there are threads for tasks; this task must still go on, and end the edit.
        let patient = NotebookDirectory(path, locking: .init(wait: .seconds(600)))
        let watchers = (1...64).map { _ in Task { _ = await patient.changes() } }
        try await Task.sleep(for: .milliseconds(100))
        await Task { _ = release.signal() }.value
        _ = try await busy.value
        for watcher in watchers { await watcher.value }
        #expect(ContinuousClock.now - start < .seconds(500))
    }

    @Test func `are told of what an editor writes, before it is sealed`() async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let item = try Storages.add("One", "x", to: notebook)
        _ = try Storages.add("Two", "x", to: notebook)
        let file = try #require(place).appending(path: "N.notebundle/" + item.path.text)
        let change = try await Storages.firstChange(of: notebook) {
            try Data("Another text\n".utf8).write(to: file)
        }
        #expect(change?.changed == [item.path] && change?.added == [] && change?.removed == [])
        #expect(try change?.listing.fingerprint == notebook.open().fingerprint)
    }

    @Test func `miss no change of an editor, however soon and alike it is`() async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let directory = try #require(notebook as? NotebookDirectory)
        let item = try Storages.add("One", "x", to: notebook)
        let file = directory.path + "/" + item.path.text
        let handle = try #require(FileHandle(forWritingAtPath: file))
        let end = try handle.seekToEnd()
        var iterator = await directory.changes(every: .milliseconds(5)).makeAsyncIterator()
        // In place, with the same size, within the same second.
        for sign in "abcdef".utf8 {
            try handle.seek(toOffset: end - 2)
            try handle.write(contentsOf: Data([sign]))
            #expect(await iterator.next()?.changed == [item.path])
        }
        try handle.close()
    }

    @Test func `are counted from the moment at which they were asked for`() async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let directory = try #require(notebook as? NotebookDirectory)
        let changes = await directory.changes(every: .milliseconds(20))
        _ = try Storages.add("Early", "x", to: NotebookDirectory(directory.path))
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next()?.added.map(\.text) == ["notes/Early.md"])
    }

    @Test func `begin with what is there when a notebook can be read at last`() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let path = place.path + "/N.notebundle"
        var iterator = await NotebookDirectory(path).changes(every: .milliseconds(20)).makeAsyncIterator()
        let task = Task { () -> NotebookChange? in await iterator.next() }
        try await Task.sleep(for: .milliseconds(100))
        let bundle = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
        // On a busy machine it takes long until somebody has looked at the notebook, and what comes before that is no
        // change.
        let adding = Task {
            for number in 1... where !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(200))
                _ = try Storages.add("Late \(number)", "x", to: bundle)
            }
        }
        let change = await task.value
        adding.cancel()
        let added = try #require(change?.added)
        #expect(!added.isEmpty && added.allSatisfy { $0.text.hasPrefix("notes/Late ") })
    }
}
