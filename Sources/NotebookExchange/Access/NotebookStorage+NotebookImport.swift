import Archives
public import NotebookFiles
public import NotebookFormat
import NotebookPacking
public import NotebookStore
import NotebookText

extension NotebookStorage {
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
    /// - Throws: `ImportFailure`, or an error if a source cannot be read or the notebook cannot be changed; then
    ///   nothing is imported.
    @discardableResult
    public func importItems(
        from sources: [Place], into folder: FolderPath? = nil, password: String? = nil,
        places: Places = .standard, environment: NotebookEnvironment = .system,
        progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<ImportOutcome> {
        try places.withScratch(environment) { scratch in
            let uuid = try read(\.listing.description.uuid)
            let opened = try sources.map { source in
                try ImportFailure.requireSource(source)
                guard (self as? NotebookDirectory)?.lies(at: source.path) != true else {
                    throw ImportFailure(path: PrintableText.escaped(source.path), reason: "this is the notebook itself")
                }
                let request = ImportRequest(scratch: scratch.path, environment: environment, progress: progress) {
                    archive in
                    password.map { archive.unlocked(with: Array($0.utf8)) } ?? archive
                }
                return try ImportFormats.open(
                    ImportLocation(source.path, shown: PrintableText.escaped(source.path)), for: uuid, request)
            }
            var received = ReceivedItems(of: uuid, in: places.cache)
            let edit = try edit { draft in try draft.receive(opened, into: folder, &received) }
            // The notes are already imported: without this record, the next import merely keeps more old versions than
            // necessary.
            try? received.save()
            return edit
        }
    }
}
