package import NotebookFormat
import NotebookText

/// The proper paths of attachments whose names were mixed up: digests prove them, so nothing is guessed (Format, clause
/// 24.1).
package struct BlobOrigins: Sendable {
    /// A file that belongs to another path.
    package struct Move: Hashable, Sendable {
        /// Its path, with a name that contains a wrong digest, or none.
        package let source: BundlePath
        /// The path that its digest belongs to, by the manifest or the name.
        package let target: BundlePath
        /// Whether its name has no digest and the target is free, so that it only needs its name back.
        package let isReturn: Bool
    }

    /// The files that belong to other paths, in the order of their current paths.
    ///
    /// Targets are unique.
    package let moves: [Move]
    /// Attachments that do not match their names and belong to no other path: damaged or replaced.
    package let damaged: [BundlePath]

    /// Finds the proper paths of attachments.
    ///
    /// - Parameter listed: The entries of the manifest, or those that can be read of a damaged one.
    package init(_ files: [FileFact], listed: [Entry]) {
        let misnamed = files.filter(\.isMisnamedBlob)
        let nameless = files.filter(\.isNamelessBlob)
        guard !misnamed.isEmpty || !nameless.isEmpty else {
            (moves, damaged) = ([], [])
            return
        }
        // A file whose name is right stays there.
        let taken = Set(files.map(\.path)).subtracting(misnamed.map(\.path))
        var byDigest: [Digest: BundlePath] = [:]
        for entry in listed where entry.type == .blob && !taken.contains(entry.path) {
            if byDigest[entry.digest] == nil { byDigest[entry.digest] = entry.path }
        }
        let named = misnamed.compactMap { fact in BlobName(fact.path.name).map { ($0.infix, fact.path) } }
        let byInfix = Dictionary(named) { first, _ in first }
        let lengths = Set(byInfix.keys.map(\.utf8.count)).sorted(by: >)
        var moves: [Move] = []
        var targets: Set<BundlePath> = []
        for fact in misnamed {
            let target =
                byDigest[fact.digest] ?? lengths.lazy.compactMap { byInfix[fact.digest.prefix($0)] }.first
            guard let target, target != fact.path, targets.insert(target).inserted else { continue }
            moves.append(Move(source: fact.path, target: target, isReturn: false))
        }
        let present = Set(files.map(\.path))
        for fact in nameless {
            let spoiled = BlobName(spoiled: fact.path.name, digest: fact.digest).flatMap {
                try? BundlePath("blobs/\($0)")
            }
            guard let target = byDigest[fact.digest] ?? spoiled, !present.contains(target),
                targets.insert(target).inserted
            else { continue }
            moves.append(Move(source: fact.path, target: target, isReturn: true))
        }
        let sources = Set(moves.map(\.source))
        self.moves = moves
        damaged = misnamed.map(\.path).filter { !sources.contains($0) }
    }
}

extension FileFact {
    /// Whether it is an attachment whose name has no digest.
    fileprivate var isNamelessBlob: Bool {
        type == .blob && TrashedPath(path) == nil && BlobName(path.name) == nil
    }

    /// Whether it is an attachment whose name contains a wrong digest.
    var isMisnamedBlob: Bool {
        guard type == .blob, TrashedPath(path) == nil, let name = BlobName(path.name) else { return false }
        return !name.matches(digest)
    }
}
