import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/html"), "\(Corpora.absent)")) struct `A folder of pages` {
    private static let keptAll = Result {
        try Arrived([#require(Corpora.folder("exchange/html")).path])
    }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `has a note for each page, under its title`() throws {
        #expect(
            Set(try Self.all().items.values.compactMap(\.metadata.title)) == [
                "links.html", "Tables", "embeds.html", "dup-example.html",
            ])
    }

    @Test func `resolves links between pages`() throws {
        let notes = try Self.all()
        #expect(notes.resolved["notes/links.html.md"] == Array(repeating: "notes/embeds.html.md", count: 5))
        let body = try notes.body("links.html")
        #expect(
            body.contains("(404.html)") && body.contains("<https://example.com>") && body.contains("(//example.com)"))
        #expect(notes.report.losses.count { $0.code == .linkUnresolved && $0.note == "links.html" } == 4)
    }

    @Test func `keeps tables with everything in their cells`() throws {
        let notes = try Self.all()
        let body = try notes.body("Tables")
        #expect(notes.count(.tables, .written) == 4)
        #expect(
            body.contains("A \\| in a title") && body.contains("Deer park.<br>Go early.")
                && body.contains("• Harbour<br>• Beef"))
    }

    @Test func `tells apart pictures with one name`() throws {
        let notes = try Self.all()
        let shown = try #require(notes.resolved["notes/dup-example.html.md"])
        #expect(shown.count == 3 && shown[0] == shown[2] && shown[0] != shown[1])
    }

    @Test func `finds recordings and pictures with any ending`() throws {
        let notes = try Self.all()
        let shown = Set(notes.resolved["notes/embeds.html.md"] ?? [])
        #expect(shown.count == 5)
        #expect(notes.losses(.remoteKept) >= 1 && notes.losses(.attachmentMissing) == 0)
    }

    @Test func `adds up whatever shows links, tasks and tables`() throws {
        let notes = try Arrived.text(
            """
            <title>T</title><h1><input type=checkbox> <a href="http://a.b">head</a></h1>
            <a href="http://c.d"><input type=checkbox checked> in a link</a>
            <ruby>x<rp><a href="http://rp">(</a></rp><rt>y<a href=http://rt>g</a></rt></ruby>
            <noscript><a href="http://q">q</a><table><tr><td>1</table></noscript>
            <template><input type=checkbox><a href="http://t">t</a></template>
            <video src="http://v/x.mp4"><input type=checkbox><table><tr><td><a href=http://z>z</a></table></video>
            <table><caption><a href=http://cap>only once</a></caption></table>
            <table><colgroup><a href=http://cg>x</a></colgroup><tr><td hidden><a href=http://h>h</a></table>
            <object data="none.pdf"><a href=none.pdf>fallback</a></object>
            """, named: "t.html")
        let body = try notes.body()
        #expect(body.contains("# ☐ [head](http://a.b)") && body.contains("[☑ in a link](http://c.d)"))
        #expect(body.components(separatedBy: "only once").count == 2 && body.contains("[x](http://cg)"))
        #expect(notes.count(.links, .dropped) == 3 && notes.count(.tasks, .dropped) == 2)
        #expect(notes.losses(.hiddenDropped) == 1 && notes.losses(.taskFlattened) == 2)
    }

    @Test func `may be one of ours, with cards that ask for several gaps and parts of pictures`() throws {
        let package = try #require(Corpora.folder("exchange/anki/mixed-legacy-2.apkg")).path
        let pages = try RoundTrip([package], as: .html()).after
        #expect(pages.items.count == 1 && pages.count(.links, .dropped) > 0)
    }

    @Test func `is read in the encoding that a page declares`() throws {
        try TemporaryFolder.with { place in
            let head = "<html><head><meta charset=\"windows-1252\"><title>Caf"
            let bytes =
                Array(head.utf8) + [0xE9] + Array("</title></head><body><p>\u{0}".utf8.dropLast()) + [0x93, 0x80, 0x94]
            let file = place.path + "/a.html"
            try Data(bytes + Array("</p></body></html>".utf8)).write(to: URL(filePath: file))
            let notes = try Arrived([file])
            #expect(try notes.body("Café") == "“€”\n")
        }
    }
}

@Suite(.enabled(if: Corpora.has("exchange/csv"), "\(Corpora.absent)")) struct `A table of notes` {
    @Test func `has a note in each row, and properties in its columns`() throws {
        let notes = try Arrived.corpus("csv", "comprehensive-test.csv")
        #expect(notes.items.count == notes.report.balance.found[.notes] && notes.items.count >= 10)
        let item = try notes.item("Meeting Notes")
        #expect(item.metadata.tags.map(\.text) == ["meeting", "planning"])
        #expect(item.metadata.created?.description == "2024-01-15T00:00:00Z")
        #expect(item.property("Rating")?.value.kind == .number && item.property("Completed")?.value.kind == .boolean)
        #expect(try notes.body("Meeting Notes").contains("- Team expansion\n"))
        #expect(try notes.item("Empty Fields Test").properties.isEmpty)
        #expect(try notes.item("Note with \"quotes\"").metadata.title == "Note with \"quotes\"")
    }
}

@Suite(.enabled(if: Corpora.has("exchange/opml"), "\(Corpora.absent)")) struct `An outline` {
    @Test func `is a note with a nested list`() throws {
        let notes = try Arrived.corpus("opml", "states.opml")
        let item = try notes.item("States")
        #expect(item.metadata.created?.description == "2005-03-15T16:35:45Z")
        #expect(item.metadata.modified?.description == "2021-07-03T15:19:39Z")
        #expect(try notes.body().hasPrefix("- United States\n  - Far West\n    - Alaska\n    - California\n"))
    }

    @Test func `fetches nothing that it includes`() throws {
        let notes = try Arrived.corpus("opml", "includes.opml")
        #expect(notes.count(.links, .external) == 3)
        #expect(
            try notes.body().contains("- [Colors](http://scripting.com/publicfolder/misc/inclusionDemo/colors.opml)\n"))
    }

    @Test func `has tasks and remarks of outliners`() throws {
        let text = """
            <?xml version="1.0" encoding="ISO-8859-1"?><opml version="1.0"><head><title>T</title></head><body>
            <outline text="&lt;b&gt;a&lt;/b&gt;" _complete="true" _note="more"/><outline text="b" complete="false"/>
            </body></opml>
            """
        let body = try Arrived.text(text, named: "t.opml").body()
        #expect(body == "- [x] **a**\n\n  more\n- [ ] b\n")
    }

    @Test(arguments: ["csv", "opml"]) func `that we write comes back as the same notes`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let trip = try RoundTrip(`An export for another system`.items(), as: format)
        #expect(trip.differences == [])
        #expect(trip.after.resolved.first { $0.key.contains("Herons") }?.value == ["notes/Wren.md"])
    }
}

struct `A damaged page` {
    @Test func `loses nothing that stands in a table outside of its cells`() throws {
        let text =
            "<table><tr><td>a</td></tr><h2>Lost</h2><p>text <table><tr><td>b</td></tr></table><tr><td>c</td></tr>"
        let notes = try Arrived.text(text, named: "a.html")
        let body = try notes.body()
        #expect(["| a |", "## Lost", "text", "| b |", "c"].allSatisfy { body.contains($0) }, "\(body)")
    }
}

struct `An address in a page` {
    @Test func `is relative to the folder that the page names, whatever its letter case and its slashes`() throws {
        let notes = try Arrived.files([
            "a.html": "<base href='sub/'><a href='B.HTML'>b</a> <a href='..\\c.html'>c</a> <img src='P.png'>",
            "sub/b.html": "<title>b</title><a href='../A.html'>a</a>", "c.html": "<title>c</title>", "sub/p.png": "p",
            "d.html": "<base href='https://x.y/'><a href='c.html'>c</a>",
        ])
        #expect(notes.resolved["notes/a.md"]?.prefix(2) == ["notes/sub/b.md", "notes/c.md"])
        #expect(notes.resolved["notes/sub/b.md"] == ["notes/a.md"] && notes.resolved["notes/d.md"] == ["notes/c.md"])
        #expect(notes.attachments == ["p.png": 1] && notes.report.losses == [])
    }
}

struct `An address` {
    @Test func `has no white space around it, and none of its signs is a reference in Markdown`() throws {
        let text = "<a href=' https://sp.e/\n'>a</a> <a href='https://x.y/?a=1&amp;copy;=2'>b</a>"
        let body = try Arrived.text("<title>A</title>" + text, named: "a.html").body()
        #expect(body == "[a](https://sp.e/) [b](https://x.y/?a=1&amp;copy;=2)\n")
    }

    @Test func `of a folder leads to its first page`() throws {
        let notes = try Arrived.files([
            "index.html": "<title>I</title><a href='sub/'>a</a> <a href=sub>b</a> <a href='none/'>c</a>",
            "sub/index.html": "<title>S</title><a href='../'>up</a> <a href='.'>self</a>",
        ])
        #expect(notes.resolved["notes/I.md"] == ["notes/sub/S.md", "notes/sub/S.md"])
        #expect(notes.resolved["notes/sub/S.md"] == ["notes/I.md", "notes/sub/S.md"])
        #expect(notes.report.losses.map(\.target) == ["none/"])
    }

    @Test func `is whole if the page names a base elsewhere`() throws {
        let page = """
            <title>A</title><base href="https://x.y/dir/p.html?q"><a href=o.html#f>1</a> <a href='../o/'>2</a>
            <a href=/o>3</a> <a href=//z/o>4</a> <a href="?r">5</a> <img src=p.png>
            """
        let notes = try Arrived.text(page, named: "a.html")
        #expect(
            try notes.body() == """
                [1](https://x.y/dir/o.html#f) [2](https://x.y/o/) [3](https://x.y/o) [4](//z/o) \
                [5](https://x.y/dir/p.html?r) ![](https://x.y/dir/p.png)

                """)
        #expect(notes.count(.links, .external) == 5 && notes.losses(.attachmentMissing) == 0)
    }

    @Test func `of a picture that is not there leads to another that the page offers`() throws {
        let notes = try Arrived.files([
            "a.html": "<picture><source srcset='a.webp 1x, b.webp 2x'><img src=gone.png></picture>", "a.webp": "a",
            "b.webp": "bb",
        ])
        #expect(notes.attachments == ["b.webp": 2] && notes.report.losses.map(\.code) == [.styleDropped])
    }
}

struct `A link to a part of another page` {
    @Test func `leads to the heading that it means, whatever its signs, or is reported`() throws {
        let arrived = try Arrived.files([
            "a.html": ["s1", "s2", "d1", "d2", "p", "top", "none"].map { "<a href='b.html#\($0)'>\($0)</a>" }
                .joined(separator: " ") + "<title>A</title>",
            "b.html": """
            <title>B</title><p id=top>x</p><h2 id=s1>C #sharp</h2><h2 id=s2>a &amp;amp; b</h2>
            <h2 id=d1>Dup</h2><h2 id=d2>Dup</h2><p id=p>y <a href='#d2'>own</a> <a href='#no'>no</a></p>
            """,
        ])
        #expect(
            try arrived.body("A") == """
                [s1](B.md#c-sharp) [s2](B.md#a%20&amp;amp;%20b) [d1](B.md#Dup) [d2](B.md#dup-1) [p](B.md#dup-1) \
                [top](B.md) [none](B.md#none)

                """)
        #expect(try arrived.body("B").contains("[own](B.md#dup-1) [no](#no)"))
        #expect(
            arrived.report.losses.map { "\($0.code.rawValue) \($0.target)" }.sorted()
                == ["link-unresolved #no", "link-unresolved b.html#none"])
        #expect(arrived.count(.links, .resolved) == 7 && arrived.count(.links, .unresolved) == 2)
    }

    @Test func `leads to the words of the heading`() throws {
        let arrived = try Arrived.files([
            "a.html": "<title>A</title><p><a href='b.html#sec'>one</a> <a href='b.html#b%C3%BC'>two</a> "
                + "<a href='b.html#none'>three</a></p>",
            "b.html": "<title>B</title><h2 id='sec'>My section</h2><h3><a name='bü'></a>Other</h3>",
        ])
        #expect(try arrived.body("A") == "[one](B.md#My%20section) [two](B.md#Other) [three](B.md#none)\n")
    }
}

struct `A file that cannot be read` {
    @Test(arguments: [
        ("t.csv", "a,b\n1,2\n", "it is a table without a column of texts (its columns: a, b), which cannot be read"),
        ("t.csv", "\n", "it is an empty table, which cannot be read"),
        ("g.edn", "#datascript/DB {:schema {}}", "it is a graph of Roam in EDN, which cannot be read"),
    ])
    func `is refused with what it is`(name: String, text: String, reason: String) throws {
        let failure = #expect(throws: ImportFailure.self) { try Arrived.text(text, named: name) }
        #expect(failure?.reason == reason)
    }
}

struct `A file that a page shows` {
    @Test func `stays its attachment if a note names it, too`() throws {
        try TemporaryFolder.with { place in
            for (name, text) in ["a.html": "<img src='i/pic.png'>", "b.html": "b", "n.md": "see i/pic.png\n"] {
                try Data(text.utf8).write(to: URL(filePath: "\(place.path)/s-\(name)"))
            }
            let folder = place.path + "/s"
            try FileManager.default.createDirectory(atPath: folder + "/i", withIntermediateDirectories: true)
            for name in ["a.html", "b.html", "n.md"] {
                try FileManager.default.moveItem(atPath: "\(place.path)/s-\(name)", toPath: "\(folder)/\(name)")
            }
            try Data("p".utf8).write(to: URL(filePath: folder + "/i/pic.png"))
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let places = FileLocations(environment: ["HOME": place.path])
            let result = try notebook.importItems(from: [FileLocation(path: folder)], locations: places).result
            #expect(result.added.count == 3 && result.report.losses.isEmpty)
            #expect(try Arrived(notebook).attachments == ["pic.png": 1])
        }
    }
}

struct `A page that is one file` {
    @Test func `is read with the files that it names, and without what else is beside it`() throws {
        try TemporaryFolder.with { folder in
            let files = [
                "Page.html": "<base href='In/'><img src='A.png'><a href='../n%C3%A4he.txt'>x</a><a href='sub'>y</a>",
                "in/a.PNG": "a", "na\u{308}he.txt": "b", "in/sub/index.html": "c", "in/other.png": "d",
                "Elsewhere/much.png": "e", "Other.html": "f", ".hidden/a.png": "g", ".netrc": "h",
            ]
            for (path, text) in files {
                let place = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: place)
            }
            let found = try ForeignFiles(
                ["In/A.png", "nähe.txt", "In/sub", "In/sub/index.html", ".hidden/a.png", ".netrc"], with: "Page.html",
                below: folder.path, shown: "Page.html")
            #expect(
                Set(found.files.map(\.path.composed)) == ["Page.html", "in/a.PNG", "nähe.txt", "in/sub/index.html"])
            let notes = try Arrived([folder.appending(path: "Page.html").path])
            #expect(notes.items.count == 1)
            let body = String(decoding: try #require(notes.items.values.first).bytes, as: UTF8.self)
            #expect(!body.contains("(../n") && !body.contains("(sub)"), "\(body)")
        }
    }
}
