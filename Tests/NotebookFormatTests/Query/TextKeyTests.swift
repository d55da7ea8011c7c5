import Foundation
import TestSupport
import Testing

@testable import NotebookText

struct `A text in a query` {
    @Test(arguments: [
        ("étoiles", "ETOILES"), ("Mädesüß", "madesuss"), ("Χουχουριστής", "χουχουριστησ"), ("Ångström", "angstrom"),
        ("naïve", "NAI\u{308}VE"), ("ệ", "e"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("й", "и"), ("ﬁn", "FIN"),
    ])
    func `is the same without case and diacritics`(one: String, other: String) {
        #expect(TextKey(one, isExact: false) == TextKey(other, isExact: false))
        #expect(TextKey(one, isExact: true) != TextKey(other, isExact: true))
    }

    @Test(arguments: [("が", "か"), ("≠", "="), ("ø", "o"), ("ทุ", "ท"), ("क़", "क"), ("각", "가"), ("日", "曰"), ("a", "b")])
    func `is another with another letter`(one: String, other: String) {
        #expect(TextKey(one, isExact: false) != TextKey(other, isExact: false))
    }

    @Test func `asked for exactly is the same in either normalisation`() {
        #expect(TextKey("é", isExact: true) == TextKey("e\u{301}", isExact: true))
    }

    @Test(arguments: Seeds.some(100))
    func `is the same whether looked at in pieces or as a whole`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scalars = Array(
            "aZ é\u{301}\u{338}ΣßİｶﾞかＡ\u{3099}각\u{1100}\u{1161}\u{11A8}日—🐦\u{5B8}ệ≠ﬀǰ\u{345}\n".unicodeScalars)
        for _ in 0..<50 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...24, using: &generator)).map { _ in generator.pick(scalars) }))
            let whole = ComparisonKey(text).text.unicodeScalars.filter {
                !(10...36).contains($0.properties.canonicalCombiningClass.rawValue)
                    && !(200...240).contains($0.properties.canonicalCombiningClass.rawValue)
            }
            let expected = String(String.UnicodeScalarView(whole)).precomposedStringWithCanonicalMapping
            let key = TextKey(text, isExact: false)
            if !key.text.isIdentical(to: expected) {
                Issue.record("\(text.debugDescription): \(key.text), \(expected)")
            }
        }
    }

    @Test(arguments: Seeds.some(100))
    func `is found where it stands, and nowhere else`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                UInt8.random(in: 0...1, using: &generator)
            }
            let part = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                UInt8.random(in: 0...1, using: &generator)
            }
            let isThere = part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
            #expect(Needle(part).isFound(in: text) == isThere)
        }
    }

    @Test func `is looked for in a time that grows with the text alone`() {
        let text = Array(repeating: UInt8(ascii: "a"), count: 4 << 20)
        let part = Array(repeating: UInt8(ascii: "a"), count: 9_000) + [UInt8(ascii: "b")]
        var isFound = true
        let time = ProcessorTime.seconds { isFound = Needle(part).isFound(in: text) }
        #expect(!isFound)
        #expect(time < 20)
    }
}
