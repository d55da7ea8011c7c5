import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

struct `An export reports` {
    private static func item(_ type: FileType, _ text: String, title: String? = nil) throws -> NewItem {
        var item = try NewItem(type, text: Array(text.utf8))
        item.title = title
        return item
    }

    /// The texts of an export by their paths, and what it reports.
    private static func export(_ items: [NewItem], as name: String) throws -> (files: [String: String], rows: [String])
    {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in for item in items { _ = try draft.add(item) } }
            let format = try #require(ExportFormat.named(name))
            let losses = try notebook.export(to: .place("out", in: place.path), as: format).losses
            let rows = losses.map { "\($0.code.rawValue): \($0.text)\($0.target.isEmpty ? "" : ": \($0.target)")" }
            guard !format.exporter.isOneFile else { return ([:], rows) }
            var files: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: place.path + "/out") {
                files[path] = try? String(contentsOfFile: "\(place.path)/out/\(path)", encoding: .utf8)
            }
            return (files, rows)
        }
    }

    @Test(arguments: ["csv", "opml", "jex", "textbundle"])
    func `values that only the file keeps, since they cannot be read`(name: String) throws {
        try TemporaryFolder.with { place in
            let source = place.appending(path: "n.md")
            try "---\ntitle: T\ncreated: 05/01/2024\n---\nx\n".write(to: source, atomically: false, encoding: .utf8)
            let notebook = try NotebookDirectory.create(
                "N.notebundle", in: place.path, from: [FileLocation(path: source.path)],
                locations: FileLocations(environment: ["HOME": place.path])
            ).notebook
            let format = try #require(ExportFormat.named(name))
            let losses = try notebook.export(to: .place("out", in: place.path), as: format).losses
            #expect(losses.contains { $0.code == .valueDropped && $0.target == "05/01/2024" })
        }
    }

    @Test(arguments: ["enex", "anki"]) func `addresses that run a script`(name: String) throws {
        let text = """
            [a](javascript:x) <javascript:y> ![b](javascript:z) <a href=" VBScript:x">c</a> [d](data:text/html,x)

            ---

            [e](https://example.org) <img src="javascript:u"> [f](obsidian://open)

            """
        let (files, rows) = try Self.export([Self.item(.card, text, title: "T")], as: name)
        let addresses = [
            "javascript:x", "javascript:y", "javascript:z", "VBScript:x", "data:text/html,x", "javascript:u",
        ]
        let scripts = rows.filter { $0.hasPrefix("link-dropped: an address that runs a script: ") }
        #expect(scripts.map { $0.dropFirst(44).trimmingCharacters(in: .whitespaces) }.sorted() == addresses.sorted())
        guard name == "enex" else { return }
        let content = files.values.joined()
        #expect(content.contains("href=\"https://example.org\"") && content.contains("href=\"obsidian://open\""))
        #expect(!content.contains("href=\"javascript:") && !content.contains("src=\"javascript:"))
        #expect(!content.lowercased().contains("vbscript:") && !content.contains("href=\"data:"))
    }

    @Test func `in ENEX what its markup has not`() throws {
        let text = """
            - [-] dropped
            - [>] moved
            - [x] done

            A paragraph.[^1] ^name

            | a | b |
            | :-: | --: |
            | 1 | 2 |

            > [!note] Title
            > text

            <details><summary>More</summary>text</details>

            ![[Other]] %%hidden%%

            [^1]: A footnote.

            """
        let rows = try Self.export(
            [Self.item(.note, text, title: "A"), Self.item(.note, "x\n", title: "Other")], as: "enex"
        ).rows
        #expect(
            rows.sorted() == [
                "hidden-dropped: a comment: hidden", "note-changed: an embed became a link: Other",
                "note-changed: callouts became quotes: 1", "note-changed: footnotes became a list at the end: 1",
                "note-changed: parts that fold are always open: 1",
                "style-dropped: the alignment of columns of a table: center",
                "style-dropped: the alignment of columns of a table: right",
                "value-dropped: the name of a block: ^name", "value-dropped: the state of a task: [-]",
                "value-dropped: the state of a task: [>]",
            ])
    }

    @Test(arguments: ["enex", "epub", "opml"])
    func `characters that XML does not have, and titles of pictures`(name: String) throws {
        let text = "a\u{1}b\u{C}\u{FFFE}\u{FFFD} ![p](https://e.org/p.png \"t\")\n"
        let rows = try Self.export([Self.item(.note, text, title: "A")], as: name).rows
        #expect(rows.contains("note-lost: characters that XML does not have are left out: 3"))
        #expect(rows.contains("style-dropped: the title of a picture: t") == (name == "enex"))
    }

    @Test func `in ENEX nothing of lines, which stay lines`() throws {
        let files = try Self.export([Self.item(.note, "one\ntwo\n\n- a\n  b\n", title: "A")], as: "enex").files
        let text = try #require(files.first { $0.key.hasSuffix(".enex") }).value
        #expect(text.contains("one<br/>\ntwo") && text.contains("a<br/>\nb"))
    }

    @Test func `what it leaves behind of a whole notebook`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                let note = try draft.add(try Self.item(.note, "x\n", title: "A"))
                _ = try draft.attach([Attachment(name: "hidden.png") { try $0([1]) }], to: note)
                let item = try draft.item(note.path)
                try draft.write(try item.setting(body: Array("%% hidden.png %%\n".utf8)), at: note.path)
            }
            func left(_ format: ExportFormat) throws -> [String] {
                try notebook.export(to: .place(format.name, in: place.path), as: format).leftBehind
            }
            #expect(try left(.html()) == ["1 in blobs/ that no exported text shows"])
            #expect(try left(.markdown) == [])
        }
    }

    @Test func `in JEX embeds that became links`() throws {
        let rows = try Self.export(
            [Self.item(.note, "![[Other]]\n", title: "A"), Self.item(.note, "x\n", title: "Other")], as: "jex"
        ).rows
        #expect(rows == ["note-changed: an embed became a link: Other"])
    }

    @Test func `in decks for hashcards what would be a mark there`() throws {
        let cards = [
            try Self.item(.card, "One?\n\n---\n\nQ: two\n\n---\n\nA: three\n"),
            try Self.item(.card, "Code?\n\n---\n\n```\nQ: x\n---\n```\n"),
            try Self.item(
                .card, "{{c1::$\\frac{a}{{b}}$::maths}} and [x] {{c2::a [b] c}} ![p](https://e.org/p.png)\n"),
        ]
        let (files, rows) = try Self.export(cards, as: "hashcards")
        let deck = try #require(files["N.md"])
        #expect(deck.contains("Q: One?\n\nA: Q\\: two\n\n----\n\nA\\: three\n"))
        #expect(deck.contains("Q: Code?\n\nA: ```\n Q: x\n----\n```\n"))
        #expect(deck.contains("C: [$\\frac{a}{{b}}$] and \\[x\\] [a \\[b\\] c] ![p](https://e.org/p.png)\n"))
        #expect(
            rows.sorted() == [
                "card-changed: code that would be a mark of hashcards got a sign more: ---",
                "card-changed: code that would be a mark of hashcards got a sign more: Q: x",
                "card-changed: the hint of a gap is left out: maths",
                "card-changed: the numbers of gaps are left out",
            ])
    }
}

struct `An import reports` {
    @Test func `entries of Simplenote without a text`() throws {
        let text = #"{"activeNotes":[{"id":"a","content":"A\nb"},5,{"id":"c","content":7}],"trashedNotes":[]}"#
        let notes = try Arrived.files(["notes.json": text])
        #expect(notes.items.count == 1 && notes.report.balance.found[.notes] == 3)
        #expect(notes.rows(.noteDamaged) == ["activeNotes[1]", "c"] && notes.count(.notes, .refused) == 2)
    }

    @Test func `damaged items and files without one of Joplin`() throws {
        func item(_ id: Character, _ type: Int, _ text: String) -> String {
            "\(text)\n\nid: \(String(repeating: id, count: 32))\ntype_: \(type)"
        }
        let (a, b, c) = (
            String(repeating: "a", count: 32), String(repeating: "b", count: 32), String(repeating: "c", count: 32)
        )
        let notes = try Arrived.files([
            "\(a).md": item("a", 1, "A\n\ntext"), "\(b).md": "B\n\ntext\n\nid: \(b)\nparent_id",
            "resources/\(c).png": "picture", "stray.txt": "x",
        ])
        #expect(notes.items.count == 1 && notes.report.balance.found[.notes] == 2)
        #expect(notes.rows(.noteDamaged) == ["\(b).md"])
        #expect(notes.rows(.partSkipped) == ["resources/\(c).png"])
        #expect(notes.count(.attachments, .dropped) == 1)
    }

    @Test func `dates that are none, of each system`() throws {
        let dayOne = #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A","text":"one","creationDate":"soon"}]}"#
        #expect(try Arrived.text(dayOne, named: "J.json").losses(.dateInvalid) == 1)
        let simplenote = #"{"activeNotes":[{"id":"a","content":"A","creationDate":"soon","lastModified":7}]}"#
        #expect(try Arrived.files(["notes.json": simplenote]).losses(.dateInvalid) == 2)
        let zim = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nCreation-Date: soon\n\ntext\n"
        #expect(try Arrived.files(["notebook.zim": "[Notebook]\n", "A.txt": zim]).losses(.dateInvalid) == 1)
    }

    @Test func `time zones that nobody knows`() throws {
        func entry(_ zone: String) -> String {
            """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"A","text":"one","creationDate":"2030-07-16T23:00:00Z",
            "timeZone":"\(zone)"}]}
            """
        }
        let known = try Arrived.text(entry("Europe\\/Dublin"), named: "J.json")
        #expect(try known.item().foreignValue(of: "date") == "2030-07-17" && known.losses(.dateInvalid) == 0)
        let unknown = try Arrived.text(entry("Europe\\/Nowhere"), named: "J.json")
        #expect(try unknown.item().foreignValue(of: "date") == "2030-07-16" && unknown.losses(.dateInvalid) == 1)
    }

    @Test func `nothing of an entry of Day One that has its text in another form`() throws {
        let rich = #"""
            {"contents":[{"attributes":{"line":{"header":1}},"text":"Title\n"},{"text":"some "},
            {"attributes":{"bold":true},"text":"bold"},{"text":" text\n"},
            {"attributes":{"line":{"listStyle":"checkbox","checked":true,"indentLevel":1}},"text":"done\n"},
            {"attributes":{"line":{"listStyle":"checkbox","checked":false,"indentLevel":2}},"text":"open\n"},
            {"embeddedObjects":[{"type":"photo","identifier":"X"},{"type":"dream"}]}]}
            """#
        let text = rich.replacing("\n", with: "").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let notes = try Arrived.text(
            "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[{\"uuid\":\"A\",\"richText\":\"\(text)\","
                + "\"creationDate\":\"2024-01-01T00:00:00Z\","
                + "\"photos\":[{\"identifier\":\"X\",\"md5\":\"0\",\"type\":\"png\"}]}]}",
            named: "J.json")
        #expect(
            try notes.body("Title")
                == "# Title\n\nsome **bold** text\n\n- [x] done\n  - [ ] open\n\n\\[missing 0.png]\n")
        #expect(notes.report.losses.filter { $0.code == .noteLost }.map(\.target).count == 1)
    }

    @Test func `nothing of a graph of Roam without times`() throws {
        let text = #"[{"title":"A","children":[{"string":"[[B]]","uid":"x"}]},{"title":"B","children":[]}]"#
        let notes = try Arrived.text(text, named: "R.json")
        #expect(notes.items.count == 2 && notes.count(.links, .resolved) == 1)
    }

    @Test func `nothing of a page of Roam whose title comes after 64 KiB of blocks`() throws {
        let block = #"{"string":"\#(String(repeating: "x", count: 70_000))"}"#
        let notes = try Arrived.text(#"[{"children":[\#(block)],"title":"A"}]"#, named: "R.json")
        #expect(try notes.body("A").count > 70_000)
    }

    @Test func `the indentation of paragraphs, by a row`() throws {
        let note = "<note><title>A</title><content><![CDATA[<en-note><div style=\"padding-left:40px\">x</div>"
        let notes = try Arrived.text(
            "<en-export>\(note)<div style=\"margin-left:0\">y</div></en-note>]]></content></note></en-export>",
            named: "N.enex")
        #expect(notes.report.losses.map(\.target) == ["indentation"])
    }
}

struct `The rules of a time zone` {
    @Test(arguments: [
        ("Europe/Berlin", 1_700_000_000, 3600), ("Europe/Berlin", 1_720_000_000, 7200),
        ("America/New_York", 4_010_000_000, -18_000), ("America/New_York", 4_000_000_000, -14_400),
        ("Australia/Sydney", 4_010_000_000, 39_600), ("Australia/Sydney", 4_000_000_000, 36_000),
        ("Asia/Kolkata", 1_700_000_000, 19_800),
        ("UTC", 1_700_000_000, 0), ("America/Los_Angeles", -2_000_000_000, -28_800),
    ])
    func `give the offset at any time`(_ name: String, _ time: Int64, _ offset: Int) throws {
        #expect(try #require(TimeZoneRules(named: name)).offset(at: time) == offset)
        let zone = try #require(TimeZone(identifier: name))
        #expect(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))) == offset)
    }

    @Test func `are none for other names and files`() {
        #expect(TimeZoneRules(named: "../../../etc/passwd") == nil && TimeZoneRules(named: "") == nil)
        #expect(TimeZoneRules([]) == nil && TimeZoneRules(Array("TZif2".utf8)) == nil)
    }
}

/// Files that a table lists.
struct `A table with attachments` {
    /// What arrives from a table with other files beside it.
    private static func arrived(_ rows: String, _ files: [String: String] = [:]) throws -> Arrived {
        try TemporaryFolder.with { place in
            let folder = place.path + "/source"
            for (name, text) in files.merging(["t.csv": rows], uniquingKeysWith: { $1 }) {
                let file = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            try Data("outside".utf8).write(to: URL(filePath: place.path + "/outside.txt"))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/link.txt", withDestinationPath: place.path + "/outside.txt")
            return try Arrived([folder + "/t.csv"])
        }
    }

    @Test func `attaches what its texts show, and at their end what they do not`() throws {
        let arrived = try Self.arrived(
            """
            title,content,attachments
            A,"![](files/a.png) ![[b.png]]","files/a.png, ./files/b.png; c.txt"
            B,,"files/a.png
            files/d, e.txt"
            """, ["files/a.png": "a", "files/b.png": "bb", "c.txt": "ccc", "files/d, e.txt": "dddd"])
        #expect(arrived.attachments == ["a.png": 1, "b.png": 2, "c.txt": 3, "d, e.txt": 4])
        #expect(arrived.report.losses.map(\.target) == ["c.txt", "a.png", "d, e.txt"])
        #expect(arrived.report.losses.allSatisfy { $0.code == .attachmentUnshown })
        #expect(arrived.report.balance.lines.contains("attachments: 4 found = 4 stored"))
    }

    @Test func `keeps addresses and numbers as a property`() throws {
        let arrived = try Self.arrived("title,content,attachments\nA,x,\"https://example.com/a.png, 3\"\n")
        let item = try #require(arrived.items.values.first)
        #expect(item.property("attachments")?.value.scalars.map(\.text) == ["https://example.com/a.png, 3"])
        #expect(arrived.report.losses.isEmpty)
    }

    @Test(arguments: ["gone.png", "../outside.txt", "link.txt", ".hidden.txt", "t.csv/x.txt"])
    func `reads nothing but files beside it`(_ path: String) throws {
        let arrived = try Self.arrived("title,content,attachments\nA,x,\(path)\n", [".hidden.txt": "h"])
        #expect(arrived.attachments.isEmpty)
        #expect(arrived.report.losses.map(\.code) == [.attachmentMissing])
        #expect(arrived.report.balance.gaps.isEmpty)
    }
}

/// What used to come over as something else.
struct `A small thing of a source` {
    @Test func `is an empty outline`() throws {
        let outlines = #"<outline text=""><outline text="b"/></outline><outline text="" _complete="true"/>"#
        let text = #"<?xml version="1.0"?><opml version="2.0"><head/><body>\#(outlines)</body></opml>"#
        #expect(try Arrived.text(text, named: "a.opml").body() == "-\n  - b\n- [x] …\n")
    }

    @Test func `is the second address of a feed, a line end or a link in a remark of OPML`() throws {
        let feed = #"<outline text="A" type="rss" htmlUrl="http://a.org/" xmlUrl="http://a.org/feed.xml"/>"#
        let remark =
            #"<outline text="x&lt;br/&gt;y" _note="see &lt;a href=&quot;https://e.org&quot;&gt;it&lt;/a&gt;"/>"#
        let text = #"<?xml version="1.0"?><opml version="2.0"><head/><body>\#(feed)\#(remark)</body></opml>"#
        let arrived = try Arrived.text(text, named: "a.opml")
        #expect(
            try arrived.body()
                == "- [A](http://a.org/) <http://a.org/feed.xml>\n- x y\n\n  see [it](https://e.org)\n")
        #expect(arrived.count(.links, .external) == 3)
    }

    @Test func `is a link of Zim to a text, to another wiki, or around a picture`() throws {
        let head = "Content-Type: text/x-zim-wiki\n\n"
        let arrived = try Arrived.files([
            "notebook.zim": "[Notebook]\n", "P.txt": head + "[[./n.txt]] [[wp?Zim]] {{./p.png?href=Q&width=5}}\n",
            "P/n.txt": "plain\n", "P/p.png": "picture", "Q.txt": head + "q\n",
        ])
        let body = try arrived.body("P")
        #expect(
            body.hasPrefix("[./n.txt](P/n.md) [wp?Zim](wp?Zim) [![p.png|5](../blobs/p."))
        #expect(
            body.hasSuffix(")](Q.md)\n")
        )
        #expect(arrived.report.losses.map(\.target) == ["wp?Zim"])
    }

    @Test(arguments: [("", "notes/W.md", []), ("A/B", "notes/A-B/W.md", ["A/B"])])
    func `is the name of a notebook of Tomboy`(name: String, path: String, changed: [String]) throws {
        let arrived = try Arrived.text(
            #"<note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>W</title><text><note-content>"#
                + "W\n\nx</note-content></text><tags><tag>system:notebook:\(name)</tag></tags></note>",
            named: "w.note")
        #expect(arrived.paths == [path] && arrived.report.losses.map(\.target) == changed)
    }

    @Test func `is the ending of a note that a link names beside a folder`() throws {
        let arrived = try Arrived.files(["x.md": "[z](a/Home.txt#h)\n", "a/Home.txt": "h\n", "a/Home/k.md": "k\n"])
        #expect(String(decoding: try #require(arrived.items["notes/x.md"]).body, as: UTF8.self) == "[z](a/Home.md#h)\n")
    }

    @Test func `is a line end in a cell of Zim`() throws {
        let page = "Content-Type: text/x-zim-wiki\n\n| a\\nb | c |\n|:---|:---|\n| d | **e**\\nf |\n"
        let arrived = try Arrived.files(["notebook.zim": "[Notebook]\n", "Page.txt": page])
        #expect(try arrived.body() == "| a<br>b | c |\n| :--- | :--- |\n| d | **e**<br>f |\n")
    }
}

struct `What Markdown has no place for` {
    @Test func `is text and reported of a task of Roam that is a heading, or in a table`() throws {
        let page = """
            [{"title":"P","children":[{"string":"{{[[TODO]]}} task","heading":2},{"string":"{{[[DONE]]}} plain"},
              {"string":"below","children":[{"string":"{{[[DONE]]}} deep","heading":1}]},
              {"string":"{{[[table]]}}","children":[{"string":"{{[[TODO]]}} cell"}]}]}]
            """
        let arrived = try Arrived.text(page, named: "graph.json")
        let body = try arrived.body()
        #expect(body.hasPrefix("## ☐ task\n") && body.contains("- [x] plain\n") && body.contains("  - # ☑ deep\n"))
        #expect(arrived.losses(.taskFlattened) == 3 && arrived.count(.tasks, .flattened) == 3)
    }

    @Test(arguments: [
        ("|:---|", "| :--- | --- |"), ("| :-: | -: | - |", "| :---: | ---: | --- |"), ("|:|:|", "| :--- | :--- |"),
        ("| | |", "| --- | --- |"),
    ])
    func `is completed in a table of Zim`(written: String, line: String) throws {
        let page = "Content-Type: text/x-zim-wiki\n\n| a | b |\n\(written)\n| c | d |\n"
        let arrived = try Arrived.files(["notebook.zim": "[Notebook]\n", "Page.txt": page])
        #expect(try arrived.body().contains("\n\(line)\n") && arrived.count(.tables, .written) == 1)
    }
}

struct `A plain note of Simplenote` {
    @Test func `keeps links to notes, addresses and nested lines, and reports other values`() throws {
        let notes = """
            {"activeNotes":[
              {"id":"a1","content":"First\\n- - [ ] nested\\n- [ ] task\\nsee [Same](simplenote://note/a5) [x](y)",
               "publishURL":"http://simp.ly/p/1","shareURL":"http://simp.ly/s/1","color":"red"},
              {"id":"a5","content":"Same\\ntext"}],"trashedNotes":[]}
            """
        let arrived = try Arrived.text(notes, named: "notes.json")
        #expect(
            try arrived.body("First")
                == "- \\- \\[ ] nested\n- [ ] task\nsee [Same](Same.md) \\[x](y)\n")
        #expect(arrived.count(.tasks, .written) == 1 && arrived.count(.links, .resolved) == 1)
        let first = try arrived.item("First")
        #expect(first.property("publishURL") != nil && first.property("shareURL") != nil)
        #expect(arrived.report.losses.map(\.target) == ["color"])
    }
}
