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

/// What books, bags and decks are for other programs.
struct `An export for readers and archives` {
    private static func exported<Result>(
        _ format: String, _ items: [NewItem]? = nil, _ body: (String) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N & <b>")
            let items = try items ?? `An export for another system`.items()
            try notebook.edit { draft in for item in items { _ = try draft.add(item) } }
            let format = try #require(ExportFormat.named(format))
            try notebook.export(to: .place("out", in: place.path), as: format)
            return try body(place.path + "/out")
        }
    }

    /// The files of a book, by their names, and its bytes.
    private static func book(_ items: [NewItem]? = nil) throws -> (files: [String: String], names: [String]) {
        try exported("epub", items) { path in
            let reader = try ArchiveReader(path: path)
            var files: [String: String] = [:]
            var names: [String] = []
            while let member = try reader.next() {
                let name = String(decoding: member.path, as: UTF8.self)
                names.append(name)
                files[name] = String(decoding: try reader.content(limit: 1 << 20), as: UTF8.self)
            }
            return (files, names)
        }
    }

    @Test func `is a book whose pages are well-formed, with links between chapters`() throws {
        let book = try Self.book()
        #expect(book.names.first == "mimetype" && book.files["mimetype"] == "application/epub+zip")
        for (name, text) in book.files where name.hasSuffix("xhtml") || name.hasSuffix("opf") || name.hasSuffix("ncx") {
            var scanner = XMLScanner(Array(text.utf8))
            #expect(throws: Never.self, "\(name)") { while try scanner.next() != nil {} }
        }
        let chapters = book.files.filter { $0.key.contains("chapter") }.values
        #expect(chapters.contains { $0.contains("<a href=\"chapter-1.xhtml\">Wren</a>") })
        #expect(chapters.contains { $0.contains("<details class=\"card-back\"><summary>…</summary>") })
        #expect(book.files["EPUB/nav.xhtml"]?.contains("<li><span>Birds</span>") == true)
    }

    @Test(arguments: [
        ("http://a.b", true), ("https://a-b.c:80/d?e=%C3%A4#f", true), ("mailto:a.b+c@d.e", true), ("https://", false),
        ("https://a:/b", false), ("https://a b", false), ("https://a/%g0", false), ("https://a/%2", false),
        ("https://a\\b", false), ("https://ä.b", false), ("mailto:a@", false), ("mailto:a@b@c", false),
        ("ftp://a", false), ("https://a/{b}", false), ("https://a:8b", false), ("", false),
    ])
    func `has the addresses that readers accept`(address: String, isSound: Bool) {
        #expect(EPUBBook.isSound(address) == isSound)
    }

    @Test func `is a book that declares its chapters with formulas`() throws {
        let items = ["$a<b$ and $$\\frac12$$\n", "None.\n"].map { try? NewItem(.note, text: Array($0.utf8)) }
        let book = try Self.book(items.compactMap(\.self))
        let chapters = book.files.filter { $0.key.contains("chapter") }
        for (name, chapter) in chapters {
            var scanner = XMLScanner(Array(chapter.utf8))
            #expect(throws: Never.self, "\(name)") { while try scanner.next() != nil {} }
        }
        let formula = try #require(chapters.first { $0.value.contains("<math ") })
        #expect(
            formula.value.contains("<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics><mrow><mi>a</mi>"))
        let name = formula.key.split(separator: "/").last ?? ""
        let package = try #require(book.files["EPUB/package.opf"])
        #expect(package.split(separator: "properties=\"mathml\"").count == 2)
        #expect(package.contains("href=\"\(name)\" media-type=\"application/xhtml+xml\" properties=\"mathml\""))
    }

    @Test func `is a book for any HTML that a note has`() throws {
        let text = """
            <td>cell</td> <li>item <p>in <ul><b>bold <div>block</div></b></ul> &nbsp; &bogus; \u{1} <details>open
            <summary>late</summary> <table><tr><p>x</p><td><h1>h</h1></td></tr></table> <a href="x y"><a href="#z">in</a></a>

            # 1 heading: "with" signs

            [there](#1-heading-with-signs) ![none](none.png) <img src="https://e.org/a.png"> [bad](http://[) [^1]

            [^1]: A footnote.

            """
        let item = try NewItem(.note, text: Array(text.utf8))
        let book = try Self.book([item])
        let chapter = try #require(book.files["EPUB/chapter-1.xhtml"])
        var scanner = XMLScanner(Array(chapter.utf8))
        #expect(throws: Never.self, "\(chapter)") { while try scanner.next() != nil {} }
        #expect(!chapter.contains("\u{1}") && !chapter.contains("src=\"https"))
    }

    @Test func `is a bag with the digests of all files`() throws {
        try Self.exported("bagit") { path in
            func text(_ name: String) throws -> String {
                try String(contentsOfFile: path + "/" + name, encoding: .utf8)
            }
            #expect(try text("bagit.txt") == "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
            let rows = try text("manifest-sha256.txt").split(separator: "\n")
            #expect(rows.count == 5 && rows.contains { $0.hasSuffix("  data/notebook.json") })
            for row in rows {
                let file = try [UInt8](Data(contentsOf: URL(filePath: path + "/" + row.dropFirst(66))))
                #expect("\(Digest.of(file))" == row.prefix(64))
            }
            #expect(try text("tagmanifest-sha512.txt").split(separator: "\n").count == 4)
        }
    }

    @Test func `has digests as the standard gives them`() {
        var digest = SHA512()
        digest.update(Array("abc".utf8))
        #expect(digest.hexadecimal().hasPrefix("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"))
    }

    @Test func `is a deck with questions and gaps`() throws {
        try Self.exported("hashcards") { path in
            let birds = try String(contentsOfFile: path + "/Birds.md", encoding: .utf8)
            #expect(birds == "---\nname = \"Birds\"\nfolder = \"Birds\"\n---\n\nQ: What is grey?\n\nA: A heron.\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            let other = try #require(names.first { $0 != "Birds.md" })
            #expect(
                try String(contentsOfFile: path + "/" + other, encoding: .utf8).hasSuffix("C: The [heron] is grey.\n"))
        }
    }
}
