package import NotebookFormat
import NotebookText

/// The merged path of an item that each of two copies of a notebook may have renamed, moved, deleted or restored.
///
/// Merges folder and name separately. If both copies moved the item, the folder of the first copy wins; if both renamed
/// it, the name of the version that was modified last wins, as its title does. An edit or a move in one copy
/// wins over a deletion in the other.
package struct MergedPath: Sendable {
    /// The path that it should have.
    package let path: BundlePath
    /// The path that lost, if both copies changed the folder or the name.
    package let conflict: BundlePath?
    /// Whether both copies moved it to different folders.
    package let isMovedTwice: Bool

    /// Merges the places of two versions.
    package init(base: ComparedFile?, mine: ComparedFile, theirs: ComparedFile) {
        guard mine.isInTrash == theirs.isInTrash else {
            let live = mine.isInTrash ? theirs : mine
            let trashed = mine.isInTrash ? mine : theirs
            // One copy restored the item, or one deleted it and the other edited or moved it.
            let stays = base.map { live.digest != $0.digest || live.isMoved(from: $0) } ?? true
            (path, conflict, isMovedTwice) = (stays ? live.path : trashed.path, nil, false)
            return
        }
        guard !mine.isInTrash else {
            (path, conflict, isMovedTwice) = (base?.path == mine.path ? theirs.path : mine.path, nil, false)
            return
        }
        let parent = Self.merged(base?.path.parent, mine.path.parent, theirs.path.parent) { $0?.key }
        let name = Self.merged(
            base.map { String($0.path.name) }, String(mine.path.name), String(theirs.path.name)
        ) { ComparisonKey($0) }
        let isLater = Self.modified(theirs) > Self.modified(mine)
        let names = (mine: String(mine.path.name), theirs: String(theirs.path.name))
        let chosen = name.isConflict && isLater ? names.theirs : name.value
        let left = name.isConflict ? isLater ? names.mine : names.theirs : name.value
        path = (try? parent.value?.appending(chosen)) ?? mine.path
        isMovedTwice = parent.isConflict
        guard parent.isConflict || name.isConflict else {
            conflict = nil
            return
        }
        let otherParent = parent.isConflict ? theirs.path.parent : parent.value
        conflict = (try? otherParent?.appending(left)) ?? theirs.path
    }

    /// The value that one side changed; a spelling that is equal after folding gives way to any other change.
    private static func merged<Value: Equatable, Key: Equatable>(
        _ base: Value?, _ mine: Value, _ theirs: Value, _ key: (Value) -> Key
    ) -> (value: Value, isConflict: Bool) {
        if mine == theirs || base == theirs { return (mine, false) }
        if base == mine { return (theirs, false) }
        if let base, key(base) == key(theirs) { return (mine, false) }
        if let base, key(base) == key(mine) { return (theirs, false) }
        return (mine, key(mine) != key(theirs))
    }

    private static func modified(_ file: ComparedFile) -> Timestamp {
        file.item?.modified ?? Timestamp(clamping: .min)
    }
}
