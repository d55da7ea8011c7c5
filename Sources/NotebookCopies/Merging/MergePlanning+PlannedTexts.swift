import Cores
import NotebookFormat
import NotebookLinks
import NotebookMerging
import NotebookStore
import NotebookText

// The texts of items.
extension MergePlanning {
    /// Merges the texts of the items, with links updated for the new paths.
    mutating func writeItems() throws {
        let texts = try VersionTexts(mine, theirs, base, items.map(\.versions), labels)
        let merged = items.map { item in texts.merged(item.versions, from: \.bytes) }
        try bringAttachments(of: merged.indices.filter { merged[$0].hasTheirs }.map { items[$0].versions }, texts)
        let links = links(merged)
        for item in items {
            try write(item, texts.merged(item.versions) { links.rewritten($0, to: item.path) }, texts)
        }
    }

    /// Reports the items whose bytes become those of the other copy.
    mutating func reportItems() throws {
        for item in items {
            let (mine, theirs) = (item.versions.mine, item.versions.theirs)
            let isSame = mine.map { $0.digest == theirs?.digest } ?? false
            guard !isSame || mine?.path != item.path else { continue }
            var row = row(of: item, change(of: item, isBoth: false, isSame))
            if !isSame, row.conflict == nil, let theirs,
                let file = try self.theirs.compared.contents(of: [theirs.wanted])[theirs.wanted].map({
                    try ItemFile($0)
                })
            {
                let count = try conflictsTaken(by: item, file)
                if count > 0 { row.conflict = .places(count) }
            }
            plan.report.files.append(row)
        }
    }

    private mutating func write(_ item: LocatedItem, _ merged: VersionTexts.Merged, _ texts: VersionTexts) throws {
        let versions = item.versions
        guard let file = try? ItemFile(merged.bytes) else {
            // Front matter that cannot be merged: this copy keeps its own, and the other version goes to the trash.
            if let theirs = versions.theirs { plan.versions.append(theirs) }
            return
        }
        var metadata = file.metadata
        metadata.uuid = metadata.uuid ?? versions.mine?.item?.uuid
        var complete = metadata.uuid == file.metadata.uuid ? file : try Draft.setting(metadata, of: file, item.path)
        var conflicts = merged.conflicts
        if let place = markedPlace(of: item, complete) {
            complete = (try? ConflictComments(complete).adding(place, texts.label(versions))) ?? complete
            conflicts += 1
        }
        let isSame = versions.mine?.digest == Digest.of(complete.bytes)
        let change = change(of: item, isBoth: merged.isBoth, isSame)
        if isSame, versions.mine?.path == item.path {
            if change == .kept { plan.report.files.append(MergedFile(path: item.path, change: .kept)) }
            if let place = item.place?.conflict {
                plan.report.files.append(MergedFile(path: item.path, change: .kept, conflict: .path(place)))
            }
            return
        }
        plan.items.append(.init(old: versions.mine, path: item.path, file: isSame ? nil : complete))
        var row = row(of: item, change)
        if merged.conflicts == 0, row.conflict == nil { conflicts = try conflictsTaken(by: item, complete) }
        if merged.conflicts > 0 || conflicts > 0, row.conflict == nil || merged.conflicts > 0 {
            row.conflict = .places(conflicts)
        }
        plan.report.files.append(row)
    }

    /// The number of places with both versions that an item has from the other copy, where somebody marked them.
    private func conflictsTaken(by item: LocatedItem, _ file: ItemFile) throws -> Int {
        let count = TrashedPath(item.path) == nil ? file.conflictCount : 0
        guard count > 0, let mine = item.versions.mine else { return count }
        let bytes = try self.mine.compared.contents(of: [mine.wanted])[mine.wanted]
        return max(0, count - (bytes.flatMap { try? ItemFile($0) }?.conflictCount ?? 0))
    }

    private func row(of item: LocatedItem, _ change: MergedFile.Change) -> MergedFile {
        let old = item.versions.mine?.path
        return MergedFile(
            path: item.path, change: change, oldPath: old == item.path ? nil : old,
            conflict: item.place?.conflict.map { .path($0) })
    }

    /// The path that was not chosen, which a comment in the item records until somebody chooses.
    private func markedPlace(of item: LocatedItem, _ file: ItemFile) -> BundlePath? {
        guard let place = item.place, let path = place.conflict, TrashedPath(item.path) == nil else { return nil }
        return place.isMovedTwice || !ConflictComments(file).holdsTitle ? path : nil
    }

    private func change(of item: LocatedItem, isBoth: Bool, _ isSame: Bool) -> MergedFile.Change {
        guard let mine = item.versions.mine else { return item.versions.base == nil ? .added : .returned }
        let isInTrash = TrashedPath(item.path) != nil
        if mine.isInTrash != isInTrash {
            guard !isInTrash else { return .trashed }
            return item.versions.base?.isInTrash == true ? .restored : .returned
        }
        if let theirs = item.versions.theirs, theirs.isInTrash, !isInTrash { return .kept }
        if isSame { return .moved }
        return isBoth ? .merged : .updated
    }

    /// Copies the attachments that texts of the other copy use and that are missing here.
    private mutating func bringAttachments(of versions: [FileVersions], _ texts: VersionTexts) throws {
        guard theirs.manifest.entries(below: .blobs).contains(where: { mine.manifest[$0.path] == nil }) else { return }
        let resolver = LinkResolver(theirs.manifest)
        let files = Dictionary(theirs.compared.content.files.map { ($0.path, $0) }) { first, _ in first }
        var known = Set(plan.copies.map(\.source.path))
        for version in versions {
            guard let path = version.theirs?.path, let bytes = texts.theirs(version),
                let item = try? ItemFile(bytes)
            else { continue }
            for link in item.foundLinks {
                guard case .file(let target) = link.target(resolver, from: path), let file = files[target],
                    file.type == .blob, mine.manifest[target] == nil, known.insert(target).inserted
                else { continue }
                try copy(file, .returned)
            }
        }
    }

    /// How the links of each version are updated for the new paths and titles.
    private func links(_ merged: [VersionTexts.Merged]) -> MergedLinks {
        var (gone, put): (Set<BundlePath>, [Entry]) = ([], [])
        for file in plan.trashed.filter({ $0.type != .blob }) + plan.removed { gone.insert(file.path) }
        for move in plan.moves {
            gone.insert(move.old.path)
            put += [move.old.entry?.at(move.path)].compactMap(\.self)
        }
        for (item, merged) in zip(items, merged) {
            if let old = item.versions.mine?.path { gone.insert(old) }
            let fact = FileType(of: item.path).map { ItemFact(merged.bytes, type: $0) }
            let file = FileFact(
                path: item.path, size: merged.bytes.count, digest: Digest.of(merged.bytes), item: fact)
            put += [Entry(file, notebookCreated: plan.description.created)].compactMap(\.self)
        }
        put += plan.copies.compactMap { $0.source.entry?.at($0.path) }
        let after = mine.manifest.replacing(removed: gone, put: put)
        var base = base.manifest.map { LinkedState($0, changed.movedHere) }
        var mine = LinkedState(mine.manifest, [:])
        var theirs = LinkedState(theirs.manifest, changed.movedHere)
        for item in items {
            base?.lead(to: item.path, item.versions.base)
            mine.lead(to: item.path, item.versions.mine ?? item.versions.base)
            theirs.lead(to: item.path, item.versions.theirs ?? item.versions.base)
        }
        for copy in plan.copies where copy.source.path != copy.path { theirs.moves[copy.source.path] = copy.path }
        let resolver = Lazy { LinkResolver(after) }
        return MergedLinks(
            base: base.map { base in Lazy { [base] in base.links(after, resolver) } },
            mine: Lazy { [mine] in mine.links(after, resolver) },
            theirs: Lazy { [theirs] in theirs.links(after, resolver) })
    }
}

/// One of the states that a merge starts from, with the new targets of the paths in its links.
private struct LinkedState {
    private let manifest: Manifest
    /// Items that are missing or in the trash in this state, and exist after the merge, so that links to them count.
    private var returned: [Entry] = []
    var moves: [BundlePath: BundlePath]

    init(_ manifest: Manifest, _ moves: [BundlePath: BundlePath]) { (self.manifest, self.moves) = (manifest, moves) }

    /// Records the new target of links to an item, unless another file has its path in this state.
    mutating func lead(to path: BundlePath, _ version: ComparedFile?) {
        guard let version else { return }
        let old = version.livePath
        guard manifest[version.path]?.item?.uuid != version.item?.uuid || version.isInTrash else {
            moves[old] = path
            return
        }
        guard manifest[old] == nil else { return }
        moves[old] = path
        if TrashedPath(path) == nil, let entry = version.entry?.at(old) { returned.append(entry) }
    }

    func links(_ after: Manifest, _ resolver: Lazy<LinkResolver>) -> KeptLinks {
        KeptLinks(before: manifest, after: after, moves: moves, returned: returned, resolver: resolver.value)
    }
}
