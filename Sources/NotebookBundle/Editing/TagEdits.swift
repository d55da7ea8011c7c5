public import NotebookFormat

extension Draft {
    /// Gives a tag another name in all items, and the tags below it with it; where an item has both, they become one.
    ///
    /// Returns the items that have changed.
    public mutating func renameTag(_ old: Tag, to new: Tag) throws -> [Item] {
        let changed = try changeTags { tag in
            guard let rest = tag.below(old) else { return tag }
            return Tag(exactly: new.text + rest) ?? tag
        }
        var rows: [NotebookDescription.TagRow] = []
        for row in description.tags {
            var row = row
            if let rest = row.name.below(old), let name = Tag(exactly: new.text + rest) { row.name = name }
            if !rows.contains(where: { $0.name.key == row.name.key }) { rows.append(row) }
        }
        description.tags = rows
        return changed
    }

    /// Takes a tag, and the tags below it, away from all items.
    ///
    /// Returns the items that have changed.
    public mutating func removeTag(_ tag: Tag) throws -> [Item] {
        description.tags.removeAll { $0.name.below(tag) != nil }
        return try changeTags { $0.below(tag) == nil ? $0 : nil }
    }

    /// Gives a tag a colour (`#` and six lower-case hexadecimal digits), or takes it away.
    public mutating func color(_ tag: Tag, _ color: String?) {
        if let index = description.tags.firstIndex(where: { $0.name.key == tag.key }) {
            description.tags[index].color = color
            return
        }
        if let color { description.tags.append(.init(name: tag, color: color)) }
    }

    private mutating func changeTags(_ change: (Tag) -> Tag?) throws -> [Item] {
        var changed: [Item] = []
        for item in items {
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
    /// What follows another tag in this one: nothing if they are the same, `/…` if this one lies below it; `nil` otherwise.
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
