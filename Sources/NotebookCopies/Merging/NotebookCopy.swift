import Cores
package import NotebookFiles
package import NotebookFormat
import NotebookHistory
import NotebookMerging
package import NotebookStore
package import NotebookText

/// A copy of a notebook to be merged: its files, and the earlier states that it remembers.
package final class NotebookCopy {
    /// Its content.
    package let compared: ComparedNotebook
    /// The manifest that sealing the copy makes.
    package let manifest: Manifest
    /// The digest of that manifest.
    package let fingerprint: Digest
    /// The digest of the manifest as it is; `nil` if that cannot be read.
    let listedFingerprint: Digest?
    /// The states that it had or merged; the last one is the current state.
    private(set) var lineage: Lineage
    /// Whether a list of states or a record of a change names its current state.
    let isStateRecorded: Bool
    /// The latest of these states whose manifests it keeps.
    let keptStates: Set<Digest>
    /// The states that it had, and left when an older one was put back.
    private let leftStates: Set<Digest>
    /// What its history says about earlier versions of files.
    private let past: RememberedFiles
    /// The contents that were destroyed in it.
    let destroyedContents: Set<Digest>
    private let directory: NotebookDirectory?
    /// Files that were set aside in it until a merge brings them again.
    private(set) var setAside: [AsideFile] = []

    /// Where a file is that was set aside, and its digest.
    typealias AsideFile = (place: DiskPath, digest: Digest)

    /// Attachments that another program had changed or emptied, and that were put back.
    private(set) var restored: [UnsealableFile] = []

    /// The same copy, with what was set aside and put back in it.
    func settingAside(_ files: [AsideFile], restoring restored: [UnsealableFile]) -> NotebookCopy {
        setAside += files
        self.restored += restored
        return self
    }

    /// A notebook in a directory, with its history.
    package convenience init(_ directory: NotebookDirectory, progress: any WorkProgress = NoProgress()) throws {
        self.init(directory, try Reading(directory, progress: progress))
    }

    /// A notebook in a directory that was already read.
    convenience init(_ directory: NotebookDirectory, _ reading: Reading) {
        self.init(
            ComparedNotebook(directory, reading.compared), reading.fingerprints,
            (reading.lineage, reading.isStateRecorded), reading.kept, reading.log, directory)
    }

    /// What is read from a notebook in a directory; any thread may read it.
    package struct Reading: Sendable {
        fileprivate let compared: ComparedNotebook.Reading
        fileprivate let fingerprints: ComparedNotebook.Fingerprints
        fileprivate let lineage: Lineage
        fileprivate let isStateRecorded: Bool
        fileprivate let kept: Set<Digest>
        fileprivate let log: HistoryLog

        init(
            _ directory: NotebookDirectory, leaving: ComparedNotebook.LeftOut = .nothing, progress: any WorkProgress
        ) throws {
            compared = try ComparedNotebook.Reading(directory, leaving: leaving, progress: progress)
            let fingerprints = compared.fingerprints
            let (listed, fingerprint) = (fingerprints.listed, fingerprints.sealed)
            let inspection = compared.inspection
            // The last known state of an unsealed copy is the one that its manifest lists.
            (lineage, isStateRecorded, kept, log) = try directory.readFiles { files in
                let store = Store(files, directory.environment)
                let log = try store.historyLog()
                let noted = try store.recordedLineage()
                let manifest = listed == nil ? nil : inspection.manifest.value
                var lineage = try store.lineage(noted, log, listed ?? fingerprint, manifest)
                lineage.append(Lineage.State(store.now(), fingerprint))
                let state = listed ?? fingerprint
                let isRecorded =
                    noted.contains(state) || log.records.contains { $0.before == state || $0.after == state }
                return (lineage, isRecorded, try store.statesToKeep(of: noted), log)
            }
            self.fingerprints = fingerprints
        }
    }

    /// A notebook in an archive, with the states that its history lists, if it has any.
    package convenience init(_ archive: ArchiveTree, progress: any WorkProgress = NoProgress()) throws {
        let compared = try ComparedNotebook(archive, progress: progress)
        var lineage = Lineage()
        try archive.forEachHistoryFile { file, content in
            guard file.kind == .lineage, file.size <= Lineage.maximumBytes else { return .goOn }
            lineage = Lineage(try content.bytes(limit: Lineage.maximumBytes))
            return .stop
        }
        self.init(compared, lineage.own)
    }

    /// A notebook without a history: at an earlier moment, or a part of a notebook.
    package convenience init(_ compared: ComparedNotebook) { self.init(compared, Lineage()) }

    /// A notebook without a history, with the earlier states that it is known to have had.
    convenience init(_ compared: ComparedNotebook, _ known: Lineage) {
        let fingerprints = compared.reading.fingerprints
        let states = [fingerprints.listed, fingerprints.sealed].compactMap(\.self)
        var lineage = known
        for state in states { lineage.end(at: Lineage.State(compared.content.description.created, state)) }
        self.init(compared, fingerprints, (lineage, states.contains(where: known.contains)), [], HistoryLog([]), nil)
    }

    private init(
        _ compared: ComparedNotebook, _ fingerprints: ComparedNotebook.Fingerprints,
        _ states: (lineage: Lineage, areRecorded: Bool), _ kept: Set<Digest>, _ log: HistoryLog,
        _ directory: NotebookDirectory?
    ) {
        self.compared = compared
        manifest = compared.content.manifest
        (fingerprint, listedFingerprint) = (fingerprints.sealed, fingerprints.listed)
        (lineage, isStateRecorded) = (states.lineage, states.areRecorded)
        keptStates = kept
        leftStates = Set(log.records.flatMap { [$0.before, $0.after].compactMap(\.self) })
            .filter { !states.lineage.contains($0) }
        let entries = manifest.entries
        ownContents = Lazy { Set(entries.indices.map(entries.digest(at:))) }
        self.directory = directory
        past = RememberedFiles(log)
        destroyedContents = Set(log.records.filter { log.undoing($0.number) == nil }.flatMap(\.note.destroyed))
    }

    /// Leaves out states that another copy does not know, or from which the current one cannot come, unless a list names
    /// that: a program that carries files one by one may have brought a list that belongs to a state of another device.
    func forgetStates(besides mine: NotebookCopy) throws {
        guard !isStateRecorded else { return }
        let current = Set([listedFingerprint, fingerprint])
        lineage.forgetAll { current.contains($0.fingerprint) || mine.lineage.contains($0.fingerprint) }
        let kept = mine.keptStates.union([mine.fingerprint]).subtracting(current.compactMap(\.self))
        let known = try kept.filter(lineage.contains).sorted(by: lineage.isLater).compactMap { state in
            try mine.manifest(at: state, besides: self).map { (state, $0) }
        }
        let last = lineage.states.filter { current.contains($0.fingerprint) }
        lineage.forgetStates(besides: manifest, known: known)
        for state in last { lineage.append(state) }
    }

    /// The name of this device; `nil` if it is not known.
    var deviceName: String? { directory?.environment.deviceName }

    /// Whether something else keeps what changes of it replace.
    var isKeptElsewhere: Bool { directory?.environment.isKeptElsewhere ?? false }

    /// Whether its files are those that its manifest lists.
    var isSealed: Bool { listedFingerprint == fingerprint }

    /// Whether it is a successor of another copy that has no changes of its own, and still has everything in use there:
    /// deleted files need a merge, which moves them to the trash.
    func follows(_ other: NotebookCopy, _ origin: MergeOrigin) -> Bool {
        guard origin == .common(other.fingerprint), isSealed else { return false }
        return manifest.holdsAll(of: other.manifest)
    }

    /// Whether an attachment is damaged that another copy has whole.
    func damages(_ other: NotebookCopy) -> Bool {
        let damaged = compared.content.files.filter(\.isDamaged)
        return damaged.contains { file in
            other.manifest[file.path].map { BlobName(file.path.name)?.matches($0.digest) ?? false } ?? false
        }
    }

    /// Whether a content is one that the copy has, or replaced or deleted.
    ///
    /// One that it had and lacks without having deleted it was lost, as where an older state was put back.
    func isPast(_ digest: Digest) -> Bool {
        past.replaced.value.contains(digest) || knownContents.contains(digest) && digests.contains(digest)
    }

    /// The contents that files had, as far as it remembers.
    var knownContents: Set<Digest> { past.contents.value }

    /// Those of them that a change of the notebook itself removed, rather than another program.
    var removedContents: Set<Digest> { past.removed.value }

    /// The contents that it has now.
    var digests: Set<Digest> { ownContents.value }

    private let ownContents: Lazy<Set<Digest>>

    /// Whether all files of a state are, or were, in this copy, and no older state was put back since.
    func hasHad(_ fingerprint: Digest, _ state: Manifest) -> Bool {
        guard !leftStates.contains(fingerprint) else { return false }
        return state.entries.allSatisfy { entry in
            manifest[entry.path]?.digest == entry.digest
                || past.files.value.contains(ComparedNotebook.Wanted(entry.path, entry.digest))
        }
    }

    /// The manifest with this fingerprint that the notebook, or a copy merged into it, had; `nil` if it does not
    /// remember.
    ///
    /// - Parameter other: The copy that it is merged with.
    func manifest(at wanted: Digest, besides other: NotebookCopy) throws -> Manifest? {
        guard wanted != fingerprint else { return manifest }
        return try directory?.readFiles { files in
            guard let directory else { return nil }
            let store = Store(files, directory.environment)
            if let bytes = try store.keptContent(wanted, limit: Manifest.maximumBytes) { return try? Manifest(bytes) }
            let log = try store.historyLog()
            let notebook = try NotebookListing(try directory.tree(files))
            guard let number = HistoryMoment.fingerprint(wanted.description).number(in: log, notebook.fingerprint),
                let past = try? PastNotebook(at: number, log, notebook, store),
                let bytes = try past.tree.content(of: .manifest, limit: Manifest.maximumBytes)
            else { return nil }
            // Content that is missing here may be in the other copy's earlier state, or was listed when other
            // programs changed it.
            let listed = log.records.flatMap(\.note.outside).compactMap(\.listed)
            let known = Dictionary((listed + other.manifest.entries).map { ($0.digest, $0) }) { first, _ in first }
            let lost = past.unknown.compactMap { known[$0.digest]?.at($0.path) }
            return (try? Manifest(bytes))?.replacing(removed: [], put: lost)
        }
    }

    /// Which of these contents it has, or keeps in its history.
    func available(among digests: Set<Digest>) throws -> Set<Digest> {
        let now = Set(manifest.entries.digests).intersection(digests)
        guard let directory else { return now }
        return try directory.readFiles { files in
            let store = Store(files, directory.environment)
            return now.union(try digests.subtracting(now).filter { try store.keepsContent($0) })
        }
    }

    /// Which of these contents it had, even if it no longer keeps them.
    func remembered(among digests: Set<Digest>) throws -> Set<Digest> {
        var found = digests.intersection(knownContents.union(destroyedContents))
        for state in keptStates where found.count < digests.count {
            let manifest = try directory?.readFiles { files in
                guard let directory else { return nil as Manifest? }
                let bytes = try Store(files, directory.environment).keptContent(state, limit: Manifest.maximumBytes)
                return bytes.flatMap { try? Manifest($0) }
            }
            found.formUnion(digests.intersection(manifest?.entries.map(\.digest) ?? []))
        }
        return found
    }

    /// The bytes of a text, wherever the notebook still has it; `nil` if it does not.
    func text(with digest: Digest, preferring path: BundlePath) throws -> [UInt8]? {
        let wanted = ComparedNotebook.Wanted(path, digest)
        return try directory == nil ? nil : contents(of: [wanted])[wanted]
    }

    /// Passes on what delivers a content piece by piece, if the notebook still has it anywhere.
    func withContent(
        of digest: Digest, preferring path: BundlePath,
        _ body: (_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> Void
    ) throws {
        try directory?.readFiles { files in
            guard let directory,
                let place = try PastContents(Store(files, directory.environment), manifest).file(
                    with: digest, preferring: path)
            else { return }
            try body { write in try files.stream(place, write) }
        }
    }

    /// The contents of files as they are now or were earlier, as far as the notebook still has them.
    func contents(of wanted: [ComparedNotebook.Wanted]) throws -> [ComparedNotebook.Wanted: [UInt8]] {
        guard !wanted.isEmpty else { return [:] }
        guard let directory else {
            return try compared.contents(of: wanted.filter { manifest[$0.path]?.digest == $0.digest })
        }
        return try directory.readFiles { files in
            let contents = PastContents(Store(files, directory.environment), manifest)
            let found = try wanted.compactMap { file in
                try contents.bytes(of: file.digest, preferring: file.path, limit: ItemFile.maximumBytes)
                    .map { (file, $0) }
            }
            return Dictionary(found) { first, _ in first }
        }
    }
}

extension ComparedNotebook {
    /// The digests of the manifest as it is, `nil` if that cannot be read, and of the one that sealing makes.
    fileprivate typealias Fingerprints = (listed: Digest?, sealed: Digest)
}

extension ComparedNotebook.Reading {
    fileprivate typealias Fingerprints = ComparedNotebook.Fingerprints

    fileprivate var fingerprints: Fingerprints {
        let text = content.manifest.rendered
        guard case .read(_, let bytes) = inspection.manifest else { return (nil, text.digest) }
        let listed = inspection.manifestDigest ?? Digest.of(bytes)
        return (listed, text.isSame(as: bytes) ? listed : text.digest)
    }
}

extension ComparedNotebook {
    /// The files that the manifest lists but that are missing, and were not moved to another path.
    ///
    /// A copy that is still being transferred, or was cut off, must not count as one in which they were deleted.
    var missingFiles: [BundlePath] {
        guard let manifest = inspection.manifest.value else { return [.manifest] }
        guard !inspection.isAsListed else { return [] }
        let gone = EntryDifferences(manifest.entries, content.manifest.entries).gone
        guard !gone.isEmpty else { return [] }
        let paths = Set(content.files.map(\.path))
        let missing = gone.map { manifest.entries[$0] }.filter { !paths.contains($0.path) && $0.path != .notebook }
        guard !missing.isEmpty else { return [] }
        let uuids = Set(content.files.compactMap { $0.item?.uuid })
        let digests = Set(content.files.map(\.digest))
        return missing.filter { entry in
            !digests.contains(entry.digest) && !(entry.item?.uuid.map(uuids.contains) ?? false)
        }.map(\.path)
    }
}

/// The files that a notebook had earlier, as far as its history remembers: most merges ask for none of these sets.
private struct RememberedFiles: Sendable {
    /// The files.
    let files: Lazy<Set<ComparedNotebook.Wanted>>
    /// Their contents.
    let contents: Lazy<Set<Digest>>
    /// Those of them that a change replaced or deleted.
    let replaced: Lazy<Set<Digest>>
    /// Those of them that a change of the notebook itself removed, rather than another program.
    let removed: Lazy<Set<Digest>>

    init(_ log: HistoryLog) {
        files = Lazy {
            var found: Set<ComparedNotebook.Wanted> = []
            for file in log.records.lazy.flatMap(\.files) {
                for digest in [file.before, file.after] {
                    if let digest { found.insert(ComparedNotebook.Wanted(file.path, digest)) }
                }
            }
            return found
        }
        contents = Lazy { Set(log.records.flatMap { $0.files.flatMap { [$0.before, $0.after].compactMap(\.self) } }) }
        replaced = Lazy { Set(log.records.flatMap(\.contentsBefore)) }
        removed = Lazy {
            Set(
                log.records.flatMap { record in
                    let outside = Set(record.note.outside.compactMap(\.before))
                    let moved = Set(record.note.moved.map(\.from))
                    return record.files.filter { !moved.contains($0.path) }.compactMap(\.before)
                        .filter { !outside.contains($0) }
                })
        }
    }
}
