import Archives
import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

struct `What newer exports write` {
    private static func enex(_ notes: (title: String, body: String)...) -> String {
        let texts = notes.map { title, body in
            "<note><title>\(title)</title><created>20240101T000000Z</created><content><![CDATA[<en-note>\(body)</en-note>]]>"
                + "</content></note>"
        }
        return "<?xml version=\"1.0\"?>\n<en-export>\(texts.joined())</en-export>"
    }

    @Test func `of Evernote is read: callouts, parts that fold, formulas, diagrams and the languages of code`() throws {
        let body =
            "<div style='--en-callout:true; --en-emoji:🔥;'><div>Hot <b>x</b></div><ul><li>p</li></ul></div>"
            + "<div style='--en-toggle:true; --en-isCollapsed:true'><div style='--en-toggleSummary:true'><div>Sum</div></div>"
            + "<div style='--en-toggleContent:true'><div>in</div></div></div>"
            + "<div style='--en-formulablock:true;'><div>a &lt; b</div></div>"
            + "<div style='--en-mermaidblock:true;'><div>graph TD</div><div>A--&gt;B</div></div>"
            + "<div style='--en-codeblock:true; --en-syntaxLanguage:rust;'><div>fn x()</div></div>"
        let text = try Arrived.text(Self.enex(("A", body)), named: "N.enex").body()
        #expect(
            text == """
                > 🔥
                >
                > Hot **x**
                >
                > - p

                - Sum

                  in

                $$
                a < b
                $$

                ```mermaid
                graph TD
                A-->B
                ```

                ```rust
                fn x()
                ```

                """)
    }

    @Test(arguments: [
        "evernote://view-note/aaaaaaaa-1111-1111-1111-111111111111",
        "https://www.evernote.com/shard/s1/nl/1/aaaaaaaa-1111-1111-1111-111111111111?title=B",
        "https://share.evernote.com/note/aaaaaaaa-1111-1111-1111-111111111111#x",
    ])
    func `of Evernote leads to notes`(address: String) throws {
        let notes = try Arrived.text(Self.enex(("A", "<a href='\(address)'>B</a>"), ("B", "b")), named: "N.enex")
        #expect(notes.resolved["notes/N/A.md"] == ["notes/N/B.md"] && notes.count(.links, .resolved) == 1)
    }

    private static func keep(_ title: String, file: String) -> [UInt8] {
        let start = #"{"title":"\#(title)","textContent":"","isTrashed":false,"userEditedTimestampUsec":1,"#
        return Array((start + #""attachments":[{"filePath":"\#(file)","mimetype":"image/jpeg"}]}"#).utf8)
    }

    @Test func `of Google Keep has files in another archive than their notes`() throws {
        try TemporaryFolder.with { place in
            let parts: [[(name: String, bytes: [UInt8])]] = [
                [("Takeout/Keep/A.json", Self.keep("A", file: "p.jpg")), ("Takeout/archive.html", [1])],
                [
                    ("Takeout/Keep/B.json", Self.keep("B", file: "q.jpg")), ("Takeout/Keep/p.png", [2]),
                    ("Takeout/Keep/rest.txt", [3]),
                ],
            ]
            let paths = try parts.enumerated().map { number, files in
                let sink = MemorySink()
                let archive = try ArchiveWriter(.zip, to: sink)
                for file in files { try archive.add(file.name, bytes: file.bytes) }
                try archive.finish()
                let path = "\(place.path)/takeout-00\(number + 1).zip"
                try Data(sink.bytes).write(to: URL(filePath: path))
                return path
            }
            let notes = try Arrived(paths)
            #expect(notes.paths == ["notes/A.md", "notes/B.md"] && notes.attachments == ["p.jpg": 1])
            let rows = notes.report.losses.map { "\($0.source.suffix(5)) \($0.code.rawValue) \($0.place)" }
            #expect(
                rows.sorted() == [
                    "1.zip part-skipped Takeout/archive.html", "2.zip attachment-missing Takeout/Keep/B.json",
                    "2.zip part-skipped Takeout/Keep/rest.txt",
                ])
        }
    }

    @Test(arguments: [
        ("@April 2, 2024", "2024-04-02"), ("@April 2, 2024 → April 5, 2024", "2024-04-02/2024-04-05"),
        ("@April 2, 2024 9:00 AM → 5:30 PM", "2024-04-02T09:00:00/2024-04-02T17:30:00"),
        ("@April 2, 2024 → soon", "@April 2, 2024 → soon"),
    ])
    func `of Notion has dates and ranges of them in ISO 8601`(written: String, value: String) throws {
        let page =
            "<html><body><article id='x' class='page'><header><h1 class='page-title'>P</h1><table class='properties'>"
            + "<tr class='property-row property-row-date'><th>Date</th><td><time>\(written)</time></td></tr></table></header>"
            + "<div class='page-body'></div></article></body></html>"
        let note = try Arrived.text(page.replacing("'", with: "\""), named: "P.html").item()
        #expect(note.foreignValue(of: "Date") == value)
    }

    @Test func `of Notion has folders whose names lack ids`() throws {
        let (page, base, row, sub) = (
            String(repeating: "1a", count: 16), String(repeating: "2b", count: 16), String(repeating: "3c", count: 16),
            String(repeating: "4d", count: 16)
        )
        let notes = try Arrived.files([
            "Private & Shared/A cut \(page).md": "# A cut title 🚀\n\n[s](A%20cut/Sub%20\(sub).md) ![](A%20cut/p.png)\n",
            "Private & Shared/A cut/Sub \(sub).md": "# Sub\n\nNo: property\n", "Private & Shared/A cut/p.png": "p",
            "Private & Shared/A cut/Base \(base).csv": "Name,Due\nRow,\"March 5, 2024\"\n",
            "Private & Shared/A cut/Base/Row \(row).md": "# Row\n\nDue: March 5, 2024\n\nText\n",
        ])
        let folder = "notes/Private & Shared/A cut title 🚀"
        #expect(notes.paths == ["\(folder).md", "\(folder)/Base.md", "\(folder)/Base/Row.md", "\(folder)/Sub.md"])
        #expect(try notes.item("Row").foreignValue(of: "Due") == "2024-03-05" && notes.body("Row") == "Text\n")
        #expect(try notes.body("Base").contains("| [Row](Base/Row.md) | March 5, 2024 |"))
        #expect(try notes.body("Sub") == "No: property\n" && notes.attachments == ["p.png": 1])
    }

    @Test func `of Notion has lists of one item each, which are one list, and underlined text`() throws {
        func list(_ kind: String, _ start: Int, _ text: String) -> String {
            kind == "numbered"
                ? "<ol type='1' class='numbered-list' start='\(start)'><li>\(text)</li></ol>"
                : "<ul class='\(kind)-list'><li>\(text)</li></ul>"
        }
        let items =
            list("numbered", 1, "a" + list("bulleted", 1, "x") + list("bulleted", 1, "y")) + list("numbered", 2, "b")
            + list("numbered", 1, "c") + list("bulleted", 1, "<span style='border-bottom:0.05em solid'>d</span>")
        let page =
            "<html><body><article id='x' class='page'><header><h1 class='page-title'>P</h1></header>"
            + "<div class='page-body'>\(items)</div></article></body></html>"
        #expect(
            try Arrived.text(page.replacing("'", with: "\""), named: "P.html").body()
                == "1. a\n   - x\n   - y\n2. b\n\n1) c\n\n- <u>d</u>\n")
    }

    @Test func `of Bear has an encrypted or empty note under the name of its bundle`() throws {
        let info = #"{"version":2,"net.shinyfrog.bear":{"encrypted":1,"encryptedData":"QUJD"}}"#
        let notes = try Arrived.files(["Secret.textbundle/info.json": info, "Secret.textbundle/text.md": ""])
        #expect(notes.paths == ["notes/Secret.md"] && notes.report.losses.map(\.note) == ["Secret"])
    }

    @Test func `of Roam has links to pages with words of their own, and numbered blocks`() throws {
        let graph = #"""
            [{"title":"A","children":[{"string":"[word]([[B c]]) [no](x)","uid":"u1","children-view-type":"numbered",
            "children":[{"string":"one","uid":"u2"},{"string":"two","uid":"u3"}]}]},{"title":"B c","children-view-type":"numbered",
            "children":[{"string":"top","uid":"u4","children":[{"string":"in","uid":"u5"}]}]}]
            """#
        let notes = try Arrived.text(graph, named: "g.json")
        #expect(try notes.body("A") == "- [[B c|word]] [no](x)\n  1. one\n  2. two\n")
        #expect(try notes.body("B c") == "1. top\n   - in\n")
        #expect(notes.resolved["notes/A.md"]?.contains("notes/B c.md") == true && notes.report.losses == [])
    }

    @Test func `of Logseq has highlights, sizes of pictures, and properties before a text`() throws {
        let page = """
            - [word]([[B c]]) ^^bright^^ `^^code^^`
            - ![a](../assets/p.png){:height 50.5, :width 60} ![](../assets/p.png){:width 7} ![](../assets/p.png){:height 7}
            - collapsed:: true
              text
            """
        let files = ["logseq/config.edn": "{}", "pages/A.md": page, "pages/B c.md": "- b", "assets/p.png": "p"]
        let notes = try Arrived.files(files)
        let blob = try #require(notes.resolved["notes/A.md"]?.first { $0.hasPrefix("blobs/") })
        #expect(
            try notes.body("A") == """
                - [[B c|word]] ==bright== `^^code^^`
                - ![a|60x50](../\(blob)) ![|7](../\(blob)) ![](../\(blob))
                - text

                """)
    }

    @Test func `as an outline may be a link whose words have brackets`() throws {
        let outline =
            "<opml version='2.0'><head><title>O</title></head><body><outline text='a [x](y)' url='https://x.y'/>"
            + "<outline text='' url='https://z.y'/></body></opml>"
        let notes = try Arrived.text(outline, named: "o.opml")
        #expect(try notes.body() == "- [a \\[x\\](y)](https://x.y)\n- <https://z.y>\n")
        #expect(notes.count(.links, .external) == 2)
    }

    @Test func `as a table with tabs has notes if its columns are those of notes, and cards if not`() throws {
        let notes = try Arrived.text("title\ttext\ttags\nA\tone\ta,b\nB\ttwo\t\n", named: "n.tsv")
        #expect(notes.paths == ["notes/A.md", "notes/B.md"])
        #expect(try notes.item("A").metadata.tags.map(\.text) == ["a", "b"])
        #expect(try Arrived.text("A\tone\nB\ttwo\n", named: "n.tsv").paths == ["cards/A.md", "cards/B.md"])
    }

    @Test func `as a table may have one attachment in each row`() throws {
        let notes = try Arrived.files(["n.csv": "title,content,attachment\nA,a,p.png\n", "p.png": "p"], format: "csv")
        #expect(notes.attachments == ["p.png": 1] && notes.losses(.partSkipped) == 0)
    }

    @Test func `of Standard Notes has tasks in groups, and boxes in texts`() throws {
        let list =
            #"{"schemaVersion":"1.0.0","groups":[{"name":"G *","tasks":[{"description":"one","completed":true},"#
            + #"{"description":"two *"}]},{"name":"","tasks":[{"description":"three"}]}]}"#
        let html = #"<ul><li data-checked="true">x<ul><li data-checked="false">y</li></ul></li></ul>"#
        func item(_ number: Int, _ type: String, _ text: String) throws -> String {
            let written = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
            return #"{"uuid":"1111111\#(number)-1111-4111-8111-111111111111","content_type":"Note","#
                + #""created_at":"2024-01-01T00:00:00Z","content":{"title":"\#(type)","noteType":"\#(type)","text":\#(written)}}"#
        }
        let backup = try #"{"version":"004","items":[\#(item(1, "task", list)),\#(item(2, "rich-text", html))]}"#
        let notes = try Arrived.text(backup, named: "backup.txt")
        #expect(try notes.body("task") == "## G *\n\n- [x] one\n- [ ] two *\n\n- [ ] three\n")
        #expect(try notes.body("rich-text") == "- [x] x\n  - [ ] y\n")
        #expect(notes.count(.tasks, .written) == 5 && notes.report.losses == [])
    }

    @Test func `of Joplin has lists of tasks in HTML`() throws {
        let note =
            "T\n\n<ul class=\"joplin-checklist\"><li class=\"checked\">x</li><li>y</li></ul>\n\nid: \(Self.id)\n"
            + "markup_language: 2\ntype_: 1"
        let notes = try Arrived.files(["\(Self.id).md": note])
        #expect(try notes.body() == "- [x] x\n- [ ] y\n" && notes.count(.tasks, .written) == 2)
    }

    private static let id = String(repeating: "0a", count: 16)
}
