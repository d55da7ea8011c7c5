import Foundation
import NotebookBundle
import NotebookFormat
import TestSupport
import Testing

/// What is told of a notebook that others use as well.
@Suite struct `Changes of a notebook` {
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
        #expect(try await change?.fingerprint == notebook.open().fingerprint)
    }

    @Test func `are counted from the moment at which they were asked for`() async throws {
        let (notebook, place) = try Storages.make(.directory)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let directory = try #require(notebook as? NotebookDirectory)
        let changes = directory.changes(every: .milliseconds(20))
        _ = try Storages.add("Early", "x", to: NotebookDirectory(directory.path))
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.added.map(\.text) == ["notes/Early.md"])
    }

    @Test func `begin with what is there when a notebook can be read at last`() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let path = place.path + "/N.notebundle"
        var iterator = NotebookDirectory(path).changes(every: .milliseconds(20)).makeAsyncIterator()
        let task = Task { () -> NotebookChange? in try await iterator.next() }
        try await Task.sleep(for: .milliseconds(100))
        let bundle = try await NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
        // On a busy machine it takes long until somebody has looked at the notebook, and what comes before that is no
        // change.
        let adding = Task {
            for number in 1... where !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(200))
                _ = try Storages.add("Late \(number)", "x", to: bundle)
            }
        }
        let change = try await task.value
        adding.cancel()
        let added = try #require(change?.added)
        #expect(!added.isEmpty && added.allSatisfy { $0.text.hasPrefix("notes/Late ") })
    }
}
