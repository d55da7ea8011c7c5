import Archives
import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookPacking
import NotebookStore

/// An archive of a notebook that others synchronise with; of its history, it contains only the list of states.
struct SyncedArchive: SyncLocation {
    private let archive: NotebookArchive
    private let format: ArchiveFormat
    private let password: [UInt8]?

    /// An archive that exists or is to be made.
    ///
    /// - Parameters:
    ///   - archive: The archive, with its password if it is encrypted.
    ///   - password: Encrypts what is written; `nil` for none.
    init(_ archive: NotebookArchive, _ format: ArchiveFormat, password: [UInt8]?) {
        (self.archive, self.format, self.password) = (archive, format, password)
    }

    var name: String { archive.name }

    var labels: VersionLabels { .copies(other: ExternalPath.name(of: archive.path)) }

    func read(_ progress: any WorkProgress) throws -> NotebookCopy? {
        guard FileKind.following(archive.path) != nil else { return nil }
        let tree = try archive.tree()
        try tree.forEachHistoryFile { file, _ in
            guard file.kind == .lineage else { throw NotebookError.carriesHistory(archive.name) }
            return .goOn
        }
        let copy = try NotebookCopy(tree, progress: progress)
        let more = copy.compared.leftOut.first ?? copy.compared.content.files.first { $0.type == nil }?.path.text
        if let more { throw NotebookError.archiveHoldsMore(archive.name, more) }
        return copy
    }

    func restoreDescription(from mine: NotebookDirectory) throws -> Bool { false }

    func restoreRemadeDescription(of copy: NotebookCopy, from mine: NotebookDirectory) throws -> Bool { false }

    func acceptEdits(of copy: NotebookCopy, _ mine: NotebookCopy, _ progress: any WorkProgress) throws -> Bool { false }

    func versions(in copy: NotebookCopy, _ mine: NotebookCopy) throws -> CarriedVersions? { nil }

    func replace(
        _ old: NotebookCopy?, with source: NotebookDirectory, _ copy: NotebookCopy, _ lineage: Lineage,
        _ progress: any WorkProgress
    ) throws -> Bool {
        let path = ExternalPath.real(archive.path)
        var options = ArchiveOptions()
        options.includesStudy = true
        options.lineage = lineage.own
        do {
            _ = try DirectoryFiles(ExternalPath.parent(of: path)).writeArchive(
                ExternalPath.name(of: path), environment: archive.environment
            ) { sink in
                let packed = try source.readTree { tree in
                    let packer = Packer(tree, directoryName: source.nameInArchives, options, progress: progress)
                    return try packer.pack(format, level: nil, password: password, to: sink)
                }
                guard packed.fingerprint == copy.fingerprint, try !isChanged(since: old) else { throw Changed() }
                return packed
            }
        } catch is Changed {
            return false
        }
        return true
    }

    /// Somebody changed the notebook or the archive since they were read.
    private struct Changed: Error {}

    private func isChanged(since old: NotebookCopy?) throws -> Bool {
        let isThere = FileKind.following(archive.path) != nil
        guard let old, isThere else { return isThere != (old != nil) }
        return try archive.read(\.listing.fingerprint) != old.fingerprint
    }
}
