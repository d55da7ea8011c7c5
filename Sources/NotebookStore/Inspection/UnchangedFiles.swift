import NotebookFormat

/// Recognizes, without examining the files one by one, a notebook in which nothing has changed since it was read.
///
/// If it cannot tell, it says nothing.
struct UnchangedFiles {
    private let tree: DirectoryTree
    private let known: SeenFiles

    init(_ tree: DirectoryTree, _ known: SeenFiles) {
        self.tree = tree
        self.known = known
    }

    /// The inspection that would result if all files are as the manifest lists them, and no others exist; `nil` if that
    /// is not certain.
    func inspection(_ manifest: Inspection.Reading<Manifest>) throws -> Inspection? {
        guard let listed = manifest.value,
            // The description is always read, and so never cached.
            known.count + 1 >= listed.entries.count, let description = try description(listed)
        else { return nil }
        let entries = listed.entries
        let look = DirectoryLook(tree, listed)
        // The manifest does not list itself.
        guard let areAsListed = try look.map({ $0.allSatisfy { isAsListed($0.number, entries, $0.status) } }),
            areAsListed.allSatisfy(\.self), look.fileCount == entries.count + 1
        else { return nil }
        var inspection = Inspection()
        inspection.manifest = manifest
        inspection.description = description
        inspection.files = entries.indices.map { index in
            FileFact(
                path: entries.path(at: index), size: entries.size(at: index), digest: entries.digest(at: index),
                item: nil)
        }
        return inspection
    }

    private func isAsListed(_ number: Int, _ entries: Manifest.Entries, _ status: FileStatus?) -> Bool {
        guard let status, status.kind == .file, let stamp = status.stamp, status.size == entries.size(at: number)
        else { return false }
        let digest = entries.digest(at: number)
        return entries.type(at: number) == .notebook
            || entries.withPath(at: number) { known.isSeen($0, stamp, digest) }
    }

    /// The description, which is always read, so that its problems are reported.
    private func description(_ listed: Manifest) throws -> Inspection.Reading<NotebookDescription>? {
        guard let bytes = try? tree.content(of: .notebook, limit: NotebookDescription.maximumBytes),
            let value = try? NotebookDescription(bytes),
            listed[.notebook]?.digest == Digest.of(bytes)
        else { return nil }
        return .read(value, bytes: bytes)
    }
}
