import TestSupport
import Testing

@testable import NotebookMarkdown
@testable import NotebookQuery
@testable import NotebookText

/// Scanners that take a small part of the time of a regular expression that says the same.
struct `A part of a text` {
    /// Texts of the parts that mean something, and of others, in any order.
    private static func texts(_ parts: [String], seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return (0..<500).map { _ in
            (0..<Int.random(in: 1...12, using: &generator)).map { _ in generator.pick(parts) }.joined()
        }
    }

    @Test(arguments: Seeds.some(2))
    func `is replaced as the standard library does it`(seed: UInt64) {
        for text in Self.texts(["a", "ab", "aa", "b", " ", "é", "ba"], seed: seed) {
            for part in ["a", "ab", "aba", "é", ""] {
                let plain = Array(text).replacing(Array(part), with: Array("-a-"))
                #expect(text.replacing(part, with: "-a-") == String(plain), "\(text) \(part)")
            }
        }
    }

    @Test func `is replaced with a mark on it as well`() {
        #expect(CSVText.quoted("a\"\u{301}b") == "\"a\"\"\u{301}b\"")
        #expect(CSVText.row(["a,\u{301}b", ";\u{301}", "\u{600}\"", "\u{301},"]).utf8.count { $0 == 0x22 } == 10)
        #expect("a\r\nb".replacing("\n", with: " ") == "a\r b")
    }

    @Test(arguments: Seeds.some(2))
    func `that refers to a footnote is found as its pattern says`(seed: UInt64) {
        for text in Self.texts(["[", "]", "^", "[^", "a", " ", "\u{A0}", "é", "\n", "1]"], seed: seed) {
            let plain = text.matches(of: /\[\^([^\[\]\s]+)\]/)
            let found = FootnoteReference.all(in: text)
            #expect(found.map(\.range) == plain.map(\.range), "\(text)")
            #expect(found.map(\.label) == plain.map(\.output.1), "\(text)")
        }
    }

    @Test(arguments: Seeds.some(2))
    func `that is a digest is left out of names as its pattern says`(seed: UInt64) {
        let digest = String(repeating: "0123456789abcdef", count: 4)
        let parts = [
            ".", digest, "." + digest.prefix(16), "a", "g", "]", " ", "\u{2003}", "é", ".png", "\"", digest + "0.",
        ]
        for text in Self.texts(parts, seed: seed) {
            let plain = text.replacing(/\.[0-9a-f]{16,64}(?=\.[A-Za-z0-9]|[\])"'>|#\s]|$)/, with: "")
            #expect(HiddenText.withReadableNames(text) == plain, "\(text)")
        }
    }

    @Test(arguments: Seeds.some(2))
    func `that is a task is drawn as its pattern says`(seed: UInt64) {
        let parts = [
            "- ", "* [x] ", "[ ] ", "- [-] ", "[X] ", "1. ", "1234567890) ", "12) [ ] ", " ", "a", "[[b]] ", "é",
        ]
        for text in Self.texts(parts, seed: seed) {
            let plain = text.replacing(/(^|\ )(?:[-*+]|[0-9]{1,9}[.)])\ \[([ xX-])\]\ /) { match in
                match.1 + (match.2 == " " ? "☐ " : match.2 == "-" ? "☒ " : "☑ ")
            }
            #expect(HiddenText.withDrawnBoxes(text) == plain, "\(text)")
        }
    }
}
