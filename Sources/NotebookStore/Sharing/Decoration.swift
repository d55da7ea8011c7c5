package import NotebookFormat

/// How much of another notebook's decoration was taken over.
package struct Decoration: Sendable, Equatable {
    /// Folders that got an icon or a place, or are there although they are empty.
    package var folders = 0
    /// Tags that got a colour.
    package var tags = 0
    /// Saved queries.
    package var smartFolders = 0
    /// Whether the notebook was empty and is shown as the other one now.
    package var settings = false

    /// Nothing yet.
    package init() {}
}

extension Draft {
    /// Takes over how another notebook decorates folders and tags, and its saved queries, where this one has none of
    /// its own; an empty notebook without settings gets those of the other one.
    ///
    /// - Parameter base: The folder that the other one's folders are put into.
    package mutating func takeDecoration(
        of other: NotebookDescription, below base: FolderPath? = nil, _ target: TransferTarget,
        _ taken: inout Decoration
    ) throws {
        if notebook.items.isEmpty, description.settings.isDefault, !other.settings.isDefault {
            description.settings = other.settings
            taken.settings = true
        }
        for row in other.folders {
            var row = row
            if let base, base != .root { row.path = try FolderPath("\(base)/\(row.path)") }
            row.path = try target.spelled(row.path)
            if take(row, isThere: target.hasFolder(row.path)) { taken.folders += 1 }
        }
        for row in other.tags where row.color != nil {
            if let index = description.tags.firstIndex(where: { $0.name.key == row.name.key }) {
                guard description.tags[index].color == nil else { continue }
                description.tags[index].color = row.color
            } else {
                description.tags.append(row)
            }
            taken.tags += 1
        }
        for row in other.smartFolders
        where !description.smartFolders.contains(where: { ComparisonKey($0.name) == ComparisonKey(row.name) }) {
            description.smartFolders.append(row)
            taken.smartFolders += 1
        }
    }

    private mutating func take(_ row: NotebookDescription.FolderRow, isThere: Bool) -> Bool {
        guard let index = description.folders.firstIndex(where: { $0.path.key == row.path.key }) else {
            guard !isThere || row.icon != nil || row.order != nil else { return false }
            description.folders.append(row)
            return true
        }
        let before = description.folders[index]
        description.folders[index].icon = before.icon ?? row.icon
        description.folders[index].order = before.order ?? row.order
        return description.folders[index] != before
    }
}

extension NotebookDescription.Settings {
    /// Whether nothing was chosen.
    fileprivate var isDefault: Bool { sort == .modified && fontSize == nil && colorScheme == .system }
}
