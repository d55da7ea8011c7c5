package import NotebookText

/// The values that an item states; missing ones have defaults that depend on the notebook (Format, clause 17.3).
package struct ItemMetadata: Hashable, Sendable {
    /// The uuid; `nil` until the item is sealed.
    package var uuid: UniqueIdentifier?
    /// The title; the default is the stem of the path.
    package var title: String?
    /// When the item was created; the default is the creation date of the notebook.
    package var created: Timestamp?
    /// When the item was last changed; the default is its creation date.
    package var modified: Timestamp?
    /// Whether the item is pinned.
    package var pinned: Bool
    /// The tags, in the user's order.
    package var tags: [Tag]

    /// Makes metadata with the given values, by default none.
    package init(
        uuid: UniqueIdentifier? = nil, title: String? = nil, created: Timestamp? = nil, modified: Timestamp? = nil,
        pinned: Bool = false, tags: [Tag] = []
    ) {
        self.uuid = uuid
        self.title = title
        self.created = created
        self.modified = modified
        self.pinned = pinned
        self.tags = tags
    }
}

/// The positions of an item's front matter and body (Format, clause 17.1).
package struct ItemLayout {
    /// The front matter without its delimiters; `nil` if there is none.
    package let frontMatter: Range<Int>?
    /// The beginning of the text, after a byte order mark.
    let start: Int
    /// The offset after the closing delimiter, or the beginning if there is no front matter.
    package let frontMatterEnd: Int
    /// The beginning of the body, after the one empty line that follows the front matter.
    package let bodyStart: Int

    package init(_ bytes: [UInt8]) {
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = Line(at: start, in: bytes)
        var line = first
        while first.isRule(in: bytes), line.end < bytes.count {
            line = Line(at: line.end, in: bytes)
            guard line.isRule(in: bytes) else { continue }
            frontMatter = first.end..<line.content.lowerBound
            frontMatterEnd = line.end
            let next = Line(at: line.end, in: bytes)
            bodyStart = next.content.isEmpty ? next.end : line.end
            return
        }
        (frontMatter, frontMatterEnd, bodyStart) = (nil, start, start)
    }
}
