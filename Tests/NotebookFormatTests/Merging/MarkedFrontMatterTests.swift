import Testing

@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookText

struct `Front matter that git has marked` {
    private static func item(_ head: String) -> [UInt8] { Array("---\n\(head)\n---\n\nText.\n".utf8) }

    private static func marked(_ one: String, _ other: String, base: String? = nil) -> String {
        "<<<<<<< HEAD\n\(one)\n" + (base.map { "||||||| 1a2b3c\n\($0)\n" } ?? "") + "=======\n\(other)\n>>>>>>> theirs"
    }

    private static let early = "modified: 2026-01-01T00:00:00Z"
    private static let late = "modified: 2026-01-02T00:00:00Z"

    static let settled: [(String, String)] = [
        (marked(early, late), late), (marked(late, early), late),
        ("title: A\n" + marked(early, late) + "\nx: [1]", "title: A\n\(late)\nx: [1]"),
        (marked("\(early)\ntags: [a, b]", "\(late)\ntags: [a, c]"), "\(late)\ntags: [a, b, c]"),
        (
            marked("\(early)\ntags: [a]", "\(late)\ntags: [a, b, c]", base: "\(early)\ntags: [a, b]"),
            "\(late)\ntags: [a, c]"
        ),
        (marked("created: 2026-01-02", "created: 2026-01-01"), "created: 2026-01-01T00:00:00Z"),
        (marked(early, late) + "\n" + marked("tags: [a]", "tags: [b]"), "\(late)\ntags: [a, b]"),
    ]

    @Test(arguments: settled)
    func `is settled where both wrote what the tool writes itself`(head: String, result: String) throws {
        let merged = try #require(MarkedFrontMatter(Self.item(head)))
        #expect(merged.isSettled)
        #expect(String(decoding: merged.bytes, as: UTF8.self) == "---\n\(result)\n---\n\nText.\n")
    }

    static let open: [(String, String)] = [
        (marked("title: A", "title: B"), "title: A"), (marked("rating: 1", "rating: 2"), "rating: 1"),
        (marked("pinned: true", "pinned: false"), "pinned: true"), (marked(early, "\(late)\nnew: x"), late),
    ]

    @Test(arguments: open)
    func `is not settled where somebody has to choose, and loses nothing`(head: String, line: String) throws {
        let merged = try #require(MarkedFrontMatter(Self.item(head)))
        #expect(!merged.isSettled)
        let text = String(decoding: merged.bytes, as: UTF8.self)
        #expect(text.contains(line) && text.hasSuffix("---\n\nText.\n") && !text.contains("<<<<"))
        #expect((try? ItemFile(merged.bytes)) != nil)
    }

    @Test func `may reach into the text, which stays between markers`() throws {
        let both = Self.marked("\(Self.early)\n---\n\nmain", "\(Self.late)\n---\n\nother")
        let merged = try #require(MarkedFrontMatter(Array("---\ntitle: A\n\(both)\n\nend\n".utf8)))
        #expect(!merged.isSettled)
        let text = String(decoding: merged.bytes, as: UTF8.self)
        #expect(text.hasPrefix("---\ntitle: A\n\(Self.late)\n---\n\n<<<<<<<"))
        let file = try ItemFile(merged.bytes)
        #expect(file.marked.count == 1)
        for (side, word) in [(ConflictSide.mine, "main"), (.theirs, "other")] {
            let resolved = String(decoding: file.marked.resolved(side), as: UTF8.self)
            #expect(resolved == "---\ntitle: A\n\(Self.late)\n---\n\n\(word)\n\nend\n")
        }
    }

    @Test(arguments: [
        "title: A", marked("not a key", late), "<<<<<<< HEAD\n\(early)\n=======\n\(late)",
    ])
    func `is left where its versions cannot be told or read`(head: String) {
        #expect(MarkedFrontMatter(Self.item(head)) == nil)
    }
}

struct `A manifest that git merged` {
    private static func manifest(_ lines: [String]) -> [UInt8] {
        let entries = lines.map { "    {\"path\": \"notes/\($0)" }.joined(separator: "\n")
        return Array("{\n  \"format\": \"notebundle\",\n  \"version\": 1,\n  \"entries\": [\n\(entries)\n  ]\n}\n".utf8)
    }

    @Test(arguments: [
        (["a.md\"},", "a.md\"},", "b.md\"}"], true), (["a.md\"}", "b.md\"}"], true), (["a.md\"},", "b.md\"},"], true),
        (["a.md\"},", "b.md\"}"], false), (["a.md\"},", "x"], false),
    ])
    func `is known by its lines`(lines: [String], isMerged: Bool) {
        #expect(MergedManifest.isOne(Self.manifest(lines)) == isMerged)
    }

    @Test func `is known by its marks`() {
        let text = "{\n<<<<<<< HEAD\n  1\n=======\n  2\n>>>>>>> theirs\n}\n"
        #expect(MergedManifest.isOne(Array(text.utf8)))
        let problem = #expect(throws: TextProblem.self) { try Manifest(Array(text.utf8)) }
        #expect(problem?.message.hasPrefix("merged by git; ") == true)
    }
}
