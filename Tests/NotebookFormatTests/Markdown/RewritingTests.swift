import TestSupport
import Testing

@testable import NotebookMarkdown

struct `The destination of a link` {
    /// What a destination's bytes say when they are read again.
    static func reread(_ destination: MarkdownDestination, _ bytes: [UInt8]) -> String {
        switch destination.form {
        case .plain, .bracketed: MarkdownText.unescaped(bytes, destination.range)
        case .attribute: MarkdownText.attributeValue(bytes, destination.range)
        case .autolink, .wiki: MarkdownText.plain(bytes[destination.range])
        case .emailAutolink: "mailto:" + MarkdownText.plain(bytes[destination.range])
        }
    }

    static func expectPlaces(_ bytes: [UInt8], _ options: MarkdownOptions = MarkdownOptions()) {
        for link in MarkdownDocument(bytes, options: options).links() {
            let destination = link.destination
            // Values of attributes may have the markers of block quotes between their lines.
            if case .attribute = destination.form, destination.text.contains("\n") { continue }
            #expect(Self.reread(destination, bytes) == destination.text)
            if link.holdsDestination {
                #expect(
                    link.range.lowerBound <= destination.range.lowerBound
                        && destination.range.upperBound <= link.range.upperBound)
            }
            if destination.form == .bracketed {
                #expect(bytes[destination.range.lowerBound - 1] == UInt8(ascii: "<"))
                #expect(bytes[destination.range.upperBound] == UInt8(ascii: ">"))
            }
        }
    }

    @Test(
        .enabled(if: Corpora.has("commonmark"), Comment(rawValue: Corpora.absent)), arguments: SpecificationExample.all)
    func `is where the link says, in the specification's examples`(example: SpecificationExample) {
        Self.expectPlaces(example.bytes, .commonMark)
        Self.expectPlaces(example.bytes)
    }

    @Test(arguments: Seeds.some(100))
    func `is where the link says, in random documents`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 { Self.expectPlaces(generator.markdown()) }
    }

    /// The document with another destination of one of its links, and the links that it should have.
    static func rewrite(
        _ bytes: [UInt8], _ links: [MarkdownLink], _ index: Int, _ spelling: [UInt8]
    ) -> [UInt8] {
        let range = links[index].destination.range
        return bytes[..<range.lowerBound] + spelling + bytes[range.upperBound...]
    }

    @Test(arguments: Seeds.some(300))
    func `can be rewritten to any other, and all other links stay`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let bytes = generator.markdown()
            let document = MarkdownDocument(bytes)
            let links = document.links()
            guard let index = links.indices.filter({ links[$0].holdsDestination }).randomElement(using: &generator)
            else { continue }
            let wanted = generator.destination()
            guard let spelling = links[index].destination.spelling(of: wanted) else { continue }
            let rewritten = Self.rewrite(bytes, links, index, spelling)
            let place = links[index].destination.range
            let expected = links.map { $0.destination.range == place ? wanted : $0.destination.text }
            let found = MarkdownDocument(rewritten).links()
            if found.map(\.destination.text) != expected {
                Issue.record(
                    """
                    seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)
                    link \(index) to \(wanted.debugDescription) gives \(String(decoding: rewritten, as: UTF8.self).debugDescription)
                    \(found.map(\.destination.text)) instead of \(expected)
                    """)
            }
        }
    }

    @Test(arguments: [
        ("[x](a)", "b c.md", "[x](b&#32;c.md)"), ("[x](a)", "b%20c.md", "[x](b%20c.md)"), ("[x](a)", "", "[x](<>)"),
        ("[x](a)", "b(c)", "[x](b(c))"), ("[x](a)", "b(c", #"[x](b\(c)"#), ("[x](a)", "b)(", #"[x](b\)\()"#),
        ("[x](a)", "<b>", "[x](&#60;b>)"),
        ("[x](a)", #"b\c"#, #"[x](b\\c)"#), ("[x](a)", "?a=1&b=2", "[x](?a=1&b=2)"),
        ("[x](a)", "&lt;", "[x](&amp;lt;)"), ("[x](a)", "it's", "[x](it's)"),
        ("`[x](a)", "b`c", "`[x](b&#96;c)"), ("[x](<a>)", "b c<d>", "[x](<b c&#60;d&#62;>)"),
        ("[x](<a>)", "", "[x](<>)"), ("[x](\na)", "#b", "[x](\n\\#b)"),
        ("[x](\na\n)", "1.", "[x](\n1\\.\n)"), ("[x](\n<a>)", "div", "[x](\n<&#100;iv>)"),
        ("[x]: a 't'", "b c", "[x]: b&#32;c 't'"), ("[x]: <a>", "b c", "[x]: <b c>"),
        ("z <i href=\"a\">", "b \"c\" & <d>", "z <i href=\"b &#34;c&#34; &amp; &#60;d&#62;\">"),
        ("z <i href=a>", "b c", "z <i href=b&#32;c>"), ("z <i href=a>", "", "z <i href=\"\">"),
        ("<uu:v>", "ww:x", "<ww:x>"), ("<a@b.c>", "mailto:d@e.f", "<d@e.f>"),
        ("<a@b.c>", "https://d.e", "<https://d.e>"), ("[[a#h|l]]", "b c", "[[b c#h|l]]"),
    ])
    func `is spelled for its place`(markdown: String, wanted: String, result: String) throws {
        let bytes = Array(markdown.utf8)
        let links = MarkdownDocument(bytes).links()
        let spelling = try #require(links.first?.destination.spelling(of: wanted))
        let rewritten = Self.rewrite(bytes, links, 0, spelling)
        #expect(String(decoding: rewritten, as: UTF8.self) == result)
        #expect(MarkdownDocument(rewritten).links().map(\.destination.text) == [wanted])
    }

    @Test(arguments: [
        ("<uu:v>", "a/b"), ("<uu:v>", "ww:x y"), ("<a@b.c>", "d"), ("[[a]]", "b]"), ("[[a]]", "b|c"), ("[[a]]", "b#c"),
        ("[[a]]", " b"), ("[[a]]", ""),
        ("[[a]]", "b\\"), ("[x](a)", "b\0"),
    ])
    func `has no spelling where nothing can give it`(markdown: String, wanted: String) throws {
        let destination = try #require(MarkdownDocument(Array(markdown.utf8)).links().first).destination
        #expect(destination.spelling(of: wanted) == nil)
    }

    @Test(arguments: Seeds.some(100))
    func `can be rewritten together with others, and what is refused stays`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = generator.markdown()
            let document = MarkdownDocument(bytes)
            let links = document.links()
            var wanted: [Int: String] = [:]
            for index in links.indices where generator.chance(0.5) { wanted[index] = generator.destination() }
            let result = document.edits(of: links, to: wanted.mapValues { [$0] })
            #expect(Set(result.refused).isSubset(of: wanted.keys))
            var changed: [Range<Int>: String] = [:]
            for (index, destination) in wanted
            where !result.refused.contains(index) && destination != links[index].destination.text {
                changed[links[index].destination.range] = destination
            }
            #expect(result.edits.map(\.range) == changed.keys.sorted { $0.lowerBound < $1.lowerBound })
            var rewritten = bytes
            for edit in result.edits.reversed() { rewritten.replaceSubrange(edit.range, with: edit.text) }
            let found = MarkdownDocument(rewritten).links().map(\.destination.text)
            #expect(found == links.map { changed[$0.destination.range] ?? $0.destination.text })
        }
    }

    @Test func `is refused where the change would make a tag of what precedes`() {
        let bytes = Array("<a b=\" [x](c\"d) \" > [y](z)".utf8)
        let document = MarkdownDocument(bytes)
        let links = document.links()
        #expect(links.map(\.destination.text) == ["c\"d", "z"])
        let result = document.edits(of: links, to: [0: ["e"], 1: ["f"], 7: ["g"]])
        #expect(result.refused == [0, 7])
        #expect(result.edits.map(\.range) == [links[1].destination.range])
    }

    @Test(arguments: [
        ("press ` then see [[a]]", "New (2026)/C", "press ` then see [[New (2026)/C]]"),
        ("if a <b then [[a]]", "New (2026)/C", "if a <b then [[New (2026)/C]]"),
        ("an [[ and [[a]]", "New (2026)/C", "an [[ and [[New (2026)/C]]"),
        ("[x](y (z [[a]]", "New (2026)/C", "[x](y (z [[New (2026)/C]]"),
        ("[x](y (z [[a]]", "New))/C", "[x](y (z [[C]]"),
    ])
    func `may hold what could close something, unless it does; then the next one counts`(
        markdown: String, wanted: String, rewritten: String
    ) {
        let document = MarkdownDocument(Array(markdown.utf8))
        let result = document.edits(of: document.links(), to: [0: [wanted, "C"]])
        #expect(result.refused == [])
        var bytes = document.bytes
        for edit in result.edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.text) }
        #expect(String(decoding: bytes, as: UTF8.self) == rewritten)
    }
}
