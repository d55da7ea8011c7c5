import ForeignData
import Foundation
import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

/// One test for each row of the corpus's table.
@Suite(.enabled(if: Corpora.has("exchange/enex"), "\(Corpora.absent)")) struct `An export of Evernote` {
    private func arrived(_ names: String...) throws -> Arrived {
        try Arrived(names.map { try #require(Corpora.folder("exchange/enex")).appending(path: "\($0).enex").path })
    }

    @Test func `keeps the spaces of indented code`() throws {
        let notes = try arrived("code-block-indentation")
        #expect(notes.items.count == 3)
        #expect(try notes.body("Indented with non-breaking spaces").contains("\n        return 1\n```"))
        #expect(try notes.body("Indented with spaces").contains("\n    return 0    # aligned\n"))
        #expect(try notes.body("Backslashes and markdown in code").contains("grep -o 'a\\\\*b' file \\\\\n"))
    }

    @Test func `writes the language of code where a fence can have it`() throws {
        let notes = try arrived("code-block-language")
        let body = try notes.body()
        #expect(body.contains("```clike\nint a = 0x123;  int b = a<<2;\n```"))
        #expect(body.ranges(of: "\n```\n").count == 7)
        #expect(notes.losses(.styleDropped) == 1)
    }

    @Test func `keeps the sizes of pictures`() throws {
        let notes = try arrived("image-size")
        #expect(notes.attachments == ["dot.png": 69])
        let body = try notes.body()
        #expect(body.ranges(of: "![dot.png").count == 5)
        #expect(body.contains("|50](") && body.contains("|41](") && body.contains("|300x60]("))
        #expect(notes.losses(.styleDropped) == 1)
    }

    @Test func `resolves links on the web to notes of the export`() throws {
        let notes = try arrived("note-link-on-the-web")
        #expect(notes.count(.links, .resolved) == 2 && notes.count(.links, .external) == 2)
        #expect(
            notes.resolved["notes/note-link-on-the-web/Links to it.md"]
                == Array(repeating: "notes/note-link-on-the-web/Quarterly plan.md", count: 2))
    }

    @Test func `leaves links alone that show no title`() throws {
        let notes = try arrived("note-link-without-title")
        #expect(notes.count(.links, .resolved) == 1 && notes.losses(.linkUnresolved) == 2)
        #expect(try notes.body("Links to it").contains("](evernote:///view/1000/s1/33333333"))
    }

    @Test func `resolves links between two notebooks, each in its own first`() throws {
        let both = try arrived("test-internotebook_links_A", "test-internotebook_links_B")
        #expect(both.items.count == 6 && both.losses(.linkUnresolved) == 0)
        #expect(
            both.resolved["notes/test-internotebook_links_B/Note in Notebook B.md"]
                == ["notes/test-internotebook_links_A/Note in Notebook A.md"])
        for name in ["A", "B"] {
            let folder = "notes/test-internotebook_links_\(name)/"
            let links = try #require(both.resolved["\(folder)Table of Contents.md"])
            #expect(links.count == 2 && links.allSatisfy { $0.hasPrefix(folder) })
        }
        #expect(try arrived("test-internotebook_links_B").losses(.linkUnresolved) == 1)
    }

    @Test(arguments: [
        ("test-task-lists", 8, 4), ("test-checklist", 7, 2), ("test-specialItems", 2, 1), ("test-things-to-do", 5, 1),
        ("tasks", 3, 1),
    ])
    func `keeps every task, done or not`(_ name: String, _ all: Int, _ done: Int) throws {
        let notes = try arrived(name)
        let tasks = Arrived.tasks(try notes.body())
        #expect(tasks.all == all && tasks.done == done && notes.count(.tasks, .written) == all)
    }

    @Test func `keeps numbered tasks numbered`() throws {
        let body = try arrived("test-task-lists").body()
        #expect(body.contains("1. [ ] Open task\n2. [x] Done task") && body.contains("1. One\n2. Two\n"))
    }

    @Test func `nests a list below the item before it`() throws {
        let body = try arrived("test-checklist").body()
        #expect(
            body.contains("- [ ] Checklist item 1\n  - [ ] Nested item 1a\n  - [x] Nested checked item\n- [x] Checked"))
        #expect(body.contains("  - Nested unordered 2a\n") && body.contains("  1. Nested ordered 3a\n"))
        #expect(
            body.contains("**bold** and & [link](https://example.com/?a=1&b=2)") && body.contains("```\ncodeblock\n```")
        )
    }

    @Test func `keeps bullets, numbers and code apart`() throws {
        let body = try arrived("test-specialItems").body()
        #expect(body.matches(of: #/(?m)^[-*] [^\[]/#).count == 2)
        #expect(body.matches(of: #/(?m)^\d[.)] /#).count == 2 && body.ranges(of: "```").count == 2)
    }

    @Test func `puts tasks into their order, with due date, reminder and flag`() throws {
        let body = try arrived("test-things-to-do").body()
        let tasks = body.split(separator: "\n").filter { $0.hasPrefix("- [") }
        #expect(
            tasks == [
                "- [ ] Simple task", "- [ ] Task with a reminder ⏰ 2022-05-22T07:00:00Z", "- [x] Done",
                "- [ ] Task with due date 📅 2022-05-28", "- [ ] Task with a flag ⏫",
            ])
        #expect(!body.contains("Content not supported"))
    }

    @Test func `puts groups of tasks at their places in the text`() throws {
        let body = try arrived("tasks").body()
        #expect(body.hasSuffix("List 1\n\n- [ ] Bob\n- [x] Clara\n\nList 2\n\n- [ ] Jeff\n"))
    }

    @Test func `keeps tables`() throws {
        let notes = try arrived("test-table")
        #expect(try notes.body().contains("| c1r1 | c2r1 | c3r1 |\n| --- | --- | --- |\n| c1r2 | **c2r2** | C3r2 |"))
        #expect(notes.report.losses.contains { $0.target.contains("background-color") })
    }

    @Test func `keeps encrypted texts with their hints`() throws {
        let notes = try arrived("test-encryption")
        let body = try notes.body()
        let code = try #require(body.split(separator: "\n").first { $0.hasPrefix("RU5DM") })
        #expect(code.count == 176 && body.contains("this is a hint") && body.contains("NOT an encrypted test again"))
        #expect(notes.losses(.encrypted) == 1)
    }

    @Test(arguments: [
        ("test-noteWithNestedTags", ["tag1_nestedTag1", "tag2_nestedTag2"]),
        ("test-invalid-tags", ["tagPt1@+`\"'\\_tagPt2éáűőőúöüóí"]), ("test-file-with-many-dots", ["Tipps"]),
        (
            "resource_filename_with_slashes",
            ["recovery", "San Luis Obispo", "homelessness in SLO", "Sunny Acres"]
        ),
    ])
    func `keeps tags as they are`(_ name: String, _ tags: [String]) throws {
        #expect(try arrived(name).item().metadata.tags.map(\.text) == tags)
    }

    @Test func `keeps notes without a title of their own, and guesses no link to them`() throws {
        let notes = try arrived("two-untitled-notes-with-toc")
        #expect(notes.items.count == 3 && notes.losses(.linkUnresolved) == 2)
        #expect(notes.items.values.count { $0.metadata.title == "Untitled Note" } == 2)
    }

    @Test func `keeps notes with the same name apart`() throws {
        #expect(
            try arrived("test-3NotesWithSameName").items.values.count { $0.metadata.title == "Github - $4.00" } == 3)
        let paths = try arrived("case-insensitive").paths
        #expect(Set(paths.map { $0.lowercased() }).count == 2)
    }

    @Test(arguments: [
        ("test-pdfAttachment", "sample.pdf", 3_028), ("test-ocr_attachment", "Lorem_ipsum.pdf", 70_011),
        ("test-twoNotes", "pic.jpg", 212_722), ("test-file-with-many-dots", "test.file.with.many.dots.txt", 28),
        ("test-resource-attributes-single-child", "dot.png", 69),
        (
            "resource_filename_with_slashes",
            "app_images-resizable-961b875f-24ac-402f-9b76-37e2d4f03a6c-house_500.jpg.png", 3_914
        ),
    ])
    func `attaches files, each content once`(_ name: String, _ file: String, _ size: Int) throws {
        let notes = try arrived(name)
        #expect(notes.attachments == [file: size])
        #expect(notes.resolved.values.joined().contains { $0.hasPrefix("blobs/") })
    }

    @Test func `leaves out recognized text, and says so`() throws {
        let notes = try arrived("test-twoNotes")
        #expect(notes.losses(.partSkipped) == 1)
        #expect(!notes.items.values.contains { String(decoding: $0.bytes, as: UTF8.self).contains("recoIndex") })
    }

    @Test func `attaches files at the end that no text shows`() throws {
        let notes = try arrived("test-resource-attributes-single-child")
        #expect(notes.items.count == 2 && notes.losses(.attachmentUnshown) == 2)
        #expect(notes.resolved.values.allSatisfy { $0.count == 1 })
        #expect(try arrived("resource_filename_with_slashes").losses(.attachmentUnshown) == 1)
    }

    @Test func `keeps clips of web pages, without what the page hides`() throws {
        let small = try arrived("source-of-webclip")
        #expect(try small.item().foreignValue(of: "source-url") == "http://www.blankwebsite.com/")
        #expect(try small.body().contains("[Over 1,000 Pointless Sites](http://www.pointlesssites.com/)"))
        let large = try arrived("test-webclip_article")
        let body = try large.body()
        #expect(large.count(.links, .external) == 30 && body.split(separator: "\n").count { $0.hasPrefix("#") } <= 12)
        #expect(!body.contains("<style") && large.report.losses.contains { $0.target.contains("background-image") })
    }

    @Test func `keeps highlights, and reports colours`() throws {
        let notes = try arrived("Colors")
        #expect(try notes.body().contains("==Yellow Highlighted line=="))
        #expect(notes.report.losses.contains { $0.code == .styleDropped && $0.target.contains("color") })
    }

    @Test func `keeps titles exactly, under portable names`() throws {
        let notes = try arrived("charmapNotebookTest")
        #expect(try notes.item().metadata.title == "charmap|#^@ globalRegex[@][#]")
        #expect(try arrived("test-note-attributes").item().metadata.title == "\\\\Test//")
    }

    @Test func `keeps reminders and dates`() throws {
        let item = try arrived("test-reminder").item()
        #expect(item.body.isEmpty && item.metadata.title?.hasSuffix(" ") == false)
        #expect(item.foreignValue(of: "reminder-time") == "2022-01-20T07:00:00Z")
        #expect(item.foreignValue(of: "reminder-done-time") == "2022-01-19T20:01:23Z")
    }

    @Test func `keeps every attribute of a note`() throws {
        let item = try arrived("test-note-attributes").item()
        #expect(item.metadata.tags.map(\.text) == ["test", "note-attributes"])
        let keys = [
            "subject-date", "latitude", "longitude", "altitude", "author", "source", "source-url", "source-application",
            "reminder-time", "reminder-order", "reminder-done-time", "place-name", "content-class", "application-data",
        ]
        #expect(item.properties.map(\.key) == keys)
        #expect(item.foreignValue(of: "reminder-time") == "2025-01-01T00:00:00Z")
        #expect(
            item.property("application-data")?.value.scalars.map(\.text) == [
                "color=blue", "priority=high", "impact=medium",
            ])
    }

    @Test func `reads old exports of Windows`() throws {
        let body = try arrived("test_legacy").body()
        #expect(
            body.contains("1. Draft the proposal.") && body.contains("An international thing would be more powerful."))
    }

    @Test func `resolves links by their texts, and none that could lead to several notes`() throws {
        let notes = try arrived("linked_notes")
        #expect(notes.items.count == 7 && notes.losses(.linkAmbiguous) == 1)
        let links = notes.resolved.first { $0.key.hasSuffix("/Note 1.md") }?.value ?? []
        #expect(links.map { $0.split(separator: "/").last } == ["Note 2.md", "Note 3.md"])
        #expect(notes.count(.links, .external) == 1)
    }

    @Test func `reports an invalid date, and keeps the valid one`() throws {
        let notes = try arrived("invalid_date")
        #expect(notes.losses(.dateInvalid) == 1)
        #expect(try notes.item().metadata.created?.description == "2018-03-23T16:32:04Z")
    }
}

struct `A damaged export of Evernote` {
    static let start = "<?xml version=\"1.0\"?><!DOCTYPE en-export SYSTEM \"x\"><en-export>"

    @Test func `gives its whole notes, and names where it ends`() throws {
        let text = Self.start + "<note><title>One</title><content>a</content></note><note><title>Two</title><content>b"
        let notes = try Arrived.text(text, named: "cut.enex")
        #expect(notes.paths == ["notes/cut/One.md"])
        #expect(notes.count(.notes, .refused) == 1)
        #expect(notes.report.losses.contains { $0.note == "Two" && $0.text.contains("byte \(text.utf8.count)") })
    }

    @Test func `is known by its content, not by its name`() throws {
        let text =
            Self.start
            + "<note><title>One</title><content>&lt;en-note&gt;a&lt;/en-note&gt;</content></note></en-export>"
        #expect(try Arrived.text(text, named: "x.data").body() == "a\n")
    }

    @Test func `keeps a note whose text is empty`() throws {
        let text = Self.start + "<note><title>One</title><content><![CDATA[]]></content></note></en-export>"
        #expect(try Arrived.text(text, named: "x.enex").items.count == 1)
    }

    @Test func `is refused where its text has elements, which would be lost`() throws {
        let note = "<note><title>One</title><content><en-note>a<b>c</b></en-note></content></note>"
        let other = "<note><title>Two</title><content><![CDATA[<en-note>b</en-note>]]></content></note></en-export>"
        let notes = try Arrived.text(Self.start + note + other, named: "x.enex")
        #expect(notes.paths == ["notes/x/Two.md"] && notes.count(.notes, .refused) == 1)
        #expect(notes.report.losses.map(\.note) == ["One"])
    }

    @Test func `has no file whose base64 is damaged`() throws {
        func note(_ data: String) -> String {
            """
            \(Self.start)<note><title>One</title><content><![CDATA[<en-note>x
            <en-media hash="\(MD5.hexadecimal(Array("xxxxxx".utf8)))" type="a/b"/></en-note>]]></content>
            <resource><data>\(data)</data><mime>a/b</mime>
            <resource-attributes><file-name>f.bin</file-name></resource-attributes></resource></note></en-export>
            """
        }
        let damaged = try Arrived.text(note("eHh4#eHh4"), named: "x.enex")
        #expect(damaged.attachments.isEmpty && damaged.count(.attachments, .missing) == 1)
        #expect(damaged.report.losses.map { "\($0.code.rawValue) \($0.target)" } == ["note-damaged f.bin"])
        #expect(try Arrived.text(note("eHh4\n eHh4"), named: "x.enex").attachments == ["f.bin": 6])
    }

    @Test func `reports tags that change`() throws {
        let tags = "<tag>#hash</tag><tag>A</tag><tag>a</tag><tag>plain</tag>"
        let content = "<content><![CDATA[<en-note/>]]></content>"
        let text = Self.start + "<note><title>One</title>\(content)\(tags)</note></en-export>"
        let notes = try Arrived.text(text, named: "x.enex")
        #expect(try notes.item().metadata.tags.map(\.text) == ["hash", "A", "plain"])
        let rows = notes.report.losses.map { "\($0.code.rawValue) \($0.target)" }
        #expect(rows == ["tag-changed #hash", "tag-changed a"])
    }

    @Test func `has code in a cell, and characters of Windows`() throws {
        let cell = "<td><div style=\"--en-codeblock:true;\">x = 1;</div></td><td><code>a\\|b</code></td>"
        let text =
            Self.start + "<note><title>it&#146;s</title><content><![CDATA[<en-note><table><tr>\(cell)</tr></table>"
            + "<div>it&#146;s</div></en-note>]]></content></note></en-export>"
        let body = try Arrived.text(text, named: "x.enex").body("it’s")
        #expect(body == "| `x = 1;` | <code>a\\\\&#124;b</code> |\n| --- | --- |\n\nit’s\n")
    }
}
