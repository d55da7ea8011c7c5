import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookStore
import NotebookText

/// Resolves conflict markers of git: items get front matter merged from both versions, logs of reviews keep the reviews
/// of both sides, and the description is merged.
struct SettledConflicts {
    /// The whole texts of the resolved items, by their paths.
    private(set) var texts: [BundlePath: [UInt8]] = [:]

    /// The whole contents of the other files, by their paths.
    private(set) var files: [BundlePath: [UInt8]] = [:]

    /// The resolved files, in the order of their paths.
    var paths: [BundlePath] { (Array(texts.keys) + files.keys).sorted() }

    /// No items.
    init() {}

    /// Resolves what can be resolved, and updates the inspection accordingly.
    ///
    /// - Parameter takesAll: Whether to keep both of two values that cannot be merged, one of them as a comment.
    init(_ inspection: inout Inspection, _ files: any FileOperations, takesAll: Bool) throws {
        for (index, fact) in inspection.files.enumerated() {
            if fact.type == .extra, StudyFiles.isLog(fact.path), fact.size <= StudyFiles.maximumBytes {
                let bytes = try files.content(of: fact.place, limit: StudyFiles.maximumBytes)
                guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
                self.files[fact.path] = StudyFiles.withoutConflictMarkers(bytes)
                continue
            }
            if fact.path == .notebook, case .malformed = inspection.description {
                let bytes = try files.content(of: fact.place, limit: NotebookDescription.maximumBytes)
                guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
                guard let merged = MergedDescription(marked: bytes)?.description else { continue }
                self.files[.notebook] = merged.text
                inspection.description = .read(merged, bytes: merged.text)
                continue
            }
            guard case .unreadable(let problem, _)? = fact.item, problem.kind == .conflictMarker, let type = fact.type
            else { continue }
            let bytes = try files.content(of: fact.place, limit: ItemFile.maximumBytes)
            guard Digest.of(bytes) == fact.digest else { throw StoreError.changedMeanwhile(fact.path.text) }
            guard let merged = MarkedFrontMatter(bytes), merged.isSettled || takesAll else { continue }
            texts[fact.path] = merged.bytes
            inspection.files[index] = FileFact(
                path: fact.path, size: fact.size, digest: fact.digest, item: ItemFact(merged.bytes, type: type),
                storedPath: fact.storedPath)
        }
    }
}
