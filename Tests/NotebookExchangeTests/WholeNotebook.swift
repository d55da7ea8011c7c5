import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// A notebook that has one item for everything that a notebook can hold.
enum WholeNotebook {
    private static let long = String(repeating: "A very long title with ÄÖÜ and 漢字 ", count: 9)

    /// Notes, each about one thing: title, folder, further lines of the front matter, text.
    ///
    /// `{photo}`, `{photo2}` and `{pdf}` are the paths of attachments.
    static let notes: [(title: String, folder: String, front: String, text: String)] = [
        ("Wren", "", "", "A bird.\n\n## Part two\n\nA paragraph. ^here\n\nEnd.\n"),
        ("Deep", "A/B/C d", "", "Deep.\n"), ("Folder signs", "Größe & “x”/é", "", "Signs.\n"),
        ("Nested tags", "", "tags: [birds/waders/grey, two words, Größe, c++, a;b]", "Tags.\n"),
        ("One tag", "", "tags: [two words]", "Tag.\n"),
        ("Zones", "", "created: 2021-03-04 05:06 +05:30\nmodified: 2022-01-01T00:00:00-08:00", "Zones.\n"),
        ("Early", "", "created: 1969-07-20T20:17:40Z", "Early.\n"),
        ("Pinned", "", "pinned: true", "Pinned.\n"),
        (
            "Properties", "",
            """
            number: 12.50
            truth: true
            day: 2026-11-26
            Text With Spaces: some words
            looks: "007"
            lines: "one\\ntwo"
            list: [a, "b, c", 3]
            empty:
            map: {a: 1}
            author: Ann
            """, "Properties.\n"
        ), ("Property that shows", "", "cover: \"[[pond.png]]\"", "Cover.\n"),
        ("Table", "", "", "| a | b |\n| --- | --- |\n| 1 | **2** |\n| `x\\|y` | z\\|w |\n"),
        ("Table with long rows", "", "", "| a |\n| --- |\n| 1 | 2 | 3 |\n"),
        ("Table with short rows", "", "", "| a | b | c |\n| --- | --- | --- |\n| 1 |\n|  | 2 |\n"),
        ("Table with sides", "", "", "| a | b |\n| :-: | --: |\n| 1 | 2 |\n"),
        ("Tasks", "", "", "- [ ] open\n- [x] done\n  - [ ] inner\n- plain\n\n1. [ ] first\n2. [x] second\n"),
        ("States of tasks", "", "", "- [-] dropped\n- [/] begun\n- [>] moved\n"),
        ("Task without words", "", "", "- [ ]\n- [ ] x\n"),
        (
            "Links", "", "",
            "[[Wren]], [[Wren|a label]], [it](Wren.md), <https://example.com/?a=1&b=2>, [w](https://x.example)\n"
        ),
        ("Link to a heading", "", "", "[[Wren#Part two]] and [[Wren#Part two|label]]\n"),
        ("Link to a block", "", "", "[[Wren#^here]]\n"), ("Link to nothing", "", "", "[[Nobody]] and [x](Gone.md)\n"),
        ("Link by reference", "", "", "See [it][1] and [Wren].\n\n[1]: Wren.md\n[Wren]: https://wren.example \"T\"\n"),
        ("Link in a folder", "A/B", "", "[[Deep]] and [[Wren]]\n"), ("Embed", "", "", "Before\n\n![[Wren]]\n\nAfter\n"),
        ("Footnotes", "", "", "One[^1] and two[^b].\n\n[^1]: First.\n[^b]: Second.\n"),
        ("Inline footnote", "", "", "One^[inline] here.\n"), ("Callout", "", "", "> [!note] Title\n> Text.\n"),
        ("Folding callout", "", "", "> [!tip]- Title\n> Text.\n"),
        ("Formula", "", "", "In $x_1^2 < \\alpha$ and\n\n$$\n\\frac{a}{b}\n$$\n"),
        ("Code", "", "", "```python\nif a < b:\n\n    print(\"  x\")\n```\n\n`a  b` and ``a ` b``\n"),
        (
            "Code with odd fences", "", "",
            "````\n```\ninner\n```\n````\n\n~~~ two words\ntilde\n~~~\n\n    indented  \n\tcode\n"
        ),
        (
            "HTML", "", "",
            "H<sub>2</sub>O, <kbd>x</kbd>, <u>under</u>\n\n<details><summary>More</summary>\n\ntext\n\n</details>\n"
        ),
        ("Comments", "", "", "Before %%hidden%% after <!-- also -->\n"),
        ("Non-ASCII", "", "", "Größe, Ελληνικά, 漢字, العربية, ☃\n"),
        ("Emoji 👩‍👩‍👧‍👦", "", "tags: [🐦]", "👩‍👩‍👧‍👦 🇩🇪\n"), ("Combining e\u{301}", "", "", "e\u{301} and \u{E9}\n"),
        (long, "", "", "Long.\n"), ("Equal", "", "", "First.\n"), ("Equal", "", "", "Second.\n"),
        ("equal", "", "", "Third.\n"), ("Equal", "A", "", "Fourth.\n"), ("A/B: \"c\" <d> & e?", "", "", "Title.\n"),
        ("#7 [x] *y*", "", "", "Title.\n"), ("Empty", "", "", ""), ("Attachment", "", "", "![[{photo}]]\n"),
        ("Attachment with a size", "", "", "![A pond|50](../{photo})\n"),
        ("Attachment of the same name", "", "", "![[{photo2}]]\n"),
        ("Attachment behind words", "", "", "[the paper](../{pdf})\n"),
        ("Attachment in words", "", "", "Named: photo.png\n"),
        ("Styles", "", "", "*a* **b** ***c*** ~~d~~ ==e== *f **g***\n"),
        ("Lines", "", "", "one\ntwo\\\nthree  \nfour\n"), ("Rules", "", "", "a\n\n***\n\nb\n\n---\n\nc\n"),
        ("Headings", "", "", "# One\n\n## Two *x*\n\nThree\n-----\n\n###### Six\n"),
        ("Lists", "", "", "* a\n* b\n\n  c\n\n3. d\n4. e\n   + f\n     - g\n\n---\n\n- h\n\n\n- i\n"),
        ("Quotes", "", "", "> a\n>\n> > b\n>\n> - c\n"),
        (
            "Escapes", "", "",
            "\\*a\\* \\# \\[x\\] \\_b\\_ \\<c> \\\\ 1\\. \\`d\\` &amp; &copy; &lt;\n\n\\- x\n\n1\\) y\n"
        ),
        ("Signs", "", "", "a < b > c & d * e _ f # g ~ h | i = j $5 and $6, 2 ^ 3, snake_case_word\n"),
        ("Words like tags", "", "", "A #hash and an e-mail a@b.example\n"),
        ("Spaces", "", "", "a  b\u{A0}c\u{2003}d\te\n"), ("Without an end", "", "", "no line end"),
        ("Rule first", "", "", "\n---\nx: y\n---\n"), ("Blank lines", "", "", "\n\na\n\n\n\nb\n\n\n"),
        ("Same heading", "", "", "# Same heading\n\ntext\n"),
    ]

    /// Cards: title, folder, further lines of the front matter, text.
    static let cards: [(title: String?, folder: String, front: String, text: String)] = [
        (nil, "", "", "What is *grey*?\n\n---\n\nA heron.\n"),
        ("Titled", "Deck/Inner", "tags: [quiz, two words]", "Front\n\n---\n\nBack\n"),
        (nil, "Deck", "", "The ==heron== is ==grey==.\n"),
        (nil, "Deck", "", "The {{c1::wren::bird}} is {{c2::small}}.\n"),
        (nil, "", "reversed: true", "Hund\n\n---\n\ndog\n"), (nil, "", "", "Picture?\n\n---\n\n![[{photo}]]\n"),
        (nil, "", "", "Link?\n\n---\n\n[[Wren]]\n"), (nil, "", "", "Formula?\n\n---\n\n$\\frac{a}{{b}}$\n"),
        (nil, "", "", "Rules?\n\n---\n\na\n\n---\n\nb\n"), (nil, "", "source: book", "Property?\n\n---\n\nyes\n"),
        (nil, "", "", "Table?\n\n---\n\n| a |\n| --- |\n| 1 | 2 |\n"), (nil, "", "", "Asks nothing\n"),
        (nil, "", "pinned: true", "Pin?\n\n---\n\nyes\n"), (nil, "", "", "Code?\n\n---\n\n```swift\na < b\n```\n"),
        (nil, "Deck", "created: 2020-02-03T04:05:06Z", "Date?\n\n---\n\nyes\n"),
    ]

    /// Makes it.
    static func make(in place: String) throws -> NotebookDirectory {
        let notebook = try NotebookDirectory.create("N.notebundle", in: place, title: "N")
        try notebook.edit { draft in
            func blob(_ name: String, _ content: String) throws -> String {
                let bytes = [0x89] + Array("PNG\r\n\(content)".utf8)
                return try draft.addBlob(NotebookStore.Attachment(name: name) { try $0(bytes) }).text
            }
            let names = [
                "photo": try blob("photo.png", "one"), "photo2": try blob("photo.png", "two"),
                "pdf": try blob("a paper, 1.pdf", "three"), "pond": try blob("pond.png", "five"),
                "unused": try blob("unused.png", "four"),
            ]
            func add(_ type: FileType, _ title: String?, _ folder: String, _ front: String, _ text: String) throws
                -> Item
            {
                var body = text
                for (name, path) in names {
                    // A wiki link names the file, a Markdown link its path.
                    body = body.replacing("[[{\(name)}]]", with: "[[\(path.split(separator: "/").last ?? "")]]")
                    body = body.replacing("{\(name)}", with: path.replacing(" ", with: "%20"))
                }
                let depth = folder.isEmpty ? 0 : folder.split(separator: "/").count
                body = body.replacing("(../blobs", with: "(" + String(repeating: "../", count: depth + 1) + "blobs")
                let head = front.isEmpty ? "" : "---\n\(front)\n---\n"
                var item = try NewItem(type, file: Array((head + body).utf8))
                (item.title, item.folder) = (title, try FolderPath(folder))
                return try draft.add(item)
            }
            for note in notes { _ = try add(.note, note.title, note.folder, note.front, note.text) }
            for card in cards { _ = try add(.card, card.title, card.folder, card.front, card.text) }
            _ = try draft.moveToTrash([try add(.note, "Thrown away", "", "", "Trash.\n")])
            try draft.addFolder(FolderPath("Hollow"))
            try draft.describe { description in
                description.smartFolders.append(.init(name: "Grey", predicate: "tag == \"grey\""))
            }
        }
        let now = Timestamp(clamping: 1_795_168_800)
        let deck = try notebook.studyDeck(StudySettings(), in: QueryContext(now: now) { _ in 0 })
        let key = try #require(deck.queue.next(at: now)?.key)
        let review = deck.queue.review(
            key, .easy, at: now, milliseconds: 1, id: UniqueIdentifier(randomBits: 1, 1))
        try notebook.edit { draft in try draft.record([.review(review)], on: StudyDevice(randomBits: 0xAA)) }
        return notebook
    }
}
