import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMerging

struct `Two versions of a file` {
    private static let labels = MergedText.Labels(mine: "mine", theirs: "theirs")

    private static func merged(
        _ path: String, _ base: String?, _ mine: String, _ theirs: String
    ) -> (text: String, conflicts: Int) {
        let file = MergedContent(
            MergedContent.Kind(path), base: base.map { Array($0.utf8) }, mine: Array(mine.utf8),
            theirs: Array(theirs.utf8), labels: labels)
        return (String(decoding: file.bytes, as: UTF8.self), file.conflicts)
    }

    private static func item(_ uuid: Int, _ text: String) -> String {
        "---\nuuid: 11111111-1111-4111-8111-11111111111\(uuid)\n---\n\n\(text)\n"
    }

    @Test(arguments: [(1, 1, 2), (1, 2, 1), (1, 2, 3), (1, 2, 2)])
    func `of two items at one place never become one text`(base: Int, mine: Int, theirs: Int) {
        let lines = { (change: String) in "a\n\nb\n\nc\n\nd\n\n\(change)" }
        let (text, conflicts) = Self.merged(
            "notes/A.md", Self.item(base, lines("e")), Self.item(mine, "mine\n\n" + lines("e")),
            Self.item(theirs, lines("theirs")))
        #expect(conflicts > 0 && text.contains("<<<<<<<"), "\(text)")
    }

    private static func description(_ color: String, title: String = "N") -> String {
        """
        {
          "format": "notebundle",
          "version": 1,
          "uuid": "11111111-1111-4111-8111-111111111111",
          "title": "\(title)",
          "created": "2026-01-01T00:00:00Z",
          "tags": [
            {"name": "a", "color": "\(color)"}
          ]
        }

        """
    }

    @Test func `are merged as items, descriptions or logs, by their path`() {
        let log = "extras/org.notebundle.study/reviews/d/2026-01.jsonl"
        #expect(MergedContent.Kind("a b/N.notebundle/\(log)") == .log && MergedContent.Kind(log) == .log)
        #expect(
            MergedContent.Kind("N/notebook.json") == .description && MergedContent.Kind("notebook.json") == .description
        )
        #expect(MergedContent.Kind("notes/my notebook.json") == .text && MergedContent.Kind("notes/A.md") == .text)
        #expect(Self.merged(log, "a\n", "a\nb\n", "a\nc\nb") == ("a\nb\nc\n", 0))
        #expect(Self.merged(log, "a\n", "a\nb", "a\nc\n") == ("a\nb\nc\n", 0))
    }

    @Test func `of items with different uuids are never one by themselves`() {
        let (one, other) = (Self.item(1, "Same"), Self.item(2, "Same"))
        #expect(Self.merged("notes/A.md", nil, one, other).conflicts > 0)
        #expect(Self.merged("notes/A.md", nil, one, one) == (one, 0))
        #expect(Self.merged("notes/A.md", one, one, other) == (other, 0))
        #expect(Self.merged("notes/A.md", one, other, one) == (other, 0))
    }

    @Test func `of a description keep both values between markers, and everything else merged`() throws {
        let (base, theirs) = (Self.description("#111111"), Self.description("#333333"))
        let both = Self.merged("notebook.json", base, Self.description("#111111", title: "M"), theirs)
        #expect(both.conflicts == 0)
        let description = try NotebookDescription(Array(both.text.utf8))
        #expect(description.title == "M" && description.tags.first?.color == "#333333")

        let marked = Self.merged("notebook.json", base, Self.description("#222222", title: "M"), theirs)
        #expect(marked.conflicts == 1)
        let text = MarkedText(Array(marked.text.utf8), before: marked.text.utf8.count)
        for (side, color) in [(ConflictSide.mine, "#222222"), (.theirs, "#333333")] {
            let chosen = try NotebookDescription(text.resolved(side))
            #expect(chosen.title == "M" && chosen.tags.first?.color == color)
        }
    }

    @Test func `keep comments that one of them added, and lose those that one removed`() {
        func item(_ lines: [String], _ body: String) -> String {
            (["---"] + lines + ["---", "", body, ""]).joined(separator: "\n")
        }
        let uuid = "uuid: 11111111-1111-4111-8111-111111111111"
        let base = item([uuid, "# old", "title: T", "x: 1"], "text")
        let mine = item([uuid, "# old", "title: T", "# mine", "x: 1"], "mine")
        let theirs = item(["# first", uuid, "title: T", "# conflict (a): title: U", "x: 1", "# last"], "text")
        let merged = item(
            ["# first", uuid, "title: T", "# conflict (a): title: U", "# mine", "x: 1", "# last"], "mine")
        #expect(Self.merged("notes/A.md", base, mine, theirs) == (merged, 0))
        // Settled by one of them.
        let settled = item([uuid, "title: T", "x: 1"], "settled")
        #expect(
            Self.merged("notes/A.md", theirs, settled, theirs.replacing("x: 1", with: "x: 2")).text
                == item([uuid, "title: T", "x: 2"], "settled"))
    }

    @Test func `of a damaged description are merged by lines`() {
        #expect(Self.merged("notebook.json", "{\n1\n2\n3\n", "{\n1\n2\n4\n", "[\n1\n2\n3\n") == ("[\n1\n2\n4\n", 0))
        #expect(Self.merged("notebook.json", "{\n", "[\n", "<\n").text.contains("<<<<<<< mine\n[\n=======\n<\n"))
    }

    @Test func `of a daily note that both sides made are one, with the template as their base`() throws {
        let template = try Template(ItemFile(Array("# {{title}}\n\nBegun {{time}}\n\nEnd\n".utf8)))
        let (mine, theirs) = (
            Self.item(1, "# Monday\n\nmine\n\nBegun 10:00\n\nEnd"),
            Self.item(2, "# Monday\n\nBegun 11:30\n\nEnd\n\ntheirs")
        )
        let aligned = try #require(template.aligned(Array(mine.utf8), Array(theirs.utf8), title: "Monday"))
        let merged = MergedContent(
            .text, base: nil, mine: Array(mine.utf8), theirs: Array(theirs.utf8), labels: Self.labels,
            joined: (aligned.made, aligned.other))
        #expect(merged.conflicts == 0)
        #expect(
            String(decoding: merged.bytes, as: UTF8.self)
                == Self.item(1, "# Monday\n\nmine\n\nBegun 10:00\n\nEnd\n\ntheirs"))
    }
}
