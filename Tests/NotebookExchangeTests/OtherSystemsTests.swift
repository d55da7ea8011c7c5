import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/standard-notes"), "\(Corpora.absent)")) struct `A backup of Standard Notes` {
    private static let keptAll = Result {
        let folder = try #require(Corpora.folder("exchange/standard-notes"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".zip") }
        return try Arrived(names.map { folder.path + "/" + $0 })
    }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps notes once, with tags and dates`() throws {
        let notes = try Self.all()
        #expect(notes.items.count == 6 && notes.report.balance.found[.notes] == 6)
        let tags = Dictionary(grouping: notes.items.values.flatMap { $0.metadata.tags.map(\.text) }) { $0 }.mapValues(
            \.count)
        #expect(tags == ["poems": 3, "quotes": 3])
        let item = try notes.item("Even darkness must pass")
        #expect(item.metadata.created?.description == "2023-08-29T15:49:42Z")
        #expect(item.metadata.modified?.description == "2023-08-29T15:49:48Z")
        #expect(notes.report.losses.filter { $0.code == .partSkipped }.map(\.target) == ["SN|UserPreferences"])
    }

    @Test func `keeps every line of a poem`() throws {
        #expect(
            try Self.all().body("Ithaka").hasPrefix(
                "As you set out for Ithaka\\\nhope your road is a long one,\\\nfull of adventure, full of discovery.\\\n"
            ))
    }

    @Test func `has Super notes as Markdown, and tags in tags`() throws {
        func text(_ words: String, _ format: Int = 0) -> String {
            #"{"type":"text","text":"\#(words)","format":\#(format)}"#
        }
        let lexical = """
            {"root":{"type":"root","children":[
            {"type":"heading","tag":"h1","children":[\(text("Head"))]},
            {"type":"paragraph","children":[\(text("a ")),\(text("bold", 1)),\(text(" and ")),\(text("both", 3)),
            {"type":"link","url":"https://e.org","children":[\(text("link"))]}]},
            {"type":"list","listType":"check","children":[
            {"type":"listitem","checked":true,"children":[\(text("done"))]},
            {"type":"listitem","checked":false,"children":[\(text("open"))]}]},
            {"type":"code","language":"js","children":[\(text("let a")),{"type":"linebreak"},\(text("b"))]},
            {"type":"table","children":[{"type":"tablerow","children":[{"type":"tablecell","headerState":1,"children":
            [{"type":"paragraph","children":[\(text("x"))]}]}]}]}]}}
            """.replacing("\n", with: "")
        let escaped = lexical.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let export = """
            {"version":"004","items":[
            {"uuid":"11111111-1111-4111-8111-111111111111","content_type":"Note","created_at":"2024-01-01T00:00:00Z",
            "content":{"title":"S","noteType":"super","text":"\(escaped)"}},
            {"uuid":"a","content_type":"Tag","content":{"title":"outer","references":[]}},
            {"uuid":"b","content_type":"Tag","content":{"title":"inner","references":[
            {"uuid":"a","content_type":"Tag","reference_type":"TagToParentTag"},
            {"uuid":"11111111-1111-4111-8111-111111111111","content_type":"Note"}]}}]}
            """
        let notes = try Arrived.text(export, named: "backup.txt")
        #expect(
            try notes.body("S") == """
                # Head

                a **bold** and ***both***[link](https://e.org)

                - [x] done
                - [ ] open

                ```js
                let a
                b
                ```

                | x |
                | --- |

                """)
        #expect(try notes.item().metadata.tags.map(\.text) == ["outer/inner"])
    }
}

struct `A note of Standard Notes` {
    private static func item(_ number: Int, _ type: String, _ content: String) -> String {
        """
        {"uuid":"00000000-0000-4000-8000-00000000000\(number)","content_type":"\(type)","content":\(content),
        "created_at":"2020-01-02T03:04:05Z","updated_at":"2020-01-02T03:04:05Z"}
        """
    }

    private static func tag(_ title: String) -> String {
        """
        {"title":"\(title)","references":[{"uuid":"00000000-0000-4000-8000-000000000001","content_type":"Note"}]}
        """
    }

    @Test func `shows the titles of notes that it links to, and keeps full stops in tags`() throws {
        let lexical = """
            {\\"root\\":{\\"type\\":\\"root\\",\\"children\\":[{\\"type\\":\\"paragraph\\",\\"children\\":[{\\"type\\":\\"snbubble\\",\
            \\"itemUuid\\":\\"00000000-0000-4000-8000-000000000002\\"}]}]}}
            """
        let items = [
            Self.item(1, "Note", "{\"title\":\"A\",\"noteType\":\"super\",\"text\":\"\(lexical)\"}"),
            Self.item(2, "Note", "{\"title\":\"Title of B\",\"text\":\"x\"}"),
            Self.item(3, "Tag", Self.tag("node.js")), Self.item(4, "Tag", Self.tag("#z")),
        ]
        let backup = "{\"version\":\"004\",\"items\":[\(items.joined(separator: ","))]}"
        let notes = try Arrived.text(backup, named: "sn.txt")
        #expect(try notes.body("A") == "[Title of B](Title%20of%20B.md)\n")
        #expect(try notes.item("A").metadata.tags.map(\.text).sorted() == ["node.js", "z"])
        #expect(notes.report.losses.map { "\($0.code.rawValue) \($0.target)" } == ["tag-changed #z"])
    }

    @Test func `is read although its preview ends within a character`() throws {
        let content = #"{"title":"A","text":"x \ud83e\udd8a \\ud83e","preview_plain":"x \ud83e"}"#
        let backup = "{\"version\":\"004\",\"items\":[\(Self.item(1, "Note", content))]}"
        let notes = try Arrived.text(backup, named: "sn.txt")
        #expect(try notes.body("A") == "x 🦊 \\ud83e\n" && notes.report.losses.isEmpty)
        let keep = #"{"title":"A","textContent":"x \udd8a","isTrashed":false,"userEditedTimestampUsec":1}"#
        #expect(try Arrived.files(["Keep/a.json": keep]).body("A") == "x \u{FFFD}\n")
    }

    @Test func `shows the name of a file that is in the text`() throws {
        let lexical = """
            {\\"root\\":{\\"type\\":\\"root\\",\\"children\\":[{\\"type\\":\\"inline-file\\",\\"fileName\\":\\"my plan.pdf\\",\
            \\"mimeType\\":\\"application/pdf\\",\\"src\\":\\"data:application/pdf;base64,JVBERi0=\\"}]}}
            """
        let item = Self.item(1, "Note", "{\"title\":\"A\",\"noteType\":\"super\",\"text\":\"\(lexical)\"}")
        let notes = try Arrived.text("{\"version\":\"004\",\"items\":[\(item)]}", named: "sn.txt")
        #expect(try notes.body("A").hasPrefix("![my plan.pdf](") && notes.attachments.values.map(\.self) == [5])
    }
}

struct `A task above an item without text` {
    @Test(arguments: [
        ["o.opml": #"<opml><body><outline text="a" _complete="true"><outline text=""/></outline></body></opml>"#],
        ["p.html": "<ul><li><input type=checkbox checked> a<ul><li></li></ul></li></ul>"],
        [
            "n.enex": "<en-export><note><title>N</title><content><![CDATA[<en-note><ul>"
                + #"<li style="--en-checked:true;">a<ul><li></li></ul></li></ul></en-note>]]></content></note></en-export>"#
        ],
        ["r.json": #"[{"title":"R","children":[{"string":"{{[[DONE]]}} a","children":[{"string":""}]}]}]"#],
        ["logseq/config.edn": "{}", "pages/P.md": "- DONE a\n\t-\n"],
        ["notebook.zim": "[Notebook]\n", "P.txt": "Content-Type: text/x-zim-wiki\n\n[*] a\n\t* \n"],
    ])
    func `is no heading, and arrives`(_ files: [String: String]) throws {
        let notes = try Arrived.files(files)
        #expect(notes.count(.tasks, .written) == 1)
        let lines = try notes.body().split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines == ["- [x] a", "-"])
    }

    @Test(arguments: [
        [
            "o.opml":
                #"<opml><body><outline text=""><outline text=""><outline text="deep"/></outline></outline></body></opml>"#
        ],
        [
            "r.json":
                #"[{"title":"R","children":[{"string":"","children":[{"string":"","children":[{"string":"deep"}]}]}]}]"#
        ],
        ["logseq/config.edn": "{}", "pages/P.md": "-\n\t-\n\t\t- deep\n"],
        ["notebook.zim": "[Notebook]\n", "P.txt": "Content-Type: text/x-zim-wiki\n\n* \n\t* \n\t\t* deep\n"],
    ])
    func `without text itself has it within it`(_ files: [String: String]) throws {
        let lines = try Arrived.files(files).body().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.contains("-") }.map { $0.prefix { $0 == " " }.count } == [0, 2, 4])
        #expect(!lines.dropLast().contains { $0.allSatisfy(\.isWhitespace) })
    }
}

@Suite(.enabled(if: Corpora.has("exchange/simplenote"), "\(Corpora.absent)")) struct `An export of Simplenote` {
    @Test func `keeps titles once, with pins, tags and dates`() throws {
        let notes = try Arrived.corpus("simplenote", "simplenote.zip")
        #expect(notes.items.count == 2 && notes.count(.notes, .inTrash) == 1)
        let pinned = try notes.item("KEYWORDS LIST OF MINT PLAYER")
        #expect(
            pinned.metadata.pinned
                && !String(decoding: pinned.body, as: UTF8.self).contains("KEYWORDS LIST OF MINT PLAYER"))
        let list = try notes.item("List of Pages")
        #expect(list.metadata.tags.map(\.text) == ["cow", "hello"])
        let dates = notes.items.values.flatMap {
            [$0.metadata.created?.description, $0.metadata.modified?.description]
        }
        #expect(dates.contains("2019-09-25T19:12:04Z") && dates.contains("2021-08-26T05:52:53Z"))
        #expect(!notes.items.values.contains { $0.bytes.contains(0x0D) })
        #expect(try notes.body("List of Pages").hasPrefix("1. We Create\n2. We Contribute\n"))
    }
}

@Suite(.enabled(if: Corpora.has("exchange/dayone"), "\(Corpora.absent)")) struct `A journal of Day One` {
    private static let keptAll = Result { try Arrived([#require(Corpora.folder("exchange/dayone")).path]) }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps entries with their days, tags and places`() throws {
        let notes = try Self.all()
        #expect(notes.items.count == 5 && notes.paths.allSatisfy { $0.hasPrefix("notes/Dev Journal/") })
        let item = try notes.item("Header 1")
        #expect(item.metadata.created?.description == "2024-04-16T23:00:00Z")
        #expect(item.foreignValue(of: "date") == "2024-04-17" && item.foreignValue(of: "starred") == "true")
        #expect(item.foreignValue(of: "location") == "Eurpocar Dublin Airport Terminal 2")
        #expect(item.metadata.tags.map(\.text) == ["another-dev-testing-tag", "dev-testing-tag"])
        #expect(item.metadata.uuid?.description == "df8b32a3-fe25-400b-bbb3-a7bbfcd23ce7")
        let pinned = notes.items.values.filter(\.metadata.pinned).compactMap { $0.metadata.uuid?.description }
        #expect(pinned == ["876e72b2-28f8-4737-9f29-6b1698ca3f61"])
    }

    @Test func `keeps coordinates as numbers`() throws {
        let day = #"{"metadata":{},"entries":[{"uuid":"1","text":"a","location":{"latitude":-6.239171028137207}}]}"#
        let property = try Arrived.text(day, named: "J.json").item().property("latitude")
        #expect(property?.value.kind == .number)
    }

    @Test func `attaches files by their digests, and names each that is missing once`() throws {
        let notes = try Self.all()
        #expect(
            notes.attachments.values.sorted() == [47_063] && notes.attachments.keys.allSatisfy { $0.hasSuffix(".m4a") })
        #expect(notes.losses(.attachmentMissing) == 4 && notes.count(.attachments, .missing) == 4)
        let bodies = notes.items.values.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(!bodies.contains { $0.contains("dayone-moment") })
        let two = try #require(bodies.first { $0.hasPrefix("Ipsum") })
        #expect(
            try #require(two.firstRange(of: "31c871f1")).lowerBound
                < #require(two.firstRange(of: "6b73e9bd")).lowerBound)
    }

    @Test func `keeps all entries if a photo has no type`() throws {
        let text = """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"A","text":"one","creationDate":"2024-01-01T00:00:00Z",
            "photos":[{"identifier":"X","md5":"0"}]},{"uuid":"B","text":"two","creationDate":"2024-01-02T00:00:00Z"}]}
            """
        let notes = try Arrived.text(text, named: "J.json")
        #expect(notes.items.count == 2 && notes.losses(.valueDropped) == 0)
    }
}

@Suite(.enabled(if: Corpora.has("exchange/tomboy"), "\(Corpora.absent)")) struct `A folder of Tomboy` {
    private static let keptAll = Result { try Arrived([#require(Corpora.folder("exchange/tomboy")).path]) }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps notes with their titles, dates and notebooks`() throws {
        let notes = try Self.all()
        #expect(notes.items.count == 6)
        #expect(notes.paths.contains { $0.hasPrefix("notes/odoo/ZugFerd") })
        let item = try notes.item("Böse Zeichen im Titel #1")
        #expect(item.metadata.modified?.description == "2025-09-10T21:15:20Z")
        #expect(try notes.item("TODO Liste").metadata.created?.description == "2025-09-04T20:54:02Z")
        #expect(try notes.body("Böse Zeichen im Titel #1").contains("[[Unerlaubte Zeichen|unerlaubte Zeichen]]"))
    }

    @Test func `keeps lists and styles, and escapes what is text`() throws {
        let notes = try Self.all()
        let list = try notes.body("TODO Liste")
        #expect(
            list.hasPrefix("- ~~Erst das erledigen~~\n- dann das\n- und dann das\n\n**Später**\n")
                && list.contains("\n## Anmerkungen\n"))
        let escaped = try notes.body("Unerlaubte Zeichen")
        #expect(
            escaped.contains("\\*\\*schreiben\\*\\*") && escaped.contains("\\_sollte\\_") && escaped.contains("\\`"))
        #expect(try notes.body("ZugFerd / factur-x integration #4343").contains("## Analyse"))
        #expect(try notes.body("ZugFerd / factur-x integration #4343").contains("<https://quba-viewer.org/>"))
    }
}
