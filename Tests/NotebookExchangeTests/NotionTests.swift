import Foundation
import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/notion"), "\(Corpora.absent)")) struct `An export of Notion` {
    @Test func `in HTML keeps pages in the folders of their titles`() throws {
        let notes = try Arrived.corpus("notion", "notion-testspace.zip")
        #expect(
            notes.paths == [
                "notes/Notion-Testspace.md", "notes/Notion-Testspace/Attachment Tests.md",
                "notes/Notion-Testspace/Block Reference.md", "notes/Notion-Testspace/Formatting Tests.md",
            ])
        #expect(notes.attachments.values.sorted() == [20_395])
        #expect(notes.count(.attachments, .stored) == 1 && notes.count(.attachments, .repeated) == 4)
        for (path, item) in notes.items {
            let body = String(decoding: item.body, as: UTF8.self)
            #expect(
                !body.contains(#/[0-9a-f]{32}/#),
                "\(path): \(body.firstMatch(of: #/.{0,80}[0-9a-f]{32}.{0,40}/#)?.output ?? "")")
            #expect(item.metadata.title?.contains(#/[0-9a-f]{32}/#) == false)
        }
    }

    @Test func `in HTML keeps every kind of block`() throws {
        let notes = try Arrived.corpus("notion", "notion-testspace.zip")
        let body = try notes.body("Block Reference")
        #expect(Arrived.tasks(body).all == 1 && Arrived.tasks(body).done == 0)
        for text in [
            "# Heading Blocks (Including This One)", "## A Heading 2 Block", "- [ ] This is a todo-list item.",
            "This is a toggle-list item…", "```python\n# This is a plain-text code block", "$$\n\\begin{array}{c}",
            "> This is a quote block.", "> This is a callout block", "- This is a bullet-list item…\n  - with three",
            "1. This is an ordered-list item…\n   1. with three distinct…\n      1. ordinal levels.",
        ] {
            #expect(body.contains(text), "\(text)")
        }
        #expect(body.contains("[A Heading 2 Block](Block%20Reference.md#A%20Heading%202%20Block)"))
    }

    @Test func `in Markdown keeps pages, rows and tasks`() throws {
        let notes = try Arrived.corpus("notion", "Notion.Test.Export.zip")
        #expect(notes.items.count == 279 && notes.report.balance.found[.notes] == 279)
        let folders = Set(notes.paths.map { $0.split(separator: "/").dropFirst().dropLast().joined(separator: "/") })
        #expect(folders == ["", "Habit Tracker", "Home", "Getting Started on Mobile"])
        for (title, all, done) in [
            ("Project Planner", 11, 6), ("Getting Started on Mobile", 6, 0), ("Weekly To-do List", 21, 2),
        ] {
            let tasks = Arrived.tasks(try notes.body(title))
            #expect(tasks.all == all && tasks.done == done, "\(title)")
        }
        #expect(notes.items.values.count { $0.metadata.title == "@Today" } > 1)
    }

    @Test func `in Markdown makes a table of a database, and properties of its columns`() throws {
        let notes = try Arrived.corpus("notion", "Notion.Test.Export.zip")
        let row = try notes.item("@April 13, 2025")
        #expect(row.foreignValue(of: "Full date") == "2025-04-13T06:03:00")
        #expect(["Ran today", "Meditated", "Practiced guitar"].allSatisfy { row.foreignValue(of: $0) == "false" })
        #expect(row.body.isEmpty)
        let rows = notes.paths.count { $0.hasPrefix("notes/Habit Tracker/") }
        #expect(Set(notes.resolved["notes/Habit Tracker.md"] ?? []).count == rows)
    }

    @Test func `in Markdown resolves links by id, whatever the ending`() throws {
        let notes = try Arrived.corpus("notion", "Notion.Test.Export.zip")
        #expect(
            notes.resolved["notes/Getting Started on Mobile.md"]
                == ["notes/Getting Started on Mobile/Example sub page.md"])
        #expect(
            Set(notes.resolved["notes/Home.md"] ?? []) == ["notes/Home/My tasks.md", "notes/Home/Home views.md"])
        #expect(notes.losses(.linkUnresolved) == 2)
    }

    @Test func `knows its pages by their content in a folder, too`() throws {
        let page = try #require(Corpora.folder("exchange/notion/database-row.html"))
        try TemporaryFolder.with { place in
            let folder = place.appending(path: "source")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: page, to: folder.appending(path: "row.html"))
            let row = try Arrived([folder.path]).item("Espresso machine")
            #expect(row.property("Price")?.value.kind == .number && row.metadata.tags.count == 2)
        }
    }

    @Test func `makes properties of the row of a database`() throws {
        let notes = try Arrived.corpus("notion", "database-row.html")
        let row = try notes.item("Espresso machine")
        let expected = [
            "Price": "67.3", "Price (BRL)": "R$67.3", "Price (USD)": "$1,234.56", "Discount": "15%", "ID": "12",
            "Status": "Owned", "Serviced": "true", "Sold": "false", "Bought": "2024-03-01",
            "Manual": "https://example.com/manual",
        ]
        for (key, value) in expected { #expect(row.foreignValue(of: key) == value, "\(key)") }
        #expect(row.property("Empty") == nil && row.property("Price")?.value.kind == .number)
        #expect(row.metadata.tags.map(\.text) == ["home office", "coffee"])
        #expect(try notes.body() == "A row kept for its properties rather than its body.\n")
    }
}

struct `The head of a page of Notion` {
    @Test func `comes over with its cover, sign, description, files and relations`() throws {
        let page = """
            <html><body><article id="0123abcd-0123-abcd-0123-abcd0123abcd" class="page sans"><header>\
            <img class="page-cover-image" src="P/cover.png"/><div class="page-header-icon"><span class="icon">🌱</span>\
            </div><h1 class="page-title">P</h1><p class="page-description">About it</p><table class="properties"><tbody>\
            <tr class="property-row property-row-file"><th>Files</th><td><a href="P/file.pdf">file.pdf</a></td></tr>\
            <tr class="property-row property-row-relation"><th>Rel</th><td><a href="Q.html">Q</a>\
            <a href="R%2000000000000000000000000000000001.html">R</a></td></tr>\
            </tbody></table></header><div class="page-body"><p>text</p></div></article></body></html>
            """
        let arrived = try Arrived.files([
            "P 0123abcd0123abcd0123abcd0123abcd.html": page, "P/cover.png": "c", "P/file.pdf": "f",
            "R 00000000000000000000000000000001.html":
                "<article id=\"00000000-0000-0000-0000-000000000001\" class=\"page\"><h1 class=\"page-title\">R</h1></article>",
        ])
        let body = try arrived.body("P")
        #expect(body.hasPrefix("![cover.png](") && body.contains("\n\nAbout it\n\ntext\n\n[file.pdf]("))
        #expect(arrived.attachments.count == 2 && arrived.losses(.partSkipped) == 0)
        #expect(try arrived.item("P").property("icon") != nil && arrived.losses(.linkUnresolved) == 1)
        #expect(try arrived.item("P").property("Rel")?.value.scalars.map(\.text).contains("[[R]]") == true)
        #expect(arrived.count(.links, .resolved) == 1 && arrived.count(.links, .unresolved) == 1)
    }

    @Test func `counts a picture that is missing once for each row, also in Markdown`() throws {
        let arrived = try Arrived.files([
            "P 0123abcd0123abcd0123abcd0123abcd.md": "# P\n\n![x](P/x.png)\n[y](P/y.pdf)\n"
        ])
        #expect(arrived.count(.attachments, .missing) == 1 && arrived.losses(.attachmentMissing) == 1)
        #expect(arrived.count(.links, .unresolved) == 1 && arrived.losses(.linkUnresolved) == 1)
    }
}

struct `A page of Notion` {
    private static func id(_ number: Int) -> String { String(repeating: "0", count: 31) + "\(number)" }
    private static func block(_ number: Int) -> String { "00000000-0000-0000-0000-00000000000\(number)" }

    private static func page(_ number: Int, _ title: String, _ body: String, _ rows: String = "") -> String {
        """
        <html><body><article id="\(block(number))" class="page sans"><header><h1 class="page-title">\(title)</h1>\
        <table class="properties"><tbody>\(rows)</tbody></table></header><div class="page-body">\(body)</div></article>\
        </body></html>
        """
    }

    private static func row(_ kind: String, _ key: String, _ value: String) -> String {
        "<tr class=\"property-row property-row-\(kind)\"><th>\(key)</th><td>\(value)</td></tr>"
    }

    @Test func `links to headings of other pages, and by titles where it shows nothing`() throws {
        let body = """
            <p><a href="Other%20\(Self.id(2)).html#\(Self.block(7))">a</a> \
            <a href="https://www.notion.so/O-\(Self.id(2))?pvs=21#\(Self.id(7))">b</a> \
            <a href="Untitled%20\(Self.id(3)).html"></a></p>
            """
        let notes = try Arrived.files([
            "Row \(Self.id(1)).html": Self.page(1, "Row", body),
            "Other \(Self.id(2)).html": Self.page(2, "Other", "<h2 id=\"\(Self.block(7))\">Target</h2>"),
            "Untitled \(Self.id(3)).html": Self.page(3, "", "<p>x</p>"),
        ])
        #expect(try notes.body("Row") == "[a](Other.md#Target) [b](Other.md#Target) [Untitled](Untitled.md)\n")
        #expect(notes.report.losses.isEmpty && notes.count(.links, .resolved) == 3)
    }

    @Test func `keeps every property, with addresses and dates`() throws {
        let rows = [
            ("created_time", "Created", "<time>@January 2, 2024 3:04 PM</time>"), ("text", "Title", "tt"),
            ("text", "T", "one<br/><b>two</b> <a href=\"https://e.org\">l</a>"),
            ("date", "D", "<time>@2024/03/05</time>"),
            ("date", "E", "<time>@25/03/2024 14:00</time>"), ("date", "F", "<time>@05/03/2024</time>"),
        ].map { Self.row($0, $1, $2) }.joined()
        let notes = try Arrived.files(["Row \(Self.id(1)).html": Self.page(1, "Row", "<p>x</p>", rows)])
        let row = try notes.item("Row")
        #expect(row.metadata.created?.description == "2024-01-02T15:04:00Z")
        let found = ["property:Title", "D", "E", "F"].map { row.foreignValue(of: $0) }
        #expect(found == ["tt", "2024-03-05", "2024-03-25T14:00:00", "05/03/2024"])
        #expect(row.property("T")?.value.scalars.map(\.text) == ["one\ntwo l (https://e.org)"])
        #expect(notes.count(.links, .external) == 1)
        #expect(
            notes.report.losses.map { "\($0.code.rawValue) \($0.target)" }
                == ["date-invalid @05/03/2024", "property-kept Title"])
    }

    @Test func `has files, boxes and time zones of properties, and links to its blocks`() throws {
        let ids = (1...3).map { String(repeating: "\($0)", count: 32) }
        let markdown = try Arrived.files([
            "DB \(ids[0]).csv": "Name,Files\nRow,DB%20\(ids[0])/Row%20\(ids[1])/att.txt\n",
            "DB \(ids[0])/Row \(ids[1]).md": "# Row\n\nFiles: Row%20\(ids[1])/att.txt\n\nBody\n",
            "DB \(ids[0])/Row \(ids[1])/att.txt": "file",
        ])
        #expect(markdown.count(.attachments, .stored) == 1 && markdown.losses(.partSkipped) == 0)
        #expect(try markdown.item("Row").property("Files")?.value.scalars.map(\.text) == ["att.txt"])
        #expect(try markdown.body("DB").contains("| [Row](DB/Row.md) | [att.txt](../blobs/att."))
        func row(_ kind: String, _ name: String, _ cell: String) -> String {
            "<tr class='property-row property-row-\(kind)'><th>\(name)</th><td>\(cell)</td></tr>"
        }
        let on = "<div class='checkbox checkbox-on'></div>"
        let rows =
            row("formula", "F", on) + row("rollup", "R", on + "<div class='checkbox checkbox-off'></div>")
            + row("email", "M", "<a href='mailto:a@b.c'>a@b.c</a>")
            + row("phone_number", "P", "<a href='tel:04'>04</a>")
            + row("date", "D", "<time>@May 1, 2024 9:00 AM (CEST)</time>")
        let page =
            "<html><body><article id='11111111-1111-1111-1111-111111111111' class='page'><header>"
            + "<h1 class='page-title'>A</h1><table class='properties'><tbody>\(rows)</tbody></table></header>"
            + "<div class='page-body'><p id='b1'>t</p><p><a href='#b1'>up</a> <a href='https://www.notion.so/\(ids[2])'>g</a></p>"
            + "<table class='collection-content'><tr><th>N</th></tr><tr><td>\(on)</td></tr></table></div></article></body></html>"
        let html = try Arrived.files(["A \(ids[0]).html": page])
        let item = try html.item("A")
        #expect(item.property("F")?.value.scalars.map(\.text) == ["true"])
        #expect(item.property("R")?.value.scalars.map(\.text) == ["true", "false"])
        #expect(item.property("M")?.value.scalars.map(\.text) == ["a@b.c"])
        #expect(item.property("P")?.value.scalars.map(\.text) == ["04"])
        #expect(try html.body("A").contains("[up](A.md) [g](https://www.notion.so/\(ids[2]))"))
        #expect(html.report.losses.map(\.code) == [.valueDropped, .linkUnresolved])
        #expect(html.report.losses.first?.target == "CEST")
    }

    @Test func `in Markdown has relations in tables as links, and brackets as text`() throws {
        let relations = ["Row 2 (DB/Row%202%20\(Self.id(3)).md)", "Gone (DB/Gone%20\(Self.id(9)).md)"]
        let table = "Name,Rel\nRow 1,\(relations[0])\nRow 2,\(relations[1])\n"
        let notes = try Arrived.files([
            "DB \(Self.id(1))_all.csv": table, "DB \(Self.id(1)).csv": table,
            "DB \(Self.id(1))/Row 1 \(Self.id(2)).md": "# Row 1\n\n[[wiki]] `[[code]]`\n",
            "DB \(Self.id(1))/Row 2 \(Self.id(3)).md": "# Row 2\n\ntext\n",
        ])
        let lines = try notes.body("DB").split(separator: "\n").dropFirst(2)
        #expect(
            Array(lines) == [
                "| [Row 1](DB/Row%201.md) | [Row 2](DB/Row%202.md) |", "| [Row 2](DB/Row%202.md) | Gone |",
            ])
        #expect(try notes.body("Row 1") == "\\[[wiki]] `[[code]]`\n")
        #expect(notes.report.losses.map { "\($0.code.rawValue) \($0.target)" } == ["link-unresolved Gone"])
    }

    @Test func `in Markdown has properties of several lines, as the table has them`() throws {
        let notes = try Arrived.files([
            "DB \(Self.id(1)).csv": "Name,Notes,Status\nRow 1,\"first\n\n a: b\",Open\nRow 2,\"first\n\",Done\n",
            "DB \(Self.id(1))/Row 1 \(Self.id(2)).md":
                "# Row 1\n\nNotes: first\n\n a: b\nStatus: Open\n\nNotes: body\n",
            "DB \(Self.id(1))/Row 2 \(Self.id(3)).md": "# Row 2\n\nNotes: first\n\nNotes: body\n",
        ])
        let row = try notes.item("Row 1")
        #expect(row.property("Notes")?.value.scalars.map(\.text) == ["first\n\n a: b"])
        #expect(row.foreignValue(of: "Status") == "Open" && row.properties.count == 3)
        #expect(try notes.item("Row 2").foreignValue(of: "Notes") == "first")
        #expect(try notes.body("Row 1") == "Notes: body\n" && notes.body("Row 2") == "Notes: body\n")
    }

    @Test func `that is damaged is no file of another one`() throws {
        try TemporaryFolder.with { place in
            let file = URL(filePath: place.path + "/n.zip")
            let pages = [
                "A \(Self.id(1)).md": "# A\n\n[B](B%20\(Self.id(2)).md)\n", "B \(Self.id(2)).md": "# B\n\ntext\n",
            ]
            try `A book`.pack(pages, at: file.path)
            var bytes = [UInt8](try Data(contentsOf: file))
            // The checksum of the last member, wherever the archive has it.
            let record = try #require(bytes.ranges(of: Array("PK\u{1}\u{2}".utf8)).last).lowerBound
            for place in bytes.ranges(of: bytes[record + 16..<record + 20]) { bytes[place.lowerBound] ^= 1 }
            try Data(bytes).write(to: file)
            let notes = try Arrived([file.path])
            #expect(notes.report.losses.map(\.code).sorted() == [.linkUnresolved, .noteDamaged])
            #expect(notes.report.balance.found[.attachments] == nil && notes.count(.links, .unresolved) == 1)
        }
    }
}
