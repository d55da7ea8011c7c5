import NotebookBundle
import Shoebox
import Synchronization
import Testing

/// A backend that counts what it is asked for, and that somebody else may change at any moment.
private final class WatchedBackend: NotebookBackend {
    private struct State {
        var calls: [String: Int] = [:]
        var isRestless = false
        var revision = 0
    }

    private let table: TableBackend
    private let state = Mutex(State())

    init(_ table: TableBackend) { self.table = table }

    /// The calls since the last time.
    func calls() -> [String: Int] {
        state.withLock { state in
            defer { state.calls = [:] }
            return state.calls
        }
    }

    /// Changes the revision whenever somebody asks for it, or no more.
    func setRestless(_ isRestless: Bool) { state.withLock { $0.isRestless = isRestless } }

    func contents() throws -> BackendContents {
        count("contents")
        var contents = try table.contents()
        contents.revision += restlessness
        return contents
    }

    func revision() throws -> String {
        count("revision")
        state.withLock { if $0.isRestless { $0.revision += 1 } }
        return try table.revision() + restlessness
    }

    func content(of path: String) throws -> [UInt8]? {
        count("content")
        return try table.content(of: path)
    }

    func apply(_ change: BackendChange) throws -> Bool {
        count("apply")
        return try table.apply(change)
    }

    private var restlessness: String { state.withLock { $0.revision == 0 ? "" : ".\($0.revision)" } }

    private func count(_ call: String) { state.withLock { $0.calls[call, default: 0] += 1 } }
}

@Suite(.timeLimit(.minutes(10))) struct `A notebook in a backend` {
    private static func make() async throws -> (table: TableBackend, backend: WatchedBackend, item: Item) {
        let table = TableBackend()
        let notebook = try Notebook.create(in: table, files: Notebook(title: "N").files())
        let item = try await notebook.add("Heron", "Grey.\n")
        return (table, WatchedBackend(table), item)
    }

    @Test func `is read once for each revision`() async throws {
        let (table, backend, item) = try await Self.make()
        let notebook = Notebook(backend)
        for _ in 1...5 { _ = try await notebook.read(\.listing) }
        #expect(backend.calls() == ["contents": 1, "content": 2, "revision": 5])
        for _ in 1...2 { #expect(try await notebook.text(of: item) == "Grey.\n") }
        #expect(backend.calls() == ["content": 1, "revision": 3])
        // Others change it.
        try await Notebook(table).edit { draft in
            _ = try draft.edit(item, ItemChange(text: "White.\n"))
        }
        #expect(try await notebook.text(of: item) == "White.\n")
        #expect(backend.calls() == ["contents": 1, "content": 3, "revision": 2])
        #expect(try notebook.inspect().changes.isEmpty)
    }

    @Test func `is not read again to see that nothing has changed`() async throws {
        let (table, backend, _) = try await Self.make()
        var changes = try await Notebook(backend).changes(every: .milliseconds(20)).makeAsyncIterator()
        _ = backend.calls()
        let adding = Task {
            try await Task.sleep(for: .milliseconds(200))
            return (backend.calls(), try await Notebook(table).add("Wren", "Small.\n"))
        }
        #expect(try await changes.next()?.added.map(\.text) == ["notes/Wren.md"])
        #expect(try await Set(adding.value.0.keys).subtracting(["revision"]).isEmpty)
    }

    @Test func `gives an error when the backend changes at each look`() async throws {
        let (_, backend, item) = try await Self.make()
        let notebook = Notebook(backend)
        backend.setRestless(true)
        func isChanged(_ error: any Error) -> Bool { (error as? any Failure)?.code == .changedMeanwhile }
        await #expect { try await notebook.read(\.listing) } throws: { isChanged($0) }
        #expect { try notebook.inspect() } throws: { isChanged($0) }
        await #expect {
            try await notebook.edit { draft in try draft.item(item.path).text }
        } throws: {
            isChanged($0)
        }
        backend.setRestless(false)
        #expect(try await notebook.text(of: item) == "Grey.\n")
    }

    @Test func `shows no mixture of two revisions`() async throws {
        let (table, backend, item) = try await Self.make()
        let other = Notebook(table)
        let weir = try await other.add("Weir", "One\n")
        let notebook = Notebook(backend)
        let isFirst = Atomic(true)
        let texts = try await notebook.read { snapshot in
            let first = try snapshot.file(of: item).bodyText
            if isFirst.exchange(false, ordering: .relaxed) {
                try other.edit { draft in
                    _ = try draft.edit(item, ItemChange(text: "White.\n"))
                    _ = try draft.edit(weir, ItemChange(text: "Two\n"))
                }
            }
            return [first, try snapshot.file(of: weir).bodyText]
        }
        #expect(texts == ["White.\n", "Two\n"])
        #expect(try await notebook.text(of: weir) == "Two\n")
    }

    @Test func `reports the changes of others, and not its own`() async throws {
        let (table, backend, item) = try await Self.make()
        let notebook = Notebook(backend)
        var changes = try await notebook.changes(every: .milliseconds(20)).makeAsyncIterator()
        try await notebook.edit { draft in _ = try draft.edit(item, ItemChange(text: "White.\n")) }
        _ = try await Notebook(table).add("Wren", "Small.\n")
        let change = try await changes.next()
        #expect(change?.added.map(\.text) == ["notes/Wren.md"] && change?.changed == [] && change?.removed == [])
    }
}
