import NotebookMarkdown
public import NotebookText

/// The texts that a side shows, as Markdown.
public struct CardFaces: Hashable, Sendable {
    /// The question.
    public let question: String
    /// The question with its gaps filled, which replaces the question when the answer is shown; `nil` without gaps.
    public let solution: String?
    /// The answer; empty if the solution says everything.
    public let answer: String
}

/// The sides of a card that can be studied (docs/Study.md).
package struct StudyCard: Hashable, Sendable {
    /// The sides, in their order.
    package let sides: [StudySide]

    private let bytes: [UInt8]
    private let front: Range<Int>
    private let back: Range<Int>
    private let takesMarks: Bool

    /// Finds the sides of a card.
    package init(_ file: ItemFile) {
        let body = CardBody(file.bytes, bodyStart: file.bodyStart)
        bytes = file.bytes
        front = body.front
        back = body.back ?? body.front.upperBound..<body.front.upperBound
        takesMarks = back.isEmpty
        let numbers = ClozeText(bytes, in: front, takesMarks: takesMarks).numbers
        if !numbers.isEmpty {
            sides = numbers.map { .cloze($0) }
        } else if front.isEmpty || back.isEmpty {
            sides = []
        } else {
            let isReversed = file.foreignValue(of: Self.reversedKey).map { Self.yes.contains($0.lowercased()) }
            sides = isReversed == true ? [.front, .back] : [.front]
        }
    }

    /// The key in the front matter that makes the back a question, too.
    package static let reversedKey = "reversed"
    private static let yes: Set<String> = ["true", "yes", "on"]

    /// The texts that a side shows.
    package func faces(of side: StudySide) -> CardFaces {
        switch side {
        case .front: return CardFaces(question: text(front), solution: nil, answer: text(back))
        case .back: return CardFaces(question: text(back), solution: nil, answer: text(front))
        case .cloze(let number):
            let cloze = ClozeText(bytes, in: front, takesMarks: takesMarks)
            return CardFaces(
                question: String(decoding: cloze.question(number), as: UTF8.self),
                solution: String(decoding: cloze.solution(number), as: UTF8.self), answer: text(back))
        }
    }

    /// The line of the question that contains the gap of a side, as plain text; `nil` for other sides.
    package func questionLine(of side: StudySide) -> String? {
        guard case .cloze(let number) = side else { return nil }
        let cloze = ClozeText(bytes, in: front, takesMarks: takesMarks)
        let mark: [UInt8] = Array("\u{E000}".utf8)
        let marked = cloze.question(number, mark: mark)
        let text = MarkdownPlainText.text(marked, in: marked.indices, limit: 4096)
        let lines = text.split(separator: "\n")
        guard let line = lines.first(where: { $0.contains("\u{E000}") }) ?? lines.first else { return nil }
        // If the gap is far from the beginning, starts shortly before it.
        let before = line.prefix { $0 != "\u{E000}" }
        let shown = before.count <= 40 ? line : line.dropFirst(before.count - 20).drop { $0 != " " }
        let cut = shown.startIndex == line.startIndex ? "" : "…"
        return (cut + shown).replacing("\u{E000}", with: "[…]")
    }

    /// The text of the front for a file name, with its gaps unfilled; `nil` if it has none.
    package var nameWithGaps: String? {
        guard case .cloze? = sides.first else { return nil }
        let text = ClozeText(bytes, in: front, takesMarks: takesMarks).hidden(by: Array("…".utf8))
        return MarkdownPlainText.firstLine(text, in: text.indices, limit: 60)
    }

    /// The front with all its gaps hidden, and with all of them filled; `nil` if it has none.
    package var gaps: (hidden: [UInt8], filled: [UInt8])? {
        guard case .cloze? = sides.first else { return nil }
        let cloze = ClozeText(bytes, in: front, takesMarks: takesMarks)
        return (cloze.hidden(by: Array("\\[…\\]".utf8)), cloze.solution(nil))
    }

    /// The front with marks around its gaps, their hints and their number; `nil` if it has none.
    package func markedGaps(_ open: [UInt8], _ close: [UInt8]) -> (text: [UInt8], hints: [String], count: Int)? {
        guard case .cloze? = sides.first else { return nil }
        let cloze = ClozeText(bytes, in: front, takesMarks: takesMarks)
        return (cloze.marked(open, close), cloze.hints, cloze.count)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A side of a card, as a question.
public enum StudySide: Hashable, Comparable, Sendable {
    /// The front, to be answered with the back.
    case front
    /// The back, to be answered with the front.
    case back
    /// The cloze deletions of one number, from 1.
    case cloze(Int)

    /// The name in logs of reviews: `front`, `back`, `c1`, `c2`, ….
    package var name: String {
        switch self {
        case .front: "front"
        case .back: "back"
        case .cloze(let number): "c\(number)"
        }
    }

    /// Makes the side with a name; `nil` if there is none.
    package init?(_ name: some StringProtocol) {
        switch name {
        case "front": self = .front
        case "back": self = .back
        default:
            guard name.first == "c", let number = Int(name.dropFirst()), (1...Self.maximumCloze).contains(number),
                "c\(number)" == name
            else { return nil }
            self = .cloze(number)
        }
    }

    /// The largest number of a cloze deletion.
    static let maximumCloze = 500
}

/// Identifies a side of a card by the card's uuid.
public struct StudyKey: Hashable, Sendable {
    /// The uuid of the card.
    public let card: UniqueIdentifier
    /// The side.
    public let side: StudySide

    /// Makes the key of a side of a card.
    package init(card: UniqueIdentifier, side: StudySide) {
        self.card = card
        self.side = side
    }
}
