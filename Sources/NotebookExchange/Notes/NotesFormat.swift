import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// Notes as files, and folders of them, such as a vault of Obsidian.
package struct NotesFormat: ItemImporter {
    package let name = "notes"
    package let sources = "notes (.md, .markdown, .txt) and folders of them"

    package func open(_ place: ImportLocation, _ request: ImportRequest) throws -> (any OpenSource)? {
        if place.isDirectory {
            var folder = try SourceFolder(place.path, shown: place.shown, name: place.name)
            folder.setAside(place.cache.exports)
            if let notes = place.cache.notes {
                folder.keepOnly(notes)
                folder.isExport = place.cache.isExport
                return FolderOfNotes(folder: folder, record: nil, settings: nil)
            }
            let record = try VaultRecord(in: folder.files)
            if let record { folder.keepAsFiles(record.attachments.union(record.extras)) }
            if record == nil, try folder.files.status(DiskPath(VaultRecord.path)) != nil {
                folder.exclude(VaultRecord.path, because: "is damaged, so that cards are imported as notes")
            }
            let settings = try VaultSettings(in: folder.files, hasRecord: record != nil)
            return FolderOfNotes(folder: folder, record: record, settings: settings)
        }
        guard place.isFile(".md", ".markdown", ".txt") else { return nil }
        var folder = try SourceFolder(ExternalPath.parent(of: place.path), shown: place.shown, isDeep: false)
        folder.keepOnly([ExternalPath.name(of: place.path).composed])
        return FolderOfNotes(folder: folder, record: nil, settings: nil)
    }
}

/// A folder of notes, to be written into a bundle.
private struct FolderOfNotes: OpenSource {
    let folder: SourceFolder
    /// What an export left in the folder.
    let record: VaultRecord?
    /// The settings of the vault, if the folder is one.
    let settings: VaultSettings?

    var description: NotebookDescription? { record?.description }

    func apply(to settings: inout NotebookDescription.Settings) -> [ImportReport.Row] {
        self.settings?.apply(to: &settings) ?? []
    }

    func write(
        into bundle: inout NewBundle, for notebook: UniqueIdentifier, _ request: ImportRequest
    ) throws -> Conversion {
        let conversion = try FolderImport(
            folder, record, for: notebook, takesExtras: request.takesExtras, keepsTwins: request.keepsTwins,
            environment: request.environment, progress: request.progress)
        let result = try conversion.run(into: &bundle)
        return Conversion(report: result.report, created: result.created, guessed: result.guessed)
    }
}
