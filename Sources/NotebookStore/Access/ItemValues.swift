public import NotebookFormat

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Values as programs use them: dates as `Date`, texts as `String`.

extension Timestamp {
    /// The same second as a date of Foundation.
    public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

    /// The second that a date lies in; of years that no notebook knows, the nearest one.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(clamping: Int64(exactly: seconds.isFinite ? max(-1e15, min(1e15, seconds)) : 0) ?? 0)
    }
}

extension Item: Identifiable {
    /// What an item is known by, wherever it is moved: its uuid, or its path as long as it has none.
    public enum ID: Hashable, Sendable {
        /// The uuid.
        case uuid(UniqueIdentifier)
        /// The path of an item that was never sealed.
        case path(BundlePath)
    }

    /// What the item is known by, wherever it is moved.
    public var id: ID { uuid.map { .uuid($0) } ?? .path(path) }

    /// When it was made, as a date of Foundation.
    public var creationDate: Date { created.date }

    /// When it was last changed, as a date of Foundation.
    public var modificationDate: Date { modified.date }

    /// What a list shows of the item, to be kept or sent as JSON, say.
    public var record: ItemRecord {
        ItemRecord(
            uuid: uuid?.description, path: path.text, kind: type.rawValue, title: title, folder: folder.text,
            tags: tags.map(\.text), created: creationDate, modified: modificationDate, isPinned: isPinned,
            isTrashed: batch != nil, size: size)
    }
}

/// What a list shows of an item, in values of the standard library and Foundation.
public struct ItemRecord: Codable, Hashable, Sendable {
    /// The identity in lower case with hyphens (RFC 9562); `nil` for an item that was never sealed.
    public var uuid: String?
    /// Where the file stands in the bundle.
    public var path: String
    /// `note` or `card`.
    public var kind: String
    /// The title, or what stands for it.
    public var title: String
    /// The folder; empty for the outermost.
    public var folder: String
    /// The tags, in the user's order, without `#`.
    public var tags: [String]
    /// When it was made.
    public var created: Date
    /// When it was last changed.
    public var modified: Date
    /// Whether it stands before all others.
    public var isPinned: Bool
    /// Whether it is in the trash.
    public var isTrashed: Bool
    /// The size of the file in bytes.
    public var size: Int
}

extension NotebookReading {
    /// The item with an identity, in the trash or not; `nil` if there is none.
    ///
    /// Blocks until the list is read.
    ///
    /// - Throws: what keeps the notebook from being read.
    public func item(_ id: Item.ID) throws -> Item? { try open().item(id) }
}

extension Notebook {
    /// The item with an identity, in the trash or not; `nil` if there is none.
    public func item(_ id: Item.ID) -> Item? {
        items.first { $0.id == id } ?? trashedItems.first { $0.id == id }
    }
}

extension ItemFile {
    /// What tells the file from any other content; see ``Draft/edit(_:_:ifStill:)``.
    public var digest: Digest { Digest.of(bytes) }

    /// The whole file as text, front matter included.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text behind the front matter.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The beginning of the text without markup, on one line.
    ///
    /// - Parameter limit: The highest number of characters; a text that is longer ends in `…`.
    public func excerpt(limit: Int) -> String {
        guard limit > 0 else { return "" }
        let plain = MarkdownPlainText.text(bytes, in: bodyStart..<bytes.count, limit: 2 * limit + 64)
        let line = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= limit ? line : line.prefix(limit - 1) + "…"
    }
}

extension NewItem {
    /// Makes a new item of a text, which may have front matter.
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
