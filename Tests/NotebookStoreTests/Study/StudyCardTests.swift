import Testing

@testable import NotebookFormat

struct `The sides of a card` {
    private static func card(_ text: String) throws -> StudyCard { StudyCard(try ItemFile(Array(text.utf8))) }

    private static func names(_ text: String) throws -> String {
        try card(text).sides.map(\.name).joined(separator: " ")
    }

    static let sides = [
        ("Q\n\n---\n\nA\n", "front"), ("---\nreversed: true\n---\n\nQ\n\n---\n\nA\n", "front back"),
        ("---\nreversed: false\n---\n\nQ\n\n---\n\nA\n", "front"),
        ("---\nreversed: Yes\n---\n\nQ\n\n---\n\nA\n", "front back"),
        ("Q\n", ""), ("", ""), ("Q\n\n---\n", ""), ("\n---\n\nA\n", ""),
        ("{{c1::a}} and {{c2::b}}\n", "c1 c2"), ("{{c2::a}} and {{c2::b}}\n", "c2"),
        ("{{c1::a}} and {{c2::b}}\n\n---\n\nMore\n", "c1 c2"),
        ("==a== and ==b==\n", "c1 c2"), ("==a== and {{c3::b}}\n", "c3"), ("==a==\n\n---\n\nA\n", "front"),
        ("a == b and c == d\n", ""), ("Title\n===\n", ""), ("`==a==` and ==b==\n", "c1"),
        ("```\n{{c1::a}}\n```\n", ""), ("    ==a==\n", ""), ("\\==a==\n", ""), ("==a\n\nb==\n", ""),
        ("==a\nb==\n", "c1"),
        ("{{c0::a}} {{c501::b}} {{cx::c}} {{c1:d}} {{c1::}}\n", ""), ("{{c1::a\n", ""),
        ("{{c1::a {{c2::b}} c}}\n", "c1 c2"), ("- ==a==\n- **==b==**\n\n> ==c==\n", "c1 c2 c3"),
    ]

    @Test(arguments: sides.indices)
    func `are found`(number: Int) throws {
        let (text, names) = Self.sides[number]
        #expect(try Self.names(text) == names, "\(text)")
    }

    @Test(arguments: [
        ("Q\n", true), ("==a==\n", false), ("{{c1::a}}\n\n---\n", false), ("{{a}} = b\n", true), ("{{", true),
    ])
    func `need no back where gaps are`(text: String, isMissing: Bool) {
        #expect((CardBody(Array(text.utf8), bodyStart: 0).missingSide == .back) == isMissing)
    }

    @Test func `show the front and the back`() throws {
        let card = try Self.card("---\nreversed: true\n---\n\n# Q\n\n---\n\nA\n")
        #expect(card.faces(of: .front) == .init(question: "# Q\n", solution: nil, answer: "A\n"))
        #expect(card.faces(of: .back) == .init(question: "A\n", solution: nil, answer: "# Q\n"))
    }

    static let clozes = [
        ("The {{c1::heron}} eats {{c2::fish}}.", 1, "The \\[…\\] eats fish.", "The **heron** eats fish."),
        ("The {{c1::heron::a bird}} eats.", 1, "The \\[a bird\\] eats.", "The **heron** eats."),
        ("{{c1::a}} {{c1::b}} {{c2::c::d}}", 1, "\\[…\\] \\[…\\] c", "**a** **b** c"),
        ("==Grey== ==heron==", 2, "Grey \\[…\\]", "Grey **heron**"),
        ("${{c1::\\frac{1}{2}}}$", 1, "$\\[…\\]$", "$\\frac{1}{2}$"),
        ("{{c1::a {{c2::b}} c}}", 1, "\\[…\\]", "**a b c**"), ("{{c1::a {{c2::b}} c}}", 2, "a \\[…\\] c", "a **b** c"),
        ("{{c1::`x::y`::hint}}", 1, "\\[y`::hint\\]", "`x"), ("==`a`==!", 1, "\\[…\\]!", "`a`!"),
        ("{{c1::白鷺}}", 1, "\\[…\\]", "**白鷺**"),
    ]

    @Test(arguments: clozes.indices)
    func `hide and show what is left out`(number: Int) throws {
        let (text, cloze, question, solution) = Self.clozes[number]
        let faces = try Self.card(text).faces(of: .cloze(cloze))
        #expect(faces.question == question && faces.solution == solution && faces.answer.isEmpty)
    }

    @Test func `show the back of a card with gaps behind it`() throws {
        let faces = try Self.card("{{c1::a}}\n\n---\n\nWhy\n").faces(of: .cloze(1))
        #expect(faces == .init(question: "\\[…\\]\n", solution: "**a**\n", answer: "Why\n"))
    }

    @Test(arguments: ["{{c1::", "{{c1::{", "==a", "{{c1::a}} `", "==`"])
    func `are found quickly, whatever the text`(piece: String) throws {
        let text = String(repeating: piece, count: 200_000)
        let clock = ContinuousClock()
        // Work that grows with the square would take minutes.
        #expect(clock.measure { _ = try? Self.names(text) } < .seconds(30))
    }
}
