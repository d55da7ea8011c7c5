package import NotebookFormat
import NotebookStore
import NotebookText

/// The icons, colours, smart folders and order that were imported from another notebook.
package struct Decoration: Sendable, Equatable {
    /// Folders that got an icon or a place, or were added though they are empty.
    package var folders = 0
    /// Tags that got a colour.
    package var tags = 0
    /// Smart folders that were added.
    package var smartFolders = 0
    /// Whether the notebook was empty and got the settings of the other notebook.
    package var settings = false

    /// Nothing.
    package init() {}
}

extension Draft {
    /// Imports the icons, colours, folders and smart folders of another notebook that this one lacks; an empty notebook
    /// without settings also gets those of the other notebook.
    ///
    /// - Parameter base: The folder that receives the other notebook's folders.
    package mutating func copyDecoration(
        of other: NotebookDescription, below base: FolderPath? = nil, _ target: TransferTarget,
        _ taken: inout Decoration
    ) throws {
        if listing.items.isEmpty, description.settings.isDefault, !other.settings.isDefault {
            description.settings = other.settings
            taken.settings = true
        }
        for row in other.folders {
            var row = row
            if let base, base != .root { row.path = try FolderPath("\(base)/\(row.path)") }
            row.path = try target.spelled(row.path)
            if copy(row, isThere: target.hasFolder(row.path)) { taken.folders += 1 }
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

    private mutating func copy(_ row: NotebookDescription.FolderRow, isThere: Bool) -> Bool {
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
    /// Whether all settings have their defaults.
    fileprivate var isDefault: Bool {
        sort == .modified && fontSize == nil && colorScheme == .system && places == NoteLocations()
    }
}
