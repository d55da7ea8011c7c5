import NotebookFiles
public import NotebookFormat

extension Draft {
    /// Changes the description of the notebook, or leaves it as it is if the format does not allow a value.
    ///
    /// New rows and settings that name a folder get the spelling that the notebook has.
    ///
    /// - Throws: `NotebookError.notAValue`, or what `change` throws.
    public mutating func describe(_ change: (inout NotebookDescription) throws -> Void) throws {
        var new = description
        try change(&new)
        let known = Set(description.folders.map(\.path))
        for index in new.folders.indices where !known.contains(new.folders[index].path) {
            new.folders[index].path = try spelled(new.folders[index].path)
        }
        for folder in [\NoteLocations.inboxFolder, \.dailyFolder, \.templateFolder] {
            new.settings.places[keyPath: folder] = try spelled(new.settings.places[keyPath: folder])
        }
        try NotebookListing.check(new, of: listing.name)
        description = new
    }
}
