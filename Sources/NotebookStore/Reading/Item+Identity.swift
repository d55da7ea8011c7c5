public import NotebookFormat
import NotebookMarkdown
import NotebookQuery
public import NotebookText

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Values as programs use them: dates as `Date`, texts as `String`.

extension Timestamp {
    /// The same second as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

    /// The second that contains a date; for years that the format does not allow, the nearest one.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(clamping: Int64(exactly: seconds.isFinite ? max(-1e15, min(1e15, seconds)) : 0) ?? 0)
    }
}

extension Item: Identifiable {
    /// The identity of an item, which does not change when it moves: its uuid, or its path until it has a uuid.
    public enum ID: Hashable, Sendable {
        /// The uuid.
        case uuid(UniqueIdentifier)
        /// The path of an item that has no uuid, because it was never sealed.
        case path(BundlePath)
    }

    /// The identity of the item, which does not change when it moves.
    public var id: ID { uuid.map { .uuid($0) } ?? .path(path) }
}

extension Item.ID: Codable {
    /// Reads a uuid or a path.
    public init(from decoder: any Decoder) throws {
        self = try decoder.text { text in
            try UniqueIdentifier(text).map { .uuid($0) } ?? .path(BundlePath(text))
        }
    }

    /// Writes the uuid or the path.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .uuid(let uuid): try uuid.encode(to: encoder)
        case .path(let path): try path.encode(to: encoder)
        }
    }
}

extension UniqueIdentifier {
    /// The same uuid as Foundation’s; `nil` for the nil uuid, which nothing has.
    public init?(_ uuid: UUID) { self.init(uuid.uuidString) }

    /// The same uuid as a value of Foundation.
    public var uuid: UUID {
        var bytes = [UInt8](repeating: 0, count: 16)
        for index in 0..<8 {
            bytes[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
            bytes[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

extension Item {
    /// The title as lists show it: that of a card with its gaps hidden.
    package var shownTitle: String { shown(title) }

    /// A text of the item as lists show it: that of a card with its gaps hidden.
    package func shown(_ text: String) -> String { type == .card ? HiddenGaps.text(text) : text }
}

extension NotebookListing {
    /// The item with this identity, in the trash or not; `nil` if there is none.
    public func item(_ id: Item.ID) -> Item? {
        items.first { $0.id == id } ?? trashedItems.first { $0.id == id }
    }
}

extension ItemFile {
    /// A digest that changes with the file; see `Draft.edit(_:_:ifStill:)`.
    public var digest: Digest { Digest.of(bytes) }

    /// The whole file as text, front matter included.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text after the front matter.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The front of a card: its text up to the rule between its sides.
    public var front: String { side(CardBody(bytes, bodyStart: bodyStart).front) }

    /// The back of a card; `nil` without such a rule.
    public var back: String? { CardBody(bytes, bodyStart: bodyStart).back.map { side($0) } }

    private func side(_ range: Range<Int>) -> String {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    /// The beginning of the text without markup, on one line.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of characters; a longer text ends in `…`.
    ///   - isCard: Whether to leave out the answer.
    package func excerpt(limit: Int, isCard: Bool = false) -> String {
        guard limit > 0 else { return "" }
        // No text is longer than its file.
        let limit = min(limit, ItemFile.maximumBytes)
        let (source, range) = listedText(isCard: isCard)
        let plain = MarkdownPlainText.text(source, in: range, limit: 2 * limit + 64, drawsBoxes: true)
        let shown = HiddenText.withReadableNames(plain)
        let line = shown.singleSpaced
        return line.count <= limit ? line : line.prefix(limit - 1) + "…"
    }
}

extension NewItem {
    /// Makes a new note with a text, none of which is read as front matter.
    ///
    /// `Draft.add` refuses a text that no note can have: one with U+0000, or a longer one than a file may be.
    public init(note text: String) { self.init(.note, unchecked: Array(text.utf8)) }

    /// Makes a new card with two sides, none of which is read as front matter; a card with gaps needs no back.
    ///
    /// `Draft.add` refuses a text that no card can have.
    public init(front: String, back: String) {
        self.init(.card, unchecked: CardBody.text(front: Array(front.utf8), back: Array(back.utf8)))
    }
}

extension ItemChange {
    /// A change of the text after the front matter.
    public init(text: String) {
        self.init()
        body = Array(text.utf8)
    }

    /// A change of a card’s front, its back, or both.
    public init(front: String?, back: String?) {
        self.init()
        (self.front, self.back) = (front.map { Array($0.utf8) }, back.map { Array($0.utf8) })
    }
}
