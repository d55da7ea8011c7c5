import NotebookFormat

/// Items whose front matter git has marked as in conflict, and what becomes of it: one front matter, made of both.
struct SettledConflicts {
    /// The whole texts, by the paths of the items.
    private(set) var texts: [BundlePath: [UInt8]] = [:]

    /// The items, in the order of their paths.
    var paths: [BundlePath] { texts.keys.sorted() }

    /// No items.
    init() {}

    /// Settles what can be settled, and has the inspection see those items as they will be.
    ///
    /// - Parameter takesAll: Whether undecidable values are taken as well, one of them as a comment.
    init(_ inspection: inout Inspection, _ files: any FileOperations, takesAll: Bool) throws {
        for (index, fact) in inspection.files.enumerated() {
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
