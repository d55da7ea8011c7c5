import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `Queries of tasks` {
    private static let text = """
        - [ ] late 📅 2026-11-10
        - [ ] soon @due(2026-12-01)
        - [x] done 📅 2026-11-01
        - [-] cancelled 📅 2026-11-02
        """

    private static func answer(_ query: String, _ text: String = text) throws -> Bool? {
        let path = try BundlePath("notes/x.md")
        let (file, query) = (try ItemFile(Array(text.utf8)), try Query(query))
        let time = Timestamp(clamping: 1_763_600_000)
        var facts = ItemFacts(path: path, kind: .note, item: ItemMetadata(), notebookCreated: time)
        #expect(query.answer(for: facts, in: QueryContext(now: time)) == nil)
        facts.content = ItemContent(file, at: path, parts: query.parts)
        return query.answer(
            for: facts, in: QueryContext(now: try #require(Timestamp(canonical: "2026-11-20T10:00:00Z"))))
    }

    @Test(arguments: [
        "task.open", "task.open == true", "task.open != false", "task.open == 2", "task.open in (1, 2)",
        "task.open < 3",
        "task.done", "Task.Done == 1", "task.cancelled", "task.cancelled == 1", "not task.due == 2026-11-02",
        "task.due < today", "task.due == 2026-12", "task.due != none",
        "not task.due == 2026-11-01", "task.due > today and task.due < today",
    ])
    func `find items by their tasks`(query: String) throws {
        #expect(try Self.answer(query) == true)
    }

    @Test(arguments: ["task.open == false", "task.open > 2", "task.due == today", "task.due == none", "not task.done"])
    func `leave out others`(query: String) throws {
        #expect(try Self.answer(query) == false)
    }

    @Test(arguments: [
        ("task.open == true", "task.open > 0"), ("task.open", "task.open > 0"),
        ("TASK.OPEN == false", "task.open == 0"),
        ("task.due<today", "task.due < today"),
    ])
    func `have a canonical text`(query: String, canonical: String) throws {
        #expect(try Query(query).description == canonical)
        #expect(try Query(canonical).description == canonical)
    }

    @Test(arguments: [
        ("task == 1", "column 1: unknown field “task”; did you mean ‘task.open’?"),
        ("task.opn > 1", "column 1: unknown field “task.opn”; did you mean ‘task.open’?"),
        ("task.open == 2kB", "column 14: expected a number here; write one, such as 0 or 3"),
        (
            "task.open contains 'x'",
            "column 11: ‘contains’ does not work with numbers such as ‘task.open’; use one of: == != < <= > >= in"
        ),
    ])
    func `say what is wrong`(query: String, message: String) {
        #expect(throws: QueryError.self) { try Query(query) }
        do { _ = try Query(query) } catch { #expect(error.description == message) }
    }
}
