import NotebookFiles
import NotebookFormat
import NotebookMerging
import NotebookText

/// Where the two versions of a conflict come from, as far as the history of this notebook says.
struct ConflictOrigin {
    /// Whether the second version is the one that this notebook had, because another copy merged them.
    var isSwapped = false
    /// What the version of this notebook is called.
    var mine: String
    /// What the other version is called.
    var theirs: String

    /// The side of the marks that a person means.
    func marked(_ side: ConflictSide) -> ConflictSide { isSwapped ? side.other : side }
}

extension Draft {
    /// Where the versions that are marked in an item come from.
    func origin(of file: ItemFile, at path: BundlePath) throws -> ConflictOrigin {
        let marks = file.marked
        let labels =
            marks.count > 0
            ? (marks.labels.mine, marks.labels.theirs) : ("", ConflictComments(file).label ?? "")
        var origin = ConflictOrigin(mine: labels.0, theirs: labels.1)
        guard let taken = try versionBeforeMerge(of: path), let version = try? ItemFile(taken.bytes) else {
            return origin
        }
        let date = version.metadata.date ?? description.created
        func isOwn(_ label: String) -> Bool { VersionLabel.label(label, isOf: date, Digest.of(taken.bytes)) }
        if let other = ConflictComments(file).paths.last, marks.count == 0 {
            // Whoever only moves an item changes neither its text nor its date.
            origin.isSwapped = other == taken.path
        } else {
            guard isOwn(labels.0) != isOwn(labels.1) else { return origin }
            origin.isSwapped = isOwn(labels.1)
        }
        let other = origin.isSwapped ? labels.0 : labels.1
        origin.mine = "this copy, changed \(date)"
        origin.theirs = [taken.source, other].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        return origin
    }

    /// Where the two versions of values of the notebook come from.
    func originOfValues() throws -> ConflictOrigin {
        let taken = try versionBeforeMerge(of: .notebook)
        let before = taken.flatMap { try? NotebookDescription($0.bytes) }
        return ConflictOrigin(
            isSwapped: before?.had(description.conflicts) ?? false, mine: "this copy",
            theirs: taken?.source ?? "the other copy")
    }

    /// A file as it was before the last merge that changed it, and the name of the copy that was merged.
    private func versionBeforeMerge(
        of path: BundlePath
    ) throws -> (path: BundlePath, bytes: [UInt8], source: String?)? {
        for (record, place) in try store.historyLog().changes(of: path) where record.note.merged != nil {
            let old = record.origin(of: place) ?? place
            guard let digest = record.files.first(where: { $0.path == old })?.before,
                let bytes = try store.keptContent(digest, limit: NotebookDescription.maximumBytes)
            else { return nil }
            return (old, bytes, record.note.source)
        }
        return nil
    }
}
