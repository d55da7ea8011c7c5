import NotebookTestSupport
import Testing

@testable import BundleCLI

struct `A line of a source that is shown` {
    private static func marked(_ line: String, _ mark: Character = "X") -> (text: String, lead: Int) {
        let column = line.unicodeScalars.prefix { $0 != mark.unicodeScalars.first }.count + 1
        let excerpt = SourceExcerpt(line, column: column)
        return (excerpt.text, excerpt.lead)
    }

    /// The character below which the caret stands.
    private static func character(at columns: Int, in text: String) -> Character? {
        var used = 0
        return text.first { character in
            defer { used += character.columns }
            return used == columns && character.columns > 0
        }
    }

    static let fillings = ["a", "鳥", "e\u{301}", "🦩", "👩‍👩‍👧", "\t", "\u{202E}", "ä "]

    @Test(arguments: fillings, [0, 10, 33, 40, 50, 75, 76, 100, 300])
    func `shows its place, whatever stands before and behind it`(filling: String, count: Int) {
        for rest in [0, 1, 30, 50, 100, 500] {
            let line = String(repeating: filling, count: count) + "X" + String(repeating: filling, count: rest)
            let (text, lead) = Self.marked(line)
            #expect(Self.character(at: lead, in: text) == "X", "\(text)")
            #expect(text.columns <= SourceExcerpt.maximumWidth, "\(text)")
        }
    }

    @Test func `has an ellipsis wherever it was cut, and nowhere else`() {
        #expect(Self.marked("X" + String(repeating: "a", count: 99)).text == "X" + String(repeating: "a", count: 99))
        #expect(
            Self.marked("X" + String(repeating: "a", count: 100)).text == "X" + String(repeating: "a", count: 98) + "…")
        #expect(Self.marked("X" + String(repeating: "a", count: 200)).text.hasSuffix("a…"))
        #expect(Self.marked(String(repeating: "a", count: 200) + "X").text.hasPrefix("…a"))
        #expect(Self.marked(String(repeating: "a", count: 200) + "X").text.hasSuffix("aX"))
    }

    @Test func `has a place behind its end`() {
        let excerpt = SourceExcerpt("abc", column: 9)
        #expect(excerpt.text == "abc" && excerpt.lead == 3)
    }
}
