import EditorWire
import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// The fifteen inputs on which other language servers for notes failed.
struct `An editor` {
    private static let title = "---\ntitle: B\n---\n\n# B\n\nSee [[A]].\n"

    @Test func `gets its answers while letters are typed among many notes`() throws {
        let many = Dictionary(
            uniqueKeysWithValues: (0..<200).map { ("notes/Note \($0).md", "See [[Note \($0 + 1)]].\n") })
        let editor = try Editor(many)
        try editor.open("notes/Note 0.md")
        for letter in ["N", "No", "Not"] {
            let answer = try editor.ask("textDocument/completion", in: "notes/Note 0.md", "[[\(letter)▮")
            #expect(answer["items"]?.array?.count == 50)
        }
        #expect(editor.findings("notes/Note 0.md").contains("NB603 1") == false)
    }

    @Test func `sees a bounded preview and a count of many backlinks on hover`() throws {
        var files = Dictionary(uniqueKeysWithValues: (0..<300).map { ("notes/N\($0).md", "I know [[Hub]] well.\n") })
        files["notes/Hub.md"] = String(repeating: "A long line of words.\n", count: 1_000)
        let editor = try Editor(files)
        let words = Editor.words(try editor.ask("textDocument/hover", in: "notes/N0.md", "I know [[H▮ub]] well.\n"))
        #expect(words.contains("300 backlinks") && words.contains("and 295 more"))
        #expect(words.count < 3_000)
    }

    @Test func `closes a file that is open through a link as well, and sees the text of the other`() throws {
        let editor = try Editor(["notes/A.md": "text\n"])
        try FileManager.default.createSymbolicLink(
            atPath: editor.folder.file("L.notebundle"), withDestinationPath: editor.root)
        try editor.open("notes/A.md")
        let linked = JSONValue.text(DocumentAddress.address(editor.folder.file("L.notebundle/notes/A.md")))
        let document = JSONValue.object([("uri", linked), ("text", .text("text\n\n[[nothing]]\n"))])
        editor.notify("textDocument/didOpen", .object([("textDocument", document)]))
        editor.server.settle()
        editor.notify("textDocument/didClose", .object([("textDocument", .object([("uri", linked)]))]))
        #expect(!editor.findings("notes/A.md").contains { $0.hasPrefix("NB603") })
    }

    @Test func `is served in one notebook when another one is gone, and told once`() throws {
        let editor = try Editor(["notes/A.md": "text\n"])
        try editor.folder.write("M.notebundle/notebook.json", Array(editor.saved("notebook.json").utf8))
        try editor.folder.write("M.notebundle/notes/B.md", Array("text\n".utf8))
        let address = JSONValue.text(DocumentAddress.address(editor.folder.file("M.notebundle/notes/B.md")))
        let document = JSONValue.object([("uri", address), ("text", .text("text\n"))])
        editor.notify("textDocument/didOpen", .object([("textDocument", document)]))
        try editor.open("notes/A.md")
        editor.server.settle()
        try FileManager.default.removeItem(atPath: editor.folder.file("M.notebundle"))
        editor.notify("workspace/didChangeWatchedFiles", .object([]))
        for _ in 0..<2 {
            editor.type("notes/A.md", "[[nothing]]\n")
            #expect(editor.findings("notes/A.md").contains("NB603 1"))
            #expect(editor.sent.count { $0["method"]?.string == "window/showMessage" } == 1)
        }
        #expect(try editor.ask("workspace/symbol", .object([("query", .text(""))])).array?.count == 1)
        editor.notify("textDocument/didClose", .object([("textDocument", document)]))
        try editor.open("notes/New.md", "text\n")
        #expect(editor.server.roots == [ExternalPath.real(editor.root)])
    }

    @Test func `opens a file in a home folder without reading the folder`() throws {
        let editor = try Editor(["notes/A.md": ""])
        try editor.folder.write("stray.md", Array("[[A]]".utf8))
        let address = DocumentAddress.address(editor.folder.file("stray.md"))
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(address)), ("text", .text("[[A]]"))]))]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        let asked = JSONValue.object([("textDocument", .object([("uri", .text(address))])), ("position", position)])
        #expect(try editor.ask("textDocument/definition", asked).isNull)
        #expect(editor.server.roots.isEmpty)
    }

    @Test(arguments: [
        ("notes/B.md", "notes/New name.md"), ("notes/B.md", "notes/sub/B.md"), ("notes/B.md", "notes/b.md"),
    ])
    func `renames a file, and its links follow`(old: String, new: String) throws {
        let editor = try Editor([
            "notes/A.md": "[[B]] and [text](B.md#b), [[B#B|b]]\n", "notes/B.md": "# B\n\n[a](A.md)\n",
        ])
        try editor.open("notes/A.md")
        try editor.renameAsking(old, new)
        try editor.saveAll()
        #expect(try editor.validated() == [])
        #expect(editor.notes.contains(String(new.dropFirst("notes/".count))))
    }

    @Test func `renames a folder, and links to and from its notes follow`() throws {
        let editor = try Editor([
            "notes/A.md": "[x](<sub/B.md>) ![[sub/B]]\n", "notes/sub/B.md": "[up](../A.md) [[C]]\n",
            "notes/sub/C.md": "",
        ])
        try editor.open("notes/sub/B.md")
        try editor.renameAsking("notes/sub", "notes/other")
        try editor.saveAll()
        #expect(try editor.saved("notes/A.md").contains("[x](<other/B.md>) ![[other/B]]"))
        #expect(try editor.validated() == [])
    }

    @Test(arguments: [
        ("notes/A.md", "notes/B.md", "notes/B.md is there already; choose another name"),
        ("notes/A.md", "notes/b.md", "notes/B.md is there already; choose another name"),
        ("notes/A.md", "notes/sub/s.md", "notes/sub/S.md is there already; choose another name"),
        ("notes/sub", "notes/Other", "the folder notes/other is there already; choose another name"),
        ("notes/sub/S.md", "notes/other/O.md", "notes/other/O.md is there already; choose another name"),
    ])
    func `is told that another file has the name`(old: String, new: String, words: String) throws {
        let files = ["notes/A.md": "[[B]]\n", "notes/B.md": "", "notes/sub/S.md": "", "notes/other/O.md": ""]
        let editor = try Editor(files)
        try editor.open("notes/A.md")
        let pair = JSONValue.object([
            ("oldUri", .text(editor.address(old))), ("newUri", .text(editor.address(new))),
        ])
        #expect(throws: WireError(.requestFailed, words)) {
            try editor.ask("workspace/willRenameFiles", .object([("files", .array([pair]))]))
        }
    }

    @Test(arguments: ["notes/B.txt", "B.md", "blobs/B.md", "../B.md", "notes/B?.md"])
    func `keeps links to what is a note no longer`(new: String) throws {
        let editor = try Editor(["notes/A.md": "[[B]]\n", "notes/B.md": ""])
        let pair = JSONValue.object([
            ("oldUri", .text(editor.address("notes/B.md"))), ("newUri", .text(editor.address(new))),
        ])
        try editor.open("notes/A.md")
        #expect(try editor.ask("workspace/willRenameFiles", .object([("files", .array([pair]))])).isNull)
    }

    @Test func `renames a folder whose address ends in a slash`() throws {
        let editor = try Editor(["notes/A.md": "[b](sub/B.md)\n", "notes/sub/B.md": "text\n"])
        try editor.open("notes/A.md")
        let pair = JSONValue.object([
            ("oldUri", .text(editor.address("notes/sub/"))), ("newUri", .text(editor.address("notes/other/"))),
        ])
        try editor.apply(try editor.ask("workspace/willRenameFiles", .object([("files", .array([pair]))])))
        #expect(editor.texts["notes/A.md"] == "[b](other/B.md)\n")
    }

    @Test func `renames files of two notebooks at once`() throws {
        let editor = try Editor(["notes/A.md": "[[B]]\n", "notes/B.md": "text\n"])
        try editor.folder.write("M.notebundle/notebook.json", Array(editor.saved("notebook.json").utf8))
        _ = try NotebookDirectory(editor.folder.file("M.notebundle")).seal()
        try editor.folder.write("M.notebundle/notes/A.md", Array("[[B]]\n".utf8))
        try editor.folder.write("M.notebundle/notes/B.md", Array("text\n".utf8))
        let roots = [editor.folder.file("M.notebundle"), editor.root]
        let pairs = roots.map { root in
            JSONValue.object([
                ("oldUri", .text(DocumentAddress.address(root + "/notes/B.md"))),
                ("newUri", .text(DocumentAddress.address(root + "/notes/C.md"))),
            ])
        }
        let edit = try editor.ask("workspace/willRenameFiles", .object([("files", .array(pairs))]))
        #expect(
            edit["documentChanges"]?.array?.map { $0["textDocument"]?["uri"]?.string }
                == roots.map { DocumentAddress.address($0 + "/notes/A.md") })
    }

    @Test func `is told of links that cannot have the new name of a file`() throws {
        let editor = try Editor(["notes/A.md": "[b](B.md)\n\n[[B]]\n", "notes/B.md": "text\n"])
        try editor.open("notes/A.md")
        try editor.renameAsking("notes/B.md", "notes/C#.md")
        #expect(editor.texts["notes/A.md"] == "[b](C%23.md)\n\n[[B]]\n")
        let told = editor.sent.filter { $0["method"]?.string == "window/showMessage" }
        #expect(
            told.map { $0["params"]?["message"]?.string } == [
                "1 link cannot be updated; the first is at notes/A.md:3:1"
            ])
    }

    @Test func `is told when files would change places`() throws {
        let editor = try Editor(["notes/A.md": "[[B]]\n", "notes/B.md": ""])
        try editor.open("notes/A.md")
        let names = ["notes/A.md", "notes/B.md"].map { JSONValue.text(editor.address($0)) }
        let pairs = JSONValue.array([
            .object([("oldUri", names[0]), ("newUri", names[1])]),
            .object([("oldUri", names[1]), ("newUri", names[0])]),
        ])
        #expect(throws: WireError(.requestFailed, "notes/A.md is there already; choose another name")) {
            try editor.ask("workspace/willRenameFiles", .object([("files", pairs)]))
        }
    }

    @Test(arguments: [("notes/sub", "notes/Sub"), ("notes/sub", "notes/new/deep"), ("notes/A.md", "notes/Title.md")])
    func `keeps links unambiguous when a file gets a name that is a title`(old: String, new: String) throws {
        let editor = try Editor([
            "notes/A.md": "[[Title]] [[sub/S]] [t](sub/T.md)\n",
            "notes/sub/T.md": "---\ntitle: Title\n---\n\n[[A]] [[S]]\n",
            "notes/sub/S.md": "[[T]] [[../A]]\n",
        ])
        _ = try editor.validated()
        try editor.open("notes/A.md")
        try editor.renameAsking(old, new)
        try editor.saveAll()
        #expect(try editor.validated() == [])
        let name = old == "notes/A.md" ? new : "notes/A.md"
        let target = try editor.ask("textDocument/definition", editor.at(name, editor.position(name, at: 0)))
        #expect(target.isNull)
        let start = try #require(editor.texts[name]?.firstRange(of: "[[")).lowerBound
        let text = try #require(editor.texts[name])
        let place = editor.position(name, at: text.utf8.distance(from: text.startIndex, to: start) + 3)
        let found = try editor.ask("textDocument/definition", editor.at(name, place))
        #expect(editor.shown(found).contains("/T.md "))
    }

    @Test func `renames the note that the link under the cursor leads to`() throws {
        let editor = try Editor(["notes/file1.md": "[[file2]]\n", "notes/file2.md": "Text\n"])
        let prepared = try editor.ask("textDocument/prepareRename", in: "notes/file1.md", "[[fi▮le2]]\n")
        #expect(prepared["placeholder"]?.string == "file2")
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/file1.md", "[[fi▮le2]]\n", ("newName", .text("file3"))))
        try editor.saveAll()
        #expect(editor.notes == ["file1.md", "file3.md"])
        #expect(try editor.saved("notes/file1.md").contains("[[file3]]"))
        #expect(try editor.validated() == [])
    }

    @Test func `keeps links as short as they were`() throws {
        let editor = try Editor([
            "notes/deep/down/B.md": "---\ntitle: B\n---\n\nText\n",
            "notes/A.md": "[[B]] [[deep/down/B]] [b](deep/down/B.md)\n",
        ])
        try editor.apply(
            try editor.ask(
                "textDocument/rename", in: "notes/A.md", "[[▮B]] [[deep/down/B]] [b](deep/down/B.md)\n",
                ("newName", .text("C"))))
        try editor.saveAll()
        #expect(try editor.saved("notes/A.md").contains("[[C]] [[deep/down/C]] [b](deep/down/C.md)"))
        #expect(try editor.validated() == [])
    }

    @Test func `keeps the texts of links in lists and table cells`() throws {
        let table = "- [T](a.md)\n\n| x | y |\n|---|---|\n| [[a\\|T]] | [U](a.md) |\n"
        let editor = try Editor(["notes/a.md": "Text\n", "notes/A list.md": table])
        try editor.open("notes/A list.md")
        try editor.renameAsking("notes/a.md", "notes/new.md")
        try editor.saveAll()
        #expect(
            try editor.saved("notes/A list.md").hasSuffix(
                "- [T](new.md)\n\n| x | y |\n|---|---|\n| [[new\\|T]] | [U](new.md) |\n"))
        #expect(try editor.validated() == [])
    }

    @Test func `keeps the content of a note that is renamed in a subfolder`() throws {
        let text = "# One\n\nBody that stays.\n"
        let editor = try Editor(["notes/sub/One.md": text, "notes/sub/Two.md": "[[One]]\n"])
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/sub/Two.md", "[[On▮e]]\n", ("newName", .text("Three"))))
        try editor.saveAll()
        #expect(try editor.saved("notes/sub/Three.md").hasSuffix(text))
        #expect(try editor.validated() == [])
    }

    @Test func `follows destinations in angle brackets with a heading`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/b c.md": "# H\n\ntext\n"])
        let found = try editor.ask("textDocument/definition", in: "notes/A.md", "[x](<b c▮.md#h>)\n")
        #expect(editor.shown(found).hasPrefix("notes/b c.md "))
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", "[x](<b c.md#h▮>)\n", ("newName", .text("New H"))))
        #expect(editor.texts["notes/A.md"] == "[x](<b c.md#new-h>)\n")
        #expect(try editor.saved("notes/b c.md").contains("# New H\n"))
    }

    @Test(arguments: ["[[B▮]]", "[[B▮", "see [[B▮ and more", "![[B▮]]", "[[▮]]"])
    func `completes a link without doubling its brackets`(text: String) throws {
        let editor = try Editor(["notes/A.md": "", "notes/Bread.md": "Text\n"])
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", text)
        let item = try #require(answer["items"]?.array?.first { $0["label"]?.string == "Bread" })
        try editor.apply(
            .object([("changes", .object([(editor.address("notes/A.md"), .array([item["textEdit"] ?? .null]))]))]))
        let after = editor.texts["notes/A.md"] ?? ""
        #expect(after.contains("[[Bread]]") && !after.contains("]]]"))
    }

    @Test func `loses the finding when the missing note is made`() throws {
        let editor = try Editor(["notes/A.md": "---\nuuid: 0190c5a0-0000-7000-8000-000000000001\n---\n\n[[Missing]]\n"])
        try editor.open("notes/A.md")
        #expect(editor.findings("notes/A.md") == ["NB603 5"])
        let diagnostics = editor.sent.last?["params"]?["diagnostics"] ?? .null
        let actions = try editor.ask(
            "textDocument/codeAction",
            .object([
                ("textDocument", .object([("uri", .text(editor.address("notes/A.md")))])),
                ("range", diagnostics.array?.first?["range"] ?? .null),
                ("context", .object([("diagnostics", diagnostics)])),
            ]))
        let make = try #require(actions.array?.first { $0["title"]?.string == "Make the note “Missing”" })
        try editor.apply(try editor.ask("codeAction/resolve", make)["edit"] ?? .null)
        editor.notify("workspace/didCreateFiles", .object([]))
        #expect(editor.findings("notes/A.md") == [])
        #expect(try editor.validated() == [])
    }

    @Test func `keeps an unsaved text when others change the file`() throws {
        let editor = try Editor(["notes/A.md": "Old [[B]]\n", "notes/B.md": "Text\n", "notes/C.md": ""])
        try editor.open("notes/A.md", "Unsaved [[C]]\n")
        try editor.folder.write("N.notebundle/notes/A.md", Array("Pulled [[B]]\n".utf8))
        try editor.folder.write("N.notebundle/notes/B.md", Array("# Pulled\n".utf8))
        editor.notify("workspace/didChangeWatchedFiles", .object([]))
        let backlinks = try editor.ask("textDocument/references", in: "notes/A.md", "Unsaved [[▮C]]\n")
        #expect(backlinks.array?.count == 1)
        let symbols = try editor.ask("textDocument/hover", in: "notes/A.md", "Unsaved [[▮B]]\n")
        #expect(Editor.words(symbols).contains("Pulled"))
        #expect(editor.texts["notes/A.md"] == "Unsaved [[B]]\n")
    }

    @Test(arguments: [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
    func `counts the columns behind an emoji`(encoding: String, start: Int) throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "Text\n"], encoding: encoding)
        let hover = try editor.ask("textDocument/hover", in: "notes/A.md", "😀 [[▮B]]\n")
        #expect(hover["range"]?["start"]?["character"]?.number == start)
        let references = try editor.ask("textDocument/references", in: "notes/A.md", "😀 [[▮B]]\n")
        #expect(references.array?.map(editor.shown) == ["notes/A.md 0:\(start)-0:\(start + 5)"])
    }

    @Test func `finds links as the text is: none in a fence, one across two lines, three in a list`() throws {
        let text = "```\n[[B]]\n```\n\n[a\nb](B.md)\n\n- [[B]]\n- [[B]]\n- [[B]]\n"
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "Text\n"])
        try editor.open("notes/A.md", text)
        let links = try editor.ask("textDocument/documentLink", editor.textDocument("notes/A.md"))
        #expect(links.array?.map { $0["range"]?["start"]?["line"]?.number } == [4, 7, 8, 9])
        // Inside the fence, an edit makes no link; without its end, nothing behind it is one.
        editor.type("notes/A.md", text.replacing("[[B]]\n```", with: "[[B]] x"))
        #expect(try editor.ask("textDocument/documentLink", editor.textDocument("notes/A.md")).array?.count == 0)
    }

    @Test(arguments: ["utf-8", "utf-16", "utf-32"])
    func `counts no byte order mark of a file that is not open`(encoding: String) throws {
        let files = ["notes/A.md": "", "notes/B.md": "\u{FEFF}[[A]]\n", "notes/C.md": "\u{FEFF}# H [[A]] #t\n"]
        let editor = try Editor(files, encoding: encoding)
        let found = try editor.ask("textDocument/references", in: "notes/A.md", "[[▮A]]\n")
        #expect(found.array?.map(editor.shown) == ["notes/B.md 0:0-0:5", "notes/C.md 0:4-0:9"])
        let heading = try editor.ask("textDocument/definition", in: "notes/A.md", "[[C#H▮ A t]]\n")
        #expect(editor.shown(heading) == "notes/C.md 0:0-0:12")
        let tags = try editor.ask("textDocument/references", in: "notes/A.md", "#▮t\n")
        #expect(tags.array?.map(editor.shown) == ["notes/A.md 0:1-0:2", "notes/C.md 0:11-0:12"])
        try editor.open("notes/B.md", "[[A]]\n")
        let edit = try editor.ask("textDocument/rename", in: "notes/A.md", "[[▮A]]\n", ("newName", .text("New")))
        let edits = edit["documentChanges"]?.array?.compactMap {
            $0["edits"]?.array?.first?["range"]?["start"]?["character"]?.number
        }
        #expect(edits?.suffix(2) == [2, 6])
    }

    @Test func `edits the note to which a symbolic link leads`() throws {
        let editor = try Editor(["notes/A.md": "[[B]]\n", "notes/B.md": "[[A]]\n"])
        let link = editor.folder.file("link.md")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: editor.root + "/notes/A.md")
        let address = DocumentAddress.address(link)
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(address)), ("text", .text("[[B]]\n"))]))]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        let document = JSONValue.object([("uri", .text(address))])
        let edit = try editor.ask(
            "textDocument/rename",
            .object([("textDocument", document), ("position", position), ("newName", .text("New"))]))
        let addresses = edit["documentChanges"]?.array?.compactMap { $0["textDocument"]?["uri"]?.string }
        #expect(addresses == [address, editor.address("notes/B.md")])
    }

    @Test func `gets addresses as it spelled them, through links to a root`() throws {
        let editor = try Editor(["notes/Ä B.md": "[[C]]\n", "notes/C.md": ""])
        try FileManager.default.createSymbolicLink(
            atPath: editor.folder.file("Link.notebundle"), withDestinationPath: editor.root)
        let spelled = "file://" + editor.folder.path + "/Link.notebundle/notes/%c3%84%20B.md"
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(spelled)), ("text", .text("[[C]]\n"))]))]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        let asked = JSONValue.object([("textDocument", .object([("uri", .text(spelled))])), ("position", position)])
        let found = try editor.ask("textDocument/definition", asked)
        #expect(found["uri"]?.string == DocumentAddress.address(editor.folder.path + "/Link.notebundle/notes/C.md"))
        let back = try editor.ask("textDocument/references", asked)
        #expect(back.array?.first?["uri"]?.string == spelled)
    }
}
