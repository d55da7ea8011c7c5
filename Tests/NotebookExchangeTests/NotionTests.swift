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

@Suite struct `The head of a page of Notion` {
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
