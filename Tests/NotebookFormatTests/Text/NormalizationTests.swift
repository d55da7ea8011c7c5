@testable import NotebookText
import Testing

@Suite struct `Normal forms of marks` {
    /// Marks that consist of marks, which the standard library takes for letters.
    @Test(arguments: [
        ("o\u{317}\u{F81}", "o\u{F71}\u{F80}\u{317}"), ("o\u{F81}\u{317}", "o\u{F71}\u{F80}\u{317}"),
        ("o\u{317}\u{F73}", "o\u{F71}\u{F72}\u{317}"), ("\u{F75}\u{F71}", "\u{F71}\u{F71}\u{F74}"),
        ("a\u{316}\u{344}\u{317}", "a\u{316}\u{317}\u{308}\u{301}"),
    ])
    func `put marks of marks in order`(text: String, decomposed: String) {
        #expect(text.decomposed.unicodeScalars.elementsEqual(decomposed.unicodeScalars))
    }

    @Test func `compose what is left`() {
        #expect("a\u{317}\u{344}".composed.unicodeScalars.elementsEqual("\u{E4}\u{317}\u{301}".unicodeScalars))
        #expect("\u{F81}".composed.unicodeScalars.elementsEqual("\u{F71}\u{F80}".unicodeScalars))
    }
}
