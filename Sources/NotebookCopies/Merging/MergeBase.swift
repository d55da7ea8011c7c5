import NotebookFormat
import NotebookMerging
package import NotebookText

/// The common state that two copies of a notebook started from.
package struct MergeBase {
    /// Where it comes from.
    package let origin: MergeOrigin
    /// Its files, except `notebook.json`.
    let files: [ComparedFile]
    /// Its manifest; `nil` if only some of its files are known.
    let manifest: Manifest?
    /// Its description; `nil` if it is not known.
    let description: NotebookDescription?
    private let source: Source

    /// Where the contents of its files can be read.
    private enum Source {
        case copies(NotebookCopy, NotebookCopy)
        case given(ComparedNotebook)

        func contents(of wanted: [ComparedNotebook.Wanted]) throws -> [ComparedNotebook.Wanted: [UInt8]] {
            switch self {
            case .copies(let mine, let theirs):
                let here = try mine.contents(of: wanted)
                let there = try theirs.contents(of: wanted.filter { here[$0] == nil })
                return here.merging(there) { first, _ in first }
            case .given(let notebook):
                let files = notebook.content.manifest
                return try notebook.contents(of: wanted.filter { files[$0.path]?.digest == $0.digest })
            }
        }
    }

    /// A state that the caller gives.
    ///
    /// - Parameter knowsDescription: Whether its description is that of the state.
    package init(given: ComparedNotebook, knowsDescription: Bool = true) {
        origin = .given
        (files, manifest) = (given.content.files, given.content.manifest)
        description = knowsDescription ? given.content.description : nil
        source = .given(given)
    }

    /// The latest state that both copies know, or else the files that one of them knows to be earlier versions.
    package init(of mine: NotebookCopy, _ theirs: NotebookCopy) throws {
        let copies = Source.copies(mine, theirs)
        source = copies
        if let (state, manifest) = try Self.common(mine, theirs) {
            origin = .common(state)
            self.manifest = manifest
            files =
                switch state {
                case mine.fingerprint: mine.compared.content.files
                case theirs.fingerprint: theirs.compared.content.files
                default: manifest.entries.filter { $0.path != .notebook }.map { ComparedFile($0) }
                }
            let text = manifest[.notebook].map { ComparedNotebook.Wanted(.notebook, $0.digest) }
            let bytes = try text.flatMap { try copies.contents(of: [$0])[$0] }
            description = bytes.flatMap { try? NotebookDescription($0) }
            return
        }
        origin = .unknown
        (manifest, description) = (nil, nil)
        let theirsThatAreOld = theirs.compared.content.files.filter { mine.isPast($0.digest) }
        let known = Set(theirsThatAreOld.map(\.path))
        let uuids = Set(theirsThatAreOld.compactMap { $0.item?.uuid })
        let mineThatAreOld = mine.compared.content.files.filter { file in
            theirs.isPast(file.digest) && !known.contains(file.path)
                && !(file.item?.uuid.map(uuids.contains) ?? false)
        }
        files = theirsThatAreOld + mineThatAreOld
    }

    /// The latest state that both copies had or merged.
    private static func common(
        _ mine: NotebookCopy, _ theirs: NotebookCopy
    ) throws -> (state: Digest, manifest: Manifest)? {
        var found: (state: Digest, manifest: Manifest)?
        for state in mine.lineage.common(with: theirs.lineage) {
            let here = try mine.manifest(at: state, besides: theirs)
            guard let manifest = try here ?? theirs.manifest(at: state, besides: mine) else { continue }
            found = (state, manifest)
            break
        }
        // A copy that was merged before it was sealed does not remember the state that was merged; but it knows the
        // files.
        return try taken(by: theirs, from: mine, since: found) ?? taken(by: mine, from: theirs, since: found) ?? found
    }

    /// The latest state after a known common one that one copy merged, and that the other copy must have had.
    ///
    /// Excludes states that the copy had itself, and states without a file that the common state had and the other copy
    /// still has: such a file was deleted, and must not come back.
    private static func taken(
        by one: NotebookCopy, from other: NotebookCopy, since known: (state: Digest, manifest: Manifest)?
    ) throws -> (state: Digest, manifest: Manifest)? {
        for state in one.lineage.states.reversed().prefix(while: { $0.fingerprint != known?.state })
        where state.takenWith != nil && one.keptStates.contains(state.fingerprint) {
            guard let manifest = try one.manifest(at: state.fingerprint, besides: other),
                other.hasHad(state.fingerprint, manifest)
            else {
                continue
            }
            let deleted = known.map { known in
                EntryDifferences(manifest.entries, known.manifest.entries).different.map { known.manifest.entries[$0] }
            }
            if !(deleted ?? []).contains(where: { other.manifest[$0.path]?.digest == $0.digest }) {
                return (state.fingerprint, manifest)
            }
        }
        return nil
    }

    /// The contents of files, as far as one of the copies still has them.
    func contents(of wanted: [ComparedNotebook.Wanted]) throws -> [ComparedNotebook.Wanted: [UInt8]] {
        try source.contents(of: wanted)
    }
}

/// Where the common state of two copies of a notebook comes from.
package enum MergeOrigin: Hashable, Sendable {
    /// Both copies remember the state with this fingerprint.
    case common(Digest)
    /// The caller gave it.
    case given
    /// The copies remember no common state: a file that only one of them has counts as added, unless the other
    /// remembers it.
    case unknown
}
