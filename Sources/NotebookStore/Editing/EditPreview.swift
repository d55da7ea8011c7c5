import NotebookFiles
public import NotebookFormat
package import NotebookLinks
import NotebookText

/// A preview of a change.
public struct EditPreview<Result> {
    /// The result of the change.
    public let result: Result
    /// The updates of links.
    public let links: LinkKeeping
    /// All files that would change: first moved and deleted ones, then the others, each by its old path;
    /// `notebook.json` and the manifest come last.
    public let files: [FileChange]

    /// The notes and cards whose texts would change, in the order of their paths.
    package var texts: [TextChange] {
        files.compactMap { file in
            guard let path = file.newPath, FileType(of: path)?.isItem == true, TrashedPath(path) == nil,
                file.old != file.new
            else { return nil }
            return TextChange(
                path: path, oldPath: file.oldPath == path ? nil : file.oldPath, old: file.old, new: file.new)
        }.sorted { $0.path < $1.path }
    }
}

extension EditPreview: Sendable where Result: Sendable {}

/// A file that would be added, changed, moved or deleted.
public struct FileChange: Sendable {
    /// Its path now; `nil` if it is new.
    public let oldPath: BundlePath?
    /// Its path afterwards; `nil` if it is deleted.
    public let newPath: BundlePath?
    /// Its content now; empty for a file that only moves.
    public let old: [UInt8]
    /// Its content afterwards.
    public let new: [UInt8]
}

extension NotebookDirectory {
    /// Makes a change in a draft that is then discarded: nothing is written.
    ///
    /// As before every change, an interrupted change is first completed or undone. Blocks while others change the
    /// notebook, and while `body` runs.
    ///
    /// - Throws: the same as `edit`.
    package func preview<Result>(_ body: (inout Draft) throws -> Result) throws -> EditPreview<Result> {
        if try hasPendingChange() { _ = try recover() }
        return try readFiles { files in
            let staging = MemoryStaging(files)
            let listing = try NotebookListing(try tree(files))
            let draft = Draft(
                listing, store: Store(staging, environment), environment: environment, cache: notebookCache)
            return try draft.preview(body)
        }
    }

    /// Makes a change in a draft of a notebook with unsaved texts; nothing is written, not even to complete an
    /// interrupted change.
    ///
    /// - Parameters:
    ///   - listing: The notebook with these texts.
    ///   - texts: The unsaved texts of files.
    ///   - naming: The items whose links may name some files.
    package func preview<Result>(
        _ listing: NotebookListing, with texts: [BundlePath: [UInt8]],
        naming: @escaping @Sendable (FileNames) -> Set<BundlePath>, _ body: (inout Draft) throws -> Result
    ) throws -> EditPreview<Result> {
        try readFiles { files in
            let staging = MemoryStaging(LaidFiles(texts, over: files))
            var draft = Draft(listing, store: Store(staging, environment), environment: environment)
            draft.namers = naming
            return try draft.preview(body)
        }
    }
}

extension Draft {
    /// Makes a change, and says what it would write.
    fileprivate consuming func preview<Result>(
        _ body: (inout Draft) throws -> Result
    ) throws -> EditPreview<Result> {
        let result = try body(&self)
        try settle()
        return EditPreview(result: result, links: keptLinks, files: try changes())
    }

    /// The files that this draft changes.
    fileprivate func changes() throws -> [FileChange] {
        var gone = Set(deletedPaths)
        var files: [FileChange] = []
        for path in writtenPaths {
            let source = moved.pathsBefore[path].flatMap { gone.contains($0) || $0 == path ? $0 : nil } ?? path
            let isKept = try original(source, isSame: path)
            let old = isKept ? [] : try original(source)
            gone.remove(source)
            let new = isKept ? [] : try peek(path, limit: Manifest.maximumBytes) ?? []
            guard source != path || old != new else { continue }
            files.append(FileChange(oldPath: old == nil ? nil : source, newPath: path, old: old ?? [], new: new))
        }
        files += try gone.map { FileChange(oldPath: $0, newPath: nil, old: try original($0) ?? [], new: []) }
        guard !files.isEmpty else { return [] }
        let seal = FileChange(
            oldPath: .manifest, newPath: .manifest, old: try original(.manifest) ?? [], new: manifest.text)
        func place(_ file: FileChange) -> (Int, BundlePath) {
            let path = file.oldPath ?? file.newPath ?? .manifest
            return (file.oldPath != file.newPath ? 0 : path == .notebook ? 2 : 1, path)
        }
        return files.sorted { place($0) < place($1) } + [seal]
    }

    /// Whether a moved file keeps its bytes.
    private func original(_ old: BundlePath, isSame new: BundlePath) throws -> Bool {
        guard old != new, let before = listing.manifest[old], let after = entry(new) else { return false }
        return before.digest == after.digest
    }
}
