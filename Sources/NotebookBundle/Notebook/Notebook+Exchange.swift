public import NotebookExchange
public import NotebookFiles
public import NotebookStore
public import NotebookStudy

extension Notebook {
    /// Imports notes and cards; updates items that were imported before.
    ///
    /// Blocks until all sources are read and the change is made.
    ///
    /// - Parameters:
    ///   - sources: Notes (`.md`, `.markdown`, `.txt`), folders of them, JSON, exports, and other notebooks.
    ///   - folder: The folder that receives the sources' own folders, as a person writes it; `nil` for the top level.
    ///   - choices: The format of the sources, if it is not to be found out, and what is done if something is missing.
    ///   - locations: The folders for temporary files and for the record of imports; both can be deleted at any time.
    ///   - environment: The clock, and the random source for new uuids; `nil` for those of the notebook.
    ///   - unlock: Gives an archive among the sources its password, if it needs one (``unlocked(with:)``).
    /// - Throws: an error if a source cannot be read or the notebook cannot be changed; then nothing is imported.
    @discardableResult
    public func importItems(
        from sources: [FileLocation], into folder: String? = nil, _ choices: ImportChoices = ImportChoices(),
        locations: FileLocations = .standard, environment: NotebookEnvironment? = nil,
        progress: (any WorkProgress)? = nil,
        unlocking unlock: @escaping (Notebook) throws -> Notebook = { $0 }
    ) throws -> EditResult<ImportOutcome> {
        try storage.importItems(
            from: sources, into: folder, choices, locations: locations, environment: environment,
            progress: progress ?? NoProgress()
        ) { try unlock(Notebook($0)).archive }
    }

    /// What an import would do; changes nothing.
    ///
    /// Blocks until all sources are read. The parameters are those of `importItems`.
    ///
    /// - Throws: the same as `importItems`.
    public func importPreview(
        from sources: [FileLocation], into folder: String? = nil, _ choices: ImportChoices = ImportChoices(),
        locations: FileLocations = .standard, environment: NotebookEnvironment? = nil,
        progress: (any WorkProgress)? = nil,
        unlocking unlock: @escaping (Notebook) throws -> Notebook = { $0 }
    ) throws -> ImportOutcome {
        try storage.importPreview(
            from: sources, into: folder, choices, locations: locations, environment: environment,
            progress: progress ?? NoProgress()
        ) { try unlock(Notebook($0)).archive }
    }

    /// Exports items into a folder or a file that other programs can read.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - reviews: Where reviews are that the notebook does not have, for formats with reviews.
    ///   - environment: The random source for the names of temporary files; `nil` for that of the notebook.
    ///   - choose: Chooses the items; by default all.
    /// - Throws: an error if the name of a folder is in use, a stream is to receive a folder, an item is malformed, or files
    ///   cannot be read or written, or what `choose` and a stream throw.
    @discardableResult
    public func export(
        to target: ExportTarget, as format: ExportFormat, withReviewsOf reviews: StudyFolder? = nil,
        environment: NotebookEnvironment? = nil,
        choosing choose: (NotebookSnapshot) throws -> [Item] = { $0.listing.items }
    ) throws -> Exported {
        try source.export(to: target, as: format, withReviewsOf: reviews, environment: environment, choosing: choose)
    }

    /// A page with everything that a browser shows, which reloads itself when a later page replaces it.
    ///
    /// Blocks until everything is read.
    ///
    /// - Parameters:
    ///   - number: The number of the page, counted from 0.
    ///   - choose: Chooses the item that the page shows first; by default the list.
    /// - Returns: The title of the notebook, and the page in HTML.
    /// - Throws: an error if an item is malformed, if files cannot be read, or what `choose` throws.
    public func page(
        _ number: Int = 0, showing choose: (NotebookSnapshot) throws -> Item? = { _ in nil }
    ) throws -> (title: String, text: String) {
        var html: [UInt8] = []
        let title = try source.writePage(number, showing: choose) { html += $0 }
        return (title, String(decoding: html, as: UTF8.self))
    }
}
