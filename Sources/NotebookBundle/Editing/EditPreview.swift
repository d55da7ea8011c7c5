public import NotebookFormat

/// What a change would do.
public struct EditPreview<Result> {
    /// What the change would give.
    public let result: Result
    /// The items that would get another path.
    public let moves: [(old: BundlePath, new: BundlePath)]
    /// The texts that would change.
    public let texts: [TextChange]
}

extension NotebookDirectory {
    /// Tries a change on a draft that is then dropped: nothing is written.
    ///
    /// What an interrupted change left behind is completed or taken away first, as by every change.
    public func preview<Result>(_ body: (inout Draft) throws -> Result) throws -> EditPreview<Result> {
        if try hasPendingChange() { _ = try recover() }
        return try readFiles { files in
            let staging = MemoryStaging(files)
            let notebook = try Notebook(try tree(files))
            var draft = Draft(notebook, store: Store(staging, now: world.now), world: world)
            let result = try body(&draft)
            try draft.keepLinks()
            let origins = draft.pathsBefore
            var texts: [TextChange] = []
            for path in draft.writtenPaths where FileType(of: path)?.isItem == true && TrashedPath(path) == nil {
                let old = origins[path] ?? path
                let before = try draft.original(old) ?? []
                let after = try draft.peek(path, limit: ItemFile.maximumBytes) ?? []
                texts.append(TextChange(path: path, oldPath: old == path ? nil : old, old: before, new: after))
            }
            let trashed = draft.writtenPaths.compactMap { path in
                TrashedPath(path).flatMap { notebook.manifest[$0.oldPath] == nil ? nil : (old: $0.oldPath, new: path) }
            }
            let moves = origins.filter { $0.key != $0.value }.map { (old: $0.value, new: $0.key) } + trashed
            return EditPreview(
                result: result, moves: moves.sorted { $0.old < $1.old }, texts: texts.filter { $0.old != $0.new })
        }
    }
}
