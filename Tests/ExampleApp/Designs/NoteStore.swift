public import NotebookBundle

/// A store with a file for each note, as an app sees it.
public protocol NoteStore: Sendable {
    /// All notes, in the order of the settings.
    func notes() async throws -> [Item]
    /// The text of a note.
    func text(of note: Item.ID) async throws -> String
    /// Saves a text as a note: a new one without a note.
    @discardableResult
    func save(_ text: String, as note: Item.ID?) async throws -> Item.ID
    /// Moves a note to the trash.
    func delete(_ note: Item.ID) async throws
}

/// The store in a notebook, with settings in a property list.
public struct NotebookNoteStore: NoteStore {
    private let notebook: Notebook
    private let settings: SettingsFile

    /// The store in a notebook.
    public init(_ notebook: Notebook, settings: FileLocation) {
        (self.notebook, self.settings) = (notebook, SettingsFile(settings))
    }

    /// Sets how lists are sorted.
    public func sort(by key: NotebookDescription.SortKey, now: Timestamp) throws {
        try settings.change(now: now) { try $0.set(.general(.sortOrder), key.rawValue) }
    }

    /// All notes, in the order of the settings.
    public func notes() async throws -> [Item] {
        let key = try settings.load(now: Timestamp(clamping: 0)).settings.text(of: .general(.sortOrder))
        let order = key.flatMap { NotebookDescription.SortKey(rawValue: $0) }.map { ItemOrder($0) }
        return try await notebook.read { try $0.items(matching: .isNote, sortedBy: order) }
    }

    /// The text of a note.
    public func text(of note: Item.ID) async throws -> String {
        try await notebook.read { snapshot in
            try snapshot.listing.item(note).map { try snapshot.file(of: $0).bodyText } ?? ""
        }
    }

    /// Saves a text as a note: a new one without a note.
    @discardableResult
    public func save(_ text: String, as note: Item.ID?) async throws -> Item.ID {
        try await notebook.edit { draft in
            guard let item = note.flatMap({ draft.listing.item($0) }) else {
                return try draft.add(NewItem(note: text)).id
            }
            _ = try draft.edit(item, ItemChange(text: text))
            return item.id
        }.result
    }

    /// Moves a note to the trash.
    public func delete(_ note: Item.ID) async throws {
        try await notebook.edit { draft in
            if let item = draft.listing.item(note) { _ = try draft.moveToTrash([item]) }
        }
    }
}
