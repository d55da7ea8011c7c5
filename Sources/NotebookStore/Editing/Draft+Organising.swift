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
