public import Archives
public import NotebookCopies
public import NotebookMerging
import NotebookFiles
import NotebookPacking
public import NotebookStore

extension Notebook {
    /// Compares this notebook with another, which is the later one.
    ///
    /// Compares the files, not the manifests. Blocks until all files are read.
    ///
    /// - Throws: an error if one of them is not a notebook, changes meanwhile, or cannot be read.
    public func difference(to other: Notebook) throws -> NotebookDifference { try source.difference(to: other.source) }

    /// Writes a patch for `git apply` that turns this notebook's files into those of another notebook, byte for byte.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameter write: Receives the patch piece by piece; nothing if all files are the same.
    /// - Throws: the same as `difference(to:)`, or what `write` throws.
    public func writePatch(to other: Notebook, _ write: ([UInt8]) throws -> Void) throws {
        try source.writePatch(to: other.source, write)
    }

    /// Merges the changes made in another copy of the notebook into this one.
    ///
    /// Merges item by item, each identified by its uuid: folder, name, front matter and text. If both copies changed
    /// something that cannot be merged, both versions are kept. Unsealed changes of this copy are sealed first. Blocks
    /// until the change is made.
    ///
    /// - Parameters:
    ///   - other: The other copy, which does not change.
    ///   - base: The common state that both copies started from, such as `notebook.at(_:)`; `nil` to find the latest that
    ///     both remember.
    /// - Throws: an error if this copy is not in a directory, if they are not copies of one notebook, if changes of this
    ///   copy cannot be sealed, or if files cannot be read or written; nothing is merged then.
    @discardableResult
    public func merge(
        _ other: Notebook, base: Notebook? = nil, progress: (any WorkProgress)? = nil
    ) throws -> EditResult<NotebookMerge> {
        try directory.merge(other.source, base: base?.source, progress: progress ?? NoProgress())
    }

    /// Makes a merge in a draft that is then discarded: nothing is written or sealed.
    ///
    /// Blocks until the files are read.
    ///
    /// - Throws: the same as `merge(_:base:progress:)`.
    public func previewMerge(
        _ other: Notebook, base: Notebook? = nil, progress: (any WorkProgress)? = nil
    ) throws -> EditPreview<NotebookMerge> {
        try directory.previewMerge(other.source, base: base?.source, progress: progress ?? NoProgress())
    }

    /// Synchronises this notebook with a copy of it: merges the changes made there, then writes there what was changed
    /// here.
    ///
    /// The other copy keeps no history of this, and is created if nothing is there. What was deleted in one copy goes
    /// to the trash of the other. Blocks until both are durable; after an interruption at any point, the next call
    /// continues.
    ///
    /// - Parameters:
    ///   - path: The path of the copy: a directory, or an archive.
    ///   - format: The format in which an archive is written; `nil` for that of the path's ending, or a directory.
    ///   - password: The password of the archive, which only a zip supports; `nil` for none.
    ///   - acceptsMissing: Whether many missing files count as deleted.
    /// - Throws: an error if this copy is not in a directory, if the other copy is not complete, if others keep changing
    ///   one of them, or what `merge(_:base:progress:)` throws.
    @discardableResult
    public func synchronize(
        with path: String, as format: ArchiveFormat? = nil, password: String? = nil,
        acceptingMissing acceptsMissing: Bool = false, progress: (any WorkProgress)? = nil
    ) throws -> NotebookSync {
        let environment = try directory.environment
        guard let format = format ?? ArchiveFormat(fileName: path) else {
            return try synchronize(
                with: Notebook(directory: path, environment: environment), acceptingMissing: acceptsMissing,
                progress: progress)
        }
        var archive = NotebookArchive(path, environment: environment)
        if let password { archive = archive.unlocked(with: password) }
        return try synchronize(
            with: Notebook(archive), as: format, password: password.map { Array($0.utf8) },
            acceptingMissing: acceptsMissing, progress: progress)
    }

    /// Synchronises this notebook with a copy of it in a directory or an archive, which is created if nothing is there.
    ///
    /// - Parameter format: The format in which an archive is written; `nil` for a directory.
    package func synchronize(
        with copy: Notebook, as format: ArchiveFormat? = nil, password: [UInt8]? = nil,
        acceptingMissing acceptsMissing: Bool, progress: (any WorkProgress)?
    ) throws -> NotebookSync {
        guard let format else {
            return try directory.synchronize(
                with: copy.directory, acceptingMissing: acceptsMissing, progress: progress ?? NoProgress())
        }
        return try directory.synchronize(
            with: copy.archive, as: format, password: password, acceptingMissing: acceptsMissing,
            progress: progress ?? NoProgress())
    }

    /// Makes a notebook from a copy that another computer synchronised, so that both can synchronise with that copy.
    ///
    /// Blocks until it is durable.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which ends in `.notebundle`.
    ///   - copy: The copy, in a directory or an archive; it does not change.
    /// - Throws: an error if the name is in use, if the copy is not complete, or if files cannot be read or written.
    public static func create(
        _ name: String, in directory: String, from copy: Notebook, environment: NotebookEnvironment = .system,
        progress: (any WorkProgress)? = nil
    ) throws -> Notebook {
        let made = NotebookDirectory(ExternalPath.below(directory, name), environment: environment)
        try made.make(from: copy.source, progress: progress ?? NoProgress())
        return Notebook(made)
    }
}
