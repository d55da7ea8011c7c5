import NotebookFiles
public import NotebookFormat
import NotebookLinks
import NotebookText

/// The result of merging two items.
public struct MergedItem: Sendable {
    /// The first item, with both texts.
    public let item: Item
    /// The deletion that moved the second item to the trash.
    public let batch: BatchName
    /// The properties of the second item that have other values in the first.
    public let leftOut: [Property]
}

extension Draft {
    /// Adds the text of an item to another of its kind, redirects all links to it, and moves it to the trash.
    ///
    /// The first item keeps its uuid, title and properties. It gets the properties that only the second item has, the
    /// tags of both, and the earlier creation date, and is pinned if one of them is. The fronts and the backs of cards
    /// are merged. Relative links in the second text are updated, and links to its headings lead to their new place.
    ///
    /// - Throws: `NotebookError.cannotMerge` if both are the same item, or of different kinds;
    ///   `NotebookError.staysOpen` if a block at the end of the first text would include the second text.
    public mutating func merge(_ second: Item, into first: Item) throws -> MergedItem {
        let (first, second) = (try foundOutsideTrash(first), try foundOutsideTrash(second))
        guard first.path != second.path, first.type == second.type else {
            throw NotebookError.cannotMerge(first.path, second.path)
        }
        let (one, other) = (try item(first.path), try item(second.path))
        let batch = try moveToTrash([second])
        let mergedHeading = JoinedAnchors(
            (first.path, one), (second.path, other), joined: try Self.join(other, behind: one, first.path))
        let links = KeptLinks(
            before: manifestBeforeMoves, after: manifest, moves: [second.path: first.path],
            mergedHeadings: [mergedHeading])
        let oneKept = try links.rewriting(one, from: first.path, to: first.path)
        let otherKept = try links.rewriting(other, from: second.path, to: first.path)
        var merged = try Self.join(otherKept.item, behind: oneKept.item, first.path)
        let leftOut: [Property]
        (merged, leftOut) = try Self.addProperties(of: otherKept.item, to: merged, first.path)
        var metadata = merged.metadata
        metadata.tags = Tag.unique(metadata.tags + other.metadata.tags)
        metadata.pinned = metadata.pinned || other.metadata.pinned
        metadata.created = min(first.created, second.created)
        metadata.modified = environment.now()
        merged = try Self.setting(metadata, of: merged, first.path)
        try write(merged, at: first.path)
        effects.changed[batch, default: []].insert(first.path)
        effects.redirecting.insert(batch)
        moved.recordRedirect(of: second.path, to: first.path, mergedHeading)
        moved.unkept += (oneKept.unkept + otherKept.unkept).map { UnkeptLink(item: first.path, link: $0) }
        return MergedItem(item: try shown(first.path), batch: batch, leftOut: leftOut)
    }

    private static func addProperties(
        of second: ItemFile, to first: ItemFile, _ path: BundlePath
    ) throws(NotebookError) -> (ItemFile, leftOut: [Property]) {
        do throws(TextProblem) {
            return try first.addingProperties(of: second)
        } catch {
            throw .malformedItem(path, error, error.position(in: first.bytes))
        }
    }

    private static func join(
        _ second: ItemFile, behind first: ItemFile, _ path: BundlePath
    ) throws(NotebookError) -> ItemFile {
        do throws(JoiningProblem) {
            return try TextJoining(behind: first, isCard: FileType(of: path) == .card).joining(second)
        } catch {
            throw .staysOpen(path, error.position)
        }
    }
}
