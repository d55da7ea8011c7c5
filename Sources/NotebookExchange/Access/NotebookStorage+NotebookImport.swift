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
    ///   - surroundings: The clock, and the random source for new uuids.
    /// - Throws: `ImportFailure`, or an error if a source cannot be read or the notebook cannot be changed; then
    ///   nothing is imported.
    @discardableResult
    public func importItems(
        from sources: [Place], into folder: FolderPath? = nil, password: String? = nil,
        places: Places = .standard, surroundings: Surroundings = .system, progress: any WorkProgress = NoProgress()
    ) throws -> EditResult<ImportOutcome> {
        let world = World(surroundings)
        return try places.withScratch(world) { scratch in
            let cache = places.cache
            let uuid = try read(\.notebook.description.uuid)
            let request = ImportRequest(scratch: scratch.path, world: world, progress: progress) { archive, _ in
                password.map { archive.unlocked(with: Array($0.utf8)) } ?? archive
            }
            let origins = try sources.map { source in
                try ImportFailure.requireSource(source)
                guard (self as? NotebookDirectory)?.lies(at: source.path) != true else {
                    throw ImportFailure(path: PrintableText.escaped(source.path), reason: "this is the notebook itself")
                }
                return ImportPlace(source.path, shown: PrintableText.escaped(source.path))
            }
            let opened = try ImportFormats.open(origins, for: uuid, request)
            var received = ReceivedItems(of: uuid, in: cache)
            let result = try edit { draft in try draft.take(opened, into: folder, &received) }
            // The notes are already imported: without this record, the next import merely keeps more old versions than
            // necessary.
            try? received.save()
            return result
        }
    }
}
