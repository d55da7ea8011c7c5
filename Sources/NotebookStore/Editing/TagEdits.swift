public import NotebookFormat

extension Draft {
    /// The result of renaming a tag.
    public struct RenamedTag: Sendable {
        /// The changed items.
        public let items: [Item]
        /// How many items still have the old name as `#tag` in their texts.
        public let staying: Int
    }

    /// Renames a tag, and the tags below it, in all items; merges it with a tag that has the new name.
    ///
    /// Updates the queries of smart folders that name it.
    ///
    /// - Parameter inBodies: Whether to rename `#tag` in texts as well.
    /// - Throws: `NotebookError.noSuchTag` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func renameTag(_ old: Tag, to new: Tag, inBodies: Bool = false) throws -> RenamedTag {
        func renamed(_ tag: Tag) -> Tag? { tag.below(old).flatMap { Tag(exactly: new.text + $0) } }
        var (changed, staying): (Set<BundlePath>, Int) = ([], 0)
        for item in current.items {
            guard let bytes = try peek(item.path, limit: ItemFile.maximumBytes), bytes.contains(UInt8(ascii: "#")),
                let file = try? ItemFile(bytes)
            else { continue }
            let places = InlineTags.places(in: MarkdownDocument(file.bytes, from: file.bodyStart)).filter {
                $0.tag.below(old) != nil
            }
            let edits = places.compactMap { place in
                renamed(place.tag).flatMap { InlineTags.canBeWritten($0) ? (place.range, Array($0.text.utf8)) : nil }
            }
            if inBodies, !edits.isEmpty {
                _ = try replace(item.path, with: try file.replacing(edits).bytes)
                changed.insert(item.path)
            }
            if (inBodies ? edits.count : 0) < places.count { staying += 1 }
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
        return RenamedTag(items: try changed.sorted().map { try shown($0) }, staying: staying)
    }

    /// Removes a tag, and the tags below it, from all items.
    ///
    /// Returns the changed items.
    ///
    /// - Throws: `NotebookError.noSuchTag` or `.malformedItem`, or `StoreError` if files cannot be written.
    public mutating func removeTag(_ tag: Tag) throws -> [Item] {
        description.tags.removeAll { $0.name.below(tag) != nil }
        return try changeTags { $0.below(tag) == nil ? $0 : nil }
    }

    /// Sets the colour of a tag (`#` and six lower-case hexadecimal digits), or removes it.
    public mutating func color(_ tag: Tag, _ color: String?) {
        if let index = description.tags.firstIndex(where: { $0.name.key == tag.key }) {
            description.tags[index].color = color
            return
        }
        if let color { description.tags.append(.init(name: tag, color: color)) }
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
    /// The rest of this tag after another one: empty if they are the same, `/…` if this one is below it; otherwise
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
