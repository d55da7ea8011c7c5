/// The sides of a card that can be studied (docs/Study.md).
public struct StudyCard: Hashable, Sendable {
    /// The sides, in their order.
    public let sides: [StudySide]

    private let bytes: [UInt8]
    private let front: Range<Int>
    private let back: Range<Int>
    private let takesMarks: Bool

    /// What a side shows, as Markdown.
    public struct Faces: Hashable, Sendable {
        /// The question.
        public let question: String
        /// The question with its gaps filled, which is shown in its place with the answer; `nil` without gaps.
        public let solution: String?
        /// The answer; empty if the solution says it all.
        public let answer: String
    }

    /// Finds the sides of a card.
    public init(_ file: ItemFile) {
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

    /// The key in the front matter that asks for the back as well.
    public static let reversedKey = "reversed"
    private static let yes: Set<String> = ["true", "yes", "on"]

    /// What a side shows.
    public func faces(of side: StudySide) -> Faces {
        switch side {
        case .front: return Faces(question: text(front), solution: nil, answer: text(back))
        case .back: return Faces(question: text(back), solution: nil, answer: text(front))
        case .cloze(let number):
            let cloze = ClozeText(bytes, in: front, takesMarks: takesMarks)
            return Faces(
                question: String(decoding: cloze.question(number), as: UTF8.self),
                solution: String(decoding: cloze.solution(number), as: UTF8.self), answer: text(back))
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
