/// A file in two copies of a notebook, and in the state that both come from.
package struct FileVersions: Hashable, Sendable {
    /// The file in the common state; `nil` if it was not there.
    package let base: ComparedFile?
    /// The file in the copy that takes the changes in; `nil` if it is not there.
    package let mine: ComparedFile?
    /// The file in the other copy; `nil` if it is not there.
    package let theirs: ComparedFile?

    /// Whether the first copy has other bytes than the common state.
    package var isEditedHere: Bool { mine?.digest != base?.digest }

    /// Whether the other copy has other bytes than the common state.
    package var isEditedThere: Bool { theirs?.digest != base?.digest }
}

/// What another copy of a notebook changed since the common state, with what became of these files here.
package struct ChangedVersions: Sendable {
    /// Notes and cards.
    package let items: [FileVersions]
    /// Attachments, extras and files that a notebook cannot contain.
    package let others: [FileVersions]
    /// The paths in the first copy of files that only it moved, by their paths in the common state.
    package let movedHere: [BundlePath: BundlePath]

    /// Finds the files that the other copy changed.
    ///
    /// Items are known by their uuids, or by their paths where one has no uuid; attachments by their bytes, other files
    /// by their paths.
    package init(base: [ComparedFile], mine: [ComparedFile], theirs: [ComparedFile]) {
        let (here, there) = (FilePairs(base, mine), FilePairs(base, theirs))
        let others = (here.others.flatMap(Self.apart), there.others.flatMap(Self.apart))
        items = Self.join(here.items, there.items) { FilePairs($0, $1).items }
        self.others = Self.join(others.0, others.1) { FilePairs($0, $1).others }
        let changed = Set((there.items + others.1).compactMap { $0.old?.path })
        var moved: [BundlePath: BundlePath] = [:]
        for case .both(let old, let new) in here.items + others.0 where old.path != new.path {
            if !changed.contains(old.path) { moved[old.path] = new.path }
        }
        movedHere = moved
    }

    /// Another attachment under the same name is another file.
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
