import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookMerging
package import NotebookStore
import NotebookText

extension Draft {
    /// Undoes a change: restores all its files to their earlier state, byte for byte, but for a uuid that another item has.
    ///
    /// - Parameter number: The number of the change; `nil` for the latest that is not undone.
    /// - Returns: The change that was undone.
    /// - Throws: `HistoryError` if there is no such change, if one of its files was changed since, or if the history
    ///   lacks the earlier content.
    package mutating func undo(_ number: Int? = nil) throws -> HistoryChange {
        let log: HistoryLog
        let record: HistoryRecord
        guard let number else {
            return try undoLatest()
        }
        log = try store.historyLog(from: number)
        guard let found = log[number] else {
            throw log.unreadable.contains(number)
                ? HistoryError.unreadable(.undo, change: number) : HistoryError.noSuchChange(number)
        }
        record = found
        if let other = log.undoing(record.number) { throw HistoryError.undoneAlready(record.number, by: other) }
        guard !record.files.isEmpty else { throw HistoryError.nothingTo(.undo) }
        let kept = try undo(record, in: log)
        var change = HistoryChange(record, in: log)
        change.keptAttachments = kept
        return change
    }

    /// Undoes the latest change that is not undone; passes over those that deleted something for good, and those of
    /// what was deleted.
    private mutating func undoLatest() throws -> HistoryChange {
        let (recent, latest) = try recentLog(.undo, \.latestToUndo)
        let log = latest.note.destroyed.isEmpty ? recent : try store.historyLog()
        var passed: [Int] = []
        var problem = HistoryError.nothingTo(.undo)
        for record in log.records.reversed() where log.canBeUndone(record) {
            do {
                let kept = try undo(record, in: log)
                var change = HistoryChange(record, in: log)
                (change.keptAttachments, change.passedOver) = (kept, passed)
                return change
            } catch let error as HistoryError where error.isAboutDestroyed {
                if passed.isEmpty { problem = error }
                passed.append(record.number)
            } catch HistoryError.changedSince(_, _, let by?, _) where passed.contains(by) {
                passed.append(record.number)
            } catch HistoryError.changedSince(let path, _, _, _)
                where !passed.isEmpty && listing.manifest[path] == nil
            {
                passed.append(record.number)
            }
        }
        throw problem
    }

    /// Redoes the change that was undone last.
    ///
    /// - Returns: The change that was redone.
    /// - Throws: `HistoryError` if there is none, or if one of its files was changed since.
    package mutating func redo() throws -> HistoryChange {
        let (log, record) = try recentLog(.redo, \.latestToRedo)
        _ = try undo(record, in: log)
        return HistoryChange(try record.note.undoes.flatMap { try store.historyLog(from: $0)[$0] } ?? record, in: log)
    }

    /// The requested change and all later ones; it is usually among the latest.
    private func recentLog(
        _ direction: HistoryError.Direction, _ meant: (HistoryLog) -> HistoryRecord?
    ) throws -> (HistoryLog, HistoryRecord) {
        for count in [8, 64, Int.max] {
            let log = try store.historyLog(latest: count)
            let record = meant(log)
            // A later one that cannot be read may be the one that is meant.
            if let lost = log.unreadable.last, lost > (record ?? log.records.last)?.number ?? 0 {
                throw HistoryError.unreadable(direction, change: lost)
            }
            if let record { return (log, record) }
        }
        throw HistoryError.nothingTo(direction)
    }

    /// Undoes a change: restores all its files to their earlier state, byte for byte.
    ///
    /// - Returns: The attachments that stay, because other items use them.
    /// - Throws: `HistoryError` if one of the files was changed since, or if the history lacks the earlier content.
    private mutating func undo(_ record: HistoryRecord, in log: HistoryLog) throws -> [BundlePath] {
        restoresExactly = true
        history.undoes = record.number
        let isRepair = record.note.verb == ChangeNote.repairing
        history.movedBack = record.note.moved.map { ChangeNote.Move(from: $0.to, to: $0.from) }
        for change in record.files where change.path != .notebook {
            guard try digestOnDisk(change.path) == change.after else { throw changedSince(change.path, record, log) }
        }
        let contents = PastContents(store, listing.manifest)
        // Checks everything before writing anything; moved files return from where they are now.
        let leaving = Dictionary(
            record.files.compactMap { change in
                change.before == nil ? change.after.map { ($0, change.path) } : nil
            }
        ) { first, _ in first }
        for change in record.files {
            guard let before = change.before, change.after != nil || leaving[before] == nil else { continue }
            guard try contents.place(of: before) != nil else {
                if record.note.destroyed.contains(before) {
                    throw HistoryError.destroyed(change.path, change: record.number)
                }
                throw HistoryError.contentUnknown(change.path, change: record.number)
            }
        }
        let used = try attachmentsInUse(record)
        var gone: Set<BundlePath> = []
        var changes: [EditReversal.Change] = []
        for change in record.files where change.path != .notebook {
            guard change.after == nil, let before = change.before, let place = leaving[before],
                gone.insert(place).inserted
            else { continue }
            guard !isRepair || change.path.mayBeValid else { continue }
            changes.append(.init(path: place, after: before, before: .elsewhere(change.path)))
        }
        let description = record.files.first { $0.path == .notebook }
        for change in record.files {
            if let before = change.before {
                guard !isRepair || change.path.mayBeValid else { continue }
                changes.append(.init(path: change.path, after: change.after, before: .stored(before)))
            } else if change.path == .notebook {
                throw HistoryError.contentUnknown(.notebook, change: record.number)
            } else if !gone.contains(change.path), !used.contains(change.path) {
                changes.append(.init(path: change.path, after: change.after, before: .nothing))
            }
        }
        try putBack(changes) { draft, path, digest in
            if let description, path == .notebook {
                try draft.revertDescription(description, record, log, contents)
            } else if draft.writtenDigest(path) != digest {
                try draft.restore(digest, at: path, record, contents)
            }
        }
        let twins = try removeTrashedTwins(of: record.files.map(\.path))
        try identifyRestored(record.files.map(\.path).filter { isRepair || twins.contains($0) || hasAnotherUUID($0) })
        return used.sorted()
    }

    /// Whether the change that is undone gave an item its uuid; a second version that comes back has that of another.
    private func hasAnotherUUID(_ path: BundlePath) -> Bool {
        guard let known = listing.manifest[path]?.item?.uuid else { return false }
        return known != entry(path)?.item?.uuid
    }

    /// Removes from the trash what came back, as the undoing of a synchronisation can bring it there from other copies.
    ///
    /// - Returns: The items of which there is another version.
    private mutating func removeTrashedTwins(of paths: [BundlePath]) throws -> Set<BundlePath> {
        let restored = Set(paths)
        let uuids = Set(paths.filter { TrashedPath($0) == nil }.compactMap { entry($0)?.item?.uuid })
        guard !uuids.isEmpty else { return [] }
        let entries = manifest.entries
        let twins = Dictionary(
            grouping: entries.indices.filter { index in
                entries.numbers(at: index).uuid.map(uuids.contains) ?? false
                    && !restored.contains(entries.path(at: index))
            }.map { entries[$0] }
        ) { $0.item?.uuid }
        var others: Set<BundlePath> = []
        for path in paths where TrashedPath(path) == nil {
            guard let entry = entry(path), let uuid = entry.item?.uuid else { continue }
            for twin in twins[uuid] ?? [] {
                if twin.digest == entry.digest, TrashedPath(twin.path) != nil {
                    try delete(twin.path)
                } else {
                    others.insert(path)
                }
            }
        }
        return others
    }

    /// Gives restored items the uuids that they have now, where another program wrote them with that of another item.
    private mutating func identifyRestored(_ paths: [BundlePath]) throws {
        let own = Set(paths.flatMap { [entry($0), listing.manifest[$0]] }.compactMap { $0?.item?.uuid })
        guard !own.isEmpty else { return }
        var uses: [UniqueIdentifier: Int] = [:]
        let entries = manifest.entries
        for index in entries.indices {
            if let uuid = entries.numbers(at: index).uuid, own.contains(uuid) { uses[uuid, default: 0] += 1 }
        }
        for path in paths {
            guard let uuid = entry(path)?.item?.uuid, let count = uses[uuid], count > 1 else { continue }
            uses[uuid] = count - 1
            let file = try item(path)
            var metadata = file.metadata
            let known = listing.manifest[path]?.item?.uuid
            metadata.uuid = known.flatMap { uses[$0, default: 0] == 0 ? $0 : nil } ?? environment.newUUID()
            try write(try Self.setting(metadata, of: file, path), at: path)
        }
    }

    /// The attachments that a change added and that other items now use, so that they stay.
    private func attachmentsInUse(_ record: HistoryRecord) throws -> Set<BundlePath> {
        let added = Set(record.files.filter { $0.before == nil && $0.path.isAttachment }.map(\.path))
        guard !added.isEmpty else { return [] }
        let own = Set(record.files.map(\.path))
        let links = LinkMap(listing.manifest, try listing.links(naming: added, try tree())).links
        return Set(links.filter { !own.contains($0.source) }.compactMap(\.target)).intersection(added)
    }

    private func changedSince(_ path: BundlePath, _ record: HistoryRecord, _ log: HistoryLog) -> HistoryError {
        let later = log.laterChange(of: path, after: record.number)
        if later == nil, let lost = log.unreadable.last, lost > record.number {
            return .unreadable(.undo, change: lost)
        }
        return .changedSince(path, change: record.number, by: later?.number, verb: later?.note.verb)
    }

    private mutating func restore(
        _ digest: Digest, at path: BundlePath, _ record: HistoryRecord, _ contents: PastContents
    ) throws {
        guard let place = try contents.place(of: digest) else {
            throw HistoryError.contentUnknown(path, change: record.number)
        }
        // What was no part of the document may be in the history since an archive replaced the whole notebook.
        var isUnlisted = FileType(of: path) == nil
        if FileType(of: path)?.isItem == true {
            let bytes = try contents.bytes(of: digest, preferring: path, limit: ItemFile.maximumBytes)
            if let bytes, let item = try? Self.item(bytes, path) { return try write(item, at: path) }
            guard record.note.verb == ChangeNote.replacing else {
                guard let bytes else { throw HistoryError.contentUnknown(path, change: record.number) }
                return try write(try Self.item(bytes, path), at: path)
            }
            isUnlisted = true
        }
        let files = store.files
        let size = try files.status(place)?.size ?? 0
        let staged = try stage(expecting: size) { write in try files.stream(place, write) }
        guard staged.digest == digest else { throw HistoryError.contentUnknown(path, change: record.number) }
        if isUnlisted { try writeUnlisted(staged, at: path) } else { try write(staged, at: path) }
    }

    /// Undoes what a change did to the description; later changes by others stay.
    private mutating func revertDescription(
        _ change: HistoryRecord.RecordedFile, _ record: HistoryRecord, _ log: HistoryLog, _ contents: PastContents
    ) throws {
        func read(_ digest: Digest?) throws -> [UInt8] {
            guard let digest,
                let bytes = try contents.bytes(
                    of: digest, preferring: .notebook, limit: NotebookDescription.maximumBytes)
            else { throw HistoryError.contentUnknown(.notebook, change: record.number) }
            return bytes
        }
        let before = try read(change.before)
        guard try digestOnDisk(.notebook) != change.after else { return try restoreDescription(before) }
        let merged = try MergedDescription(
            base: try NotebookDescription(try read(change.after)), mine: description,
            theirs: try NotebookDescription(before))
        guard merged.conflicts.isEmpty else { throw changedSince(.notebook, record, log) }
        description = merged.description
    }
}

extension BundlePath {
    /// Whether a document can have the file: another program may have given an attachment a name without a digest.
    fileprivate var mayBeValid: Bool { FileType(of: self) != .blob || BlobName(name) != nil }

    /// Whether it is the path of an attachment outside the trash.
    fileprivate var isAttachment: Bool { FileType(of: self) == .blob && TrashedPath(self) == nil }
}
