package import NotebookText

/// The values of an item that are numbers: a list of many entries keeps them for each.
package struct ItemNumbers: Hashable, Sendable {
    /// The uuid; `nil` until the item is sealed.
    package var uuid: UniqueIdentifier?
    /// When the item was created; the default is the creation date of the notebook.
    package var created: Timestamp?
    /// When the item was last changed; the default is its creation date.
    package var modified: Timestamp?
    /// Whether the item is pinned.
    package var pinned = false
}

/// The values that an item states; missing ones have defaults that depend on the notebook (Format, clause 17.3).
package struct ItemMetadata: Hashable, Sendable {
    /// The values that are numbers.
    package var numbers: ItemNumbers
    /// The title; the default is the stem of the path.
    package var title: String?
    /// The tags, in the user's order.
    package var tags: [Tag]

    /// The uuid; `nil` until the item is sealed.
    package var uuid: UniqueIdentifier? {
        get { numbers.uuid }
        set { numbers.uuid = newValue }
    }
    /// When the item was created.
    package var created: Timestamp? {
        get { numbers.created }
        set { numbers.created = newValue }
    }
    /// When the item was last changed.
    package var modified: Timestamp? {
        get { numbers.modified }
        set { numbers.modified = newValue }
    }
    /// Whether the item is pinned.
    package var pinned: Bool {
        get { numbers.pinned }
        set { numbers.pinned = newValue }
    }

    /// Makes metadata with the given values, by default none.
    package init(
        uuid: UniqueIdentifier? = nil, title: String? = nil, created: Timestamp? = nil, modified: Timestamp? = nil,
        pinned: Bool = false, tags: [Tag] = []
    ) {
        self.init(
            ItemNumbers(uuid: uuid, created: created, modified: modified, pinned: pinned), title: title, tags: tags)
    }

    /// Makes metadata of numbers and texts.
    package init(_ numbers: ItemNumbers, title: String?, tags: [Tag]) {
        (self.numbers, self.title, self.tags) = (numbers, title, tags)
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
