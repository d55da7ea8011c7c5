package import NotebookFormat

/// What a new note or card is made of.
package struct NewItem: Sendable {
    /// A note or a card.
    package var type: FileType
    /// The title; `nil` takes the first line, or "New Note" or "New Card".
    package var title: String?
    package var folder = FolderPath.root
    package var tags: [Tag] = []
    package var isPinned = false
    /// The body; of a card both sides with the separator.
    package var body: [UInt8] = []

    package init(_ type: FileType) { self.type = type }
}

extension Draft {
    /// Adds a note or card and gives its path.
    package mutating func add(_ new: NewItem) throws -> Item {
        let now = world.now()
        var metadata = ItemMetadata(uuid: world.newUUID(), created: now, modified: now, pinned: new.isPinned, tags: Tag.unique(new.tags))
        let body = new.body.isEmpty || new.body.last == 0x0A ? new.body : new.body + [0x0A]
        let plain = try ItemFile(metadata: metadata, body: body)
        let name: String
        if let title = new.title?.nonEmpty {
            metadata.title = try Self.title(title)
            name = title
        } else {
            // A card without a title is listed by its front; a note gets its first line as title.
            let line = ReadableItem.firstLine(of: plain)
            let fallback = new.type == .card ? "New Card" : "New Note"
            name = line.flatMap { PortableName.made(from: $0) } ?? fallback
            if new.type == .note { metadata.title = line ?? fallback }
        }
        let path = try freePath(for: name, type: new.type, in: new.folder)
        try write(try ItemFile(metadata: metadata, body: body), at: path)
        return try item(at: path)
    }

    static func title(_ text: String) throws -> String {
        guard let title = Title.accepted(text), !title.isEmpty else { throw NotebookError.notATitle(text) }
        return title
    }

    /// The item at a path, as lists will show it after the change.
    func item(at path: BundlePath) throws -> Item {
        guard let item = entry(path).flatMap({ Item($0, notebookCreated: description.created) }) else {
            throw NotebookError.gone(path)
        }
        return item
    }
}

extension String {
    fileprivate var nonEmpty: String? { Title.accepted(self)?.isEmpty == true ? nil : self }
}
