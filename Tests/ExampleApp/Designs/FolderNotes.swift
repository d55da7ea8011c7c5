public import NotebookBundle

/// A notes app that shows folders as they are: a tree, sorting, renaming, moving, deleting with a question that can be turned
/// off, another place for the notes, and a first note when there is none.
public struct FolderNotes: Sendable {
    private let place: FileLocation
    private let settingsPlace: FileLocation
    private let notebook: Notebook
    /// Whether the app runs for the first time, and made a notebook with an example.
    public let isFirstTime: Bool

    /// Opens the notes at a place, and makes them there if they are missing.
    public init(at place: FileLocation, settings: FileLocation) throws {
        (self.place, settingsPlace) = (place, settings)
        let known = LibraryFolder(place).notebook("Notes")
        isFirstTime = known == nil
        if let known {
            notebook = try Notebook.open(known.path)
        } else {
            try place.create()
            notebook = try Notebook.create(
                "Notes.notebundle", in: place.path, title: "Notes", samplesWith: ["Write something."])
        }
    }

    private var settings: SettingsFile { SettingsFile(settingsPlace) }

    /// The same notes at another place, with what is in them.
    public func switched(to other: FileLocation) throws -> FolderNotes {
        try other.create()
        try notebook.synchronize(with: other.subpath("Notes.notebundle").path)
        return try FolderNotes(at: other, settings: settingsPlace)
    }

    /// A folder with its items and folders.
    public func folder(at path: FolderPath) throws -> Folder? { try notebook.read { $0.listing.folder(at: path) } }

    /// The items in a folder at any depth, sorted.
    public func items(in folder: FolderPath, by key: NotebookDescription.SortKey) throws -> [Item] {
        try notebook.read { try $0.items(matching: .isInside(folder), sortedBy: ItemOrder(key)) }
    }

    /// Adds a note.
    @discardableResult
    public func add(_ text: String, in folder: FolderPath) throws -> Item {
        var note = NewItem(note: text)
        note.folder = folder
        return try notebook.edit { [note] in try $0.add(note) }.result
    }

    /// Gives a note another title and file name.
    @discardableResult
    public func rename(_ note: Item, to title: String) throws -> Item {
        try notebook.edit { try $0.rename(note, to: title) }.result
    }

    /// Moves a note to a folder.
    @discardableResult
    public func move(_ note: Item, to folder: FolderPath) throws -> Item {
        try notebook.edit { try $0.move(note, to: folder) }.result
    }

    /// Whether to ask before deleting.
    public func asksBeforeDeleting(now: Timestamp) throws -> Bool {
        try settings.load(now: now).settings.text(of: .general(.confirmDelete)) != "false"
    }

    /// Moves a note to the trash.
    ///
    /// - Parameter neverAsksAgain: What the person answered besides.
    public func delete(_ note: Item, neverAsksAgain: Bool, now: Timestamp) throws {
        try notebook.edit { _ = try $0.moveToTrash([note]) }
        if neverAsksAgain { try settings.change(now: now) { try $0.set(.general(.confirmDelete), "false") } }
    }
}
