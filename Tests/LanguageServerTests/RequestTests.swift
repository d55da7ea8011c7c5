import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// What the rows of the server's table promise, one after the other.
struct `The server` {
    private static let uuid = "uuid: 0190c5a0-0000-7000-8000-000000000001"

    // MARK: Completion

    /// The labels that are proposed at a cursor.
    private static func labels(_ files: [String: String], _ text: String) throws -> [String] {
        let editor = try Editor(files.merging(["notes/A.md": ""]) { one, _ in one })
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", text)
        return answer["items"]?.array?.compactMap { $0["label"]?.string } ?? []
    }

    @Test func `proposes headings and blocks, those of the note itself as well`() throws {
        let files = ["notes/B.md": "# One\n\ntext ^here\n\n## Two #x\n"]
        #expect(try Self.labels(files, "[[B#▮]]") == ["One", "^here", "Two x"])
        #expect(try Self.labels(files, "# Mine\n\n[[#▮") == ["Mine"])
        // A wiki link leads to the first of them.
        #expect(try Self.labels(files, "# Twice\n\n# Twice\n\n[[#▮") == ["Twice"])
        #expect(try Self.labels(files, "# Twice\n\n# Twice\n\n[](#▮") == ["Twice", "Twice"])
        let alike = ["notes/B.md": "# a | b ^c\n\n# a\\b\n\n# 🎉\n"]
        #expect(try Self.labels(alike, "[[B#▮") == ["a b", "^c", "🎉"])
        // The fragment of a heading without letters would lead to the beginning.
        #expect(try Self.labels(alike, "[](B.md#▮") == ["a b", "^c", "a\\b"])
    }

    @Test func `proposes aliases, attachments, tags, keys, values and dates`() throws {
        let files = [
            "notes/B.md": "---\naliases: [Brot]\ntags: [kitchen]\nstatus: done\n---\n\n#oven\n",
            "blobs/pie-0123456789abcdef.png": "x",
        ]
        #expect(try Self.labels(files, "[[Bro▮").first == "Brot")
        #expect(try Self.labels(files, "![[pi▮").first?.hasPrefix("pie") == true)
        #expect(try Self.labels(files, "![](pi▮").first?.hasPrefix("pie") == true)
        #expect(Set(try Self.labels(files, "a #k▮")) == ["kitchen", "oven"])
        #expect(try Self.labels(files, "---\nst▮\n---\n").contains("status"))
        #expect(try Self.labels(files, "---\nstatus: ▮\n---\n") == ["done"])
        #expect(try Self.labels(files, "---\ntags: [▮]\n---\n").contains("oven"))
        #expect(try Self.labels(files, "on @to▮").first == "@today")
        #expect(try Self.labels(files, "```\n[[B▮\n```\n") == [])
    }

    @Test func `proposes no link that leads nowhere`() throws {
        let files = ["notes/C#.md": "text\n", "notes/Cat [old].md": "text\n", "notes/Car.md": "text\n"]
        #expect(try Self.labels(files, "[[C▮") == ["Car"])
        // Where Markdown links lead, wiki links need not.
        #expect(Set(try Self.labels(files, "[](C▮")) == ["C#", "Cat [old]", "Car"])
        let editor = try Editor(["notes/A.md": "[[Course C]]\n", "notes/Course C#.md": "text\n"])
        try editor.open("notes/A.md")
        editor.server.settle()
        let found = editor.sent.last { $0["method"]?.string == "textDocument/publishDiagnostics" }
        let words = found?["params"]?["diagnostics"]?.array?.compactMap { $0["message"]?.string }
        #expect(words?.contains { $0.hasPrefix("no item or attachment is called “Course C”") } == true)
        #expect(words?.contains { $0.contains("Course C#") } == false)
    }

    @Test func `shows the beginning of a note once it is chosen`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "The first words.\n"])
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", "[[B▮")
        let item = try #require(answer["items"]?.array?.first)
        #expect(item["documentation"] == nil)
        let resolved = try editor.ask("completionItem/resolve", item)
        #expect(resolved["documentation"]?.string?.contains("The first words.") == true)
    }

    // MARK: Definition, references, hover

    @Test(arguments: [
        ("[[▮B]]", "notes/B.md 0:0-0:0"), ("[[B#Tw▮o]]", "notes/B.md 4:0-4:6"),
        ("[b](B.md#tw▮o)", "notes/B.md 4:0-4:6"),
        ("[[B#^he▮re]]", "notes/B.md 2:5-2:10"), ("[x][l▮]\n\n[l]: B.md\n", "notes/B.md 0:0-0:0"),
        ("<a href=\"B.m▮d\">x</a>", "notes/B.md 0:0-0:0"), ("[[#Mi▮ne]]\n\n# Mine\n", "notes/A.md 2:0-2:6"),
        ("---\nup: \"[[▮B]]\"\n---\n", "notes/B.md 0:0-0:0"),
    ])
    func `follows links of all kinds`(text: String, place: String) throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "# One\n\ntext ^here\n\n## Two\n"])
        #expect(editor.shown(try editor.ask("textDocument/definition", in: "notes/A.md", text)) == place)
    }

    @Test func `follows footnotes, and the links in them`() throws {
        let text = "One[^a] two[^A] `[^a]` [[^a]]\n\n[^a]: [[B]]\n  more\n[^b]: x\n"
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "Text\n"])
        func ask(_ method: String, _ place: String) throws -> JSONValue {
            try editor.ask("textDocument/" + method, in: "notes/A.md", text.replacing(place, with: "▮" + place))
        }
        for place in ["a] two", "A]", "a]: [["] {
            #expect(editor.shown(try ask("definition", place)) == "notes/A.md 2:0-2:4", "\(place)")
            let uses = try ask("references", place).array?.map(editor.shown)
            #expect(uses == ["notes/A.md 0:3-0:7", "notes/A.md 0:11-0:15"], "\(place)")
            #expect(Editor.words(try ask("hover", place)) == "[[B]]\n  more", "\(place)")
        }
        #expect(try ask("definition", "a]`").isNull && ask("definition", "a]]").isNull)
        #expect(editor.shown(try ask("definition", "B]]")) == "notes/B.md 0:0-0:0")
        #expect(try ask("references", "B]]").array?.map(editor.shown) == ["notes/A.md 2:6-2:11"])
    }

    @Test func `shows a sentence with two links once`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "", "notes/C.md": "First [[B]], then [[B|x]].\n"])
        let words = Editor.words(try editor.ask("textDocument/hover", in: "notes/A.md", "[[▮B]]\n"))
        #expect(words.contains("3 backlinks") && !words.contains("more"))
        #expect(words.split(separator: "\n").count { $0.contains("First") } == 1)
    }

    @Test func `takes no heading in a comment for one`() throws {
        let editor = try Editor(["notes/A.md": "# One\n\n%%\n# Hidden\n%%\n\n<!--\n# Hidden\n-->\n\n# One\n"])
        try editor.open("notes/A.md")
        let symbols = try editor.ask("textDocument/documentSymbol", editor.textDocument("notes/A.md")).array
        #expect(symbols?.map { $0["name"]?.string } == ["One", "One"])
        #expect(try Self.labels(["notes/B.md": "%%\n# Hidden\n%%\n# Seen\n"], "[[B#▮]]") == ["Seen"])
    }

    @Test func `lists the links to notes, headings and tags, also from unsaved texts`() throws {
        let editor = try Editor([
            "notes/A.md": "", "notes/B.md": "# One\n\n#tag\n",
            "notes/C.md": "[[B]] [[B#One]] 😀 [x](B.md#one)\n\n#tag/sub\n",
        ])
        try editor.open("notes/A.md", "[[B#One]]\n")
        #expect(
            try editor.ask("textDocument/references", in: "notes/B.md", "# O▮ne\n\n#tag\n").array?.map(editor.shown)
                == [
                    "notes/A.md 0:0-0:9", "notes/C.md 0:6-0:15", "notes/C.md 0:19-0:32",
                ])
        #expect(try editor.ask("textDocument/references", in: "notes/A.md", "[[▮B#One]]\n").array?.count == 4)
        #expect(
            try editor.ask("textDocument/references", in: "notes/B.md", "# One\n\n#ta▮g\n").array?.map(editor.shown)
                == [
                    "notes/B.md 2:1-2:4", "notes/C.md 2:1-2:8",
                ])
    }

    @Test func `hides gaps, backs of cards and comments`() throws {
        let card = "# {{c1::secret}}\n\nA {{c1::secret}} b\n\n---\n\nback\n"
        let editor = try Editor([
            "notes/A.md": "", "cards/C.md": card, "cards/D.md": "A ==secret== [[B]]\n",
            "notes/B.md": "seen %%secret%% <!-- secret -->\n\n[[B#^x]] ^x\n",
        ])
        for text in ["[[▮C]]", "[[▮D]]", "[[▮B]]"] {
            let words = Editor.words(try editor.ask("textDocument/hover", in: "notes/A.md", text + "\n"))
            #expect(!words.contains("secret") && !words.contains("back\n"), "\(words)")
        }
        try editor.open("cards/C.md")
        let symbols = try editor.ask("textDocument/documentSymbol", editor.textDocument("cards/C.md")).array
        #expect(symbols?.first?["name"]?.string == "[…]")
        let block = try editor.ask("textDocument/hover", in: "notes/B.md", "[[B#^x]] ^▮x\n")
        #expect(Editor.words(block).hasPrefix("1 backlink"))
    }

    @Test func `proposes cards as lists show them`() throws {
        let files = ["cards/C.md": "The capital is {{c1::Paris}}\n\n# On {{c1::Seine}}\n", "notes/A.md": ""]
        let editor = try Editor(files)
        for (text, label) in [
            ("[[capi▮", "The capital is […]"), ("[](capi▮", "The capital is […]"), ("[[C#▮", "On […]"),
        ] {
            let answer = try editor.ask("textDocument/completion", in: "notes/A.md", text)
            let item = answer["items"]?.array?.first { $0["label"]?.string == label }
            #expect(item != nil, "\(answer)")
            #expect(item?["textEdit"]?["newText"]?.string?.contains("Paris") == false)
        }
    }

    @Test func `lists all of very many links`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": String(repeating: "[[A]]\n", count: 1_500)])
        #expect(
            try editor.ask("textDocument/references", in: "notes/A.md", "---\ntitle: ▮A\n---\n").array?.count == 1_500)
    }

    // MARK: Rename

    @Test func `renames a heading with all links to it`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/C.md": "[[A#Old way]] [x](A.md#old-way) [[A#^b]]\n"])
        try editor.apply(
            try editor.ask(
                "textDocument/rename", in: "notes/A.md", "## Old ▮way ##\n\n[[#Old way|here]] ^b\n",
                ("newName", .text("New | way"))))
        #expect(editor.texts["notes/A.md"] == "## New | way ##\n\n[[#New way|here]] ^b\n")
        #expect(try editor.saved("notes/C.md").hasSuffix("[[A#New way]] [x](A.md#new--way) [[A#^b]]\n"))
    }

    @Test func `refuses a heading to which a link of the text could not lead`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/C.md": "[x](A.md#old)\n"])
        #expect(throws: WireError.self) {
            try editor.ask("textDocument/rename", in: "notes/A.md", "# O▮ld\n", ("newName", .text("🎉")))
        }
        try editor.folder.write("N.notebundle/notes/C.md", Array("[[A#Old]]\n".utf8))
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", "# O▮ld\n", ("newName", .text("🎉"))))
        #expect(try editor.saved("notes/C.md") == "[[A#🎉]]\n")
    }

    @Test func `follows and renames headings below others`() throws {
        let text = "# One\n\n## Part\n\n# Two\n\n## Part\n"
        let editor = try Editor(["notes/A.md": text, "notes/C.md": ""])
        try editor.open("notes/A.md")
        let links = "[[A#Two#Part]] [[A#Part]] [[A#Two]] [x](A.md#part-1)\n"
        let found = try editor.ask("textDocument/definition", in: "notes/C.md", "[[A#Two#Pa▮rt]]" + links.dropFirst(14))
        #expect(editor.shown(found) == "notes/A.md 6:0-6:7")
        let part = try editor.ask(
            "textDocument/rename", in: "notes/A.md", String(text.dropLast(3)) + "▮rt\n", ("newName", .text("New")))
        try editor.apply(part)
        #expect(editor.texts["notes/C.md"] == "[[A#Two#New]] [[A#Part]] [[A#Two]] [x](A.md#new)\n")
        let above = try editor.ask(
            "textDocument/rename", in: "notes/C.md", "[[A#Two#New]] [[A#Part]] [[A#T▮wo]] [x](A.md#new)\n",
            ("newName", .text("Last")))
        try editor.apply(above)
        #expect(editor.texts["notes/C.md"] == "[[A#Last#New]] [[A#Part]] [[A#Last]] [x](A.md#new)\n")
        #expect(editor.texts["notes/A.md"] == "# One\n\n## Part\n\n# Last\n\n## New\n")
    }

    @Test func `keeps links to headings with the same words`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "[a](A.md#dup) [b](A.md#dup-1) [[A#Dup]]\n"])
        try editor.apply(
            try editor.ask(
                "textDocument/rename", in: "notes/A.md", "## D▮up\n\n[x](#dup-1) [[#Dup]]\n\n## Dup\n",
                ("newName", .text("New"))))
        #expect(editor.texts["notes/A.md"] == "## New\n\n[x](#dup) [[#New]]\n\n## Dup\n")
        #expect(try editor.saved("notes/B.md").hasSuffix("[a](A.md#new) [b](A.md#dup) [[A#New]]\n"))
        // The first of two headings would take over the links to the second.
        #expect(throws: WireError.self) {
            try editor.ask(
                "textDocument/rename", in: "notes/A.md", "# One\n\n## X▮\n\n# Two\n\n## Dup\n\n[[#Dup]]\n",
                ("newName", .text("Dup")))
        }
    }

    @Test func `renames blocks and tags`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/C.md": "[[A#^b]] #x/y\n"])
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", "text ^▮b\n\n#x\n", ("newName", .text("c"))))
        #expect(try editor.saved("notes/C.md").hasSuffix("[[A#^c]] #x/y\n"))
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", "text ^c\n\n#▮x\n", ("newName", .text("z"))))
        #expect(editor.texts["notes/A.md"]?.hasSuffix("text ^c\n\n#z\n") == true)
        #expect(try editor.saved("notes/C.md").hasSuffix("[[A#^c]] #z/y\n"))
    }

    @Test func `keeps the file where the editor cannot rename it`() throws {
        let editor = try Editor(
            ["notes/A.md": "[[B]] [[Bread]]\n", "notes/B.md": "---\ntitle: Bread\n---\n\ntext\n"], .withoutFileEdits)
        try editor.apply(
            try editor.ask("textDocument/rename", in: "notes/A.md", "[[B]] [[Bre▮ad]]\n", ("newName", .text("Loaf"))))
        try editor.saveAll()
        #expect(editor.texts["notes/A.md"] == "[[Loaf]] [[Loaf]]\n")
        #expect(editor.notes == ["A.md", "B.md"])
        #expect(try editor.validated() == [])
    }

    @Test(arguments: ["R & D", "Use <b> tags", "A *b* c", "`x` y", "One [two] | three", "&amp; co"])
    func `renames a heading to a name that links can spell`(name: String) throws {
        let editor = try Editor(["notes/A.md": "# Old\n\n[[#Old]]\n", "notes/C.md": "[[A#Old]] [x](A.md#old)\n"])
        do {
            try editor.apply(
                try editor.ask(
                    "textDocument/rename", in: "notes/A.md", "# O▮ld\n\n[[#Old]]\n", ("newName", .text(name))))
        } catch is WireError {
            return
        }
        try editor.saveAll()
        #expect(try editor.validated() == [], "\(editor.texts)")
    }

    @Test func `refuses names that others have`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/Sub/B.md": ""])
        for (text, name) in [("---\ntitle: ▮A\n---\n", "b"), ("# O▮ne\n\n# Two\n", "two"), ("x ^▮a\n\ny ^b\n", "b")] {
            #expect(throws: WireError.self) {
                try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text(name)))
            }
        }
        // Below another heading, the same name is another place.
        let text = "# One\n\n## Pa▮rt\n\n# Two\n\n## New\n"
        #expect(throws: Never.self) {
            try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text("New")))
        }
    }

    @Test func `moves the rows of a folder that the editor renames`() throws {
        let editor = try Editor(["notes/Old/A.md": "text\n"])
        _ = try editor.validated()
        let description = try editor.saved("notebook.json")
        let row = description.trimmed.dropLast() + ", \"folders\": [{\"path\": \"Old\", \"icon\": \"🍞\"}]}\n"
        for (text, expected) in [(description, nil), (String(row), "New")] as [(String, String?)] {
            try editor.folder.write("N.notebundle/notebook.json", Array(text.utf8))
            editor.notify("workspace/didChangeWatchedFiles", .object([]))
            try editor.renameAsking("notes/Old", "notes/New")
            let saved = try editor.saved("notebook.json")
            #expect(!saved.contains("\"Old\"") && saved.contains("\"New\"") == (expected != nil))
            try editor.rename("notes/New", "notes/Old")
        }
    }

    @Test func `refuses names that nothing can have`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": ""])
        for (text, name) in [("[[▮B]]", ""), ("#▮tag", "a b"), ("x", "y")] {
            #expect(throws: WireError.self) {
                try editor.ask("textDocument/rename", in: "notes/A.md", text, ("newName", .text(name)))
            }
        }
    }

    // MARK: Diagnostics

    @Test func `reports unsaved texts, and clears what is mended or closed`() throws {
        let editor = try Editor(["notes/A.md": "---\n\(Self.uuid)\n---\n\ntext\n"])
        try editor.open("notes/A.md")
        #expect(editor.findings("notes/A.md") == [])
        editor.type("notes/A.md", "---\n\(Self.uuid)\npinned: perhaps\n---\n\n[[x]] [y](y.md)\n")
        #expect(
            editor.findings("notes/A.md") == ["NB404 3", "NB603 6", "NB602 6"])
        editor.close("notes/A.md")
        #expect(editor.findings("notes/A.md") == [])
    }

    @Test func `reports copies that a conflict left`() throws {
        let name = "notes/A (conflict 20251125T000000Z).md"
        let editor = try Editor(["notes/A.md": "# A\n", name: "# A\n\nother\n"])
        for name in ["notes/A.md", name] { try editor.open(name) }
        #expect(editor.findings(name).contains("NB205 1"))
        #expect(!editor.findings("notes/A.md").contains("NB205 1"))
    }

    // MARK: Plain folders

    @Test func `reads a plain folder of notes, and changes nothing there`() throws {
        let editor = try Editor([:], initializes: false)
        try editor.folder.write("vault/A.md", Array("old".utf8))
        try editor.folder.write("vault/sub/B.md", Array("# One\n".utf8))
        try editor.folder.write("vault/p.png", [0])
        let folder = editor.folder.path + "/vault"
        try editor.initialize(in: folder)
        let address = DocumentAddress.address(folder + "/A.md")
        editor.notify(
            "textDocument/didOpen",
            .object([
                (
                    "textDocument",
                    .object([("uri", .text(address)), ("text", .text("[[B#One]] [x](sub/B.md) ![](p.png) [[C]]\n"))])
                )
            ]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        let asked = JSONValue.object([("textDocument", .object([("uri", .text(address))])), ("position", position)])
        #expect(
            try editor.ask("textDocument/definition", asked)["uri"]?.string
                == DocumentAddress.address(folder + "/sub/B.md"))
        editor.server.settle()
        let found = editor.sent.last { $0["method"]?.string == "textDocument/publishDiagnostics" }
        #expect(found?["params"]?["diagnostics"]?.array?.map { $0["code"]?.string } == ["NB603"])
        #expect(try editor.ask("textDocument/prepareRename", asked).isNull)
        #expect(
            Set(try editor.folder.files(below: "vault").keys.map { String(decoding: $0, as: UTF8.self) }) == [
                "A.md", "sub/B.md", "p.png",
            ])
    }

    @Test func `leaves out the notebooks in a plain folder`() throws {
        let editor = try Editor([:], initializes: false)
        for name in ["A.md", "Gone by.md", "N.notebundle/trash/2025/notes/Gone.md", "other/notes/Gone too.md"] {
            try editor.folder.write("vault/\(name)", Array("text".utf8))
        }
        for name in NotebookLocation.files { try editor.folder.write("vault/other/\(name)", Array("{}".utf8)) }
        let folder = editor.folder.path + "/vault"
        try editor.initialize(in: folder)
        let address = DocumentAddress.address(folder + "/A.md")
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(address)), ("text", .text("[[Go"))]))]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(4))])
        let asked = JSONValue.object([("textDocument", .object([("uri", .text(address))])), ("position", position)])
        let answer = try editor.ask("textDocument/completion", asked)
        #expect(answer["items"]?.array?.compactMap { $0["label"]?.string } == ["Gone by"])
    }

    @Test func `takes the folder of a document for one where the editor has none`() throws {
        let editor = try Editor([:], initializes: false)
        try editor.folder.write("vault/A.md", Array("old".utf8))
        try editor.folder.write("vault/B.md", Array("# One\n".utf8))
        try editor.initialize()
        let address = DocumentAddress.address(editor.folder.path + "/vault/A.md")
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(address)), ("text", .text("[[B]]\n"))]))]))
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        let asked = JSONValue.object([("textDocument", .object([("uri", .text(address))])), ("position", position)])
        #expect(try editor.ask("textDocument/definition", asked)["uri"]?.string?.hasSuffix("vault/B.md") == true)
    }

    @Test func `follows the folders that the editor opens and closes`() throws {
        let editor = try Editor([:], initializes: false)
        for name in ["vault/sub/A.md", "vault/B.md"] { try editor.folder.write(name, Array("text".utf8)) }
        try editor.initialize()
        let address = DocumentAddress.address(editor.folder.path + "/vault/sub/A.md")
        let named = JSONValue.object([("uri", .text(address))])
        let position = JSONValue.object([("line", .integer(0)), ("character", .integer(3))])
        func target() throws -> String? {
            let text = JSONValue.text("[[B]]\n")
            editor.notify(
                "textDocument/didOpen", .object([("textDocument", .object([("uri", .text(address)), ("text", text)]))]))
            defer { editor.notify("textDocument/didClose", .object([("textDocument", named)])) }
            let asked = JSONValue.object([("textDocument", named), ("position", position)])
            return try editor.ask("textDocument/definition", asked)["uri"]?.string
        }
        func change(_ kind: String) {
            let folder = JSONValue.text(DocumentAddress.address(editor.folder.path + "/vault") + "/")
            let event = JSONValue.object([(kind, .array([.object([("uri", folder)])]))])
            editor.notify("workspace/didChangeWorkspaceFolders", .object([("event", event)]))
        }
        #expect(try target() == nil)
        change("added")
        #expect(try target()?.hasSuffix("vault/B.md") == true)
        change("removed")
        #expect(try target() == nil)
    }

    @Test func `names paths of a plain folder as the person knows them`() throws {
        let editor = try Editor([:], initializes: false)
        for (name, text) in [("A.md", ""), ("sub/Bread.md", "# One\n"), ("a/X.md", ""), ("b/X.md", "")] {
            try editor.folder.write("vault/\(name)", Array(text.utf8))
        }
        try editor.folder.write("vault/pie.png", [0])
        let folder = editor.folder.path + "/vault"
        try editor.initialize(in: folder)
        let address = DocumentAddress.address(folder + "/A.md")
        let text = """
            [a](Bread.md) [b](gone/Chimney.md) [[X]] [[Bread#Two]] ![](p.png) [s](sub) [o](../out.md) [t](sub/Bread.md) [r](.)
            ![[pi
            """
        editor.notify(
            "textDocument/didOpen",
            .object([("textDocument", .object([("uri", .text(address)), ("text", .text(text))]))]))
        editor.server.settle()
        func ask(_ method: String, _ line: Int, _ character: Int) throws -> JSONValue {
            let position = JSONValue.object([("line", .integer(line)), ("character", .integer(character))])
            return try editor.ask(
                method, .object([("textDocument", .object([("uri", .text(address))])), ("position", position)]))
        }
        let links = ["(Bread", "(gone", "[[X", "[[Bread#", "(p.png", "(sub)", "(../", "(sub/", "(.)"]
        let words = try links.compactMap { text.firstRange(of: $0)?.upperBound }.map {
            Editor.words(try ask("textDocument/hover", 0, text.distance(from: text.startIndex, to: $0)))
        }
        #expect(words.contains { $0.contains("· sub/Bread.md") })
        #expect(words.contains { $0.contains("leads out of the folder") })
        #expect(words.contains("`sub/`: 1 item") && words.contains("`./`: 4 items"))
        let labels = try ask("textDocument/completion", 1, 5)["items"]?.array?.compactMap { $0["label"]?.string }
        #expect(labels?.first == "pie.png")
        let found = editor.sent.last { $0["method"]?.string == "textDocument/publishDiagnostics" }
        let reported = found?["params"]?["diagnostics"]?.array?.compactMap { $0["message"]?.string } ?? []
        #expect(
            reported == [
                "the link leads to “Bread.md”, which does not exist; did you mean sub/Bread.md?",
                "the link leads to “gone/Chimney.md”, which does not exist; fix the link",
                "“X” can mean a/X.md or b/X.md; write [[a/X]] or [[b/X]]",
                "“sub/Bread.md” has no heading or block “Two”; fix the link",
                "the link leads to “p.png”, which does not exist; fix the link",
            ])
        #expect(!(words + reported).contains { $0.contains("notes/") || $0.contains("notebook") })
    }

    // MARK: Symbols

    @Test func `lists headings, titles, tags, foldings, lenses and links`() throws {
        let text = "---\ntitle: A\n---\n\n# A\n\n> [!note] Look\n> inside\n\n## B\n\n[[C]] <https://example.org>\n"
        let editor = try Editor(["notes/A.md": text, "notes/C.md": "[[A]] #tag\n"])
        try editor.open("notes/A.md")
        let asked = editor.textDocument("notes/A.md")
        let symbols = try editor.ask("textDocument/documentSymbol", asked).array
        #expect(symbols?.map { $0["name"]?.string } == ["A"])
        #expect(symbols?.first?["children"]?.array?.map { $0["name"]?.string } == ["B"])
        let found = try editor.ask("workspace/symbol", .object([("query", .text("ta"))])).array
        #expect(found?.compactMap { $0["name"]?.string } == ["#tag"])
        #expect(try editor.ask("workspace/symbol", .object([("query", .text(""))])).array?.count == 3)
        let folds = try editor.ask("textDocument/foldingRange", asked).array
        #expect(
            folds?.map { "\($0["startLine"]?.number ?? -1)-\($0["endLine"]?.number ?? -1)" } == [
                "0-2", "4-11", "6-7", "9-11",
            ])
        let lens = try #require(try editor.ask("textDocument/codeLens", asked).array?.first)
        #expect(try editor.ask("codeLens/resolve", lens)["command"]?["title"]?.string == "1 backlink")
        let links = try editor.ask("textDocument/documentLink", asked).array
        #expect(links?.compactMap { $0["target"]?.string } == [editor.address("notes/C.md"), "https://example.org"])
    }
}
