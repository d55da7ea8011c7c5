import EditorWire
import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

struct `A file that is open by two addresses` {
    /// An editor with a note open by its path and through a symbolic link, in this order.
    private static func opened() throws -> (editor: Editor, addresses: [String]) {
        let editor = try Editor(["notes/A.md": "[[B]]\n", "notes/B.md": "text\n"])
        let link = editor.folder.file("Link.notebundle")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: editor.root)
        let addresses = [editor.address("notes/A.md"), DocumentAddress.address(link + "/notes/A.md")]
        for address in addresses {
            editor.notify(
                "textDocument/didOpen",
                .object([("textDocument", .object([("uri", .text(address)), ("text", .text("[[B]]\n"))]))]))
        }
        return (editor, addresses)
    }

    private static func type(_ text: String, _ address: String, _ editor: Editor) {
        editor.notify(
            "textDocument/didChange",
            .object([
                ("textDocument", .object([("uri", .text(address))])),
                ("contentChanges", .array([.object([("text", .text(text))])])),
            ]))
    }

    /// The places that a rename of the note changes in the file, by address.
    private static func renamed(_ line: Int, _ address: String, _ editor: Editor) throws -> [String: Int?] {
        let position = JSONValue.object([("line", .integer(line)), ("character", .integer(3))])
        let edit = try editor.ask(
            "textDocument/rename",
            .object([
                ("textDocument", .object([("uri", .text(address))])), ("position", position), ("newName", .text("New")),
            ]))
        let changes = (edit["documentChanges"]?.array ?? []).compactMap { change in
            change["textDocument"]?["uri"]?.string.map {
                ($0, change["edits"]?.array?.first?["range"]?["start"]?["line"]?.number)
            }
        }
        return Dictionary(changes) { first, _ in first }.filter { $0.key.hasSuffix("A.md") }
    }

    @Test func `is changed in both`() throws {
        let (editor, addresses) = try Self.opened()
        for address in addresses {
            #expect(try Self.renamed(0, address, editor) == [addresses[0]: 0, addresses[1]: 0])
        }
    }

    @Test(arguments: [0, 1])
    func `is not changed while its texts differ`(changed: Int) throws {
        let (editor, addresses) = try Self.opened()
        _ = try Self.renamed(0, addresses[0], editor)
        Self.type("more\n[[B]]\n", addresses[changed], editor)
        let refusal = WireError(
            .requestFailed, "notes/A.md is open twice, with different texts; close one of them first")
        for (number, address) in addresses.enumerated() {
            #expect(throws: refusal) { try Self.renamed(number == changed ? 1 : 0, address, editor) }
        }
        Self.type("more\n[[B]]\n", addresses[1 - changed], editor)
        #expect(try Self.renamed(1, addresses[0], editor) == [addresses[0]: 1, addresses[1]: 1])
    }
}
