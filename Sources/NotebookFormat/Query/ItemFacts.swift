/// What a query can ask of an item (docs/Query.md has the table of its fields).
package struct ItemFacts: Hashable, Sendable {
    /// The path that the item has, or had before it was deleted.
    package var path: BundlePath
    /// Whether it is a note or a card.
    package var kind: FileType
    /// The title, or what stands for it.
    package var title: String
    /// The tags.
    package var tags: [Tag]
    /// When it was made.
    package var created: Timestamp
    /// When it was last changed.
    package var modified: Timestamp
    /// Whether it stands before all others.
    package var isPinned: Bool
    /// Whether it is in the trash.
    package var isTrashed: Bool
    /// The size of the file in bytes.
    package var size: Int
    /// What is in the file; `nil` if it was not read.
    package var content: ItemContent?

    /// An item's facts.
    package init(
        path: BundlePath, kind: FileType, title: String, tags: [Tag] = [], created: Timestamp, modified: Timestamp,
        isPinned: Bool = false, isTrashed: Bool = false, size: Int = 0, content: ItemContent? = nil
    ) {
        self.path = path
        self.kind = kind
        self.title = title
        self.tags = tags
        self.created = created
        self.modified = modified
        self.isPinned = isPinned
        self.isTrashed = isTrashed
        self.size = size
        self.content = content
    }

    /// What the manifest says of an item, with the defaults of Format, clause 7.3; `nil` for files that are no items.
    package init?(_ entry: Entry, notebookCreated: Timestamp, content: ItemContent? = nil) {
        guard let item = entry.item else { return nil }
        let trashed = TrashedPath(entry.path)
        let created = item.created ?? notebookCreated
        self.init(
            path: trashed?.oldPath ?? entry.path, kind: entry.type, title: item.title ?? entry.path.stem,
            tags: item.tags, created: created, modified: item.modified ?? created, isPinned: item.pinned,
            isTrashed: trashed != nil, size: entry.size, content: content)
    }

    /// The folder that the item is in, or was in before it was deleted.
    package var folder: FolderPath { FolderPath(of: path) ?? .root }
}

/// What is in an item's file, as far as a query can ask for it.
package struct ItemContent: Hashable, Sendable {
    /// What stands behind the front matter, as Markdown.
    package var body: String
    /// The front of a card, as Markdown.
    package var front: String?
    /// The back of a card, as Markdown; `nil` if it has none.
    package var back: String?
    /// The names under which the files were attached that the item links to.
    package var attachments: [String]

    /// The content of an item.
    package init(body: String, front: String? = nil, back: String? = nil, attachments: [String] = []) {
        self.body = body
        self.front = front
        self.back = back
        self.attachments = attachments
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - path: Where the file stands.
    ///   - resolver: Finds what links lead to; needed for queries that ask for attachments alone.
    package init(_ file: ItemFile, at path: BundlePath, resolver: LinkResolver? = nil) {
        // The end of the last line is no part of what a person wrote there.
        func text(_ range: Range<Int>) -> String {
            var range = range
            while let last = file.bytes[range].last, last == 0x0A || last == 0x0D { range = range.dropLast() }
            return String(decoding: file.bytes[range], as: UTF8.self)
        }
        self.init(body: text(file.bodyStart..<file.bytes.count))
        if FileType(of: path) == .card {
            let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
            front = text(sides.front)
            back = sides.back.map(text)
        }
        guard let resolver else { return }
        var seen: Set<BundlePath> = []
        for link in file.links {
            guard case .file(let target) = link.target(resolver, from: path), FileType(of: target) == .blob,
                seen.insert(target).inserted
            else { continue }
            attachments.append(BlobName(target.name)?.readableName ?? String(target.name))
        }
    }
}
