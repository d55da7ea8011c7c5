package import NotebookFormat
import NotebookText

/// A file in two copies of a notebook, and in their common ancestor.
package struct FileVersions: Hashable, Sendable {
    /// The file in the common ancestor; `nil` if it did not exist.
    package let base: ComparedFile?
    /// The file in the copy that receives the changes; `nil` if it does not exist.
    package let mine: ComparedFile?
    /// The file in the other copy; `nil` if it does not exist.
    package let theirs: ComparedFile?

    /// Makes the value of its parts.
    package init(base: ComparedFile?, mine: ComparedFile?, theirs: ComparedFile?) {
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
    }

    /// Whether the first copy changed the bytes.
    package var isEditedHere: Bool { mine?.digest != base?.digest }

    /// Whether the other copy changed the bytes.
    package var isEditedThere: Bool { theirs?.digest != base?.digest }

    /// Whether only the other copy has it, and it is new there.
    package var isNewThere: Bool { base == nil && mine == nil && theirs != nil }

    /// Whether the first copy has an item that it changed, renamed, moved or restored, so that a deletion in the other
    /// copy does not count.
    package var isKeptHere: Bool { mine.map { isEditedHere || $0.isMoved(from: base) } ?? false }

    /// Whether the other copy has an item that it changed, renamed, moved or restored.
    package var isKeptThere: Bool { theirs.map { isEditedThere || $0.isMoved(from: base) } ?? false }
}

/// The files that another copy of a notebook changed since the common ancestor, with their versions in this copy.
package struct ChangedVersions: Sendable {
    /// Notes and cards.
    package private(set) var items: [FileVersions]
    /// Attachments, extras and files that a notebook cannot contain.
    package let others: [FileVersions]
    /// The files that only the first copy moved: their paths there, by their paths in the common ancestor.
    package let movedHere: [BundlePath: BundlePath]
    /// The files of the common ancestor that only the first copy lacks.
    package let removedHere: [ComparedFile]

    /// Finds the files that the other copy changed.
    ///
    /// Matches items by uuid, or by path if one has no uuid; attachments by their bytes; other files by path.
    package init(base: [ComparedFile], mine: [ComparedFile], theirs: [ComparedFile]) {
        let (here, there) = (FilePairs(base, mine), FilePairs(base, theirs))
        let others = (here.others.flatMap(Self.apart), there.others.flatMap(Self.apart))
        items = Self.join(here.items, there.items) { FilePairs($0, $1).items }
        self.others = Self.join(others.0, others.1) { FilePairs($0, $1).others }
        let changed = Set((there.items + others.1).compactMap { $0.old?.path })
        removedHere = (here.items + others.0).compactMap { pair in
            if case .removed(let old) = pair, !changed.contains(old.path) { old } else { nil }
        }
        var moved: [BundlePath: BundlePath] = [:]
        for case .both(let old, let new) in here.items + others.0 where old.path != new.path {
            if !changed.contains(old.path) { moved[old.path] = new.path }
        }
        movedHere = moved
    }

    /// Joins a new item of the other copy with an item of the first copy that is to be the same, whatever their uuids.
    ///
    /// - Parameter same: Returns that item; `nil` for an item of its own.
    package mutating func join(_ same: (ComparedFile) throws -> ComparedFile?) rethrows {
        for index in items.indices {
            guard items[index].isNewThere, let theirs = items[index].theirs, let mine = try same(theirs) else {
                continue
            }
            let other = items.firstIndex { $0.mine?.path == mine.path }
            let base = other.flatMap { items[$0].base }
            items[index] = FileVersions(base: base, mine: mine, theirs: theirs)
            if let other { items[other] = FileVersions(base: nil, mine: nil, theirs: nil) }
        }
    }

    /// Splits a pair of different attachments that share a name into two files.
    private static func apart(_ pair: FilePairs.Pair) -> [FilePairs.Pair] {
        guard case .both(let old, let new) = pair, old.digest != new.digest, old.path != new.path else { return [pair] }
        return [.removed(old), .added(new)]
    }

    private static func join(
        _ here: [FilePairs.Pair], _ there: [FilePairs.Pair],
        pairing: ([ComparedFile], [ComparedFile]) -> [FilePairs.Pair]
    ) -> [FileVersions] {
        var now: [BundlePath: ComparedFile?] = [:]
        for pair in here { if let old = pair.old { now[old.path] = .some(pair.new) } }
        func added(_ pairs: [FilePairs.Pair]) -> [ComparedFile] {
            pairs.compactMap { if case .added(let file) = $0 { file } else { nil } }
        }
        var versions: [FileVersions] = there.compactMap { pair in
            pair.old.map { FileVersions(base: $0, mine: now[$0.path] ?? $0, theirs: pair.new) }
        }
        for pair in pairing(added(here), added(there)) {
            switch pair {
            case .removed: break
            case .added(let file): versions.append(FileVersions(base: nil, mine: nil, theirs: file))
            case .both(let mine, let theirs):
                let isSame = theirs.type?.isItem == true || mine.path == theirs.path
                versions.append(FileVersions(base: nil, mine: isSame ? mine : nil, theirs: theirs))
            }
        }
        return versions
    }
}

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
