import TestSupport
import Testing

@testable import NotebookMarkdown
@testable import NotebookQuery
@testable import NotebookText

/// What is quick for ASCII says the same as what is slow for everything.
struct `Quick ways for ASCII` {
    private static let bytes: [UInt8] = [0x00, 0x0A, 0x0D, 0x1F, 0x20, 0x41, 0x61, 0x7E, 0x7F, 0x80, 0xC3, 0xFF]

    @Test(arguments: Seeds.some(300)) func `find the first of two bytes, and what is not ASCII`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in generator.pick(Self.bytes) }
        let (one, other) = (generator.pick(Self.bytes), generator.pick(Self.bytes))
        for start in 0...text.count {
            let found = text[start...].firstIndex { $0 == one || $0 == other } ?? text.count
            #expect(text.span.firstIndex(of: one, or: other, from: start) == found)
            #expect(
                text.span.contains(one, or: other, in: 0..<start)
                    == text[..<start].contains { $0 == one || $0 == other })
            #expect(text.span.firstIndexAboveASCII(from: start) == text[start...].firstIndex { $0 >= 0x80 })
        }
        #expect(text.span.firstIndex(of: one) == text.firstIndex(of: one))
        #expect(text.span.isASCII == text.allSatisfy { $0 < 0x80 })
        #expect(text.span.isPrintableASCII == text.allSatisfy { (0x20..<0x7F).contains($0) })
        let isValid = String(validating: text, as: UTF8.self) != nil
        #expect((UTF8Validity.firstProblem(in: text, 0..<text.count) == nil) == isValid)
    }

    private static let pieces = [
        "a", "B", "z", "É", "e\u{301}", "ß", "\u{212A}", "ﬁ", " ", "/", "-", "_", "'", "1", "!", "[", "\t", "\u{7F}",
        "中",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in generator.pick(pieces) }.joined()
    }

    @Test(arguments: Seeds.some(300)) func `compare keys without making them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (one, other) = (Self.text(&generator), Self.text(&generator))
            let key = ComparisonKey(one)
            #expect(key.text.isIdentical(to: CaseFolding.folded(one.decomposed).decomposed))
            #expect(key.isKey(of: other) == (ComparisonKey(other) == key))
            #expect(key.isKey(of: one.uppercased()) == (ComparisonKey(one.uppercased()) == key))
            #expect(key.begins(one + other) == ComparisonKey(one + other).text.hasPrefix(key.text))
        }
    }

    @Test(arguments: Seeds.some(300)) func `put single spaces for white space`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let pieces = ["a", "!", " ", " ", "\t", "\r\n", "\n", "\u{B}", "\u{1F}", "\u{A0}", "é"]
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in generator.pick(pieces) }.joined()
            let (bytes, isInside) = (Array(text.utf8)[...], generator.chance(0.5))
            #expect(
                Snippet.withSingleSpaces(bytes, canBeginWithSpace: isInside)
                    == Snippet.slowlyWithSingleSpaces(bytes, canBeginWithSpace: isInside))
        }
    }

    @Test(arguments: Seeds.some(300)) func `find the beginning of a word in a title`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let pieces = ["a", "B", "ab", "_", "1", " ", "  ", "-", "\t", "É", "中"]
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &generator)).map { _ in generator.pick(pieces) }.joined()
            }
            let title = text(8)
            guard let prefix = WordPrefix(text(3)) else { continue }
            #expect(prefix.rank(inTitle: title.utf8.span) == prefix.rank(inTitle: title))
        }
    }

    @Test(arguments: Seeds.some(300)) func `make fragments of headings`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let heading = String(Self.text(&generator).unicodeScalars.filter(\.isASCII).map(Character.init))
        var anchors = MarkdownAnchors()
        let slug = heading.lowercased().unicodeScalars.compactMap { scalar -> Character? in
            if scalar == " " { return "-" }
            let isKept =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_-".unicodeScalars.contains(scalar)
            return isKept ? Character(scalar) : nil
        }
        #expect(anchors.addHeading(heading, level: 1) == String(slug))
        #expect(anchors.place(heading: heading.replacing("[", with: " ").replacing("!", with: "  ")) != nil)
    }
}

/// The place of one byte is found without an index of all lines.
struct `The position of a byte` {
    @Test(arguments: Seeds.some(200)) func `is that of an index`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes: [UInt8] = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
            generator.pick([0x0A, 0x0D, 0x61, 0xC3, 0xA4])
        }
        let index = LineIndex(bytes)
        for offset in 0...bytes.count + 1 {
            #expect(TextPosition(of: offset, in: bytes) == index.position(of: offset))
        }
    }
}
