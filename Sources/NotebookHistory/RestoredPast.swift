package import NotebookFiles
public import NotebookFormat
import NotebookLinks
public import NotebookStore
import NotebookText

/// What was restored from an earlier state.
public struct RestoredPast: Sendable {
    /// The items, as they are in the notebook now.
    public let items: [Item]
    /// The attachments that they need and that were missing or in the trash.
    public let attachments: [BundlePath]
    /// Where the files are that were added since, if the whole notebook was restored and there are any.
    package let trashed: (batch: BatchName, count: Int)?
}

extension Draft {
    /// Restores items to their state at an earlier moment, byte for byte, with the attachments that they need.
    ///
    /// Items keep their current paths; deleted items get their old paths back. Without words, restores the whole notebook,
    /// with the paths, attachments and `notebook.json` of that moment; files that were added since go to the trash.
    ///
    /// - Parameters:
    ///   - words: The items, by their current or earlier paths, names, titles or beginnings of uuids; `nil` for all.
    ///   - text: The moment as the user wrote it, for messages.
    /// - Throws: `HistoryError` if the history does not reach back to that moment, or `NotebookError` if there was no
    ///   such item, or if another program has changed a file that would be replaced.
    public mutating func restore(
        _ words: [String]?, at moment: HistoryMoment, _ text: String? = nil
    ) throws -> RestoredPast {
        let log = try store.historyLog()
        let number = try moment.change(in: log, listing, text ?? "\(moment)", store)
        let past = try PastNotebook(at: number, log, listing, store)
        guard let words else { return try restoreAll(past) }
        let then = try NotebookListing(past.tree)
        var (restored, sources): ([Item], Set<BundlePath>) = ([], [])
        for word in words {
            let item: Item
            do throws(NotebookError) {
                item = try then.item(word, nowIn: listing)
            } catch {
                throw past.failure(for: word) ?? error
            }
            guard let bytes = try past.tree.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(item.path)
            }
            let path = try place(of: item)
            if try listing.manifest[path]?.digest != item.digest || digestOnDisk(path) != item.digest {
                try write(try Self.item(bytes, path), at: path)
            }
            restored.append(try shown(path))
            sources.insert(item.path)
        }
        return RestoredPast(
            items: restored, attachments: try restoreAttachments(of: sources, then, past), trashed: nil)
    }

    /// Makes the notebook what it was, as undoing all later changes at once would; but what they added goes to the trash.
    private mutating func restoreAll(_ past: PastNotebook) throws -> RestoredPast {
        // What was in the trash then and is destroyed by now is none of the notebook.
        if let lost = past.unknown.first(where: { TrashedPath($0.path) == nil }) {
            throw HistoryError.contentUnknown(lost.path, change: lost.change)
        }
        restoresExactly = true
        let then = try NotebookListing(past.tree).manifest
        let now = listing.manifest
        let added = now.entries.filter { then[$0.path] == nil && !DeletionRecord.holds($0.path) }
        let changed = then.entries.filter { now[$0.path]?.digest != $0.digest }
        for entry in added + changed.compactMap({ now[$0.path] }) where try digestOnDisk(entry.path) != entry.digest {
            throw HistoryError.notSealed(entry.path)
        }
        // An item that only has another path now moves back, and so does any other file with the same content.
        let uuids = Set(then.entries.compactMap { $0.item?.uuid })
        var places = Dictionary(grouping: added.filter { $0.item?.uuid == nil }, by: \.digest).mapValues {
            $0.map(\.path)
        }
        var items = Dictionary(added.compactMap { entry in entry.item?.uuid.map { ($0, entry) } }) { first, _ in first }
        var changes: [EditReversal.Change] = []
        var gone: Set<BundlePath> = []
        for entry in changed {
            let item = entry.item?.uuid.flatMap { items.removeValue(forKey: $0) }
            if let place = item?.path ?? (now[entry.path] == nil ? places[entry.digest]?.popLast() : nil) {
                gone.insert(place)
                let isFree = now[entry.path] == nil
                changes.append(
                    .init(path: place, after: now[place]?.digest, before: isFree ? .elsewhere(entry.path) : .nothing))
                if isFree, item == nil || item?.digest == entry.digest { continue }
            }
            changes.append(.init(path: entry.path, after: now[entry.path]?.digest, before: .stored(entry.digest)))
        }
        let replaced = changed.compactMap { now[$0.path] }.filter { entry in
            entry.item?.uuid.map { !uuids.contains($0) } ?? false
        }
        let leaving = (added + replaced).filter { !gone.contains($0.path) && TrashedPath($0.path) == nil }
        // What stays in the trash keeps its attachments.
        let kept = Set(leaving.map(\.path))
        let inUse = try listing.blobUsage(try tree()).uses.filter { use in
            use.linkedFrom.contains { kept.contains($0) || TrashedPath($0) != nil && !gone.contains($0) }
        }
        let used = Set(inUse.map(\.entry.path))
        let batch = environment.newBatch()
        var trashed = 0
        for entry in leaving where !used.contains(entry.path) {
            guard let target = try TrashedPath(of: entry.path, in: batch)?.path() else { continue }
            try moveBytes(entry.path, to: target)
            trashed += 1
        }
        try putBack(changes) { draft, path, digest in
            if path == .notebook {
                try draft.restoreDescription(
                    try past.tree.content(of: path, limit: NotebookDescription.maximumBytes) ?? [])
            } else if draft.writtenDigest(path) != digest {
                try draft.restore(path, of: past)
            }
        }
        // A deletion that is taken back needs no record any more.
        let left = Set(
            manifest.entries.filter { !DeletionRecord.holds($0.path) }.compactMap { TrashedPath($0.path)?.batch })
        for entry in now.entries where then[entry.path] == nil && DeletionRecord.holds(entry.path) {
            guard let batch = TrashedPath(entry.path)?.batch, !left.contains(batch) else { continue }
            try delete(entry.path)
        }
        let restored = try changed.map(\.path).filter { FileType(of: $0)?.isItem == true && TrashedPath($0) == nil }
            .map { try shown($0) }
        let attachments = changed.map(\.path).filter { FileType(of: $0) == .blob && TrashedPath($0) == nil }
        return RestoredPast(
            items: restored, attachments: attachments, trashed: trashed > 0 ? (batch, trashed) : nil)
    }

    private mutating func restore(_ path: BundlePath, of past: PastNotebook) throws {
        if FileType(of: path)?.isItem == true {
            guard let bytes = try past.tree.content(of: path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(path)
            }
            return try write(try Self.item(bytes, path), at: path)
        }
        let staged = try stage { write in
            guard try past.tree.stream(path, write) else { throw NotebookError.gone(path) }
        }
        try write(staged, at: path)
    }

    /// The current path of an item of an earlier state; if the item is in the trash, takes it out.
    private mutating func place(of item: Item) throws -> BundlePath {
        if let now = listing.items.first(where: { $0.uuid == item.uuid }) { return now.path }
        let target = try freePath(stem: item.path.stem, type: item.type, in: item.folder)
        if let trashed = listing.trashedItems.first(where: { $0.uuid == item.uuid }) {
            try moveBytes(trashed.path, to: target)
        }
        return target
    }

    /// Restores the attachments that items used then and that are missing now.
    private mutating func restoreAttachments(
        of items: Set<BundlePath>, _ then: NotebookListing, _ past: PastNotebook
    ) throws -> [BundlePath] {
        let missing = Set(then.manifest.attachments.map(\.path).filter { entry($0) == nil })
        guard !missing.isEmpty else { return [] }
        let links = LinkMap(then.manifest, try then.links(naming: missing, past.tree)).links
        let wanted = Set(links.filter { items.contains($0.source) }.compactMap(\.target)).intersection(missing)
        for path in wanted.sorted() {
            let digest = then.manifest[path]?.digest
            if let trashed = listing.manifest.entries.first(where: { entry in
                entry.digest == digest && TrashedPath(entry.path)?.oldPath == path
            }) {
                try moveBytes(trashed.path, to: path)
                continue
            }
            let staged = try stage { write in
                guard try past.tree.stream(path, write) else { throw NotebookError.gone(path) }
            }
            try write(staged, at: path)
        }
        return wanted.sorted()
    }
}

extension NotebookListing {
    /// The item that a word names in this earlier state, or else the one that it names now.
    package func item(_ word: String, nowIn now: NotebookListing) throws(NotebookError) -> Item {
        do throws(NotebookError) {
            return try item(word)
        } catch {
            guard case .noSuchItem = error, let uuid = (try? now.item(word))?.uuid,
                let item = items.first(where: { $0.uuid == uuid })
            else { throw error }
            return item
        }
    }
}
