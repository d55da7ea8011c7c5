import NotebookFiles
package import NotebookStore
package import NotebookText

/// A notebook that was unpacked from an archive.
public struct Unpacked: Sendable {
    /// The directory of the notebook.
    package let directory: NotebookDirectory
    /// Its fingerprint.
    package let fingerprint: Digest
    /// The number of skipped files of operating systems.
    package let skipped: Int
    /// Up to three of their paths.
    package let skippedPaths: [String]
    /// What the notebook that it replaced had besides it.
    package let losses: [ReplacementLosses.Loss]
    /// The new name of the replaced notebook, if its history has no room for these files; `nil` if it has.
    public let replaced: String?
}

extension NotebookArchive {
    /// Unpacks the notebook into a directory, completely or not at all; may replace another notebook, whose history then
    /// keeps what this one does not have.
    ///
    /// Blocks until all is written, and while others use the notebook that is replaced.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle; `nil` for the name in the archive.
    ///   - confirm: Called with the path of the notebook that is to be replaced, and what it has besides the one in the
    ///     archive; throws to leave it. `nil` to replace none.
    ///   - locking: How others are locked out of the notebook that is replaced.
    /// - Throws: `UntrueArchive` if the archive does not match its manifest, `ArchiveFailure` if it is damaged,
    ///   `NotebookError.taken` if the bundle exists, `SystemError`, or what `confirm` throws.
    package func unpack(
        into directory: String, as name: String?,
        replacing confirm: ((_ bundle: String, _ losses: [ReplacementLosses.Loss]) throws -> Void)? = nil,
        locking: NotebookLocking = NotebookLocking(), progress: any WorkProgress = NoProgress()
    ) throws -> Unpacked {
        let unpacker = Unpacker(try tree(), progress: progress)
        let name = try name ?? unpacker.directoryName(archive: ExternalPath.name(of: path))
        let place = ExternalPath.below(directory, name)
        // Nobody may be editing the notebook that is replaced.
        var held: (any FileOperations)?
        defer { withExtendedLifetime(held) {} }
        var losses: ReplacementLosses?
        if let confirm {
            try NewBundle.check(name, in: directory, replacing: true, environment: environment)
            let old = NotebookDirectory(place, environment: environment, locking: locking)
            func lost(in files: any FileOperations) throws -> ReplacementLosses {
                let tree = try DirectoryTree(files, name: environment.display(place), now: environment.now)
                return try unpacker.losses(replacing: try Inspector(tree).inspect())
            }
            let isThere = FileKind.at(place) == .directory
            losses = isThere ? try old.readFiles(lost(in:)) : nil
            if let losses, !losses.losses.isEmpty { try confirm(place, losses.losses) }
            held = isThere ? try environment.open(place, locking.isEnabled ? .exclusive : .none, locking.wait) : nil
            guard try held.map(lost(in:)) == losses else {
                throw StoreError.changedMeanwhile(environment.display(place))
            }
        }
        var bundle = try NewBundle(name, in: directory, replacing: confirm != nil, environment: environment)
        let leftOut = try unpacker.unpack(into: &bundle)
        let (fingerprint, replaced) = try bundle.finishAsWritten()
        return Unpacked(
            directory: NotebookDirectory(place, environment: environment, locking: locking), fingerprint: fingerprint,
            skipped: leftOut.count, skippedPaths: leftOut.paths, losses: losses?.losses ?? [], replaced: replaced)
    }
}
