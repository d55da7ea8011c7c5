package import NotebookFiles
package import NotebookFormat
import NotebookLinks
package import NotebookStore
import NotebookText

extension Draft {
    /// Imports items of another notebook, with the attachments that they link to.
    ///
    /// - Parameters:
    ///   - items: Items of the other notebook.
    ///   - source: The other notebook.
    ///   - files: Its files.
    ///   - target: The content of the draft.
    ///   - folder: The folder for all items; `nil` keeps their own.
    ///   - base: A folder that contains their own folders.
    ///   - identity: How to match items, and whether to update those that exist.
    package mutating func transfer(
        _ items: [Item], from source: NotebookListing, _ files: some FileTree, to target: inout TransferTarget,
        into folder: FolderPath? = nil, below base: FolderPath? = nil, identity: TransferIdentity = .new
    ) throws -> Transfer {
        isFromOutside = true
        var transfer = Transfer()
        var contents: [BundlePath: [UInt8]] = [:]
        try files.readItems(Set(items.map(\.path))) { contents[$0] = $1 }
        let resolver = LinkResolver(source.manifest)
        // Find all paths first, so that links between the items can be updated.
        var places: [TransferPath] = []
        var renames: [Rename] = []
        var claims = TransferClaims()
        let twins = try twins(among: items, contents, identity, target)
        for item in items {
            guard let bytes = contents[item.path] else { throw NotebookError.gone(item.path) }
            let file = try Self.item(bytes, item.path)
            let identified = try claims.identify(
                item, as: item.uuid.map { twins[$0] ?? $0 }, file, identity, target
            ) { try peekedItem($0.path) }
            let path =
                try identified.known?.path
                ?? freePath(of: item, in: target.spelled(try Self.place(of: item, folder, base)), &target)
            claims.settle(identified, at: path)
            places.append(
                TransferPath(item: item, file: file, path: path, known: identified.known, uuid: identified.uuid))
            if path != item.livePath { renames.append(Rename(old: item.livePath.text, new: path)) }
            if let twin = identified.twin(at: path) { transfer.twins.append(twin) }
        }
        renames += try copyBlobs(places, source, files, &target, &transfer)
        let taken = Set(items.map(\.livePath))
        let titles = places.compactMap { place -> (old: String, new: BundlePath)? in
            let title = place.item.title
            guard let known = place.known, known.title != title, known.modified > place.item.modified,
                resolver.resolve(wiki: title, from: place.item.path) == .file(place.item.path)
            else { return nil }
            return (title, place.path)
        }
        let links = RenamedLinks(renames, areTogether: true, titles: titles)
        let hasWikiLinks = places.contains { $0.file.bytes.holdsWikiLink }
        let names =
            hasWikiLinks ? TransferNames(places, resolver, source.manifest, renames, over: manifest) : nil
        let renamed = renames.compactMap { rename in
            (try? BundlePath(rename.old)).flatMap { FileType(of: $0) == .blob ? (old: $0, new: rename.new) : nil }
        }
        // Names that stay may contain one that changes.
        let mentions = BlobMentions(of: renamed.isEmpty ? [] : transfer.carriedBlobs.sorted())
        for place in places {
            let targets = place.file.foundLinks.map { ($0, $0.target(resolver, from: place.item.path)) }
            let hasLinks = targets.contains { $0.1 != .external && $0.1 != .itself }
            try receive(place, links, names, hasLinks: hasLinks, &target, &transfer)
            for old in renamed.isEmpty ? [] : try mentions.named(in: item(place.path).bytes) {
                guard let new = renamed.first(where: { $0.old == old })?.new else { continue }
                transfer.lostNames.append(.init(item: place.path, old: old, new: new))
            }
            for case (let link, .file(let path)) in targets
            where !taken.contains(path) && FileType(of: path)?.isItem == true {
                transfer.lost.append((UnkeptLink(item: place.path, link: link), path))
            }
        }
        return transfer
    }

    /// The uuids here of items that only their texts tell apart.
    private func twins(
        among items: [Item], _ contents: [BundlePath: [UInt8]], _ identity: TransferIdentity, _ target: TransferTarget
    ) throws -> [UniqueIdentifier: UniqueIdentifier] {
        guard case .same(_, let groups) = identity, !groups.isEmpty else { return [:] }
        let there = Dictionary(items.compactMap { item in item.uuid.map { ($0, item) } }) { first, _ in first }
        var matches: [UniqueIdentifier: UniqueIdentifier] = [:]
        for group in groups {
            let found = try group.matches { uuid in
                guard let item = there[uuid], let bytes = contents[item.path] else { return nil }
                return Array(item.title.utf8) + [0] + (try Self.item(bytes, item.path).body)
            } here: { uuid in
                guard let item = target.items[uuid], let file = try peekedItem(item.path) else { return nil }
                return Array(item.title.utf8) + [0] + file.body
            }
            matches.merge(found) { first, _ in first }
        }
        return matches
    }

    /// The path of an item here, and the item that it matches.
    struct TransferPath {
        let item: Item
        let file: ItemFile
        let path: BundlePath
        let known: Item?
        let uuid: UniqueIdentifier?
    }

    private mutating func receive(
        _ place: TransferPath, _ links: RenamedLinks, _ names: TransferNames?, hasLinks: Bool,
        _ target: inout TransferTarget, _ transfer: inout Transfer
    ) throws {
        var metadata = place.file.metadata
        if let known = place.known {
            guard
                try known.modified == place.item.modified || lastChange(of: known, target) <= place.item.modified
                    || knowsNoDate(known, place.item, target)
            else {
                transfer.newer.append(known)
                return
            }
            metadata.uuid = known.uuid ?? metadata.uuid
            // If the source gives no dates, the item keeps the dates of its first import; no item was created after
            // its first import.
            let here = try item(known.path).metadata
            metadata.created = [metadata.created, here.created].compactMap(\.self).min()
            metadata.modified = metadata.modified ?? here.modified
        } else {
            metadata.uuid = place.uuid ?? environment.newUUID()
        }
        if place.known == nil {
            // Writes out dates that the other notebook derives from elsewhere.
            metadata.created = metadata.created ?? place.item.created
            if metadata.modified == nil, place.item.modified != metadata.created {
                metadata.modified = place.item.modified
            }
        }
        // A source that gives only the date of a change was not made after it.
        if place.file.metadata.created == nil, let modified = metadata.modified {
            metadata.created = metadata.created.map { min($0, modified) }
        }
        let set = try Self.setting(metadata, of: place.file, place.item.path)
        let rewritten = try links.rewriting(set, at: place.path)
        let file = try names?.corrected(rewritten, place) ?? rewritten
        let here = try place.known.map { try item($0.path) }
        let isSame = here?.bytes == file.bytes
        // Changing tags and pins does not change the date: those that were set here since the last import stay.
        // Nor does an edit by another program that nobody sealed, where the source is what was imported before.
        if let here, let known = place.known, known.modified == place.item.modified,
            !target.isAsReceived(here, at: known.path),
            file.differsOnlyInOrder(from: here)
                || !isSame && listing.manifest[known.path]?.digest == Digest.of(file.bytes)
        {
            transfer.newer.append(known)
            return
        }
        // Nor is there anything new in a source that says what it said before, even if it gives no date.
        if !isSame, let known = place.known, try isAsBefore(place, metadata, links, names, target) {
            transfer.newer.append(known)
            return
        }
        var kept: Transfer.Kept.Reason?
        if !isSame {
            kept = try here.flatMap { try keep($0, at: place.path, besides: file, &target) }
            try write(file, at: place.path)
        }
        target.recordReceived(file, at: place.path, hasLinks: hasLinks)
        let shown = try shown(place.path)
        target.put(shown)
        if isSame {
            transfer.unchanged.append(shown)
        } else if place.known == nil {
            transfer.added.append(shown)
        } else {
            transfer.updated.append(shown)
            if let kept { transfer.kept.append(.init(item: shown, reason: kept)) }
        }
    }

    /// Whether the other notebook has of an item what came with the import before.
    private func isAsBefore(
        _ place: TransferPath, _ metadata: ItemMetadata, _ links: RenamedLinks, _ names: TransferNames?,
        _ target: TransferTarget
    ) throws -> Bool {
        var metadata = metadata
        metadata.modified = place.file.metadata.modified
        let file = try links.rewriting(try Self.setting(metadata, of: place.file, place.item.path), at: place.path)
        return target.isAsReceived(try names?.corrected(file, place) ?? file, at: place.path)
    }

    /// When an item here was changed last: an edit by another program that nobody sealed has the time of its file.
    private mutating func lastChange(of here: Item, _ target: TransferTarget) throws -> Timestamp {
        let file = try item(here.path)
        guard listing.manifest[here.path]?.digest != Digest.of(file.bytes), !target.isAsReceived(file, at: here.path),
            let written = try store.files.status(DiskPath(here.path))?.modified
        else { return here.modified }
        return max(here.modified, Timestamp(clamping: written))
    }

    /// Whether an item here has only the date of its import, from a source without dates, and nobody changed it since:
    /// nothing is older than what the other notebook has of it.
    private mutating func knowsNoDate(_ here: Item, _ there: Item, _ target: TransferTarget) throws -> Bool {
        try here.created > there.modified && target.isAsReceived(try item(here.path), at: here.path)
    }

    /// Moves the old version of an item to the trash before it is overwritten, with a new uuid, if it was changed since
    /// it was imported or is unrelated to the new version; returns the reason.
    private mutating func keep(
        _ here: ItemFile, at path: BundlePath, besides new: ItemFile, _ target: inout TransferTarget
    ) throws -> Transfer.Kept.Reason? {
        let isAsReceived = target.isAsReceived(here, at: path)
        let isBlank = here.body.allSatisfy { $0 <= 0x20 }
        guard !isAsReceived || !isBlank && ItemLikeness.areUnrelated(here.body, new.body),
            let trashed = try TrashedPath(of: path, in: target.batch(environment))?.path()
        else { return nil }
        var metadata = here.metadata
        metadata.uuid = environment.newUUID()
        try write(try Self.setting(metadata, of: here, path), at: trashed)
        return isAsReceived ? .unrelated : .changedHere
    }

    /// An item as it is here, without making the commit depend on it.
    package func peekedItem(_ path: BundlePath) throws -> ItemFile? {
        try peek(path, limit: ItemFile.maximumBytes).flatMap { try? ItemFile($0) }
    }

    /// The folder that an item goes to.
    private static func place(of item: Item, _ folder: FolderPath?, _ base: FolderPath?) throws -> FolderPath {
        let own = folder ?? item.folder
        guard let base, base != .root else { return own }
        return own == .root ? base : try FolderPath("\(base)/\(own)")
    }

    private func freePath(of item: Item, in folder: FolderPath, _ target: inout TransferTarget) throws -> BundlePath {
        let root = item.type == .card ? "cards" : "notes"
        let directory = try BundlePath(folder == .root ? root : "\(root)/\(folder)")
        return try target.freePath(stem: item.livePath.stem, ending: ".md", in: directory) { try namesOnDisk(in: $0) }
    }

    /// Copies the attachments that items reference, and returns their names here.
    mutating func copyBlobs(
        _ places: [TransferPath], _ source: NotebookListing, _ files: some FileTree,
        _ target: inout TransferTarget, _ transfer: inout Transfer
    ) throws -> [Rename] {
        let carried = CarriedBlobs(source.manifest)
        var wanted: Set<BundlePath> = []
        for place in places { wanted.formUnion(carried.blobs(of: place.file, at: place.item.path)) }
        transfer.carriedBlobs = wanted
        var renames: [Rename] = []
        for path in wanted.sorted() {
            let new = try copyBlob(path, source, files, &target, &transfer)
            if new != path { renames.append(Rename(old: path.text, new: new)) }
        }
        return renames
    }

    private mutating func copyBlob(
        _ path: BundlePath, _ source: NotebookListing, _ files: some FileTree, _ target: inout TransferTarget,
        _ transfer: inout Transfer
    ) throws -> BundlePath {
        if let digest = source.manifest[path]?.digest, let known = target.blobs[digest], try isIntact(known, digest) {
            return known
        }
        let file = try stage(expecting: source.manifest[path]?.size ?? 0) { write in
            guard try files.stream(path, write) else { throw NotebookError.gone(path) }
        }
        if let known = target.blobs[file.digest] {
            if try isIntact(known, file.digest) { return known }
            // Another program removed it: it comes back to where links lead.
            if try store.files.status(DiskPath(known)) == nil {
                try write(file, at: known)
                transfer.attachments += 1
                return known
            }
        }
        let name = BlobName(path.name)?.readableName ?? String(path.name)
        let new = try target.freeBlobPath(name, file.digest) { try namesOnDisk(in: $0) }
        try write(file, at: new)
        target.put(blob: new, file.digest)
        transfer.attachments += 1
        return new
    }
}

extension [UInt8] {
    /// Whether two brackets beside each other may begin a wiki link.
    fileprivate var holdsWikiLink: Bool { span.firstIndex(of: "[[".utf8.span) != nil }
}
