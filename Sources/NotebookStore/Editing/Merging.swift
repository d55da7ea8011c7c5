public import NotebookFormat

/// The result of joining two items.
public struct MergedItem: Sendable {
    /// The first item, with both texts.
    public let item: Item
    /// The deletion that the second is in the trash with.
    public let batch: BatchName
    /// The keys of other applications in the front matter of the second that the first has not, or has otherwise.
    public let leftOut: [String]
}

extension Draft {
    /// Puts the text of an item behind that of another of its kind, leads all links to it there, and moves it to the
    /// trash.
    ///
    /// The first keeps its identity, title and keys of other applications; it gets the tags of both, the earlier date
    /// of making, and is pinned if one of them is. Of cards fronts and backs are joined. Relative links in the second
    /// text are led from its new place, links to its headings to where these are then.
    ///
    /// - Throws: `NotebookError.cannotMerge` if they are one item, or of two kinds; `NotebookError.staysOpen` if the
    ///   first text would take in the second.
    public mutating func merge(_ second: Item, into first: Item) throws -> MergedItem {
        guard first.path != second.path, first.type == second.type else {
            throw NotebookError.cannotMerge(first.path, second.path)
        }
        let (one, other) = (try item(first.path), try item(second.path))
        let batch = try moveToTrash([second])
        let joint = JoinedAnchors(
            (first.path, one), (second.path, other), joined: try Self.join(other, behind: one, first.path))
        let links = KeptLinks(
            before: manifestBeforeMoves, after: manifest, moves: [second.path: first.path], joints: [joint])
        let oneKept = try links.rewriting(one, from: first.path, to: first.path)
        let otherKept = try links.rewriting(other, from: second.path, to: first.path)
        var merged = try Self.join(otherKept.item, behind: oneKept.item, first.path)
        var metadata = merged.metadata
        metadata.tags = Tag.unique(metadata.tags + other.metadata.tags)
        metadata.pinned = metadata.pinned || other.metadata.pinned
        metadata.created = min(first.created, second.created)
        metadata.modified = world.now()
        merged = try Self.setting(metadata, of: merged, first.path)
        try write(merged, at: first.path)
        effects.changed[batch, default: []].insert(first.path)
        effects.redirecting.insert(batch)
        moved.noteRedirect(of: second.path, to: first.path, joint)
        moved.unkept += (oneKept.unkept + otherKept.unkept).map { UnkeptLink(item: first.path, link: $0) }
        return MergedItem(item: try shown(first.path), batch: batch, leftOut: other.foreignKeys(besides: one))
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
