import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// What the server offers to do with a text.
struct `An action` {
    /// An editor with a text that is not saved, and the actions at its cursor, or up to the end of some words behind it.
    private static func offered(
        _ files: [String: String], _ text: String, until end: String? = nil, _ profile: Editor.Profile = .full
    ) throws -> (editor: Editor, actions: [JSONValue]) {
        let editor = try Editor(files.merging(["notes/A.md": "Old\n"]) { one, _ in one }, profile)
        _ = try editor.validated()
        let start = try editor.open("notes/A.md", text)
        let plain = text.replacing("▮", with: "")
        let offset = end.flatMap { plain.firstRange(of: $0) }.map {
            plain.utf8.distance(from: plain.startIndex, to: $0.upperBound)
        }
        let range = JSONValue.object([
            ("start", start), ("end", offset.map { editor.position("notes/A.md", at: $0) } ?? start),
        ])
        let actions = try editor.ask(
            "textDocument/codeAction",
            .object([
                ("textDocument", .object([("uri", .text(editor.address("notes/A.md")))])), ("range", range),
                ("context", .object([("diagnostics", .array([]))])),
            ]))
        return (editor, actions.array ?? [])
    }

    /// The titles of the actions at a cursor, without that of sealing.
    private static func titles(
        _ files: [String: String], _ text: String, until end: String? = nil, _ profile: Editor.Profile = .full
    ) throws -> [String] {
        try offered(files, text, until: end, profile).actions.compactMap { $0["title"]?.string }
            .filter { $0 != "Seal the notebook" }
    }

    /// What an action makes of a text that is not saved.
    private static func act(
        _ files: [String: String], _ text: String, _ title: String, until end: String? = nil
    ) throws -> Editor {
        let (editor, actions) = try offered(files, text, until: end)
        let action = try #require(
            actions.first { $0["title"]?.string == title }, "\(actions.compactMap { $0["title"]?.string })")
        if let edit = try editor.ask("codeAction/resolve", action)["edit"] { try editor.apply(edit) }
        if let command = action["command"] { try editor.ask("workspace/executeCommand", command) }
        return editor
    }

    @Test(arguments: [
        ("", ["refactor.rewrite", "source"]), ("refactor", ["refactor.rewrite"]),
        ("source.organizeImports", [] as [String]),
    ])
    func `is offered where its kind is asked for`(kind: String, kinds: [String]) throws {
        let editor = try Editor(["notes/A.md": "text\n"])
        let position = try editor.open("notes/A.md")
        let actions = try editor.ask(
            "textDocument/codeAction",
            .object([
                ("textDocument", .object([("uri", .text(editor.address("notes/A.md")))])),
                ("range", .object([("start", position), ("end", position)])),
                ("context", .object([("diagnostics", .array([])), ("only", .array([.text(kind)]))])),
            ]))
        #expect(actions.array?.compactMap { $0["kind"]?.string } == kinds)
    }

    @Test func `ticks tasks, and makes them`() throws {
        #expect(try Self.act([:], "- [ ] b▮uy\n", "Tick the task").texts["notes/A.md"] == "- [x] buy\n")
        #expect(try Self.act([:], "1. [x] b▮uy\n", "Open the task again").texts["notes/A.md"] == "1. [ ] buy\n")
        #expect(try Self.act([:], "- b▮uy\n", "Make a task of the line").texts["notes/A.md"] == "- [ ] buy\n")
        #expect(try Self.act([:], "b▮uy\n", "Make a task of the line").texts["notes/A.md"] == "- [ ] buy\n")
    }

    @Test func `links what names an item, and what a broken link means`() throws {
        let files = ["notes/Grey heron.md": "text\n"]
        #expect(
            try Self.titles(files, "Se▮e [[Grey heron]] here\n") == ["Make a task of the line"])
        #expect(
            try Self.act(files, "a grey h▮eron flew\n", "Link to “Grey heron”").texts["notes/A.md"]
                == "a [[grey heron]] flew\n")
        #expect(
            try Self.act(files, "[[Gray▮ heron]]\n", "Link to [[Grey heron]]").texts["notes/A.md"] == "[[Grey heron]]\n"
        )
    }

    @Test(arguments: [
        ("[[Old▮ name]]\n", "[[Bird|Old name]]\n"), ("[[Old▮ name|x]]\n", "[[Bird|x]]\n"),
        ("| a |\n|---|\n| [[Old▮ name]] |\n", "| a |\n|---|\n| [[Bird\\|Old name]] |\n"),
    ])
    func `links to the item that has the name as an alias`(text: String, result: String) throws {
        let files = ["notes/Bird.md": "---\naliases: [old name]\n---\n"]
        #expect(try Self.act(files, text, "Link to [[Bird]]").texts["notes/A.md"] == result)
    }

    @Test func `moves a section or a selection into a note`() throws {
        let editor = try Self.act(
            [:], "# A\n\n## Pa▮rt\n\ntext\n\n## Next\n", "Move the section to the new note “Part”")
        #expect(editor.texts["notes/A.md"] == "# A\n\n[[Part]]\n\n## Next\n")
        #expect(try editor.saved("notes/Part.md").hasSuffix("## Part\n\ntext\n\n"))
        let selected = try Self.act([:], "one ▮two three\n", "Move the selection to the new note “two”", until: "two")
        #expect(selected.texts["notes/A.md"] == "one [[two]] three\n")
    }

    @Test func `ends lines as the text does`() throws {
        let section = try Self.act(
            [:], "# A\r\n\r\n## Pa▮rt\r\n\r\ntext\r\n\r\n## Next\r\n", "Move the section to the new note “Part”")
        #expect(section.texts["notes/A.md"] == "# A\r\n\r\n[[Part]]\r\n\r\n## Next\r\n")
        let selection = try Self.act(
            [:], "text\r\r▮# One\r\rmore\r\r# Two\r", "Move the selection to the new note “One”", until: "more\r\r")
        #expect(selection.texts["notes/A.md"] == "text\r\r[[One]]\r\r# Two\r")
        #expect(try selection.saved("notes/One.md").hasSuffix("\n\n# One\n\nmore\n\n"))
        let below = try Self.act([:], "text\r# Pa▮rt\rmore\r", "Move the section to the new note “Part”")
        #expect(below.texts["notes/A.md"] == "text\r\r[[Part]]\r")
    }

    @Test func `tears no link or code`() throws {
        for (text, end) in [
            ("one [[▮Part]] two\n", "two"), ("▮one [[Part]]\n", "Pa"), ("```\n▮one\n```\n", "one"),
            ("`a ▮one` b\n", "b"),
        ] {
            #expect(try !Self.titles([:], text, until: end).contains { $0.hasPrefix("Move") }, "\(text)")
        }
        for (text, end) in [("▮one `two` [[Part]] x\n", "]]"), ("▮```\none\n```\n", "one\n```")] {
            #expect(try Self.titles([:], text, until: end).contains { $0.hasPrefix("Move") }, "\(text)")
        }
        let named = try Self.act([:], "x ▮a # b\n", "Move the selection to the new note “a # b”", until: "b")
        #expect(named.texts["notes/A.md"] == "x [[a b]]\n")
    }

    @Test func `finds its edits only once it is chosen, where the editor asks for them`() throws {
        let (editor, actions) = try Self.offered(["notes/Part.md": ""], "## Pa▮rt [[New]]\n\ntext\n")
        let costly = try #require(actions.first { $0["title"]?.string?.hasPrefix("Move") == true })
        #expect(costly["edit"] == nil && costly["title"]?.string == "Move the section to the new note “Part New”")
        #expect(try editor.ask("codeAction/resolve", costly)["edit"]?["documentChanges"]?.array?.isEmpty == false)
        editor.type("notes/A.md", "other\n")
        #expect(throws: WireError(.contentModified, "the text has changed since the action was offered")) {
            try editor.ask("codeAction/resolve", costly)
        }
    }

    @Test func `puts a note in the place of its link, and the note into the trash`() throws {
        let editor = try Self.act(
            ["notes/B.md": "---\ntitle: B\n---\n\nThe text.\n"], "See\n\n▮[[B]]\n",
            "Put “B” in place of the link, and move it to the trash")
        #expect(editor.texts["notes/A.md"] == "See\n\nThe text.\n")
        #expect(editor.notes == ["A.md"])
        try editor.saveAll()
        #expect(try editor.validated() == [])
    }

    @Test(arguments: [
        "---\nup: \"[[▮B]]\"\n---\n", "See ▮[[B]]\n", "- ▮[[B]]\n", "> ▮[[B]]\n", "| a |\n|---|\n| ▮[[B]] |\n",
        "▮[[B]] ^id\n", "# ▮[[B]]\n", "▮[[B#One]]\n",
    ])
    func `puts a note only in the place of a paragraph`(text: String) throws {
        let titles = try Self.titles(["notes/B.md": "# One\n\ntext\n"], text)
        #expect(!titles.contains { $0.hasPrefix("Put") })
    }

    @Test func `keeps the links of a note that is put elsewhere`() throws {
        let files = [
            "notes/Sub/B.md": "---\ntitle: B\n---\n\n# One\n\n[c](C.md) [[#One]] [x](#one) ![[p.png]]\n",
            "notes/Sub/C.md": "text\n",
        ]
        let editor = try Self.act(files, "▮![[B]]\n", "Put “B” in place of the link, and move it to the trash")
        #expect(editor.texts["notes/A.md"] == "# One\n\n[c](Sub/C.md) [[#One]] [x](#one) ![[p.png]]\n")
        #expect(editor.notes == ["A.md", "Sub/C.md"])
    }

    @Test func `puts no note where it is linked twice, or defines the same labels`() throws {
        let title = "Put “B” in place of the link, and move it to the trash"
        #expect(throws: WireError.self) { try Self.act(["notes/B.md": "text\n"], "▮[[B]]\n\n[[B]]\n", title) }
        #expect(throws: WireError.self) {
            try Self.act(["notes/B.md": "x[^1]\n\n[^1]: one\n"], "▮[[B]]\n\ny[^1]\n\n[^1]: two\n", title)
        }
    }

    @Test func `puts no note where another program has linked to it meanwhile`() throws {
        let (editor, actions) = try Self.offered(["notes/B.md": "text\n"], "▮[[B]]\n")
        let command = try #require(actions.first { $0["kind"]?.string == "refactor.inline" }?["command"])
        try editor.folder.write("N.notebundle/notes/C.md", Array("[[B]]\n".utf8))
        #expect(throws: WireError(.requestFailed, "there are other links to “B”, in notes/C.md")) {
            try editor.ask("workspace/executeCommand", command)
        }
        #expect(editor.notes == ["A.md", "B.md", "C.md"])
    }

    @Test func `takes a title that is free in the whole notebook`() throws {
        let files = ["notes/Sub/Part.md": "text\n", "notes/C.md": "[[Part]]\n"]
        let editor = try Self.act(files, "## Pa▮rt\n\ntext\n", "Move the section to the new note “Part 2”")
        #expect(editor.texts["notes/A.md"] == "[[Part 2]]\n")
        #expect(try editor.saved("notes/C.md").hasSuffix("[[Part]]\n"))
        try editor.saveAll()
        #expect(try editor.validated() == [])
    }

    @Test func `follows links into the note that a section becomes`() throws {
        let text = """
            # A

            [[#Part]] [x](#part) [[A#^b|y]] [[#Stays]]

            ## Stays

            ## Part▮

            See [[#Stays]], [[A#Part]], [[#^b]] and [l], [m][l][^1].

            block ^b

            ## Last

            more [m]

            [l]: C.md
            [m]: https://example.org

            [^1]: A footnote.
            """
        let files = ["notes/C.md": "[[A#Part]] ![[A#^b]] [x](A.md#part) [[A]] [[A#Stays]]\n"]
        let editor = try Self.act(files, text + "\n", "Move the section to the new note “Part”")
        #expect(
            editor.texts["notes/A.md"] == """
                # A

                [[Part#Part]] [x](Part.md#part) [[Part#^b|y]] [[#Stays]]

                ## Stays

                [[Part]]

                ## Last

                more [m]

                [m]: https://example.org


                """)
        #expect(
            try editor.saved("notes/Part.md").hasSuffix(
                """
                ## Part

                See [[A#Stays]], [[#Part]], [[#^b]] and [l], [m][l][^1].

                block ^b

                [l]: C.md
                [^1]: A footnote.

                """))
        #expect(
            try editor.saved("notes/C.md").hasSuffix(
                "[[Part#Part]] ![[Part#^b]] [x](Part.md#part) [[A]] [[A#Stays]]\n"))
        try editor.saveAll()
        #expect(try editor.validated() == [])
    }

    @Test func `links no words in code and formulas`() throws {
        let files = ["notes/Grey heron.md": "text\n"]
        for text in ["`grey h▮eron`\n", "$grey h▮eron$\n", "%% grey h▮eron %%\n", "```\ngrey h▮eron\n```\n"] {
            #expect(try !Self.titles(files, text).contains { $0.hasPrefix("Link") }, "\(text)")
        }
    }

    @Test(arguments: [
        "see https://x.org/gre▮y y\n", "see www.grey▮.org y\n", "a #tag/gre▮y y\n", "\\gre▮y\n", "!gre▮y\n",
        "x ^gre▮y\n", "x[^gre▮y]\n\n[^grey]: y\n",
    ])
    func `tears no address, tag or name with a sign before it`(text: String) throws {
        #expect(try !Self.titles(["notes/Grey.md": "text\n"], text).contains { $0.hasPrefix("Link") })
    }

    @Test func `links what names an item in a cell of a table`() throws {
        let files = ["notes/heron.md": "---\ntitle: Grey heron\n---\n"]
        #expect(
            try Self.act(files, "| a |\n|---|\n| see her▮on here |\n", "Link to “Grey heron”").texts["notes/A.md"]
                == "| a |\n|---|\n| see [[Grey heron\\|heron]] here |\n")
    }

    @Test func `makes tasks of paragraphs alone, also in quotations`() throws {
        func made(_ text: String, _ title: String) throws -> String? {
            try Self.act([:], text, title).texts["notes/A.md"]
        }
        #expect(try made("> pl▮ain\n", "Make a task of the line") == "> - [ ] plain\n")
        #expect(try made("> - [ ] t▮\n", "Tick the task") == "> - [x] t\n")
        let others = [
            "# He▮ading\n", "Head▮ing\n===\n", "▮\n", "| a▮ |\n|---|\n| b |\n", "a▮ | b\n--|--\nc | d\n",
            "---\nkey: v▮alue\n---\n", "```\nco▮de\n```\n", "---\n", "<p>▮</p>\n",
            "x[^1]\n\n[^1]: wo▮rds\n", "> [!note] Ti▮tle\n> text\n", "term\n: wo▮rds\n",
        ]
        for text in others { #expect(try !Self.titles([:], text).contains { $0.contains("task") }, "\(text)") }
    }

    @Test func `leaves out what cannot be made`() throws {
        for text in ["[[▮..]]\n", "[[▮...]]\n"] {
            #expect(try Self.titles([:], text) == ["Make a task of the line"], "\(text)")
        }
        for text in ["[[▮A/B: C?*\"]]", "![[▮new.png]]", "[a](▮foo.txt)", "[[▮New]]"] {
            let profile = text == "[[▮New]]" ? Editor.Profile.withoutFileEdits : .full
            #expect(try !Self.titles([:], text + "\n", profile).contains { $0.hasPrefix("Make the") }, "\(text)")
        }
        for text in ["[[▮x.md]]", "[[▮Sub/New]]", "[a](▮new.md)", "[[▮New#Part]]", "[[▮/Root/x]]"] {
            let (editor, actions) = try Self.offered([:], text + "\n")
            guard let made = actions.first(where: { $0["title"]?.string?.hasPrefix("Make the") == true }) else {
                continue
            }
            try editor.apply(try editor.ask("codeAction/resolve", made)["edit"] ?? .null)
            try editor.saveAll()
            #expect(try editor.validated() == [], "\(text)")
        }
    }

    @Test(arguments: [
        ("[[▮New#a#b]]\n", "notes/New.md", "## a\n\n### b\n"), ("[[notes/▮New#a]]\n", "notes/New.md", "## a\n"),
        ("[[▮Sub/New#a]]\n", "notes/Sub/New.md", "## a\n"),
    ])
    func `makes the note with the path and the headings that a link names`(
        text: String, path: String, ending: String
    ) throws {
        let editor = try Self.act([:], text, "Make the note “New”")
        #expect(try editor.saved(path).hasSuffix(ending))
        #expect(editor.notes.count == 2)
    }

    @Test func `makes no note for the path of a card`() throws {
        #expect(try !Self.titles([:], "[[cards/▮New]]\n").contains { $0.hasPrefix("Make the note") })
    }

    @Test func `spells links in front matter as YAML does`() throws {
        let linking = ["notes/L.md": "---\nrel: '[[A#It''s one]]'\nq: \"[[A#It's one]]\"\n---\n"]
        let moved = try Self.act(
            linking, "text\n\n# It▮'s one\n\n# Two\n", "Move the section to the new note “It's one”")
        #expect(
            try moved.saved("notes/L.md").contains(
                "rel: '[[It''s one#It''s one]]'\nq: \"[[It's one#It's one]]\"\n"))
        let files = ["notes/B.md": "---\ntitle: It's B\naliases: [Johns]\n---\n\n# John's head\n"]
        for (link, title, spelled) in [
            ("Joh▮ns", "Link to [[It's B]]", "It''s B|Johns"), ("Its▮ B", "Link to [[It's B]]", "It''s B"),
            ("It''s B#Johns ▮head", "Link to #John's head", "It''s B#John''s head"),
        ] {
            #expect(
                try Self.act(files, "---\nrel: '[[\(link)]]'\n---\n", title).texts["notes/A.md"]
                    == "---\nrel: '[[\(spelled)]]'\n---\n")
        }
    }

    @Test func `links to the heading or block that was meant`() throws {
        let files = ["notes/B.md": "# Holidays\n\ntext ^block\n"]
        #expect(
            try Self.act(files, "[[B#Holi▮day]]\n", "Link to #Holidays").texts["notes/A.md"] == "[[B#Holidays]]\n")
        #expect(try Self.act(files, "[[B#^blo▮k]]\n", "Link to #^block").texts["notes/A.md"] == "[[B#^block]]\n")
        #expect(
            try Self.act(files, "[x](B.md#holi▮day)\n", "Link to #holidays").texts["notes/A.md"]
                == "[x](B.md#holidays)\n")
    }
}
