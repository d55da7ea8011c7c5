import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// How the server seals a notebook of which texts are open.
struct `Sealing in an editor` {
    private static func seal(_ editor: Editor, _ name: String = "notes/A.md") throws {
        try editor.ask(
            "workspace/executeCommand",
            .object([("command", .text("bundle.seal")), ("arguments", .array([.text(editor.address(name))]))]))
    }

    /// What the server said last.
    private static func told(_ editor: Editor) -> String {
        editor.sent.last { $0["method"]?.string == "window/showMessage" }?["params"]?["message"]?.string ?? ""
    }

    @Test func `changes open texts through the editor, and seals once they are saved`() throws {
        let editor = try Editor(["notes/A.md": "Old\n", "notes/B.md": "Text\n", "notes/C.md": "Closed\n"])
        let before = try editor.saved("manifest.json")
        try editor.open("notes/A.md")
        try editor.open("notes/B.md", "Unsaved words\n")
        try editor.save("notes/A.md")
        _ = editor.findings("notes/A.md")
        #expect(try editor.saved("manifest.json") == before)
        try Self.seal(editor)
        #expect(Self.told(editor).hasPrefix("save notes/A.md, notes/B.md to seal the notebook"))
        #expect(try editor.saved("manifest.json") == before)
        #expect(try editor.saved("notes/A.md") == "Old\n" && editor.saved("notes/B.md") == "Text\n")
        #expect(editor.texts["notes/A.md"]?.contains("uuid:") == true)
        #expect(editor.texts["notes/B.md"]?.hasSuffix("Unsaved words\n") == true)
        try editor.save("notes/A.md")
        #expect(try editor.saved("manifest.json") == before)
        try editor.save("notes/B.md")
        #expect(Self.told(editor) == "sealed 3 changes")
        for name in ["notes/A.md", "notes/B.md"] { #expect(try editor.saved(name) == editor.texts[name]) }
        #expect(try editor.saved("notes/C.md").contains("uuid:"))
        #expect(try editor.validated() == [])
    }

    @Test(arguments: [0, 1, 59])
    func `asks once to save a text, also if it was listed in the second of its date`(seconds: Int64) throws {
        let editor = try Editor(["notes/A.md": "Old\n"])
        _ = try editor.validated()
        try editor.open("notes/A.md", editor.saved("notes/A.md") + "More\n")
        try editor.save("notes/A.md")
        try Self.seal(editor)
        #expect(Self.told(editor).hasPrefix("save notes/A.md to seal"))
        editor.secondsPassed = seconds
        try editor.save("notes/A.md")
        #expect(Self.told(editor) == "sealed 1 change")
        #expect(try editor.saved("notes/A.md") == editor.texts["notes/A.md"])
    }

    @Test func `leaves unsaved texts that have all they need, and says so`() throws {
        let editor = try Editor(["notes/A.md": "Old\n", "notes/B.md": "Text\n"])
        _ = try editor.validated()
        try editor.open("notes/A.md", editor.saved("notes/A.md") + "More\n")
        try editor.open("notes/New.md", "New\n")
        try editor.folder.write("N.notebundle/notes/B.md", Array("Changed\n".utf8))
        try Self.seal(editor)
        #expect(Self.told(editor) == "sealed 1 change; not saved yet: notes/A.md, notes/New.md")
        #expect(editor.texts["notes/A.md"]?.hasSuffix("Old\nMore\n") == true)
    }

    @Test func `refuses where the editor makes no edits`() throws {
        let editor = try Editor(["notes/A.md": "Old\n"], .bare)
        try editor.open("notes/A.md")
        #expect(throws: WireError(.requestFailed, "sealing changes notes/A.md; close it in the editor first")) {
            try Self.seal(editor)
        }
        #expect(try editor.saved("notes/A.md") == "Old\n")
    }

    @Test func `forgets what was to be saved once a document is closed`() throws {
        let editor = try Editor(["notes/A.md": "Old\n", "notes/B.md": "Text\n"])
        let before = try editor.saved("manifest.json")
        try editor.open("notes/A.md")
        try editor.open("notes/B.md")
        try Self.seal(editor)
        editor.close("notes/B.md")
        try editor.save("notes/A.md")
        #expect(try editor.saved("manifest.json") == before)
    }

    @Test func `seals after each save where that is set, with the front matter in the saved text`() throws {
        let editor = try Editor(["notes/A.md": "Old\n"])
        let asked = editor.textDocument("notes/A.md")
        try editor.open("notes/A.md", "New\r\nline\r\n")
        #expect(try editor.ask("textDocument/willSaveWaitUntil", asked).isNull)
        editor.notify(
            "workspace/didChangeConfiguration",
            .object([("settings", .object([("bundle", .object([("sealOnSave", .boolean(true))]))]))]))
        let edits = try editor.ask("textDocument/willSaveWaitUntil", asked)
        try editor.apply(.object([("changes", .object([(editor.address("notes/A.md"), edits)]))]))
        #expect(editor.texts["notes/A.md"]?.contains("uuid:") == true)
        #expect(editor.texts["notes/A.md"]?.hasSuffix("New\r\nline\r\n") == true)
        try editor.save("notes/A.md")
        #expect(try editor.saved("notes/A.md") == editor.texts["notes/A.md"])
        #expect(try editor.saved("manifest.json").contains("notes/A.md"))
        #expect(try editor.ask("textDocument/willSaveWaitUntil", asked).isNull)
        #expect(Self.told(editor).isEmpty)
        // Its lines end in CRLF, as they were typed.
        #expect(try editor.validated() == ["NB406 notes/A.md"])
    }
}
