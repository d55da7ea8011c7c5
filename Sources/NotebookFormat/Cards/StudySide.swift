public import NotebookText

/// A side of a card, as a question.
public enum StudySide: Hashable, Comparable, Sendable {
    /// The front, to be answered with the back.
    case front
    /// The back, to be answered with the front.
    case back
    /// The cloze deletions of one number, from 1.
    case cloze(Int)

    /// The name in logs of reviews: `front`, `back`, `c1`, `c2`, ….
    public var name: String {
        switch self {
        case .front: "front"
        case .back: "back"
        case .cloze(let number): "c\(number)"
        }
    }

    /// Makes the side with a name; `nil` if there is none.
    public init?(_ name: some StringProtocol) {
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
    public init(card: UniqueIdentifier, side: StudySide) {
        self.card = card
        self.side = side
    }
}
