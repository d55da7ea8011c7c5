/// Where attachments belong whose names were mixed up: a digest is proof, so nothing is guessed (Format, clause 10.4).
package struct BlobOrigins: Sendable {
    /// A file that belongs to another path.
    package struct Move: Hashable, Sendable {
        /// Where it stands, under a name that carries another digest, or none.
        package let source: BundlePath
        /// The path that lists its digest, or whose name carries it.
        package let target: BundlePath
        /// Whether its name carries no digest, and the target is free: it lost its name.
        package let isReturn: Bool
    }

    /// The files that belong to other paths, in the order of their own; no two to the same.
    package let moves: [Move]
    /// Attachments that hold what their names do not say, and that belong nowhere else: damaged, or replaced.
    package let damaged: [BundlePath]

    /// Finds where attachments belong.
    ///
    /// - Parameter listed: What the manifest lists, or what can be read of a damaged one.
    package init(_ files: [FileFact], listed: [Entry]) {
        let misnamed = files.filter(\.isMisnamedBlob)
        let nameless = files.filter(\.isNamelessBlob)
        guard !misnamed.isEmpty || !nameless.isEmpty else {
            (moves, damaged) = ([], [])
            return
        }
        // What stands under its own name stays there.
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
            guard let target = byDigest[fact.digest], !present.contains(target), targets.insert(target).inserted else {
                continue
            }
            moves.append(Move(source: fact.path, target: target, isReturn: true))
        }
        let sources = Set(moves.map(\.source))
        self.moves = moves
        damaged = misnamed.map(\.path).filter { !sources.contains($0) }
    }
}

extension FileFact {
    /// Whether it is an attachment whose name carries no digest.
    fileprivate var isNamelessBlob: Bool {
        type == .blob && TrashedPath(path) == nil && BlobName(path.name) == nil
    }

    /// Whether it is an attachment whose name carries the digest of something else.
    var isMisnamedBlob: Bool {
        guard type == .blob, TrashedPath(path) == nil, let name = BlobName(path.name) else { return false }
        return !name.matches(digest)
    }
}
