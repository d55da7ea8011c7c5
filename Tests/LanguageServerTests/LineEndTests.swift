import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// What editors are told of texts whose lines end in CRLF or CR.
struct `A text with other line ends` {
    private static let lineEnds = ["\n", "\r\n", "\r"]

    @Test(arguments: lineEnds)
    func `has the keys of its front matter once, and their values`(lineEnd: String) throws {
        let files = ["notes/A.md": "", "notes/B.md": "---\ntags: [größe]\nloc: x\n---\n"]
        func labels(_ lines: [String]) throws -> [String]? {
            let text = lines.joined(separator: lineEnd)
            let answer = try Editor(files).ask("textDocument/completion", in: "notes/A.md", text)
            return answer["items"]?.array?.compactMap { $0["label"]?.string }
        }
        let keys = try #require(try labels(["---", "title: A", "loc: y", "▮", "---", ""]))
        #expect(keys.contains("pinned") && !keys.contains("title") && !keys.contains("loc"), "\(keys)")
        #expect(try labels(["---", "title: A", "tags:", "  - ▮", "---", ""]) == ["größe"])
    }

    @Test(arguments: lineEnds)
    func `has headings above an underline without its line end`(lineEnd: String) throws {
        let editor = try Editor(["notes/A.md": ""])
        let text = ["He▮ad", "====", "", "[[#Head]]", ""].joined(separator: lineEnd)
        let found = try editor.ask("textDocument/prepareRename", in: "notes/A.md", text)
        #expect(editor.shown(found) == " 0:0-0:4")
        let edit = try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text("Top")))
        try editor.apply(edit)
        #expect(editor.texts["notes/A.md"] == ["Top", "====", "", "[[#Top]]", ""].joined(separator: lineEnd))
    }

    @Test(arguments: lineEnds)
    func `is shown up to the end of a line, with its code closed`(lineEnd: String) throws {
        let lines = ["```"] + Array(repeating: "code", count: 400) + ["```", ""]
        let editor = try Editor(["notes/A.md": "", "notes/B.md": lines.joined(separator: lineEnd)])
        let words = Editor.words(try editor.ask("textDocument/hover", in: "notes/A.md", "[[▮B]]\n"))
        #expect(words.contains("code\n```\n\n…"), "\(words.suffix(80))")
    }
}
