public import NotebookFiles
import NotebookPacking
public import NotebookStore

extension NotebookReading {
    /// Exports the items of the notebook as one JSON text, with their attachments and the notebook's description.
    ///
    /// Blocks until everything is read.
    ///
    /// - Parameter items: The items to export, from a snapshot of this notebook; `nil` for all.
    /// - Returns: The text in UTF-8, and a description of what is left out.
    /// - Throws: `NotebookError.malformedItem`, or an error if the notebook cannot be read.
    public func exportedJSON(_ items: [Item]? = nil) throws -> (text: [UInt8], leftBehind: [String]) {
        try read { snapshot in
            try ExportedNotebook(snapshot).text(items ?? snapshot.listing.items, as: .json)
        }
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
    /// - Throws: `NotebookError.taken` if the name is in use, `NotebookError.malformedItem`, or `SystemError`.
    @discardableResult
    public func export(
        _ name: String, in directory: String, as format: ExportFormat, items: [Item]? = nil,
        environment: NotebookEnvironment = .system
    ) throws -> [String] {
        try read { snapshot in
            let items = items ?? snapshot.listing.items
            let notebook = ExportedNotebook(snapshot)
            guard format.exporter.isOneFile else {
                return try notebook.write(items, as: format, to: name, in: DirectoryFiles(directory), environment)
            }
            let (text, leftBehind) = try notebook.text(items, as: format)
            try DirectoryFiles(directory).writeWhole(name, environment: environment) { write in try write(text) }
            return leftBehind
        }
    }
}

extension ExportedNotebook {
    init(_ snapshot: NotebookSnapshot) { self.init(snapshot.listing, snapshot.files) }

    /// An export as one file, and a description of what is left out.
    func text(_ items: [Item], as format: ExportFormat) throws -> (text: [UInt8], leftBehind: [String]) {
        var text: [UInt8] = []
        let leftBehind = try format.exporter.write(items, of: self) { _, content in try content { text += $0 } }
        return (text, leftBehind)
    }

    /// Writes the files of an export into a new folder, completely or not at all; returns a description of what is left
    /// out.
    ///
    /// - Throws: `NotebookError.taken`, or an error if files cannot be read or written.
    package func write(
        _ items: [Item], as format: ExportFormat, to name: String, in files: any FileOperations,
        _ environment: NotebookEnvironment
    ) throws -> [String] {
        guard try files.status(DiskPath(name)) == nil else { throw NotebookError.taken(environment.display(name)) }
        let placement = try Placement(ofDirectory: name, in: files, environment: environment)
        let temporary = placement.temporary
        let leftBehind = try format.exporter.write(items, of: self) { path, content in
            let place = DiskPath("\(temporary.text)/\(path)")
            _ = try files.makeDirectories(place.parent)
            let file = try files.create(place)
            defer { files.close(file) }
            try content { try files.writeAll($0, to: file) }
        }
        try files.synchronizeAll()
        try placement.finish()
        return leftBehind
    }
}
