import Archives
import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@testable import ForeignData

/// Books by others: small ones with everything that a book can have.
struct `A book` {
    private static let container = """
        <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
        """

    private static func package(
        _ metadata: String, _ manifest: String, _ spine: String, version: String = "3.0", toc: String = ""
    ) -> String {
        """
        <?xml version="1.0"?><opf:package xmlns:opf="http://www.idpf.org/2007/opf" version="\(version)" \
        unique-identifier="bid"><opf:metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\(metadata)</opf:metadata>
        <opf:manifest>\(manifest)</opf:manifest><opf:spine\(toc)>\(spine)</opf:spine></opf:package>
        """
    }

    private static let metadata = """
        <dc:identifier id="other">x</dc:identifier><dc:identifier id="bid">urn:isbn:1</dc:identifier>
        <dc:title id="t2">A subtitle</dc:title><dc:title id="t1">The Book</dc:title>
        <meta refines="#t1" property="title-type">main</meta><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator>
        <dc:language>en</dc:language><dc:description>&lt;p&gt;All &lt;b&gt;about&lt;/b&gt; it.&lt;/p&gt;</dc:description>
        <dc:subject>Birds</dc:subject><dc:subject>Fiction, short</dc:subject><dc:date>2010-03</dc:date>
        <meta property="dcterms:modified">2011-01-02T03:04:05Z</meta><meta property="rendition:layout">reflowable</meta>
        """

    private static func page(_ body: String, title: String = "The Book") -> String {
        """
        <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
        <head><title>\(title)</title></head><body>\(body)</body></html>
        """
    }

    private static func item(
        _ id: String, _ href: String, _ type: String = "application/xhtml+xml", _ rest: String = ""
    )
        -> String
    { "<opf:item id=\"\(id)\" href=\"\(href)\" media-type=\"\(type)\"\(rest)/>" }

    /// A book in EPUB 3, by its files.
    private static var whole: [String: String] {
        let manifest =
            item("nav", "nav.xhtml", "application/xhtml+xml", " properties=\"nav\"") + item("c1", "text/one.xhtml")
            + item("c2", "text/two%20b.xhtml") + item("c3", "three.xhtml") + item("c4", "four.xhtml")
            + item("pic", "i/heron.png", "image/png")
            + item("cover", "i/cover.jpg", "image/jpeg", " properties=\"cover-image\"")
            + item("css", "s.css", "text/css") + item("font", "f.otf", "font/otf")
        let spine = ["nav", "c1", "c2", "c3", "c4"].map { "<opf:itemref idref=\"\($0)\"/>" }.joined()
        return [
            "mimetype": "application/epub+zip", "META-INF/container.xml": container,
            "OPS/book.opf": package(metadata, manifest, spine),
            "OPS/nav.xhtml": page(
                """
                <nav epub:type="toc"><h1>Contents</h1><ol><li><a href="text/one.xhtml">One</a><ol>
                <li><a href="text/one.xhtml#s2">Second place</a></li></ol></li><li><span>1. Part &amp; two</span><ol>
                <li><a href="text/two%20b.xhtml">Two</a></li></ol></li></ol></nav>
                <nav epub:type="page-list"><ol><li><a href="text/one.xhtml#p1">1</a></li></ol></nav>
                """),
            "OPS/text/one.xhtml": page(
                """
                <section id="s1"><h1>One, at length</h1><p>See <a href="two%20b.xhtml#deep">two</a>, <a href="#s2">below</a>,
                <a href="../nav.xhtml">contents</a>.<a epub:type="noteref" id="r1" href="#n1">1</a> More.<sup><a
                role="doc-noteref" href="one.xhtml#n2">2</a></sup></p><p><img src="../i/heron.png" alt="A heron"/></p></section>
                <section id="s2"><h2>Second place</h2><m:math xmlns:m="http://www.w3.org/1998/Math/MathML" alttext="x^2"><m:mi>x</m:mi></m:math></section>
                <aside epub:type="footnote" id="n1"><p>The <i>first</i>. <a href="#r1">↩</a></p></aside>
                <aside epub:type="footnote" id="n2"><p>The second.</p><p>Still.</p></aside>
                """),
            "OPS/text/two b.xhtml": page("<h2>Two</h2><p>x</p><h3>Deep <em>place</em></h3><p id=\"deep\">y</p>"),
            "OPS/three.xhtml": page(
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><image xlink:href=\"i/heron.png\" width=\"1\"/></svg>",
                title: "A plate"), "OPS/four.xhtml": page("<p>End of <a href=\"text/one.xhtml#none\">it</a></p>"),
            "OPS/i/heron.png": "heron", "OPS/i/cover.jpg": "cover", "OPS/s.css": "p {}", "OPS/f.otf": "font",
            "OPS/loose.txt": "loose",
        ]
    }

    /// The notes of files in a zip.
    private static func packed(_ files: [String: String], named name: String = "a.zip") throws -> Arrived {
        try TemporaryFolder.with { place in
            let path = place.path + "/" + name
            try pack(files, at: path)
            return try Arrived([path])
        }
    }

    static func pack(_ files: [String: String], at path: String) throws {
        let sink = MemorySink()
        let archive = try ArchiveWriter(.zip, to: sink)
        for (name, text) in files.sorted(by: { $0.key < $1.key }) { try archive.add(name, bytes: Array(text.utf8)) }
        try archive.finish()
        try Data(sink.bytes).write(to: URL(filePath: path))
    }

    @Test func `becomes a note for each chapter, and one for the book`() throws {
        for arrived in [try Self.packed(Self.whole), try Arrived.files(Self.whole)] {
            #expect(
                arrived.paths == [
                    "notes/The Book/1. Part & two/A plate.md", "notes/The Book/1. Part & two/Two.md",
                    "notes/The Book/1. Part & two/four.md", "notes/The Book/One.md", "notes/The Book/The Book.md",
                ])
            let book = try arrived.item("The Book")
            #expect(
                try arrived.body("The Book") == """
                    ![Cover](../../blobs/\(arrived.resolved["notes/The Book/The Book.md"]?.first?.dropFirst(6) ?? ""))

                    All **about** it.

                    - [One](One.md)
                      - [Second place](One.md#Second%20place)
                    - 1\\. Part & two
                      - [Two](1.%20Part%20&%20two/Two.md)
                    - [A plate](1.%20Part%20&%20two/A%20plate.md)
                    - [four](1.%20Part%20&%20two/four.md)

                    """)
            let properties = Dictionary(book.properties.map { ($0.key, $0.value.scalars.map(\.text)) }) { $1 }
            #expect(
                properties == [
                    "author": ["Ann", "Bo"], "language": ["en"], "identifier": ["x", "urn:isbn:1"], "date": ["2010-03"],
                    "other-title": ["A subtitle"],
                ])
            #expect(book.metadata.tags.map(\.text) == ["Birds", "Fiction", "short"])
            #expect(book.metadata.created == Timestamp(asWritten: "2011-01-02T03:04:05Z"))
            #expect(arrived.attachments == ["heron.png": 5, "cover.jpg": 5])
            #expect(arrived.count(.links, .resolved) == 8 && arrived.count(.links, .unresolved) == 1)
            #expect(arrived.report.balance.gaps.isEmpty)
        }
    }

    @Test func `has links to headings, footnotes, formulas and pictures`() throws {
        let arrived = try Self.packed(Self.whole)
        #expect(
            try arrived.body("One").replacing(#/blobs\/heron\.[0-9a-f]+/#, with: "blobs/heron") == """
                # One, at length

                See [two](1.%20Part%20&%20two/Two.md#Deep%20place), [below](One.md#Second%20place), [contents](The%20Book.md).[^1] More.[^2]

                ![A heron](../../blobs/heron.png)

                ## Second place

                $x^2$

                [^1]: The *first*.

                [^2]: The second.

                    Still.

                """)
        #expect(try arrived.body("A plate").hasPrefix("![heron.png]("))
    }

    @Test func `reports what is left out`() throws {
        let rows = try Self.packed(Self.whole).report.losses.map {
            "\($0.code.rawValue) \($0.place)\($0.target): \($0.text)"
        }
        #expect(
            Set(rows) == [
                "tag-changed OPS/book.opfFiction, short: the tag became 2",
                "link-unresolved OPS/four.xhtmltext/one.xhtml#none: the note has no such heading",
                "value-dropped rendition:layout: the value “rendition:layout” of the book: 1",
                "part-skipped OPS/s.css: styles in style sheets are not read",
                "part-skipped OPS/f.otf: fonts are not imported",
                "part-skipped OPS/loose.txt: the book does not list this file",
            ])
    }

    @Test func `in EPUB 2 has its contents in an NCX`() throws {
        let manifest =
            Self.item("ncx", "toc.ncx", "application/x-dtbncx+xml") + Self.item("a", "a.html")
            + Self.item("b", "b.html") + Self.item("img", "c.jpg", "image/jpeg")
        let point = { (label: String, href: String, inner: String) in
            "<navPoint><navLabel><text>\(label)</text></navLabel><content src=\"\(href)\"/>\(inner)</navPoint>"
        }
        let arrived = try Self.packed([
            "META-INF/container.xml": Self.container,
            "OPS/book.opf": Self.package(
                """
                <dc:identifier id="bid">i</dc:identifier><dc:title>Old</dc:title><meta name="cover" content="img"/>
                <dc:date opf:event="publication">1999-01-02</dc:date><dc:date opf:event="modification">2001-02-03</dc:date>
                <meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="2"/>
                """, manifest, "<opf:itemref idref=\"a\"/><opf:itemref idref=\"b\" linear=\"no\"/>", version: "2.0",
                toc: " toc=\"ncx\""),
            "OPS/toc.ncx":
                "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><navMap>\(point("Part", "a.html", point("Inner", "b.html#x", "")))</navMap></ncx>",
            "OPS/a.html": Self.page("<p>a</p>"), "OPS/b.html": Self.page("<p id=\"x\">b</p>"), "OPS/c.jpg": "c",
        ])
        #expect(arrived.paths == ["notes/Old/Old.md", "notes/Old/Part/Inner.md", "notes/Old/Part/Part.md"])
        let book = try arrived.item("Old")
        #expect(book.metadata.created == Timestamp(asWritten: "1999-01-02"))
        #expect(book.metadata.modified == Timestamp(asWritten: "2001-02-03"))
        #expect(book.foreignValue(of: "series") == "S" && book.foreignValue(of: "series-number") == "2")
        #expect(arrived.report.losses.isEmpty && arrived.attachments == ["c.jpg": 1])
    }

    @Test func `in EPUB 3 has its number in the series, and all its titles`() throws {
        let arrived = try Self.packed([
            "META-INF/container.xml": Self.container,
            "OPS/book.opf": Self.package(
                """
                <dc:identifier id="bid">i</dc:identifier><dc:title>New</dc:title><dc:title id="s">Sub</dc:title>
                <meta refines="#s" property="title-type">subtitle</meta><dc:title>Third</dc:title>
                <meta property="belongs-to-collection" id="c">S</meta>
                <meta refines="#c" property="group-position">2</meta>
                """, Self.item("a", "a.html"), "<opf:itemref idref=\"a\"/>"),
            "OPS/a.html": Self.page("<p>a</p>"),
        ])
        let book = try arrived.item("New")
        let found = ["series", "series-number", "subtitle", "other-title"].map { book.foreignValue(of: $0) }
        #expect(found == ["S", "2", "Sub", "Third"] && arrived.report.losses.isEmpty)
    }

    @Test func `may name its package by an address`() throws {
        let arrived = try Self.packed([
            "META-INF/container.xml": Self.container.replacing("OPS/book.opf", with: "A%20b/book.opf"),
            "A b/book.opf": Self.package(
                "<dc:identifier id=\"bid\">i</dc:identifier><dc:title>New</dc:title>", Self.item("a", "a.html"),
                "<opf:itemref idref=\"a\"/>"),
            "A b/a.html": Self.page("<p>a</p>"),
        ])
        #expect(arrived.items.count == 2 && arrived.report.losses.isEmpty)
    }

    @Test func `is known again, and a new edition updates it`() throws {
        try TemporaryFolder.with { place in
            let path = place.path + "/b.epub"
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func read(_ files: [String: String]) throws -> [Int] {
                try Self.pack(files, at: path)
                let locations = FileLocations(environment: ["HOME": place.path])
                let outcome = try notebook.importItems(from: [FileLocation(path: path)], locations: locations).result
                let fates = outcome.report.balance.fates[.notes] ?? [:]
                return [fates[.added] ?? 0, fates[.updated] ?? 0, fates[.unchanged] ?? 0]
            }
            #expect(try read(Self.whole) == [5, 0, 0])
            #expect(try read(Self.whole) == [0, 0, 5])
            var newer = Self.whole
            newer["OPS/four.xhtml"] = Self.page("<p>The true end</p>")
            #expect(try read(newer) == [0, 1, 4])
        }
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `in two editions of one call is the newer one`(names: [String]) throws {
        try TemporaryFolder.with { place in
            var newer = Self.whole
            newer["OPS/four.xhtml"] = Self.page("<p>The true end</p>")
            newer["OPS/book.opf"] = newer["OPS/book.opf"]?.replacing("2011-01-02", with: "2012-01-02")
            try Self.pack(Self.whole, at: place.path + "/a.epub")
            try Self.pack(newer, at: place.path + "/b.epub")
            let arrived = try Arrived(names.map { "\(place.path)/\($0).epub" })
            #expect(arrived.items.count == 5 && arrived.count(.notes, .merged) == 5)
            #expect(try arrived.body("four") == "The true end\n")
        }
    }

    @Test func `with a damaged chapter has the others`() throws {
        try TemporaryFolder.with { place in
            let path = place.path + "/b.epub"
            var files = Self.whole
            files["OPS/four.xhtml"] = nil
            files["OPS/three.xhtml"] = String(repeating: "three ", count: 100)
            try Self.pack(files, at: path)
            var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let name = Array("OPS/three.xhtml".utf8)
            let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
            bytes[start + name.count + 4] ^= 0xFF
            try Data(bytes).write(to: URL(filePath: path))
            let arrived = try Arrived([path])
            #expect(arrived.items.count == 3 && arrived.count(.notes, .refused) == 2)
            #expect(arrived.rows(.noteDamaged) == ["OPS/four.xhtml", "OPS/three.xhtml"])
        }
    }

    @Test(
        arguments: [
            (["META-INF/container.xml": nil], "the book is damaged: it has no META-INF/container.xml"),
            (["META-INF/container.xml": "<container>"], "the book is damaged: META-INF/container.xml: "),
            (
                ["META-INF/container.xml": "<container/>"],
                "the book is damaged: META-INF/container.xml names no package"
            ),
            (["OPS/book.opf": nil], "the book is damaged: it has no OPS/book.opf"),
            (["OPS/book.opf": "<package"], "the book is damaged: OPS/book.opf: "),
            (
                [
                    "META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"),
                    "META-INF/rights.xml": "<x/>",
                ],
                "it is a book with the copy protection of Adobe Digital Editions, which cannot be read"
            ),
            (
                ["META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes256-cbc")],
                "it is a book with the copy protection, which cannot be read"
            ),
        ] as [([String: String?], String)])
    func `that cannot be read is refused by name`(changes: [String: String?], reason: String) throws {
        var files = Self.whole
        for (name, text) in changes { files[name] = text }
        let failure = try #require(throws: ImportFailure.self) { try Self.packed(files) }
        #expect(failure.reason.hasPrefix(reason))
    }

    private static func encryption(_ method: String, _ path: String = "OPS/text/one.xhtml") -> String {
        """
        <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
        <enc:EncryptedData><enc:EncryptionMethod Algorithm="\(method)"/><enc:CipherData><enc:CipherReference URI="\(path)"/>
        </enc:CipherData></enc:EncryptedData></encryption>
        """
    }

    @Test func `with hidden fonts is no secret`() throws {
        var files = Self.whole
        files["META-INF/encryption.xml"] = Self.encryption("http://www.idpf.org/2008/embedding", "OPS/f.otf")
        #expect(try Self.packed(files).items.count == 5)
    }

    @Test func `beside notes stays a file, and in a folder without notes is read`() throws {
        try TemporaryFolder.with { place in
            try Self.pack(Self.whole, at: place.path + "/b.epub")
            #expect(try Arrived([place.path]).items.count == 5)
            try Data("x".utf8).write(to: URL(filePath: place.path + "/a.md"))
            #expect(try Arrived([place.path]).items.count == 1)
        }
    }

    @Test func `of ours has links to headings with any signs, long formulas and recordings`() throws {
        let text = """
            # I. A (b) & c?

            $$x^2$$, $y$ and $\\unknown{x}$

            [[Heron#I. A (b) & c?]] [x](Heron.md#i-a-b--c) [y](#i-a-b--c) [z](#none)

            ![[sound.mp3]]

            """
        var heron = try NewItem(.note, text: Array(text.utf8))
        heron.title = "Heron"
        let sound = NotebookStore.Attachment(name: "sound.mp3") { try $0([1]) }
        let trip = try RoundTrip([heron], attaching: [sound], as: try #require(ExportFormat.named("epub")))
        let body = try trip.after.body()
        let head = text.prefix(upTo: try #require(text.firstRange(of: "[[Heron")).lowerBound)
        #expect(body.hasPrefix(head), "\(body)")
        let place = "Heron.md#I.%20A%20%28b%29%20&%20c%3F"
        #expect(body.contains("](\(place)) [x](\(place)) [y](\(place)) [z](Heron.md)\n"), "\(body)")
        #expect(trip.after.report.losses.map(\.text) == [] && trip.after.attachments == ["sound.mp3": 1])
        let rows = ["a link to a place leads to the whole item", "the file of a link is shown in its place"]
        #expect(trip.losses.map(\.text).sorted() == rows)
    }

    @Test func `of ours comes back with titles, texts, tags, dates, folders, cards and links`() throws {
        let items = try `An export for another system`.items()
        let picture = NotebookStore.Attachment(name: "a heron, grey.png") { try $0([0x89, 0x50, 0x4E, 0x47, 1]) }
        let trip = try RoundTrip(items, attaching: [picture], as: try #require(ExportFormat.named("epub")))
        #expect(trip.differences == [])
        #expect(trip.losses.map(\.text) == [] && trip.after.report.losses.map(\.text) == [])
        #expect(trip.after.resolved == trip.before.resolved)
        #expect(try trip.after.body("Herons & \"others\" <1>").contains("[a heron, grey.png]("))
    }

    @Test(arguments: [
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"><use href=\"#a\"/><a href=\"https://e.org\"/></svg>\n", true),
        ("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <x> -->\n<!-- y --><svg/>", true),
        (
            "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\"\n \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<svg/>",
            true
        ),
        ("<svg><script>x()</script></svg>", false), ("<svg><g onclick='x()'/></svg>", false), ("<svg>", false),
        ("<svg><image xlink:href='https://e.org/a.png'/></svg>", false), ("<html><svg/></html>", false),
        ("text <svg/>", false), ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", false), ("<!-- <svg/>", false), ("", false),
    ])
    func `of ours has drawings that run nothing and need nothing`(text: String, isSound: Bool) {
        #expect(EPUBDrawing.isSound(Array(text.utf8)) == isSound)
    }

    @Test func `of ours brings back a drawing`() throws {
        var note = try NewItem(.note, text: Array("text\n".utf8))
        note.title = "T"
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n"
        let drawing = NotebookStore.Attachment(name: "d.svg") { try $0(Array(text.utf8)) }
        let trip = try RoundTrip([note], attaching: [drawing], as: try #require(ExportFormat.named("epub")))
        #expect(trip.after.attachments == ["d.svg": text.utf8.count] && trip.losses.map(\.text) == [])
        #expect(trip.after.resolved == trip.before.resolved && trip.after.report.losses.map(\.text) == [])
    }
}
