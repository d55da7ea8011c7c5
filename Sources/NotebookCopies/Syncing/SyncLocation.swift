import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookHistory
import NotebookMerging
import NotebookPacking
import NotebookStore
import NotebookText

/// The place of a notebook's copy that others synchronise with.
protocol SyncLocation: Sendable {
    /// The path of the copy in messages, safe to print.
    var name: String { get }

    /// The labels of texts that hold both versions.
    var labels: VersionLabels { get }

    /// Reads the copy; completes an interrupted change there first.
    ///
    /// - Returns: `nil` if nothing is there.
    /// - Throws: an error if it cannot be read.
    func read(_ progress: any WorkProgress) throws -> NotebookCopy?

    /// The versions in a copy that is not sealed; `nil` if it is not complete.
    ///
    /// - Parameter mine: The notebook, which may have what is missing.
    func versions(in copy: NotebookCopy, _ mine: NotebookCopy) throws -> CarriedVersions?

    /// Puts back a lost `notebook.json`; false if the notebook does not know it.
    func restoreDescription(from mine: NotebookDirectory) throws -> Bool

    /// Puts back a `notebook.json` that was lost there and made anew, as by a repair: the states that the copy had say whose
    /// copy it is; false if the copy has that of the notebook, or is another notebook.
    func restoreRemadeDescription(of copy: NotebookCopy, from mine: NotebookDirectory) throws -> Bool

    /// Seals what another program edited in the copy, and fetches what it lacks; false if it edited nothing.
    ///
    /// - Parameter mine: The notebook, which may have what is missing.
    /// - Throws: `NotebookError.beingEdited` if it did so within the last ten seconds.
    func acceptEdits(of copy: NotebookCopy, _ mine: NotebookCopy, _ progress: any WorkProgress) throws -> Bool

    /// Replaces all files of the copy with those of a notebook; false if somebody changed the copy since it was read.
    ///
    /// - Parameters:
    ///   - old: The copy as it was read; `nil` to make a new one where nothing is.
    ///   - directory: The notebook.
    ///   - copy: The notebook as it was read, sealed.
    ///   - lineage: The states that the copy will then have had or merged.
    func replace(
        _ old: NotebookCopy?, with directory: NotebookDirectory, _ copy: NotebookCopy, _ lineage: Lineage,
        _ progress: any WorkProgress
    ) throws -> Bool
}

/// A saved change in a place that cannot be completed there, perhaps because it is damaged.
private struct PendingCopy: Failure {
    let place: String
    let error: StoreError

    var description: String {
        switch error {
        case .unreadableJournal: "\(place)/\(error)"
        case .unrecoverable: "\(place): \(error)"
        default: error.description
        }
    }

    var remedy: Remedy? {
        error.isFinding
            ? "\(.repair, of: place) to set it aside and accept the files as they are"
            : "\(.undo, of: place), or let somebody who may change that file make any change there, which completes it"
    }

    var isFinding: Bool { error.isFinding }
}

/// A copy in a directory: on a USB stick, or in a folder that another program transfers to other computers.
struct SyncedDirectory: SyncLocation {
    private let directory: NotebookDirectory

    /// The copy gets no history: the notebook keeps what is replaced there.
    init(_ directory: NotebookDirectory) { self.directory = directory.keepingElsewhere() }

    var name: String { directory.environment.display(directory.path) }

    var labels: VersionLabels { .copies(other: ExternalPath.name(of: ExternalPath.parent(of: directory.path))) }

    func read(_ progress: any WorkProgress) throws -> NotebookCopy? {
        do {
            _ = try directory.recover()
        } catch NotebookError.nothingThere {
            return nil
        } catch let error as SystemError where SystemCall.meansNothingThere(error.code) {
            return nil
        } catch StoreError.incomplete(let error) {
            throw PendingCopy(place: name, error: .incomplete(error))
        } catch let error as StoreError where error.isFinding {
            throw PendingCopy(place: name, error: error)
        }
        do {
            _ = try Store(try directory.openToChange(), directory.environment).adoptOwnFiles { path, status in
                if !rests(status) { throw NotebookError.beingEdited(name, path.text) }
            }
            return try present(progress)
        } catch let error as NotebookError where error.isOfBareFolder {
            let isEmpty = try directory.readFiles { try $0.list(.root).isEmpty }
            throw isEmpty ? NotebookError.emptyFolder(name) : error
        }
    }

    func restoreDescription(from mine: NotebookDirectory) throws -> Bool {
        try directory.restoreDescription(isAtRest: { status in
            if !rests(status) { throw NotebookError.beingEdited(name, BundlePath.notebook.text) }
        }) { listed in
            try mine.readFiles { files in
                let limit = NotebookDescription.maximumBytes
                let manifest = try NotebookListing(try mine.tree(files)).manifest
                if let listed {
                    let contents = PastContents(Store(files, mine.environment), manifest)
                    return try contents.bytes(of: listed, preferring: .notebook, limit: limit)
                }
                guard try directory.sharesItems(with: manifest) else { return nil }
                return try files.content(of: DiskPath(.notebook), limit: limit)
            }
        }
    }

    func restoreRemadeDescription(of copy: NotebookCopy, from mine: NotebookDirectory) throws -> Bool {
        let bytes = try mine.readFiles { files -> [UInt8]? in
            guard try files.status(DiskPath(.notebook)) != nil else { return nil }
            let bytes = try files.content(of: DiskPath(.notebook), limit: NotebookDescription.maximumBytes)
            guard let own = try? NotebookDescription(bytes), own.uuid != copy.compared.content.description.uuid else {
                return nil
            }
            let known = try Store(files, mine.environment).recordedLineage()
            return known.common(with: copy.lineage).isEmpty ? nil : bytes
        }
        guard let bytes else { return false }
        let (files, place) = (try directory.openToChange(), DiskPath(.notebook))
        if let status = try files.status(place), !rests(status) {
            throw NotebookError.beingEdited(name, BundlePath.notebook.text)
        }
        _ = try SetAside(files, now: directory.environment.now()).move(place)
        try Placement.file(place, in: files, environment: directory.environment, replacing: false) {
            try files.writeAll(bytes, to: $0)
        }
        return true
    }

    private func present(_ progress: any WorkProgress) throws -> NotebookCopy {
        let copy = NotebookCopy(
            directory, try NotebookCopy.Reading(directory, leaving: .all, progress: progress))
        try copy.refuseEvicted()
        // What was just written may be part of a change that is still being copied.
        let reading = copy.compared.reading
        let unexplained =
            reading.unsealable.compactMap(\.found) + reading.unlistedTrash + reading.inspection.alteredAttachments
        if !unexplained.isEmpty { try refuseUnrest(of: unexplained.map { ($0.place, $0.path) }) }
        return copy
    }

    /// Refuses files that somebody may be writing.
    private func refuseUnrest(of found: [(place: DiskPath, path: BundlePath)]) throws {
        try directory.readFiles { files in
            for (place, path) in found {
                guard let status = try files.status(place) else { continue }
                if !rests(status) { throw NotebookError.beingEdited(name, path.text) }
            }
        }
    }

    func replace(
        _ old: NotebookCopy?, with source: NotebookDirectory, _ copy: NotebookCopy, _ lineage: Lineage,
        _ progress: any WorkProgress
    ) throws -> Bool {
        if let old {
            let isInParts = CarriedVersions.isNeeded(for: old)
            if isInParts {
                guard try present(progress).fingerprint == old.fingerprint else {
                    return false
                }
            }
            let isReplaced: Bool
            do {
                isReplaced = try directory.edit { draft in
                    guard draft.listing.fingerprint == old.listedFingerprint else { return false }
                    try draft.replaceAll(with: copy, insteadOf: isInParts ? old : nil, replacing: old.expectedContents)
                    return true
                }.result
            } catch StoreError.unfinished(let error) {
                throw PendingCopy(place: name, error: .unfinished(error))
            }
            guard isReplaced else { return false }
            if isInParts { try removeConflictingLineages() }
        } else {
            try make(copy)
        }
        // Without this record, the next synchronisation starts from an older state.
        try? Store(try directory.openToChange(), directory.environment).record(lineage.own, keeping: nil)
        return true
    }

    func versions(in copy: NotebookCopy, _ mine: NotebookCopy) throws -> CarriedVersions? {
        let lineages = try directory.readFiles { files in
            try Self.lineages(files).map { place in
                Lineage(try files.content(of: place, limit: Lineage.maximumBytes)).own
            }
        }
        return try CarriedVersions(copy, mine, lineages)
    }

    func acceptEdits(of copy: NotebookCopy, _ mine: NotebookCopy, _ progress: any WorkProgress) throws -> Bool {
        guard let manifest = copy.compared.inspection.manifest.value else { return false }
        let inspection = copy.compared.inspection
        let edited = inspection.files.filter { fact in
            manifest[fact.path]?.digest != fact.digest && !inspection.isSecondVersion(fact) && !inspection.isStray(fact)
        }
        guard try !edited.isEmpty && !lacksUnknown(copy, manifest, mine) else { return false }
        let attachments = copy.compared.reading.strayFiles.filter { FileType(of: $0) == .blob }
        try refuseUnrest(of: edited.map { ($0.place, $0.path) } + attachments.map { (DiskPath($0), $0) })
        // The list of states may have arrived before the files that they list.
        if let listed = copy.listedFingerprint {
            var lineage = copy.lineage
            lineage.end(at: Lineage.State(directory.environment.now(), listed))
            try Store(try directory.openToChange(), directory.environment).record(lineage.own, keeping: nil)
        }
        _ = try directory.restoreChanged(in: copy, besides: mine)
        try restore(copy.compared.missingFiles, of: manifest, from: mine)
        do {
            try directory.sealEdits(leavesStrays: true, progress: progress)
        } catch let refusal as SealRefusal {
            throw UnacceptableEdit(place: name, refusal) ?? refusal as any Error
        }
        return true
    }

    /// Whether listed files are missing that this notebook never had: they may be still on their way.
    private func lacksUnknown(_ copy: NotebookCopy, _ manifest: Manifest, _ mine: NotebookCopy) throws -> Bool {
        let missing = copy.compared.missingFiles.filter { TrashedPath($0) == nil }
        let digests = Set(missing.compactMap { manifest[$0]?.digest }).subtracting(mine.digests)
        return try !digests.isEmpty && !digests.isSubset(of: mine.remembered(among: digests))
    }

    /// Whether a file has not been changed for a while.
    ///
    /// A time in the near future counts as now; where it is far, the clock here is wrong, and waiting does not help.
    private func rests(_ status: FileStatus) -> Bool {
        let now = directory.environment.now().secondsSince1970
        guard let last = status.changed(until: now) else { return status.changed - now > Self.secondsOfTrust }
        return now - last >= Self.secondsOfRest
    }

    /// For how long nobody may have changed a file that another program edits, before it is sealed.
    private static var secondsOfRest: Int64 { 10 }
    /// How far the clocks of two devices may differ.
    private static var secondsOfTrust: Int64 { 3600 }

    /// Puts back files that another program removed.
    private func restore(_ missing: [BundlePath], of manifest: Manifest, from mine: NotebookCopy) throws {
        guard !missing.isEmpty else { return }
        let files = try directory.openToChange()
        for path in missing where try files.status(DiskPath(path)) == nil {
            guard let digest = manifest[path]?.digest else { continue }
            try mine.withContent(of: digest, preferring: path) { content in
                _ = try files.makeDirectories(DiskPath(path).parent)
                try Placement.file(DiskPath(path), in: files, environment: directory.environment, replacing: false) {
                    file in
                    try content { try files.writeAll($0, to: file) }
                }
            }
        }
    }

    /// The list of states, and conflict copies of it.
    private static func lineages(_ files: any FileOperations) throws(SystemError) -> [DiskPath] {
        guard try files.status(Store.historyPlace)?.kind == .directory else { return [] }
        let name = String(decoding: Store.lineagePlace.name, as: UTF8.self)
        return try files.list(Store.historyPlace).filter { entry in
            let found = String(decoding: entry.name, as: UTF8.self)
            return entry.kind == .file && (found == name || ConflictCopy.original(ofName: found) == name)
        }
        .map { Store.historyPlace.appending($0.name) }
    }

    private func removeConflictingLineages() throws {
        let files = try directory.openToChange()
        for place in try Self.lineages(files) where place != Store.lineagePlace { try files.unlink(place) }
    }

    private func make(_ copy: NotebookCopy) throws {
        let path = directory.path
        var bundle = try NewBundle(
            ExternalPath.name(of: path), in: ExternalPath.parent(of: path), environment: directory.environment)
        bundle.expect(copy.manifest.entries.sizes)
        for entry in copy.manifest.entries {
            let fact = try bundle.write(at: entry.path) { write in try copy.compared.stream(entry.path, write) }
            guard fact.digest == entry.digest else { throw copy.compared.changed(entry.path) }
        }
        try bundle.write(copy.manifest.text, at: .manifest)
        _ = try bundle.finishAsWritten()
    }
}

extension NotebookError {
    /// Whether it says that there is no notebook.
    fileprivate var isOfBareFolder: Bool {
        switch self {
        case .missing, .bare: true
        default: false
        }
    }
}

extension NotebookCopy {
    /// What is kept of this copy, so that it may be replaced: the digests of its files as they were found.
    fileprivate var expectedContents: [BundlePath: Digest] {
        let listed = Dictionary(compared.content.files.map { ($0.path, $0.digest) }) { first, _ in first }
        let unsealable = compared.reading.unsealable.compactMap(\.found).map { ($0.path, $0.digest) }
        return listed.merging(unsealable) { _, found in found }
    }
}
