package import NotebookFormat

/// What would be lost if another notebook took the place of one: files whose content the other does not have.
package struct ReplacementLosses: Equatable, Sendable {
    /// A file that would be lost.
    package struct Loss: Hashable, Sendable {
        /// Where it stands.
        package let path: String
        /// Why the other notebook does not have it.
        package let reason: Reason
    }

    /// Why a file would be lost.
    package enum Reason: Hashable, Sendable {
        /// It was added or changed since the notebook was sealed.
        case notSealed
        /// The other has another version, which was changed earlier.
        case newer
        /// The other has another version, which was changed later, or at an unknown time.
        case different
        /// The other has no file of that path.
        case missing
    }

    /// The files, in the order of their paths.
    package let losses: [Loss]

    /// Compares the files that are there with what is to take their place.
    ///
    /// - Parameters:
    ///   - inspection: What was found in the notebook that goes.
    ///   - manifest: What the notebook lists that comes.
    package init(of inspection: Inspection, replacedBy manifest: Manifest) {
        let coming = Set(manifest.entries.map(\.digest))
        let sealed: Manifest? = if case .read(let value, _) = inspection.manifest { value } else { nil }
        let found = inspection.files + inspection.otherForms
        losses = found.filter { $0.path != .manifest && !coming.contains($0.digest) }.map { fact in
            let isSealed = sealed?[fact.path]?.digest == fact.digest
            let reason: Reason =
                if !isSealed {
                    .notSealed
                } else if let other = manifest[fact.path] {
                    Self.isNewer(sealed?[fact.path], than: other) ? .newer : .different
                } else {
                    .missing
                }
            return Loss(path: fact.path.text, reason: reason)
        }
    }

    private static func isNewer(_ one: Entry?, than other: Entry) -> Bool {
        guard let mine = one?.item?.modified, let theirs = other.item?.modified else { return false }
        return mine > theirs
    }
}

extension Unpacker {
    /// What would be lost if the notebook of the archive took the place of one.
    package func losses(replacing inspection: Inspection) throws -> ReplacementLosses {
        ReplacementLosses(of: inspection, replacedBy: try manifest())
    }
}
