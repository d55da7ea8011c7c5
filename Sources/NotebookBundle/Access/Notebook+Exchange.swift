public import NotebookExchange
public import NotebookFiles
public import NotebookFormat
public import NotebookStore

extension Notebook {
    /// Imports notes and cards; updates items that were imported before.
    ///
    /// Blocks until all sources are read and the change is made.
    ///
    /// - Parameters:
    ///   - sources: Notes (`.md`, `.markdown`, `.txt`), folders of them, JSON, exports, and other notebooks.
    ///   - folder: The folder that receives the sources' own folders; `nil` for the top level.
    ///   - password: The password of encrypted archives among the sources.
    ///   - places: The folders for temporary files and for the record of imports; both can be deleted at any time.
    ///   - environment: The clock, and the random source for new uuids.
    /// - Throws: an error if a source cannot be read or the notebook cannot be changed; then nothing is imported.
    @discardableResult
    public func importItems(
        from sources: [Place], into folder: FolderPath? = nil, password: String? = nil, places: Places = .standard,
        environment: NotebookEnvironment = .system, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<ImportOutcome> {
        try storage.importItems(
            from: sources, into: folder, password: password, places: places, environment: environment,
            progress: progress)
    }

    /// Exports the items of the notebook as one JSON text, with their attachments and the notebook's description.
    ///
    /// Blocks until everything is read.
    ///
    /// - Parameter items: The items to export, from a snapshot of this notebook; `nil` for all.
    /// - Returns: The text in UTF-8, and a description of what is left out.
    /// - Throws: an error if an item is malformed, or the notebook cannot be read.
    public func exportedJSON(_ items: [Item]? = nil) throws -> (text: [UInt8], leftBehind: [String]) {
        try source.exportedJSON(items)
    }

    /// Exports items into a new folder that other programs can read, completely or not at all.
    ///
    /// Blocks until everything is written.
    ///
    /// - Parameters:
    ///   - name: The name of the folder, which must not exist.
    ///   - directory: The directory of the folder.
    ///   - items: The items to export, from a snapshot of this notebook; `nil` for all.
    /// - Returns: A description of what is left out.
    /// - Throws: an error if the name is in use, an item is malformed, or the folder cannot be written.
    @discardableResult
    public func export(
        _ name: String, in directory: String, as format: ExportFormat, items: [Item]? = nil,
        environment: NotebookEnvironment = .system
    ) throws -> [String] {
        try source.export(name, in: directory, as: format, items: items, environment: environment)
    }
}
