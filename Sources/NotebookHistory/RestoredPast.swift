package import NotebookFiles
public import NotebookFormat
import NotebookLinks
public import NotebookStore

/// What was restored from an earlier state.
public struct RestoredPast: Sendable {
    /// The items, as they are in the notebook now.
    public let items: [Item]
    /// The attachments that they need and that were missing or in the trash.
    public let attachments: [BundlePath]
}

extension Draft {
    /// Restores items to their state at an earlier moment, byte for byte, with the attachments that they need.
    ///
    /// Items keep their current paths; deleted items get their old paths back.
    ///
    /// - Parameters:
    ///   - words: The items, by their current or earlier paths, names, titles or beginnings of uuids.
    ///   - text: The moment as the user wrote it, for messages.
    /// - Throws: `HistoryError` if the history does not reach back to that moment, or `NotebookError` if there was no
    ///   such item.
    public mutating func restore(
        _ words: [String], at moment: HistoryMoment, _ text: String? = nil
    ) throws -> RestoredPast {
        let log = try store.historyLog()
        guard let number = moment.number(in: log, listing.fingerprint) else {
            throw HistoryError.unknownMoment(text ?? "\(moment)")
        }
        let past = try PastNotebook(at: number, log, listing, store)
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
            try write(try Self.item(bytes, path), at: path)
            restored.append(try shown(path))
            sources.insert(item.path)
        }
        return RestoredPast(items: restored, attachments: try restoreAttachments(of: sources, then, past))
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
        let missing = Set(
            then.manifest.entries.filter { $0.type == .blob && TrashedPath($0.path) == nil && entry($0.path) == nil }
                .map(\.path))
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
