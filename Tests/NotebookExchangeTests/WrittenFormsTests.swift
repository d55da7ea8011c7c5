import Foundation
import ForeignData
@testable import NotebookExchange
import NotebookFormat
import NotebookMarkdown
import NotebookText
import TestSupport
import Testing

struct `A reader of a text` {
    @Test func `takes as many bytes as are wanted, and nothing if there are too few`() {
        var reader = TextReader("12345é x")
        #expect(reader.take(6..., where: ASCII.isDigit) == nil && reader.rest == "12345é x")
        #expect(reader.take(1...2, where: ASCII.isDigit) == "12" && reader.take(0..., where: ASCII.isDigit) == "345")
        #expect(reader.take(0..., where: ASCII.isDigit) == "" && !reader.skip("e") && reader.skip("é"))
        #expect(reader.skipSpace() && !reader.skipSpace() && reader.skip("x") && reader.isAtEnd && !reader.skip("x"))
    }

    @Test(arguments: [
        ("a<br>b", "a\nb"), ("<<br>>", "<\n>"), ("a<b", "a<b"), ("<i>a</i>", "<i>a</i>"), ("<br", "<br"), ("", ""),
    ])
    func `replaces the tags that it knows`(_ text: String, _ replaced: String) {
        #expect(text.replacingTags { $0 == "br" ? "\n" : nil } == replaced)
    }

    @Test(arguments: [
        ("a|b||", "a\\|b\\|\\|"), ("", ""), ("|", "\\|"), ("|\u{301}", "\\|\u{301}"), ("é", "é"),
    ])
    func `replaces bytes wherever they are`(_ text: String, _ replaced: String) {
        #expect(text.replacing("|", with: "\\|") == replaced)
        #expect(text.holds("|") == (text != replaced) && text[...].place(of: "||") == text.firstRange(of: "||"))
    }

    @Test(arguments: [Int.max, 0, 1, 2], [true, false])
    func `divides texts as the standard library does`(_ maxSplits: Int, _ omittingEmpty: Bool) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let text = String(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in "/ab/é".randomElement(using: &random) ?? "/" })
            let inner = text.dropFirst().dropLast()
            let expected = inner.split(separator: "/", maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty)
            #expect(
                inner.parts(between: "/", maxSplits: maxSplits, omittingEmpty: omittingEmpty) == expected, "\(text)")
        }
    }

    @Test(arguments: ["a", " a b ", "\u{A0}a\u{3000}", "\r\n a\t", "\u{600} ", " \u{301}a", " ", "", "é ", "\u{1F}"])
    func `has no white space at its ends`(_ text: String) {
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        #expect(text.trimmedOfSpace == end.map { String(start[...$0]) } ?? "")
    }
}

struct `A form in which a source writes` {
    @Test(arguments: [
        ("@March 1, 2024 9:05 PM", "2024-03-01T21:05:00"), ("May 12, 2024", "2024-05-12"),
        ("may 2, 2024 12:30AM (GMT+1)", "2024-05-02T00:30:00"), ("June 3, 2024 17:00", "2024-06-03T17:00:00"),
        ("Mai 1, 2024", nil), ("March 1, 24", nil),
        ("@March 1, 2024 9:00 AM → 11:30 AM", "2024-03-01T09:00:00/2024-03-01T11:30:00"), ("March 1, 2024 (gmt)", nil),
        ("", nil),
    ])
    func `a date is read from Notion`(_ text: String, _ date: String?) { #expect(NotionDate.iso(text) == date) }

    @Test func `a time zone of a date of Notion in Markdown is reported`() throws {
        let ids = ["1", "2"].map { String(repeating: $0, count: 32) }
        let dates = "A: May 2, 2024 9:00 AM (GMT+1)\nB: May 2, 2024 9:00 AM (PST) → May 3, 2024\nC: May 2, 2024\n"
        let notes = try Arrived.files([
            "D \(ids[0]).csv": "Name,A,B,C\nP,,,\n", "D \(ids[0])/P \(ids[1]).md": "# P\n\n\(dates)\ntext\n",
        ])
        let row = try notes.item("P")
        #expect(row.foreignValue(of: "A") == "2024-05-02T09:00:00")
        #expect(row.foreignValue(of: "B") == "2024-05-02T09:00:00/2024-05-03")
        let zones = notes.report.losses.filter { $0.code == .valueDropped }.map(\.target)
        #expect(zones == ["GMT+1", "PST"] && notes.report.losses.count == 2)
    }

    @Test(arguments: [
        ("Tue, 15 Mar 2005 16:35:45 GMT", "2005-03-15T16:35:45Z"), ("1 march 2005  6:05 +0130", "2005-03-01T04:35:00Z"),
        ("15 Mar 2005 16:35", "2005-03-15T16:35:00Z"), ("2005-03-15T16:35:45Z", "2005-03-15T16:35:45Z"),
        ("15 Mar 05 16:35 GMT", "2005-03-15T16:35:00Z"), ("Fri, 15 Mar 85 16:35:45 +0000", "1985-03-15T16:35:45Z"),
        ("15 Mar 005 16:35", nil),
        ("15 Mrz 2005 16:35", nil), ("Tue 15 Mar 2005 16:35", nil), ("15 Mar 2005 25:35", nil), ("15 Mar 2005", nil),
    ])
    func `a date is read from electronic mail`(_ text: String, _ date: String?) {
        #expect(MailDate.read(text)?.description == date)
    }

    @Test(arguments: [
        ("Tue Aug 29 2023 08:44:38 GMT-0700 (Pacific Daylight Time)", "2023-08-29T15:44:38Z"),
        ("Tue Aug 29 2023 08:44:38", nil), ("2023-08-29T15:44:38.123Z", "2023-08-29T15:44:38Z"),
    ])
    func `a date is read from a script`(_ text: String, _ date: String?) {
        #expect(ScriptDate.read(text)?.description == date)
    }

    private static let id = "0123456789abcdef0123456789abcdef"

    @Test(arguments: [
        ("A b \(id).md", "A b"), ("A \(id)_all.csv", "A"), ("A \(id.uppercased()).HTML", "A"), ("A \(id)", "A"),
        (" \(id)", nil), (id, nil), ("A\(id).md", nil), ("A \(id).txt", nil), ("A \(id)0", nil), ("é \(id).html", "é"),
    ])
    func `a page of Notion has its id behind its title`(_ name: String, _ title: String?) {
        #expect(NotionID(in: name)?.title == title && (title == nil || NotionID(in: name)?.digits == Self.id))
        #expect(NotionID.removed(from: "x/A \(Self.id)/B\(Self.id) 0") == "x/A/B\(Self.id) 0")
    }

    @Test(arguments: [
        ("A%20\(id).md#\(id)", id), ("https://www.notion.so/x/A-\(id.uppercased())?v=1", id), ("\(id)/a.png", nil),
        ("a/\(id)/", id), ("A%E9%20\(id).html", id), ("ffff\(id)", "ffff" + id.dropLast(4)), ("a", nil),
    ])
    func `an address of Notion has the id of a page in its last part`(_ address: String, _ id: String?) {
        #expect(NotionID.digits(in: address) == id)
    }

    @Test func `relations of a row of Notion are links, unless something else stands among them`() throws {
        let pages = ["Q": "00000000000000000000000000000001", "R (x)": "00000000000000000000000000000002"]
        let addresses = pages.mapValues { "B/Q%20\($0).md" }
        var files = Dictionary(pages.map { ("B \(Self.id)/\($0) \($1).md", "# \($0)\n") }) { $1 }
        let relations = "Q (\(addresses["Q"] ?? "")), R (x) (\(addresses["R (x)"] ?? ""))"
        files["B \(Self.id).csv"] = "Name\nP\n"
        files["B \(Self.id)/P 00000000000000000000000000000003.md"] =
            "# P\n\nRel: \(relations)\nText: see \(relations) and more\n\ntext\n"
        let row = try Arrived.files(files).item("P")
        #expect(row.property("Rel")?.value.scalars.map(\.text) == ["[[Q]]", "[[R (x)]]"])
        #expect(row.property("Text")?.value.scalars.map(\.text) == ["see \(relations) and more"])
    }

    private static let uuid = "01234567-89ab-cdef-0123-456789abcdef"

    @Test(arguments: [
        ("((\(uuid)))", "[[A#^\(uuid)|a b]]"), ("[see](((\(uuid))))", "[[A#^\(uuid)|see]]"),
        ("{{embed ((\(uuid))) }}", "![[A#^\(uuid)]]"), ("(((\(uuid))))", "([[A#^\(uuid)|a b]])"),
        ("[x] ((y)) ((\(uuid)0))", "[x] ((y)) ((\(uuid)0))"), ("`((\(uuid)))`", "`((\(uuid)))`"),
        ("#[[two words]] #[[a", "[[two words]] #[[a"),
    ])
    func `a reference leads to its block in Logseq`(_ written: String, _ expected: String) throws {
        let page = "- [[a]] *b*\n  id:: \(Self.uuid)\n- x \(written)\n"
        let notes = try Arrived.files(["logseq/config.edn": "{}", "pages/A.md": page])
        let body = try notes.body("A")
        #expect(body.hasSuffix("- x \(expected)\n"), "\(body)")
    }

    @Test(arguments: [
        ("((block))", "[[P#^block|a b]]"), ("[see](((block)))", "[[P#^block|see]]"),
        ("{{[[embed]]: ((block)) }}", "![[P#^block]]"), ("{{embed-path: ((block))}}", "![[P#^block]]"),
        ("(((block)))", "([[P#^block|a b]])"), ("((a b)) ((ab))", "((a b)) ((ab))"),
        ("{{[[embed]]: [[P]]}} {{video: https://x.y/z}}", "![[P]] <https://x.y/z>"),
        ("#[[two words]] #[[a ^^b^^ __c__", "[[two words]] #[[a ==b== *c*"),
    ])
    func `a reference leads to its block in Roam`(_ written: String, _ expected: String) throws {
        let text = """
            [{"title":"P","uid":"p","create-time":1,"children":[
            {"string":"{{x}}[[a]] ^^b^^\\nmore","uid":"block"},{"string":"x \(written)","uid":"other"}]}]
            """
        let notes = try Arrived.text(text, named: "roam.json")
        let body = try notes.body("P")
        #expect(body.hasSuffix("- x \(expected)\n"), "\(body)")
    }

    @Test(arguments: [
        ("key:: a", "key", "a"), ("a b::c d", "a b", "c d"), ("[[k]]:: a", nil, nil), ("key:: ", nil, nil),
        ("a: b:: c", nil, nil),
    ])
    func `an attribute of Roam is a property`(_ written: String, _ key: String?, _ value: String?) throws {
        let text = """
            [{"title":"P","uid":"p","create-time":1,"children":[{"string":"\(written)","uid":"b"},{"string":"c","uid":"c"}]}]
            """
        let item = try Arrived.text(text, named: "roam.json").item("P")
        #expect(key.map { item.property($0)?.value.scalars.map(\.text) == value.map { [$0] } } ?? true)
        #expect(String(decoding: item.body, as: UTF8.self).hasPrefix("- c") == (key != nil))
    }

    @Test func `dates of Tomboy have fractions of seconds`() throws {
        for (written, expected) in [
            ("2024-01-01T10:00:00.1234567+01:00", "2024-01-01T09:00:00Z"),
            ("2024-01-01T10:00:00,5Z", "2024-01-01T10:00:00Z"),
        ] {
            let note = """
                <?xml version="1.0"?><note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>A</title>\
                <text><note-content>A\n\nb</note-content></text><create-date>\(written)</create-date></note>
                """
            #expect(try Arrived.text(note, named: "a.note").item("A").metadata.created?.description == expected)
        }
    }

    @Test func `a link of Tomboy to a title that two notes have is ambiguous`() throws {
        func note(_ title: String, _ text: String) -> String {
            """
            <?xml version="1.0"?><note version="0.3" xmlns="http://beatniksoftware.com/tomboy" \
            xmlns:link="http://beatniksoftware.com/tomboy/link"><title>\(title)</title>\
            <text><note-content>\(title)\n\n\(text)</note-content></text></note>
            """
        }
        let link = "<link:internal>Dup</link:internal> <link:internal>one</link:internal>"
        let notes = try Arrived.files([
            "a.note": note("Dup", "a"), "b.note": note("Dup", "b"), "c.note": note("One", "c"),
            "d.note": note("L", link),
        ])
        #expect(notes.count(.links, .ambiguous) == 1 && notes.count(.links, .resolved) == 1)
    }

    @Test func `lines of Tomboy keep their indentation, and lines of code their ends`() throws {
        let note = """
            <?xml version="1.0"?><note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>A</title>\
            <text><note-content>A\n\n\tone\n  <bold>two</bold>\n<monospace>if x:\n  y &lt; 1</monospace>\n\
            z <monospace>in</monospace></note-content></text></note>
            """
        #expect(
            try Arrived.text(note, named: "a.note").body() == """
                \u{A0}\u{A0}\u{A0}\u{A0}one\\
                **two**

                ```
                if x:
                  y < 1
                ```

                z `in`

                """)
    }

    @Test func `pages of Zim have letters before items, sizes of pictures, languages, addresses and tags`() throws {
        let page = """
            Content-Type: text/x-zim-wiki

            b. second
            12. twelfth
            ab. none

            {{./a.png?type=x&width=50}} http://x.y/z. and off to @Größe_1 or a@b

            {{{code: lang="sh" linenumbers="True"
            a
            }}}
            """
        let notes = try Arrived.files(["notebook.zim": "[Notebook]\n", "P.txt": page, "P/a.png": "a"])
        let body = try notes.body("P")
        #expect(
            body.hasPrefix("2. second\n12. twelfth") && body.contains("\nab. none\n") && body.contains("![a.png|50]("))
        #expect(body.contains("<http://x.y/z>. and off to @Größe_1 or a@b") && body.contains("```sh\na\n```"))
        #expect(try notes.item("P").metadata.tags.map(\.text) == ["Größe_1"])
    }

    @Test(arguments: [
        ("# A b #\n\nc", "A b"), ("#\tA ##  \n", "A ##"), ("\n\n## A\n", "A"), ("####### A\n", "T"), ("#A\n", "T"),
    ])
    func `a TextBundle has its title in its first line`(_ text: String, _ title: String) throws {
        let notes = try Arrived.files(["T.textbundle/info.json": "{\"version\":2}", "T.textbundle/text.md": text])
        #expect(notes.items.values.map(\.metadata.title) == [title])
    }

    @Test func `cards of Anki have formulas over several lines, and sounds`() throws {
        let cards =
            "#separator:tab\n#html:true\n\\(a<br/>b<i>c</i>\\) <a href=x>y</a>\t[sound:a.mp3] \\[d<div>e</div>\\]\n"
        let notes = try Arrived.text(cards, named: "cards.txt")
        let body = try #require(notes.items.values.first.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(body.contains("$a bc$ ") && body.contains("$$d e$$") && body.contains("\\[sound:a.mp3]"), "\(body)")
    }

    @Test(arguments: [("a<b c\td & e\n", false), ("a <b>x\tb\n", true), ("a&nbsp;\tb\n", true), ("a</p >\tb\n", true)])
    func `a list of cards is HTML if it has a tag or a named character`(_ rows: String, _ isHTML: Bool) {
        #expect(AnkiTextTable(Array(rows.utf8), isCSV: false, tagsColumn: nil).isHTML == isHTML)
    }

    @Test func `one file of JSON is read without what is beside it`() throws {
        try TemporaryFolder.with { place in
            for name in ["a.json", "b.json"] { try Data("[]".utf8).write(to: place.appending(path: name)) }
            let files = try ForeignFiles(only: "a.json", below: place.path, shown: "a.json")
            #expect(files.files.map(\.path) == ["a.json"])
            #expect(try files.content("a.json") == Array("[]".utf8))
            #expect(try ForeignFiles(only: "c.json", below: place.path, shown: "c.json").files.isEmpty)
        }
    }
}
