import TestSupport
import Testing

@testable import NotebookQuery
@testable import NotebookText

struct `A regular expression in a query` {
    static func isFound(_ pattern: String, in text: String, isExact: Bool = false) throws -> Bool {
        try TextPattern(pattern, isExact: isExact).isFound(in: TextKey(text, isExact: isExact))
    }

    @Test(arguments: [
        ("heron", "A grey HERON stands"), ("", ""), ("^$", ""), ("^b$", "a\nb\r\nc"), ("^c", "a\nb\r\nc"),
        ("b$", "a\nb\r\nc"),
        ("a.c", "xabcx"), ("a|bc|d", "xbc"), ("^(a|)b", "b"), ("(ab)+c", "ababc"), ("a{3}", "aaa"), ("^a{2,3}$", "aaa"),
        ("^a{,2}$", "aa"), ("^a{1,}$", "aaa"), ("^a??b+?$", "abb"), ("^(?:ab){2}$", "abab"),
        ("(?<year>\\d{4})", "in 2026"),
        ("[a-c]+d", "xabcd"), ("[^a-c]d", "xd"), ("[]]".replacing("[]]", with: "[\\]]"), "]"), ("[-a]", "-"),
        ("[a-]", "-"), ("[\\-x]", "-"),
        ("[\\d_]+$", "a1_2"), ("[^\\D]", "7"), ("[\\W]", "!"), ("\\bheron\\b", "the heron."), ("\\Bron", "heron"),
        ("^\\w+\\s\\S$", "ab c"),
        ("\\u{1F426}", "a 🐦"), ("\\x41\\u0042", "ab"), ("\\.\\*\\\\", ".*\\"), ("\\t\\n\\r\\f", "\t\n\r\u{C}"),
        ("\\p{L}+\\P{L}", "日7"),
        ("\\p{Lu}", "a"), ("[\\p{Sc}]", "5 €"), ("möwe", "MO\u{308}WE"), ("mo\u{308}we", "Möwe"), ("mowe", "Möwe"),
        ("[ö]we", "mowe"),
        ("[A-Z]öwe", "möwe"), ("straße$", "STRASSE"), ("ß", "ss"), ("[à-ü]", "u"), ("о.*е", "Ое"), ("(a*)*b", "aab"),
        ("(a*)+$", "aab"),
        ("(){1000}x", "x"), ("((a{0}){1000}){1000}x", "x"), ("a}]", "a}]"), ("(^a)*b", "b"), ("$^", ""), ("é+", "eee"),
        ("^[\\x7F-\\x81]{3}$", "\u{7F}\u{80}\u{81}"),
    ])
    func `is found in what it describes`(pattern: String, text: String) throws {
        #expect(try Self.isFound(pattern, in: text))
    }

    @Test(arguments: [
        ("heron", "hero n"), ("a.c", "a\nc"), ("^b", "ab"), ("a{3}", "aa"), ("^a{2,3}$", "aaaa"), ("\\d", "a"),
        ("[^a]", "A"),
        ("\\bron", "heron"), ("\\w", "–"), ("x|y", "z"), ("[a-c]", "d"), ("$.", "ab"), ("\\p{N}", "a"),
        ("\\P{Lu}", "a"),
        ("^$", "a"), ("\\r$", "a\r\n"), ("^\\n", "a\r\n"),
    ])
    func `is not found in what it does not`(pattern: String, text: String) throws {
        #expect(try !Self.isFound(pattern, in: text))
    }

    @Test(arguments: [
        ("Heron", "heron", false), ("Heron", "Heron", true), ("e", "é", false), ("e\u{301}", "é", true),
        ("[A-Z]", "a", false),
        ("\\p{Lu}", "a", false), ("\\p{Lu}", "A", true), ("ß", "ss", false), ("[ß]", "ß", true),
    ])
    func `asked for exactly tells case and diacritics apart`(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.isFound(pattern, in: text, isExact: true) == expected)
    }

    @Test(arguments: [
        ("(a", 18, "this parenthesis is not closed"),
        ("a)", 19, "unmatched closing parenthesis; write ‘\\)’ for the character"),
        ("a[b", 19, "this bracket is not closed"),
        ("*a", 18, "there is nothing to repeat before ‘*’; write ‘\\*’ for the character"),
        ("a|+", 20, "there is nothing to repeat before ‘+’; write ‘\\+’ for the character"),
        ("a**", 20, "a repetition of a repetition; put parentheses around the repeated part"),
        ("a*+", 20, "possessive repetitions are not supported"),
        ("a{3,2}", 19, "3 is more than 2"),
        ("a{x}", 19, "expected repetitions such as {3}, {3,} or {3,5}; write ‘\\{’ for the character"),
        ("a{1001}", 20, "nothing can be repeated more than 1000 times"),
        ("{", 18, "there is nothing to repeat before ‘{’; write ‘\\{’ for the character"),
        ("ab\\", 20, "nothing follows the backslash; write ‘\\\\’ for the character"),
        ("\\q", 18, "‘\\q’ is not supported"),
        ("(a)\\1", 21, "backreferences are not supported"),
        ("(?=a)", 18, "groups that begin with ‘(?’ are not supported, except ‘(?:’"),
        ("(?<=a)", 18, "groups that begin with ‘(?’ are not supported, except ‘(?:’"),
        (
            "(?i)a", 18,
            "groups that begin with ‘(?’ are not supported, except ‘(?:’; ‘matches[exact]’ is case-sensitive, ‘matches’ is not"
        ),
        ("(?<n", 18, "the name of this group is not closed by ‘>’"),
        ("[]", 18, "an empty set; write ‘\\]’ for the character"),
        ("[a[b]]", 20, "a set within a set; write ‘\\[’ for the character"),
        ("[a&&b]", 20, "‘&&’ within a set; write ‘\\&’ for the character"),
        ("[z-a]", 19, "the range ends before it begins"), ("[a-\\d]", 19, "a range without an end"),
        ("[a-b-c]", 22, "a range without a beginning; write ‘\\-’ for the character"),
        ("[\\b]", 19, "a set contains characters, not positions"),
        (
            "[ß]", 19,
            "‘ß’ is compared as several characters, which a set cannot contain; put it outside the brackets, after ‘|’"
        ),
        ("\\u{110000}", 18, "not a code point; write ‘\\u{E9}’, with the digits of the code point"),
        ("\\x4", 18, "not a code point; write ‘\\u{E9}’, with the digits of the code point"),
        ("\\p{Lx}", 18, "unknown category “Lx”; did you mean ‘L’?"),
        ("\\p{L", 18, "the name of a category is not closed by ‘}’"),
        ("''''(", 22, "this parenthesis is not closed"), ("éé👩‍👩‍👧(", 21, "this parenthesis is not closed"),
        ("(a{1000}){1000}", 18, "the expression is too large, once its repetitions are written out"),
    ])
    func `that is none is refused with the place in the query`(pattern: String, column: Int, problem: String) {
        let text = QueryErrors.problem("title   matches '\(pattern)'")
        #expect(text == "column \(column): \(problem)")
    }

    @Test func `is not nested deeper than 50 groups`() {
        func pattern(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(throws: Never.self) { try TextPattern(pattern(50), isExact: false) }
        #expect(throws: PatternProblem("groups are nested deeper than 50", at: 50)) {
            try TextPattern(pattern(51), isExact: false)
        }
        for text in ["(", "[", "(?:", "\\", "{", "a|", "[^"] {
            _ = try? TextPattern(String(repeating: text, count: 9_000), isExact: false)
        }
    }

    @Test(
        arguments: ["(a+)+b", "(a|a)*b", ".*x", "a*a*a*a*b", "(.*)*\\d", "(a?){50}a{50}b", "(\\w+\\s?)+!"])
    func `is looked for in a time that grows with the text alone`(pattern: String) throws {
        var isFound = true
        let time = try ProcessorTime.seconds {
            isFound = try Self.isFound(pattern, in: String(repeating: "a", count: 20_000))
        }
        #expect(!isFound)
        #expect(time < 20)
    }

    @Test func `is marked in such a time as well, where each match could be longer until the end of the text`() throws {
        let pattern = try TextPattern("a[^b]*b|a", isExact: false)
        let text = TextKey(String(repeating: "a", count: 10_000), isExact: false)
        var ranges: [Range<Int>] = []
        let time = ProcessorTime.seconds { ranges = pattern.ranges(in: text, limit: 1000) }
        #expect(ranges == (0..<1000).map { $0..<$0 + 1 })
        #expect(time < 20)
        #expect(pattern.ranges(in: TextKey("xaaxb a", isExact: false), limit: 9) == [1..<5, 6..<7])
    }

    @Test(arguments: Seeds.some(200))
    func `means what it means in Swift`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let pattern = generator.pattern(depth: 2)
            guard let theirs = try? Regex(pattern) else {
                Issue.record("Swift refuses \(pattern)")
                continue
            }
            let expected = theirs.ignoresCase().anchorsMatchLineEndings().wordBoundaryKind(.simple)
            for _ in 0..<5 {
                let text = String(
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in generator.pick(Array("abAB1_ -\n日")) })
                let isExpected = try expected.firstMatch(in: text) != nil
                if try Self.isFound(pattern, in: text) != isExpected {
                    Issue.record("\(pattern) in \(text.debugDescription) should be \(isExpected)")
                }
            }
        }
    }
}

typealias QueryErrors = `What is no query`

extension SeededGenerator {
    /// A random regular expression.
    mutating func pattern(depth: Int) -> String {
        let atoms = [
            "a", "b", "A", "1", "_", " ", "-", "日", ".", "\\d", "\\w", "\\s", "\\W", "[ab]", "[^a]", "[a-b1]",
            "[^\\d_]", "\\p{L}", "\\u{61}",
        ]
        switch depth > 0 ? Int.random(in: 0..<8, using: &self) : 0 {
        case 0, 1: return pick(atoms)
        case 2: return pick(["^", "$", "\\b", "\\B"]) + pattern(depth: depth - 1)
        case 3: return "(\(pattern(depth: depth - 1))|\(pattern(depth: depth - 1)))"
        case 4:
            return "(?:\(pattern(depth: depth - 1)))"
                + pick(["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "*?", "+?"])
        case 5: return pick(atoms) + pick(["*", "+", "?", "{2}", "{,2}"])
        default: return pattern(depth: depth - 1) + pattern(depth: depth - 1)
        }
    }
}
