import Foundation
@testable import NotebookExchange
import NotebookFormat
import TestSupport
import Testing

struct `A code of a report` {
    /// A source for each code: its files, the row's place in it, and what the row is about.
    private static let sources: [ImportLoss.Code: (files: [String: String], place: String, target: String)] = [
        .linkUnresolved: (["a.html": "<a href=none.html>x</a>"], "a.html", "none.html"),
        .linkAmbiguous: (
            [
                "N.enex": """
                <en-export><note><title>T</title><content/></note><note><title>T</title><content/></note>
                <note><title>U</title><content><![CDATA[<en-note><a href="evernote:///view/1/s1/aa/aa/">T</a></en-note>]]>
                </content></note></en-export>
                """
            ], "line 2", "evernote:///view/1/s1/aa/aa/"
        ),
        .linkDropped: (["a.html": "<a href='javascript:x()'>x</a>"], "a.html", "javascript:x()"),
        .attachmentMissing: (["a.html": "<img src=none.png>"], "a.html", "none.png"),
        .attachmentUnshown: (
            ["notebook.zim": "[Notebook]\n", "T.txt": "Content-Type: text/x-zim-wiki\n\nx", "T/loose.pdf": "l"],
            "T.txt",
            "loose.pdf"
        ),
        .encrypted: (
            [
                "N.enex":
                    "<en-export><note><title>T</title><content><![CDATA[<en-note><en-crypt>RU5D</en-crypt></en-note>]]></content></note></en-export>"
            ],
            "line 1", ""
        ),
        .styleDropped: (["a.html": "<p style='color:red'>x</p>"], "a.html", "color"),
        .hiddenDropped: (["a.html": "<p hidden>x</p>y"], "a.html", "1"),
        .propertyKept: (["logseq/config.edn": "{}", "pages/A.md": "- a\n  key:: value"], "pages/A.md", "key"),
        .valueDropped: (
            ["logseq/config.edn": "{}", "pages/A.md": "- TODO a\n  :LOGBOOK:\n  :END:"], "pages/A.md", ":LOGBOOK: :END:"
        ),
        .dateInvalid: (["N.csv": "title,content,created\nA,b,soon\n"], "row 2", "soon"),
        .titleChanged: (["N.csv": "title,content\n\"A\u{1}B\",b\n"], "row 2", "A\u{1}B"),
        .tagChanged: (["Keep/A.json": keep(#""labels":[{"name":"a,b"}],"isTrashed":false"#)], "Keep/A.json", "a,b"),
        .noteDamaged: (["N.csv": "title,content\nA,b\nC,\"d\n"], "line 3", ""),
        .noteTrashed: (
            ["Keep/A.json": keep(#""isTrashed":true"#), "Keep/B.json": keep(#""isTrashed":false"#)], "Keep/A.json", ""
        ),
        .remoteKept: (["a.html": "<img src=http://x.y/z.png>"], "a.html", "http://x.y/z.png"),
        .queryKept: (["logseq/config.edn": "{}", "pages/A.md": "- {{query a}}"], "pages/A.md", "{{query a}}"),
        .taskFlattened: (["a.html": "<h1><input type=checkbox>x</h1>"], "a.html", ""),
        .tableFlattened: (
            ["a.html": "<table><tr><td><table><tr><td>x<td>y</table></table>"], "a.html", "x y"
        ),
        .cardChanged: (["N.txt": "#separator:tab\n#html:false\nfront\n"], "row 1", ""),
        .partSkipped: (["Keep/A.json": keep(#""isTrashed":false"#), "Keep/D.json": "{\"x\":1}"], "Keep/D.json", ""),
        .noteChanged: (
            [
                "backup.txt": """
                {"version":"004","items":[{"uuid":"11111111-1111-4111-8111-111111111111","content_type":"Note",
                "created_at":"2024-01-01T00:00:00Z","content":{"title":"S","noteType":"spreadsheet","text":"{}"}}]}
                """
            ], "11111111-1111-4111-8111-111111111111", ""
        ),
        .noteLost: (["a.html": "<svg><text>x</text></svg>"], "a.html", "svg"),
    ]

    private static func keep(_ members: String) -> String {
        #"{"title":"A","textContent":"a","isArchived":false,"userEditedTimestampUsec":1700000000000000,"#
            + #""createdTimestampUsec":1700000000000000,"# + members + "}"
    }

    @Test(arguments: ImportLoss.Code.allCases.filter { $0 != .reviewDropped })
    func `is in the report of a source that yields it, with its place`(code: ImportLoss.Code) throws {
        let source = try #require(Self.sources[code])
        let report = try Arrived.files(source.files).report
        let rows = report.losses.filter { $0.code == code }
        #expect(rows.map(\.place) == [source.place] && rows.map(\.target) == [source.target], "\(report.losses)")
        #expect(rows.allSatisfy { !$0.text.isEmpty } && report.balance.gaps.isEmpty)
    }

    /// A package with a card that was answered and reset, and an answer to a card that is gone.
    private static let package = """
        import json, sqlite3, sys, zipfile
        base = sqlite3.connect("collection.anki2")
        base.executescript('''create table col(id integer primary key, crt, mod, scm, ver, dty, usn, ls, conf, models,
          decks, dconf, tags); create table notes(id integer primary key, guid, mid, mod, usn, tags, flds, sfld, csum,
          flags, data); create table cards(id integer primary key, nid, did, ord, mod, usn, type, queue, due, ivl, factor,
          reps, lapses, left, odue, odid, flags, data); create table revlog(id integer primary key, cid, usn, ease, ivl,
          lastIvl, factor, time, type); create table graves(usn, oid, type);''')
        model = {"id": 1, "name": "Basic", "type": 0, "flds": [{"name": "F", "ord": 0}, {"name": "B", "ord": 1}],
          "tmpls": [{"name": "C", "ord": 0, "qfmt": "{{F}}", "afmt": "{{B}}"}]}
        base.execute("insert into col values(1,0,0,0,11,0,0,0,'{}',?,?,'{}','{}')",
          (json.dumps({"1": model}), json.dumps({"1": {"id": 1, "name": "D"}})))
        base.execute("insert into notes values(1,'g',1,0,0,'','a\\x1fb','a',0,0,'')")
        base.execute("insert into cards values(1,1,1,0,0,0,2,2,1,1,2500,1,0,0,0,0,0,'')")
        base.executemany("insert into revlog values(?,?,0,?,1,1,2500,1000,?)",
          [(1700000000000, 1, 3, 1), (1700000001000, 1, 0, 4), (1700000002000, 9, 3, 1)])
        base.commit()
        base.close()
        with zipfile.ZipFile("a.apkg", "w") as package:
            package.write("collection.anki2")
            package.writestr("media", "{}")
        """

    @Test func `says which part of a text is hidden, flattened or lost`() throws {
        let page =
            "<p hidden>one two</p><p style='display:none'>\(String(repeating: "long ", count: 20))</p>"
            + "<object hidden><b></b></object><p hidden>4</p>text"
            + "<pre>c<table><tr><td>1<td>2</table></pre><svg><text>x</text></svg><svg></svg>"
        let rows = try Arrived.files(["a.html": page]).report.losses.map {
            "\($0.code.rawValue) \($0.text) [\($0.target)]"
        }
        #expect(
            rows.sorted() == [
                "hidden-dropped 4 hidden parts left out: “one two”, “long long long long long long long long…”, <object>, … [4]",
                "note-lost only the text of 2 drawings (svg) is kept [svg]",
                "table-flattened a table in code became text [c 1 2]",
            ])
    }

    @Test func `names a title as it is here, why it was changed, and where the rest of a long one is`() throws {
        let long = String(repeating: "🎌 ", count: 300)
        let notes = try Arrived.files(["N.csv": "title,content\n\"A\u{1}B\",b\n\(long),c\n"])
        let rows = notes.report.losses.filter { $0.code == .titleChanged }
        #expect(rows.map(\.note) == ["A B", String(repeating: "🎌 ", count: 199) + "🎌"])
        #expect(
            rows.map(\.text) == [
                "the title had characters that no title can have; spaces replace them",
                "the title was longer than 1,000 bytes; the property “full-title” has all of it",
            ])
        #expect(try notes.item(rows[1].note).foreignValue(of: "full-title") == String(long.dropLast()))
    }

    @Test(arguments: ["collection.anki2", "collection.anki21"])
    func `is that of reviews that cannot be recorded`(collection: String) throws {
        try TemporaryFolder.with { place in
            let script = Self.package.replacing("collection.anki2", with: collection)
            #expect(try Python.run(.text(script), in: place).status == 0)
            let notes = try Arrived([place.path + "/a.apkg"])
            #expect(notes.reviews.count == 1 && notes.count(.reviews, .dropped) == 2)
            #expect(
                notes.report.losses.filter { $0.code == .reviewDropped }.map(\.text) == [
                    "not in the log, as they are no answers: changes of schedules by hand, 1",
                    "not in the log, as the package no longer has their cards: reviews, 1",
                ])
            #expect(notes.rows(.reviewDropped) == ["revlog", "revlog"])
            #expect(AnkiText.plain("<b>a</b> b<br>&amp;<img src=x>") == "a b &")
            #expect(AnkiText.plain("<img src=x>") == "<img src=x>")
        }
    }
}
