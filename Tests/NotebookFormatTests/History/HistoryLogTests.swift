import NotebookFormat
import NotebookText
import TestSupport
import Testing

struct `A log of changes` {
    private static func record(
        _ number: Int, undoes: Int? = nil, _ files: [(String, Character?, Character?)] = [],
        moved: [(String, String)] = [], outside: [(String, Character?, Character?)] = []
    ) throws -> HistoryRecord {
        func digest(_ mark: Character) -> Digest { Digest.of(Array(String(mark).utf8)) }
        let time = try #require(Timestamp(secondsSince1970: Int64(1_795_000_000 + number * 60)))
        let note = ChangeNote(
            time: time, verb: "edit", undoes: undoes,
            outside: try outside.map { path, before, after in
                ChangeNote.ExternalChange(
                    path: try BundlePath(path), before: before.map(digest), after: after.map(digest))
            },
            moved: try moved.map { ChangeNote.Move(from: try BundlePath($0.0), to: try BundlePath($0.1)) })
        let seal = Journal.Put(path: .manifest, digest: digest("m"), replaces: nil)
        let puts = try files.compactMap { path, before, after in
            try after.map { Journal.Put(path: try BundlePath(path), digest: digest($0), replaces: before.map(digest)) }
        }
        let deletions = try files.compactMap { path, before, after in
            try after == nil ? before.map { Journal.Deletion(path: try BundlePath(path), digest: digest($0)) } : nil
        }
        let journal = Journal(before: nil, after: digest("m"), puts: puts + [seal], deletions: deletions, note: note)
        // A record is read as it is written.
        #expect(try Journal(journal.text) == journal)
        return try #require(HistoryRecord(number: number, journal))
    }

    @Test(
        arguments: [
            ([nil], 1, nil), ([nil, nil], 2, nil), ([nil, nil, 2], 1, 3), ([nil, nil, 2, 1], nil, 4),
            // 5 makes 1 again.
            ([nil, nil, 2, 1, 4], 1, 3), ([nil, 1, 2], 1, nil), ([nil, 1, 2, 3], nil, 2),
            // A new change leaves nothing to make again, also once it is undone and made again itself.
            ([nil, 1, nil], 3, nil), ([nil, 1, nil, 3], nil, 4), ([nil, 1, nil, 3, 4], 3, nil),
            ([], nil, nil),
        ] as [([Int?], Int?, Int?)])
    func `knows what can be undone and made again`(undoes: [Int?], undo: Int?, redo: Int?) throws {
        let log = HistoryLog(
            try undoes.enumerated().map {
                try Self.record($0.offset + 1, undoes: $0.element, [("notes/A.md", "a", "b")])
            })
        #expect(log.latestToUndo?.number == undo)
        #expect(log.latestToRedo?.number == redo)
    }

    @Test func `has nothing to undo in a change of the manifest alone`() throws {
        let log = HistoryLog([try Self.record(1, [("notes/A.md", nil, "a")]), try Self.record(2)])
        #expect(log.latestToUndo?.number == 1)
    }

    @Test func `follows a file through moves, and not one that had its path before`() throws {
        let log = HistoryLog([
            try Self.record(1, [("notes/A.md", nil, "a")]),
            try Self.record(2, [("notes/A.md", "a", nil)]),
            try Self.record(3, [("notes/A.md", nil, "b")]),
            try Self.record(
                4, [("notes/B.md", nil, "c"), ("notes/A.md", "b", nil)], moved: [("notes/A.md", "notes/B.md")]),
            try Self.record(5, [("notes/C.md", nil, "d")]),
            try Self.record(6, [("notes/B.md", "c", "e")]),
        ])
        #expect(log.changes(of: try BundlePath("notes/B.md")).map(\.record.number) == [6, 4, 3])
        #expect(log.changes(of: try BundlePath("notes/C.md")).map(\.record.number) == [5])
        #expect(log.laterChange(of: try BundlePath("notes/B.md"), after: 4)?.number == 6)
        #expect(log[4]?.number == 4 && log[7] == nil && log[0] == nil)
        let contents = log.contents(of: [try BundlePath("notes/B.md")])
        #expect(contents == Set("bce".map { Digest.of(Array(String($0).utf8)) }))
    }

    @Test func `tells files apart whose names another program exchanged`() throws {
        let log = HistoryLog([
            try Self.record(1, [("notes/A.md", nil, "a"), ("notes/B.md", nil, "b")]),
            try Self.record(2, outside: [("notes/A.md", "a", "b"), ("notes/B.md", "b", "a")]),
            try Self.record(3, [("notes/B.md", "a", "c")]),
            try Self.record(4, outside: [("notes/B.md", "c", nil), ("notes/C.md", nil, "c")]),
        ])
        func contents(_ path: String) throws -> Set<Digest> { log.contents(of: [try BundlePath(path)]) }
        #expect(try contents("notes/A.md") == [Digest.of(Array("b".utf8))])
        #expect(try contents("notes/C.md") == Set("ac".map { Digest.of(Array(String($0).utf8)) }))
        #expect(log.changes(of: try BundlePath("notes/C.md")).map(\.record.number) == [4, 3, 2, 1])
    }

    /// A journal that puts an empty manifest, with a note.
    private static func journal(_ note: String) -> String {
        let digest = Digest.of([])
        return """
            {
              "format": "notebundle-journal",
              "version": 1,
              "before": null,
              "after": "\(digest)",
              "put": [{"path": "manifest.json", "sha256": "\(digest)"}],
              "delete": [],
              "change": \(note)
            }
            """
    }

    @Test(arguments: [
        "\"x\"", "{}", "{\"time\": \"2026-11-20T10:15:00Z\"}", "{\"time\": \"soon\", \"verb\": \"edit\"}",
        "{\"time\": \"2026-11-20T10:15:00Z\", \"verb\": \"edit\", \"undoes\": 0}",
        "{\"time\": \"2026-11-20T10:15:00Z\", \"verb\": \"edit\", \"moved\": [{\"from\": \"../x\", \"to\": \"notes/x\"}]}",
    ])
    func `never keeps a journal from being read`(note: String) throws {
        #expect(try Journal(Array(Self.journal(note).utf8)).note == nil)
    }

    @Test(arguments: [
        ("\"put\": [{", "\"put\": [{\"path\": \"manifest.json\", ", "the key “path” occurs twice"),
        ("\"path\": \"manifest.json\", ", "", "“path” is missing"),
        ("\"path\": \"manifest.json\"", "\"path\": \"notes/A.md\"", "the last file to put is not the manifest"),
        (
            "\"path\": \"manifest.json\"", "\"path\": \"../x\"",
            "the path has the component “..”, which begins with a full stop"
        ),
        (", \"sha256\": ", ", \"sha25\": ", "“sha256” is missing"),
        (", \"sha256\": \"", ", \"sha256\": \"G", "expected 64 lower-case hexadecimal digits"),
        ("\"delete\": []", "\"delete\": [], \"delete\": []", "the key “delete” occurs twice"),
        ("\"delete\": []", "\"delete\": {}", "expected an array"),
        (",\n  \"delete\": []", "", "“delete” is missing"),
        ("\"before\": null", "\"before\": nul", "expected a string"),
        ("\"version\": 1", "\"version\": 2", "version 2 is newer than 1, the latest supported version"),
        (
            "\"version\": 1", "\"put\": [[]], \"version\": 20000000000000000",
            "version 20000000000000000 is newer than 1, the latest supported version"
        ),
        ("\"change\": {}", "\"change\": {\"time\": 1, \"time\": 1}", "the key “time” occurs twice"),
        ("\"change\": {}", "\"change\": {\"time\" 1}", "expected “:”"),
    ])
    func `is not read from a journal that is not valid`(part: String, other: String, problem: String) throws {
        let text = Self.journal("{}")
        _ = try Journal(Array(text.utf8))
        let changed = text.replacing(part, with: other, maxReplacements: 1)
        #expect(changed != text)
        let error = #expect(throws: TextProblem.self) { try Journal(Array(changed.utf8)) }
        #expect(error?.message == problem)
    }
}
