package import NotebookFormat
package import NotebookLinks
package import NotebookText

/// The facts about an item that a query can use (docs/Query.md lists the fields).
package struct ItemFacts: Hashable, Sendable {
    /// The path of the item, or its path before it was deleted.
    package var path: BundlePath
    /// Whether it is a note or a card.
    package var kind: FileType
    /// The values of its front matter, with defaults for missing ones.
    package var item: ItemMetadata
    /// The tags in the text, if these count; `nil` if the text was not read.
    package var inlineTags: [Tag]? = []
    /// Whether it is in the trash.
    package var isTrashed: Bool
    /// The size of the file in bytes.
    package var size: Int
    /// The content of the file; `nil` if it was not read.
    package var content: ItemContent?
    /// How the item is connected with others; `nil` if their links were not read.
    package var connections: ItemConnections?

    /// Makes the facts of an item, with the defaults of Format, clause 17.3, for values that it does not state.
    package init(
        path: BundlePath, kind: FileType, item: ItemMetadata, notebookCreated: Timestamp, isTrashed: Bool = false,
        size: Int = 0, content: ItemContent? = nil
    ) {
        (self.path, self.kind, self.isTrashed, self.size, self.content) = (path, kind, isTrashed, size, content)
        self.item = item.withDefaults(stem: path.stem, notebookCreated: notebookCreated)
    }

    /// Takes the facts from a manifest; `nil` for files that are not items.
    package init?(_ entry: Entry, notebookCreated: Timestamp, content: ItemContent? = nil) {
        guard let item = entry.item else { return nil }
        let trashed = TrashedPath(entry.path)
        self.init(
            path: trashed?.oldPath ?? entry.path, kind: entry.type, item: item, notebookCreated: notebookCreated,
            isTrashed: trashed != nil, size: entry.size, content: content)
    }

    /// The folder of the item, or its folder before it was deleted.
    package var folder: FolderPath { FolderPath(of: path) ?? .root }
}

/// How an item is connected with others.
package struct ItemConnections: Hashable, Sendable {
    /// Another item, which a query can name by its title or its path.
    package struct Peer: Hashable, Sendable {
        /// Its title.
        package let title: String
        /// Its path.
        package let path: BundlePath

        /// Makes the value of its parts.
        package init(_ title: String, _ path: BundlePath) { (self.title, self.path) = (title, path) }

        /// The texts that name it.
        package var names: [String] { [title, path.text] }
    }

    /// The items that it links to.
    package var linked: [Peer] = []
    /// The items that link to it.
    package var linking: [Peer] = []
    /// How many of its links lead nowhere.
    package var brokenLinks = 0
    /// The items that it names without a link, of those that the query asks for.
    package var mentioned: [Peer] = []

    /// An item without links.
    package init() {}
}

/// The content of an item's file, as far as a query can use it.
package struct ItemContent: Hashable, Sendable {
    /// The text after the front matter, as Markdown.
    package var body: String
    /// The front of a card, as Markdown.
    package var front: String?
    /// The back of a card, as Markdown; `nil` if it has none.
    package var back: String?
    /// The names of the attachments that the item links to.
    package var attachments: [String]
    /// The properties.
    package var properties: [Property]
    /// The tasks, if the query needs them.
    package var tasks: [ItemTask] = []

    /// Makes the content of an item.
    package init(
        body: String, front: String? = nil, back: String? = nil, attachments: [String] = [], properties: [Property] = []
    ) {
        self.body = body
        self.front = front
        self.back = back
        self.attachments = attachments
        self.properties = properties
    }

    /// Reads the content of a file.
    ///
    /// - Parameters:
    ///   - parts: The parts that the query needs.
    ///   - path: The path of the file.
    ///   - resolver: Resolves links; only needed for queries about attachments.
    package init(
        _ file: ItemFile, at path: BundlePath, parts: Set<QueryPart> = [], resolver: LinkResolver? = nil
    ) {
        // The last line end is not part of what a person wrote there.
        func text(_ range: Range<Int>) -> String {
            var range = range
            while let last = file.bytes[range].last, last == 0x0A || last == 0x0D { range = range.dropLast() }
            return String(decoding: file.bytes[range], as: UTF8.self)
        }
        self.init(body: text(file.bodyStart..<file.bytes.count), properties: file.properties)
        if parts.contains(.tasks) { tasks = file.tasks }
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
