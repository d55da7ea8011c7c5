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

    /// The beginning of the text without markup, on one line.
    ///
    /// - Parameter limit: The maximum number of characters; a longer text ends in `…`.
    public func excerpt(limit: Int) -> String { excerpt(limit: limit, isCard: false) }

    /// The same, for a card without its answer.
    package func excerpt(limit: Int, isCard: Bool) -> String {
        guard limit > 0 else { return "" }
        let (source, range) = listedText(isCard: isCard)
        let plain = MarkdownPlainText.text(source, in: range, limit: 2 * limit + 64, drawsBoxes: true)
        let shown = HiddenText.withReadableNames(plain)
        let line = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= limit ? line : line.prefix(limit - 1) + "…"
    }
}

extension NewItem {
    /// Makes a new item with a text; front matter in it is text as well.
    ///
    /// - Throws: `NotebookError.malformedItem`.
    public init(_ type: FileType, text: String) throws { try self.init(type, text: Array(text.utf8)) }
}

extension ItemChange {
    /// A change of the text after the front matter.
    public init(text: String) {
        self.init()
        body = Array(text.utf8)
    }
}
