import Cores
public import NotebookFiles
public import NotebookFormat
public import NotebookStore

extension NotebookStorage {
    /// Imports notes and cards; updates items that were imported before.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func importItems(
        from sources: [Place], into folder: FolderPath? = nil, password: String? = nil,
        places: Places = .standard, surroundings: Surroundings = .system, progress: any WorkProgress = NoProgress()
    ) async throws -> EditResult<ImportOutcome> {
        try await BackgroundJob.run {
            try importItems(
                from: sources, into: folder, password: password, places: places, surroundings: surroundings,
                progress: progress)
        }
    }
}

extension NotebookReading {
    /// Exports the items of the notebook as one JSON text.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public func exportedJSON(_ items: [Item]? = nil) async throws -> (text: [UInt8], leftBehind: [String]) {
        try await BackgroundJob.run { try exportedJSON(items) }
    }

    /// Exports items into a new folder that other programs can read, completely or not at all.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    @discardableResult
    public func export(
        _ name: String, in directory: String, as format: ExportFormat, items: [Item]? = nil,
        surroundings: Surroundings = .system
    ) async throws -> [String] {
        try await BackgroundJob.run {
            try export(name, in: directory, as: format, items: items, surroundings: surroundings)
        }
    }
}

extension NotebookDirectory {
    /// Makes a notebook from a folder of notes, or from an export.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public static func create(
        _ name: String, in directory: String, title: String? = nil, from folder: Place, takesExtras: Bool = false,
        places: Places = .standard, surroundings: Surroundings = .system, progress: any WorkProgress = NoProgress()
    ) async throws -> (notebook: NotebookDirectory, report: ImportReport) {
        try await BackgroundJob.run {
            try create(
                name, in: directory, title: title, from: folder, takesExtras: takesExtras, places: places,
                surroundings: surroundings, progress: progress)
        }
    }
}
