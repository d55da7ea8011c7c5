import NotebookFiles
public import NotebookFormat
import NotebookMarkdown
import NotebookQuery
public import NotebookText

extension Draft {
    /// Makes an empty folder, and missing folders above it.
    ///
    /// - Throws: `NotebookError.taken` if the folder exists, `.malformed` if the icon is not valid, or
    ///   `StoreError.obstructed` if a file has its name.
    public mutating func addFolder(_ path: FolderPath, icon: String? = nil) throws {
        let path = try spelled(path)
        guard path != .root, try !hasFolder(path) else {
            throw NotebookError.taken(path == .root ? "/" : PrintableText.escaped(path.text))
        }
        let inside = try ["notes", "cards"].map { DiskPath(try BundlePath("\($0)/\(path)/new")) }
        if let obstacle = try store.obstacle(toDirectoriesOf: inside) { throw StoreError.obstructed(obstacle) }
        try setRow(path) { $0.icon = icon }
    }

    /// Moves a folder to another path, with all its content; updates links to and from its items, and the queries of
    /// smart folders and the settings that name it.
    ///
    /// - Throws: `NotebookError.taken` if the new folder exists, `.insideItself` if it would be inside itself, `.topLevel`
    ///   for the top level, and `.noSuchFolder`.
    public mutating func relocateFolder(_ old: FolderPath, to new: FolderPath) throws {
        let old = try known(old)
        guard new != .root else { throw NotebookError.taken("/") }
        // Its own name may get another spelling.
        let parent = try spelled(new.parent ?? .root)
        let new = try FolderPath(parent == .root ? String(new.name) : "\(parent)/\(new.name)")
        guard old != new else { return }
        guard !new.name.lowercased().ends(in: ".md") else { throw NotebookError.folderNamedAsItem(new) }
        guard !new.isInside(old) else { throw NotebookError.insideItself(old) }
        guard try !hasFolder(new) || new.key == old.key else {
            throw NotebookError.taken(PrintableText.escaped(new.text))
        }
        follow(QueryRenaming.folder(old, to: new))
        description.settings.places = description.settings.places.following(old, to: new)
        let moved = current.items.filter { $0.folder.isInside(old) }
        for item in moved {
            let root = item.type == .card ? "cards" : "notes"
            let rest = item.path.text.dropFirst("\(root)/\(old)".count)
            _ = try relocate(item, to: try BundlePath("\(root)/\(new)\(rest)"))
        }
        try renameRows(of: old, to: new)
        if moved.isEmpty, !description.folders.contains(where: { $0.path.isInside(new) }) {
            description.folders.append(.init(path: new))
        }
    }

    /// Gives the rows of a folder and of those in it other paths, so that nothing is left of the folder.
    mutating func renameRows(of old: FolderPath, to new: FolderPath) throws {
        forgetFolder(old)
        for index in description.folders.indices where description.folders[index].path.isInside(old) {
            let rest = description.folders[index].path.text.dropFirst(old.text.count)
            description.folders[index].path = try FolderPath("\(new)\(rest)")
        }
    }

    /// Moves everything in a folder to the trash, as one batch, and removes the folder; returns `nil` if it was empty.
    ///
    /// - Throws: `NotebookError.topLevel`, `.noSuchFolder` or `.gone`, or `StoreError` if files cannot be moved.
    public mutating func removeFolder(_ folder: FolderPath) throws -> BatchName? {
        let folder = try known(folder)
        let items = current.items.filter { $0.folder.isInside(folder) }
        let batch = items.isEmpty ? nil : try moveToTrash(items)
        forgetFolder(folder)
        let rows = description.folders.filter { $0.path.isInside(folder) }
        if let batch, !rows.isEmpty { effects.folders[batch] = rows }
        description.folders.removeAll { $0.path.isInside(folder) }
        return batch
    }

    /// Moves a folder before one of its siblings, or after all of them.
    ///
    /// - Throws: `NotebookError.topLevel`, or `.noSuchFolder` if there is no such folder or sibling.
    public mutating func order(_ folder: FolderPath, before sibling: FolderPath?) throws {
        let (folder, sibling) = (try known(folder), try sibling.map { try known($0) })
        guard sibling == nil || sibling?.parent == folder.parent else {
            throw NotebookError.noSuchFolder(sibling?.text ?? "", like: [])
        }
        var siblings = listing.sortedFolders.filter { $0.parent == folder.parent && $0 != folder }
        let place = sibling.flatMap { siblings.firstIndex(of: $0) } ?? siblings.count
        siblings.insert(folder, at: place)
        for (index, path) in siblings.enumerated() { try setRow(path) { $0.order = index } }
    }

    /// Changes the icon and place of a folder, which is made if it is missing.
    ///
    /// - Throws: `NotebookError.topLevel`, or `.notAValue` if a value is not valid.
    public mutating func decorate(
        _ folder: FolderPath, _ change: (inout NotebookDescription.FolderRow) -> Void
    ) throws {
        guard folder != .root else { throw NotebookError.topLevel }
        try setRow(try spelled(folder), change)
    }

    /// Changes the row of a folder, or leaves everything as it is if the row would not be valid.
    private mutating func setRow(
        _ folder: FolderPath, _ change: (inout NotebookDescription.FolderRow) -> Void
    ) throws {
        let index = description.folders.firstIndex { $0.path == folder }
        var row = index.map { description.folders[$0] } ?? NotebookDescription.FolderRow(path: folder)
        change(&row)
        var bare = NotebookDescription(uuid: description.uuid, title: "", created: description.created)
        (bare.title, bare.folders) = (description.title, [row])
        try NotebookListing.check(bare, of: listing.name)
        guard let index else { return folderRows.adding(row.path) { description.folders.append(row) } }
        description.folders[index] = row
    }

    /// A folder of the notebook, in its spelling.
    private func known(_ folder: FolderPath) throws -> FolderPath {
        guard folder != .root else { throw NotebookError.topLevel }
        let spelled = try spelled(folder)
        guard try hasFolder(spelled) else { throw NotebookError.noSuchFolder(folder.text, like: []) }
        return spelled
    }
}

extension Draft {
    /// Renames a tag, and the tags below it, in all items; if the new name exists, merges both tags.
    ///
    /// Updates `#tag` in texts, if the notebook counts them, and the queries of smart folders that name it. Returns the
    /// changed items.
    ///
    /// - Throws: `NotebookError.malformedItem`, `.notInTexts` if texts have the tag and the new name cannot be written
    ///   there, or `StoreError` if files cannot be written.
    public mutating func renameTag(_ old: Tag, to new: Tag) throws -> [Item] {
        func renamed(_ tag: Tag) -> Tag? { tag.below(old).flatMap { Tag(exactly: new.text + $0) } }
        var changed: Set<BundlePath> = []
        let texts = try items(withInlineTag: old)
        guard texts.isEmpty || InlineTags.canBeWritten(new) else {
            throw NotebookError.notInTexts(new, texts: texts.count)
        }
        for path in texts {
            let file = try item(path)
            let places = InlineTags.places(in: file.bytes, from: file.bodyStart).filter { $0.tag.below(old) != nil }
            let edits = places.compactMap { place in renamed(place.tag).map { (place.range, Array($0.text.utf8)) } }
            if !edits.isEmpty {
                // Tags do not change the date.
                _ = try replace(path, file, try file.replacing(edits), keepsDate: true)
                changed.insert(path)
            }
        }
        changed.formUnion(try changeTags { renamed($0) ?? $0 }.map(\.path))
        follow(QueryRenaming.tag(old, to: new))
        var rows: [NotebookDescription.TagRow] = []
        var keys: Set<ComparisonKey> = []
        for row in description.tags {
            var row = row
            if let rest = row.name.below(old), let name = Tag(exactly: new.text + rest) { row.name = name }
            if keys.insert(row.name.key).inserted { rows.append(row) }
        }
        description.tags = rows
        return try changed.sorted().map { try shown($0) }
    }

    /// The result of removing a tag.
    public struct RemovedTag: Sendable {
        /// The changed items.
        public let items: [Item]
        /// The items that still have the tag as `#tag` in their texts.
        public let staying: [Item]
    }

    /// Removes a tag, and the tags below it, from the front matter of all items; texts stay as they are.
    ///
    /// - Throws: `NotebookError.noSuchTag` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func removeTag(_ tag: Tag) throws -> RemovedTag {
        description.tags.removeAll { $0.name.below(tag) != nil }
        let changed = try changeTags { $0.below(tag) == nil ? $0 : nil }
        return RemovedTag(items: changed, staying: try items(withInlineTag: tag).map { try shown($0) })
    }

    /// Sets the colour of a tag (`#` and six lower-case hexadecimal digits), or removes it.
    ///
    /// - Throws: `NotebookError.notAValue` if this is not a colour.
    public mutating func color(_ tag: Tag, _ color: String?) throws {
        var bare = NotebookDescription(uuid: description.uuid, title: description.title, created: description.created)
        bare.tags = [.init(name: tag, color: color)]
        try NotebookListing.check(bare, of: listing.name)
        if let index = description.tags.firstIndex(where: { $0.name.key == tag.key }) {
            description.tags[index].color = color
            return
        }
        if let color { description.tags.append(.init(name: tag, color: color)) }
    }

    /// The items outside the trash that have a tag, or one below it, in their texts, in the order of their paths; none
    /// if the notebook does not count tags in texts.
    private func items(withInlineTag tag: Tag) throws -> [BundlePath] {
        guard description.settings.countsInlineTags else { return [] }
        let found = try inlineTags().filter { $0.value.contains { $0.below(tag) != nil } }
        return found.keys.sorted()
    }

    private mutating func changeTags(_ change: (Tag) -> Tag?) throws -> [Item] {
        var edits: [(path: BundlePath, change: ItemChange)] = []
        for item in current.items {
            let tags = Tag.unique(item.tags.compactMap(change))
            guard !tags.map(\.text).elementsEqual(item.tags.map(\.text), by: { $0.isIdentical(to: $1) }) else {
                continue
            }
            var edit = ItemChange()
            edit.tags = tags
            edits.append((item.path, edit))
        }
        try edit(edits)
        return try edits.map { try shown($0.path) }
    }
}

extension Tag {
    /// The rest of this tag after another tag: empty if they are the same, `/…` if this one is below it; otherwise
    /// `nil`.
    package func below(_ other: Tag) -> String? {
        if key == other.key { return "" }
        let count = other.text.parts(between: "/", omittingEmpty: false).count
        let parts = text.parts(between: "/", omittingEmpty: false)
        guard parts.count > count, ComparisonKey(parts.prefix(count).joined(separator: "/")) == other.key else {
            return nil
        }
        return "/" + parts.dropFirst(count).joined(separator: "/")
    }
}

extension Draft {
    /// Moves items to the trash, as one batch; those that are there by now stay there.
    ///
    /// - Throws: `NotebookError.gone`, or `StoreError` if files cannot be moved.
    public mutating func moveToTrash(_ items: [Item]) throws -> BatchName {
        mayUseReservedSpace = true
        let batch = environment.newBatch()
        for item in try items.map({ try found($0) }) {
            guard let target = try TrashedPath(of: item.path, in: batch)?.path() else { continue }
            // Files in the trash keep their bytes, whatever their content.
            try moveBytes(item.path, to: target)
        }
        return batch
    }

    /// Restores items from the trash, to their old folders or to another folder; those that are not there any more stay
    /// where they are.
    ///
    /// Undoes what else their deletion changed, unless it was changed again since; see `reverted`.
    ///
    /// One whose file is gone comes back from the history, as far as that has it; see `broughtBack`.
    ///
    /// - Throws: `NotebookError.goneForGood`, or `StoreError` if files cannot be moved.
    public mutating func restore(_ items: [Item], to folder: FolderPath? = nil) throws -> [Item] {
        var restored: [Item] = []
        let items = try items.map { try found($0) }
        for item in items {
            guard item.batch != nil else {
                restored.append(item)
                continue
            }
            let target = try freePath(
                stem: item.livePath.stem, type: item.type, in: try self.folder((folder ?? item.folder).text))
            let isBack = try bringBack(item.path, for: target)
            defer { if isBack { forget(item.path) } }
            if FolderPath(of: target) == item.folder, FileType(of: target) == item.type {
                try moveBytes(item.path, to: target)
                restored.append(try shown(target))
            } else {
                restored.append(try relocate(item, to: target))
            }
        }
        try revert(
            zip(items, restored).compactMap { old, new in old.batch.map { (item: new.path, batch: $0) } })
        return restored
    }

    /// Deletes items, or files in the trash, permanently, and what the history keeps of them.
    ///
    /// - Throws: an error if files cannot be read.
    public mutating func destroy(_ paths: [BundlePath]) throws {
        mayUseReservedSpace = true
        history.destroyed.formUnion(try store.historyLog().contents(of: paths))
        for path in paths {
            if let digest = entry(path)?.digest { history.destroyed.insert(digest) }
            try delete(path)
            if let digest = deletedDigest(path) { history.destroyed.insert(digest) }
        }
    }
}

extension NotebookListing {
    /// The deletions in the trash, the latest first, with the files of each in the order of their paths.
    public var trash: [(batch: BatchName, entries: [Entry])] {
        var batches: [BatchName: [Entry]] = [:]
        for entry in manifest.entries(below: .trash) {
            if let trashed = TrashedPath(entry.path) { batches[trashed.batch, default: []].append(entry) }
        }
        return batches.sorted { $0.key > $1.key }.map { (batch: $0.key, entries: $0.value) }
    }
}

extension Draft {
    /// Restores a file from the trash that is not an item; it stays there if its old path is in use.
    ///
    /// - Throws: `NotebookError.goneForGood` or `.taken`, or `StoreError` if the file cannot be moved.
    public mutating func restoreFile(_ trashed: Entry) throws {
        guard let old = TrashedPath(trashed.path)?.oldPath, entry(old) == nil else { return }
        let isBack = try bringBack(trashed.path, for: old)
        try moveBytes(trashed.path, to: old)
        if isBack { forget(trashed.path) }
    }
}

/// A file of the trash that was gone, and came back from the history.
package struct BroughtBack: Hashable, Sendable {
    /// Where it is now.
    package let path: BundlePath
    /// Which change replaced this version; `nil` if it is the one that was deleted.
    package let beforeChange: Int?
}

extension Draft {
    /// Stages a file of the trash that is gone: the listed content, from another file or from the history, or else the
    /// latest version that the history has.
    ///
    /// - Parameter target: Where it will be restored.
    /// - Returns: Whether it was gone.
    /// - Throws: `NotebookError.goneForGood`.
    mutating func bringBack(_ path: BundlePath, for target: BundlePath) throws -> Bool {
        guard let entry = entry(path), !written(at: path), try store.files.status(DiskPath(path)) == nil else {
            return false
        }
        if try store.files.status(DiskPath(evicted: path)) != nil {
            throw NotebookError.inCloud(listing.name, path, 1)
        }
        guard let version = try keptVersion(of: entry) else { throw NotebookError.goneForGood(path) }
        let files = store.files
        let staged = try stage { write in try files.stream(version.place, write) }
        if entry.type.isItem {
            try write(try Self.item(files.content(of: version.place, limit: ItemFile.maximumBytes), path), at: path)
        } else {
            try write(staged, at: path)
        }
        broughtBack.append(BroughtBack(path: target, beforeChange: version.replacedBy))
        return true
    }

    private func keptVersion(of entry: Entry) throws -> KeptVersions.Version? {
        let entries = listing.manifest.entries
        let same = entries.indices.filter { entries.digest(at: $0) == entry.digest }.map(entries.path(at:))
        for path in same where try path != entry.path && store.files.digest(of: DiskPath(path)) == entry.digest {
            return KeptVersions.Version(place: DiskPath(path), replacedBy: nil)
        }
        let versions = try KeptVersions(store)
        if let version = try versions.listed(entry.digest) { return version }
        // Another attachment with this name is none of its versions.
        guard entry.type != .blob else { return nil }
        for path in [entry.path, TrashedPath(entry.path)?.oldPath].compactMap(\.self) {
            guard let version = try versions.latest(of: path, listed: nil) else { continue }
            guard entry.type.isItem else { return version }
            let bytes = try store.files.content(of: version.place, limit: ItemFile.maximumBytes)
            if let uuid = (try? ItemFile(bytes))?.metadata.uuid, uuid == entry.item?.uuid { return version }
        }
        return nil
    }
}
