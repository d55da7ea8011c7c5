import NotebookFiles
import NotebookFormat
import NotebookMarkdown
import NotebookQuery
public import NotebookText

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
        for row in description.tags {
            var row = row
            if let rest = row.name.below(old), let name = Tag(exactly: new.text + rest) { row.name = name }
            if !rows.contains(where: { $0.name.key == row.name.key }) { rows.append(row) }
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
        var changed: [Item] = []
        for item in current.items {
            let tags = Tag.unique(item.tags.compactMap(change))
            guard !tags.map(\.text).elementsEqual(item.tags.map(\.text), by: { $0.isIdentical(to: $1) }) else {
                continue
            }
            var edit = ItemChange()
            edit.tags = tags
            _ = try self.edit(item.path, edit)
            changed.append(try shown(item.path))
        }
        return changed
    }
}

extension Tag {
    /// The rest of this tag after another tag: empty if they are the same, `/…` if this one is below it; otherwise
    /// `nil`.
    package func below(_ other: Tag) -> String? {
        if key == other.key { return "" }
        let count = other.text.split(separator: "/", omittingEmptySubsequences: false).count
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > count, ComparisonKey(parts.prefix(count).joined(separator: "/")) == other.key else {
            return nil
        }
        return "/" + parts.dropFirst(count).joined(separator: "/")
    }
}
