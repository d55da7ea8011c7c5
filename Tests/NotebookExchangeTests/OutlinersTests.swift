import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/roam"), "\(Corpora.absent)")) struct `A graph of Roam` {
    private static let keptShapes = Result { try Arrived.corpus("roam", "shapes.json") }
    private static func shapes() throws -> Arrived { try keptShapes.get() }

    @Test func `keeps pages with their dates, and names daily pages after their days`() throws {
        let notes = try Self.shapes()
        #expect(notes.items.count == 12)
        #expect(notes.paths.contains { $0.hasSuffix("/2021-01-01.md") })
        #expect(try notes.item("Sapiens").metadata.created?.description == "2020-09-13T12:26:40Z")
        #expect(try notes.item("roam/css").metadata.title == "roam/css")
        #expect(try notes.item("Colliding [name]").metadata.title == "Colliding [name]")
    }

    @Test func `makes properties of the attributes at the top`() throws {
        let notes = try Self.shapes()
        let item = try notes.item("Sapiens")
        #expect(item.foreignValue(of: "Author") == "[[Yuval Noah Harari]]" && item.foreignValue(of: "Status") == "read")
        #expect(item.foreignValue(of: "Rating") == "8/10")
        #expect(String(decoding: item.body, as: UTF8.self).contains("- Priority:: high"))
    }

    @Test func `leads to blocks by their names`() throws {
        let notes = try Self.shapes()
        let body = try notes.body("References")
        #expect(body.contains("[[Sapiens#^blk-cognitive|The cognitive revolution is the turning point]]"))
        #expect(body.contains("[[Sapiens#^blk-cognitive|the turning point]]"))
        #expect(body.contains("- [ ] a task with a reference [[Sapiens#^blk-fiction|->]]"))
        #expect(body.contains("((and considered))") && body.contains("((nosuchblk))"))
        #expect(try notes.body("Sapiens").contains("turning point ^blk-cognitive\n"))
        #expect(try notes.body("Embeds").contains("![[Source#^blk-with-children]]"))
        #expect(try notes.body("Embeds").contains("![[Sapiens]]"))
        #expect(notes.report.losses.count { $0.code == .linkUnresolved && $0.target.contains("nosuchblk") } == 2)
        #expect(notes.resolved["notes/References.md"]?.filter { $0 == "notes/Sapiens.md" }.count == 4)
    }

    @Test func `keeps tables, and what looks like one`() throws {
        let body = try Self.shapes().body("Tables")
        #expect(
            body.contains(
                "| Name | Colour |\n  | --- | --- |\n  | Apple | Red |\n  | Pear | Green |\n\n  ^table-simple\n"))
        #expect(body.contains("| Fruit | Apple | keeps well |\n  | Fruit | Pear | does not |\n  | Vegetable |  |  |"))
        #expect(body.contains("{{[[table}}") && body.contains("☐ ==done== | a \\| b |"))
    }

    @Test func `keeps queries as text, and says so`() throws {
        let notes = try Self.shapes()
        #expect(notes.report.losses.count { $0.code == .queryKept && $0.note == "Queries" } == 5)
        #expect(try notes.body("Queries").contains("{{query: {and: [[Sapiens]] [[Dune]]}}}"))
    }

    @Test func `has headings outside of lists`() throws {
        let body = try Self.shapes().body("Headings")
        #expect(
            body.hasPrefix("## Community videos\n\n- One by [[Jo Kim]]\n- Another by [[Pat Morgan]]\n\n## Background\n")
        )
    }

    @Test func `keeps tasks, highlights and italics of a large graph`() throws {
        let notes = try Arrived.corpus("roam", "help-graph-excerpt.json")
        #expect(notes.items.count == 17)
        let tasks = notes.items.values.map { Arrived.tasks(String(decoding: $0.body, as: UTF8.self)) }
        #expect(tasks.map(\.done).reduce(0, +) == 1 && tasks.map(\.all).reduce(0, +) == 8)
        #expect(notes.report.losses.count { $0.code == .remoteKept && $0.target.contains("firebasestorage") } == 1)
        let text = notes.items.values.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        #expect(!text.contains("^^"))
    }
}

@Suite(.enabled(if: Corpora.has("exchange/logseq"), "\(Corpora.absent)")) struct `A graph of Logseq` {
    private static let keptAll = Result { try Arrived([#require(Corpora.folder("exchange/logseq")).path]) }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps pages under their titles, and refuses what is not Markdown`() throws {
        let notes = try Self.all()
        #expect(notes.items.count == 40 && notes.count(.notes, .refused) == 5)
        #expect(try notes.item("Whiteboard/Action Bar").metadata.title == "Whiteboard/Action Bar")
        #expect(notes.report.losses.count { $0.text.contains("Org mode") } == 5)
    }

    @Test func `makes properties of the lines at the top`() throws {
        let notes = try Self.all()
        let item = try notes.item("Numbered List")
        #expect(item.foreignValue(of: "type") == "[[Feature]]" && item.foreignValue(of: "initial-version") == "0.9.5")
        #expect(
            try notes.item("term/page").property("aliases")?.value.scalars.map(\.text) == ["Page", "Pages"])
    }

    @Test func `numbers the blocks that are numbered`() throws {
        let body = try Self.all().body("Numbered List")
        #expect(
            body.hasPrefix(
                "## Usage\n\n- A numbered list can be started in a couple ways:\n  1. Type `1. ` in a block\n  2. Press `t n` when focused on a block\n"
            ))
        #expect(!body.contains("logseq.order-list-type"))
    }

    @Test func `has tasks, and leads to blocks`() throws {
        let notes = try Self.all()
        let tasks = notes.items.values.map { Arrived.tasks(String(decoding: $0.body, as: UTF8.self)).all }.reduce(0, +)
        #expect(try tasks == 4 && notes.body("examples").contains("- [/] fix some bugs"))
        #expect(notes.report.losses.contains { $0.code == .linkUnresolved && $0.target.contains("((") })
        #expect(notes.losses(.queryKept) >= 9 && notes.losses(.attachmentMissing) >= 1)
    }

    @Test func `keeps references to blocks, dates of journals and words in brackets`() throws {
        try TemporaryFolder.with { place in
            for (name, text) in [
                ("logseq/config.edn", "{:file/name-format :triple-lowbar}"),
                (
                    "pages/A.md",
                    "- block one\n  id:: 11111111-1111-4111-8111-111111111111\n\t- TODO child #[[two words]]\n"
                ),
                (
                    "pages/B___C.md",
                    "title:: Other\n\n- see ((11111111-1111-4111-8111-111111111111)) and [[A]]\n- DONE x\n"
                ),
                ("journals/2024_01_02.md", "- {{embed ((11111111-1111-4111-8111-111111111111))}}\n"),
            ] {
                let file = place.path + "/g/" + name
                try FileManager.default.createDirectory(
                    at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: file))
            }
            let notes = try Arrived([place.path + "/g"])
            #expect(
                try notes.body("A")
                    == "- block one ^11111111-1111-4111-8111-111111111111\n  - [ ] child [[two words]]\n")
            #expect(
                try notes.body("Other")
                    == "- see [[A#^11111111-1111-4111-8111-111111111111|block one]] and [[A]]\n- [x] x\n")
            #expect(try notes.body("2024-01-02") == "- ![[A#^11111111-1111-4111-8111-111111111111]]\n")
        }
    }
}

@Suite(.enabled(if: Corpora.has("exchange/zim"), "\(Corpora.absent)")) struct `A notebook of Zim` {
    private static let keptAll = Result { try Arrived([#require(Corpora.folder("exchange/zim/manual")).path]) }
    private static func all() throws -> Arrived { try keptAll.get() }

    @Test func `keeps pages in the folders of their pages, with titles and dates`() throws {
        let notes = try Self.all()
        #expect(notes.items.count == 45)
        #expect(notes.paths.contains("notes/Help.md") && notes.paths.contains { $0.hasPrefix("notes/Help/") })
        #expect(try notes.item("Checkboxes").metadata.created?.description == "2008-11-08T10:04:28Z")
        #expect(notes.items.values.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains("Wiki-Format") })
    }

    @Test func `keeps all states of boxes`() throws {
        let body = try Self.all().body("Checkboxes")
        #expect(
            body.contains(
                "- [x] item 1\n- [ ] item 2\n  - [x] item 2a\n  - [-] item 2b\n- [x] item3\n- [>] item4\n- [<] item 5\n"
            ))
    }

    @Test func `resolves links among siblings, from the top and below`() throws {
        let notes = try Self.all()
        let path = try #require(notes.paths.first { $0.contains("Checkboxes") })
        let links = notes.resolved[path] ?? []
        #expect(links.contains { $0.contains("Preferences") })
        #expect(notes.losses(.linkUnresolved) > 0)
    }

    @Test func `keeps styles, code and pictures`() throws {
        let notes = try Self.all()
        let body = try notes.body("Syntax")
        #expect(
            body.contains("**bold**, *italic* and <u>underline</u> and `verbatim`")
                && body.contains("~~strike through~~"))
        #expect(body.contains("```\n====== Head 1 ======\n"))
        #expect(body.hasPrefix("# Syntax\n") && body.contains("\n## Headings\n"))
        #expect(notes.attachments.count >= 8)
    }
}
struct `An attachment that no page shows` {
    private static let zim = "Content-Type: text/x-zim-wiki\n\n"

    @Test func `is at the end of the page in whose folder it is, in Zim`() throws {
        let arrived = try Arrived.files([
            "notebook.zim": "[Notebook]\n", "T.txt": Self.zim + "text", "T/loose.pdf": "loose", "T/deep/b.pdf": "deep",
            "T/shown.pdf": "shown", "U.txt": Self.zim + "[[../T/shown.pdf]]", "none.pdf": "none",
        ])
        #expect(try arrived.body("T").contains("text\n\n[b.pdf](") && arrived.body("T").contains("\n\n[loose.pdf]("))
        #expect(arrived.attachments.keys.sorted() == ["b.pdf", "loose.pdf", "shown.pdf"])
        #expect(arrived.count(.attachments, .stored) == 3 && arrived.count(.attachments, .dropped) == 1)
        #expect(arrived.losses(.attachmentUnshown) == 2 && arrived.rows(.partSkipped) == ["none.pdf"])
    }

    @Test func `is reported, and not stored, in Logseq`() throws {
        let arrived = try Arrived.files([
            "logseq/config.edn": "{}", "pages/A.md": "- ![x](../assets/x.png)\n", "assets/x.png": "x",
            "assets/unused.pdf": "unused", "assets/same.pdf": "unused",
        ])
        #expect(arrived.attachments.keys.sorted() == ["x.png"])
        #expect(arrived.count(.attachments, .stored) == 1 && arrived.count(.attachments, .dropped) == 2)
        #expect(arrived.rows(.partSkipped).count == 2)
    }
}

struct `What an outliner writes in a way of its own` {
    private func logseq(_ page: String) throws -> Arrived {
        try Arrived.files(["logseq/config.edn": "{}", "pages/A.md": page])
    }

    @Test(
        arguments: [
            (
                "- TODO [#A] a\n  DEADLINE: <2023-04-05 Wed 10:00 .+1w>\n  SCHEDULED: <2023-04-03 Mon>",
                "- [ ] a (10:00) ⏫ 🔁 every week when done 📅 2023-04-05 ⏳ 2023-04-03\n", []
            ),
            ("- DONE a\n  DEADLINE: <2023-04-05 Wed ++2d>", "- [x] a 🔁 every 2 days 📅 2023-04-05\n", []),
            (
                "- DOING a\n- NOW b\n- IN-PROGRESS c\n- LATER d\n- CANCELED e",
                "- [/] a\n- [/] b\n- [/] c\n- [ ] d\n- [-] e\n", []
            ),
            ("- WAITING a\n- WAIT b", "- [ ] a\n- [ ] b\n", [.valueDropped, .valueDropped]),
            ("- a\n  SCHEDULED: <2023-04-03 Mon>", "- a\n  SCHEDULED: <2023-04-03 Mon>\n", [.queryKept]),
            ("- TODO a\n  DEADLINE: <2023-02-30 Thu>", "- [ ] a\n  DEADLINE: <2023-02-30 Thu>\n", [.queryKept]),
            ("- TODO a\n  :LOGBOOK:\n  CLOCK: x\n  :END:\n  b", "- [ ] a\n  b\n", [.valueDropped]),
            ("- #+BEGIN_QUOTE\n  a\n  - b\n  #+END_QUOTE\n  c", "- > a\n  > - b\n\n  c\n", []),
            ("- a\n  #+begin_src swift\n  - ((b)) `\n  #+end_src", "- a\n  ```swift\n  - ((b)) `\n  ```\n", []),
            ("#+BEGIN_EXAMPLE\na\n#+END_EXAMPLE", "```\na\n```\n", []),
            (
                "- #+BEGIN_WARNING\n  a\n  #+END_WARNING\n- #+BEGIN_TIP\n  b\n  #+END_TIP",
                "- > [!warning]\n  > a\n- > [!tip]\n  > b\n", []
            ),
            ("- #+BEGIN_VERSE\n  a\n  b\n  #+END_VERSE", "- > a\\\n  > b\n", []),
            ("- #+BEGIN_COMMENT\n  a\n  #+END_COMMENT", "- %%\n  a\n  %%\n", []),
            ("- #+BEGIN_NOTE\n  a", "- #+BEGIN_NOTE\n  a\n", [.queryKept]),
            ("- #+BEGIN_QUERY\n  a\n  #+END_QUERY", "- #+BEGIN_QUERY\n  a\n  #+END_QUERY\n", [.queryKept]),
            ("- {{query a}} {{cloze b}}", "- {{query a}} {{cloze b}}\n", [.queryKept, .queryKept]),
            ("- {{embed [[A]]}} {{video https://x.y/z}}", "- ![[A]] <https://x.y/z>\n", []),
            (
                "- a\n  logseq.order-list-type:: number\n  collapsed:: true\n\t- b\n\t  logseq.order-list-type:: number",
                "1. a\n   1. b\n", []
            ),
            ("- ```\n  a\n  ```", "- ```\n  a\n  ```\n", []),
        ] as [(String, String, [ImportLoss.Code])]) func `is Markdown, or has a row, in Logseq`(
            page: String, body: String, codes: [ImportLoss.Code]
        ) throws
    {
        let notes = try logseq(page)
        #expect(try notes.body("A") == body && notes.report.losses.map(\.code) == codes)
    }

    @Test(
        arguments: [
            ("x https://x.y/z_(a), (https://x.y/b)", "x <https://x.y/z_(a)>, (<https://x.y/b>)\n", []),
            ("* a\n\tb\nc", "- a\\\n  b\n\nc\n", []),
            ("[ ] a\nc", "- [ ] a\n\nc\n", []),
            ("| a | b |\n|---|---|\n| c\\|d | e |", "| a | b |\n| --- | --- |\n| c\\|d | e |\n", []),
            ("{{{code: lang=\"c\"\na\n}}}", "```c\na\n```\n", []),
            ("{{{diagram:\na\n}}}", "```diagram\na\n```\n", []),
            ("{{{plot: width=3\na\n}}}", "```plot\na\n```\n", [.valueDropped]),
        ] as [(String, String, [ImportLoss.Code])]) func `is Markdown, or has a row, in Zim`(
            page: String, body: String, codes: [ImportLoss.Code]
        ) throws
    {
        let notes = try Arrived.files([
            "notebook.zim": "[Notebook]\n", "A.txt": "Content-Type: text/x-zim-wiki\n\n\(page)\n",
        ])
        #expect(try notes.body("A") == body && notes.report.losses.map(\.code) == codes)
    }

    @Test func `is text, and no markup, in an outline`() throws {
        let outline =
            "<opml version='2.0'><head><title>O</title></head><body><outline text='# a' _note='- b&#10;c'/>"
            + "<outline text='1. d' _complete='false'/></body></opml>"
        let notes = try Arrived.text(outline, named: "o.opml")
        #expect(
            try notes.body() == "- \\# a\n\n  \\- b\n\n  c\n- [ ] 1\\. d\n" && notes.count(.tasks, .written) == 1)
    }

    @Test func `is a sign within a text, and a name of the table for its cells, in Roam`() throws {
        let notes = try Arrived.text(
            """
            [{"title":"P","uid":"p","create-time":1,"children":[
            {"string":"see ((cell-x)) and {{[[TODO]]}} later","uid":"b1"},
            {"string":"{{[[table]]}}","uid":"table-1","children":[
            {"string":"h","uid":"cell-h","children":[{"string":"{{DONE}} i","uid":"cell-i"}]},
            {"string":"x","uid":"cell-x","children":[{"string":"y","uid":"cell-y"}]}]}]}]
            """, named: "roam.json")
        #expect(
            try notes.body("P") == """
                - see [[P#^table-1|x]] and ☐ later

                | h | ☑ i |
                | --- | --- |
                | x | y |

                ^table-1

                """)
        #expect(notes.count(.tasks, .flattened) == 2 && notes.losses(.taskFlattened) == 2)
        #expect(notes.count(.links, .resolved) == 1)
    }

    @Test func `of Zim has places to which links lead, and tables of older versions`() throws {
        func page(_ text: String) -> String { "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n\(text)" }
        let notes = try Arrived.files([
            "notebook.zim": "", "A.txt": page("a {{id: spot}}\n\n{{{table:\n| H | I |\n|:--|--|\n| 1 | 2 |\n}}}\n"),
            "B.txt": page("[[A#spot]] [[A#none]]\n"),
        ])
        #expect(try notes.body("A") == "a <a id=\"spot\"></a>\n\n| H | I |\n| :--- | --- |\n| 1 | 2 |\n")
        #expect(notes.resolved["notes/B.md"]?.first == "notes/A.md")
        #expect(notes.report.losses.map(\.target) == ["A#none"] && notes.count(.tables, .written) == 1)
    }

    @Test func `of Roam has braces in commands, and signs in addresses`() throws {
        let blocks = ["https://y.org/__a__b and __c__", "{{[[query]]: {and: [[P]] {not: [[P]]}}}} x"]
            .map { #"{"string":"\#($0)"}"# }.joined(separator: ",")
        let notes = try Arrived.text(#"[{"title":"P","children":[\#(blocks)]}]"#, named: "r.json")
        #expect(
            try notes.body("P") == "- https://y.org/__a__b and *c*\n- {{query: {and: [[P]] {not: [[P]]}}}} x\n")
        #expect(notes.report.losses.map(\.target) == ["{{[[query]]: {and: [[P]] {not: [[P]]}}}}"])
    }

    @Test(arguments: ["roam", "logseq"])
    func `has attributes with the names of the format's keys under other names`(system: String) throws {
        let notes = try Arrived.files(
            system == "logseq"
                ? ["logseq/config.edn": "", "pages/P.md": "created:: 2020\npinned:: yes\n\n- t\n"]
                : [
                    "r.json":
                        #"[{"title":"P","children":[{"string":"Created:: 2020"},{"string":"pinned:: yes"},{"string":"t"}]}]"#
                ])
        let item = try notes.item("P")
        #expect(item.properties.count == 2 && item.properties.allSatisfy { $0.key.hasPrefix("property:") })
        #expect(notes.report.losses.map(\.code) == [.propertyKept, .propertyKept] && !item.metadata.pinned)
    }

    @Test func `of Logseq has settings in one line`() throws {
        let notes = try Arrived.files([
            "logseq/config.edn":
                "{:file/name-format :triple-lowbar, :journal/page-title-format \"do MMM yyyy\"} ; :file/name-format :x",
            "pages/A___B.md": "- [[1st Mar 2024]]", "journals/2024_03_01.md": "- j",
        ])
        #expect(try notes.item("A/B").metadata.title == "A/B" && notes.losses(.linkUnresolved) == 0)
    }

    @Test(arguments: ["roam", "logseq"])
    func `has links to pages whose names contain links`(system: String) throws {
        let lines = [
            "see [[[[a]] b]] and #[[[[a]] b]]", "[words]([[[[a]] b]]) `[[[[a]] b]]`", "[[open [[a]]", "[[[[x]] y]]",
        ]
        let files =
            system == "logseq"
            ? ["logseq/config.edn": "", "pages/P.md": lines.map { "- \($0)\n" }.joined(), "pages/[[a]] b.md": "- t"]
            : [
                "r.json": "[{\"title\":\"P\",\"children\":["
                    + lines.map { "{\"string\":\"\($0)\"}" }.joined(separator: ",") + "]},{\"title\":\"[[a]] b\"}]"
            ]
        let notes = try Arrived.files(files)
        let body = try notes.body("P")
        #expect(body.hasPrefix("- see [[a b]] and [[a b]]\n- [[a b|words]] `[[[[a]] b]]`\n- [[open [[a]]\n"))
        #expect(body.contains("- [[[[x]] y]]\n") && notes.count(.links, .resolved) == 3)
        #expect(notes.report.losses.filter { $0.code == .linkUnresolved }.map(\.target).contains("[[x]] y"))
    }

    @Test(arguments: ["roam", "logseq"])
    func `has references to blocks in pages whose names contain links`(system: String) throws {
        let id = "11111111-1111-4111-8111-111111111111"
        let files =
            system == "logseq"
            ? [
                "logseq/config.edn": "",
                "pages/B.md": "title:: Book [[Dune]]\n\n- see [alias]([[Dune]]) of [[Dune]]\n  id:: \(id)\n",
                "pages/Dune.md": "- {{embed ((\(id)))}} ((\(id)))\n",
            ]
            : [
                "r.json": """
                [{"title":"Book [[Dune]]","children":[{"string":"see [alias]([[Dune]]) of [[Dune]]","uid":"\(id)"}]},
                {"title":"Dune","children":[{"string":"{{[[embed]]: ((\(id)))}} ((\(id)))"}]}]
                """
            ]
        let notes = try Arrived.files(files)
        #expect(try notes.body("Dune") == "- ![[Book Dune#^\(id)]] [[Book Dune#^\(id)|see alias of Dune]]\n")
        #expect(notes.resolved["notes/Dune.md"] == ["notes/Book Dune.md", "notes/Book Dune.md"])
    }

    @Test func `has names of pages as values, in brackets, after signs or between commas`() {
        #expect(OutlineBlock.names("#one #[[two words]]") == ["one", "two words"])
        #expect(OutlineBlock.names("[[a, b]], c") == ["a, b", "c"])
        #expect(OutlineBlock.names("[[p]] [[q [[r]]]],two words, #s,") == ["p", "q [[r]]", "two words", "s"])
        #expect(OutlineBlock.names("[[open") == ["[[open"])
    }

    @Test(arguments: [
        ("MMM do, yyyy", "Mar 2nd, 2024"), ("do MMMM yyyy", "2nd March 2024"), ("E, dd.MM.yyyy", "Sat, 02.03.2024"),
        ("EEEE, MM/dd/yyyy", "Saturday, 03/02/2024"), ("yyyy/MM/dd", "2024/03/02"), ("yyyyMMdd", "20240302"),
        ("d.M.yy", "2.3.24"), ("yyyy-MM-dd EEEE", "2024-03-02 Saturday"),
    ])
    func `has links to daily pages by the titles of its settings`(pattern: String, title: String) throws {
        let arrived = try Arrived.files([
            "logseq/config.edn": "{;; :journal/page-title-format \"x\"\n :journal/page-title-format \"\(pattern)\"}",
            "journals/2024_03_02.md": "- a", "pages/A.md": "- [[\(title)]]",
        ])
        #expect(arrived.losses(.linkUnresolved) == 0)
        #expect(try arrived.body("A").contains("2024-03-02"))
    }

    @Test func `has slashes as full stops in names of older graphs, and pictures with spaces`() throws {
        let files = ["pages/x.y.md": "- a", "pages/B.md": "- [[x/y]] ![s](../assets/a b.png)", "assets/a b.png": "p"]
        let old = try Arrived.files(files.merging(["logseq/config.edn": "{:file/name-format :legacy}"]) { $1 })
        #expect(old.losses(.linkUnresolved) == 0)
        #expect(try old.body("B").contains("![s](<../blobs/a%20b."))
        let new = try Arrived.files(files.merging(["logseq/config.edn": "{:file/name-format :triple-lowbar}"]) { $1 })
        #expect(new.losses(.linkUnresolved) == 1)
    }

    @Test func `of Roam has short ids, names of commands and what only looks like Markdown`() throws {
        let blocks = ["((h1)) and ((no))", "{{[[kanban]]}}", "# hash", "[ ] box"].map { #"{"string":"\#($0)"}"# }
        let page =
            #"[{"title":"P","children":[\#(blocks.joined(separator: ",")),{"string":"target","uid":"h1"}]}]"#
        let arrived = try Arrived.files(["r.json": page])
        #expect(arrived.losses(.linkUnresolved) == 0)
        let body = try arrived.body("P")
        #expect(body.contains("target]] and ((no))\n- {{kanban}}\n- \\# hash\n- \\[ ] box\n- target ^h1"))
    }
}

struct `A block of Roam below many others` {
    private static func graph(depth: Int) -> String {
        let blocks = (1...depth).reversed().reduce("") { inner, level in
            #"{"string":"level \#(level)","uid":"b\#(level)""# + (inner.isEmpty ? "}" : #","children":[\#(inner)]}"#)
        }
        return #"[{"title":"P","uid":"p","create-time":1,"children":[\#(blocks)]}]"#
    }

    @Test(arguments: [32, 127]) func `is imported with them`(depth: Int) throws {
        let notes = try Arrived.text(Self.graph(depth: depth), named: "r.json")
        let lines = (1...depth).map { String(repeating: "  ", count: $0 - 1) + "- level \($0)\n" }
        #expect(try notes.body("P") == lines.joined() && notes.report.losses == [])
    }

    @Test func `is nested too deeply, which is no damage`() throws {
        let failure = try #require(throws: ImportFailure.self) {
            try Arrived.text(Self.graph(depth: 128), named: "r.json")
        }
        #expect(failure.reason == "it is nested too deeply: line 1: more than 256 levels of nesting")
    }
}

struct `A part of an unknown kind` {
    @Test func `is text with a row, in notes of Standard Notes`() throws {
        let lexical = #"""
            {"root":{"type":"root","children":[{"type":"gadget","title":"own","children":[{"type":"paragraph","children":
            [{"type":"text","text":"inner"}]}]},{"type":"blank"}]}}
            """#.replacing("\n", with: "").replacing("\"", with: "\\\"")
        let notes = try Arrived.text(
            """
            {"version":"004","items":[{"uuid":"11111111-1111-4111-8111-111111111111","content_type":"Note",
            "created_at":"2024-01-01T00:00:00Z","content":{"title":"S","noteType":"super","text":"\(lexical)"}}]}
            """, named: "backup.txt")
        let body = try notes.body("S")
        #expect(body.contains("own") && body.contains("inner"))
        #expect(
            notes.report.losses.map(\.text) == [
                "a node of the unknown type “gadget” became text",
                "a node of the unknown type “blank”, in which there is no text",
            ])
    }

    @Test func `is text with a row, in entries of Day One`() throws {
        let rich =
            #"{"contents":[{"text":"a "},{"embeddedObjects":[{"type":"poll","title":"own"}]},"#
            + #"{"embeddedObjects":[{"type":"x"}]}]}"#
        let notes = try Arrived.text(
            """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"A0000000000000000000000000000001","creationDate":
            "2024-01-01T00:00:00Z","richText":"\(rich.replacing("\"", with: "\\\""))"}]}
            """, named: "J.json")
        #expect(try notes.body().contains("a own"))
        #expect(
            notes.report.losses.map(\.text) == [
                "an embedded object of the unknown kind “poll” became text",
                "an embedded object of the unknown kind “x”, in which there is no text",
            ])
    }
}
