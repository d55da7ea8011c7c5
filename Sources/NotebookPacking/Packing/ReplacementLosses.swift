package import NotebookFormat
package import NotebookStore

/// The files that would be lost if another notebook replaced one: those whose content the other does not have.
package struct ReplacementLosses: Equatable, Sendable {
    /// A file that would be lost.
    package struct Loss: Hashable, Sendable {
        /// Its path.
        package let path: String
        /// Why the other notebook does not have it.
        package let reason: Reason
    }

    /// Why a file would be lost.
    package enum Reason: Hashable, Sendable {
        /// It was added or changed since the notebook was sealed.
        case notSealed
        /// The other has an older version.
        case newer
        /// The other has a different version that is newer, or of unknown age.
        case different
        /// The other has no file at that path.
        case missing
    }

    /// The files, in the order of their paths.
    package let losses: [Loss]

    /// Compares the existing files with those of the replacement.
    ///
    /// - Parameters:
    ///   - inspection: The inspection of the notebook to be replaced.
    ///   - manifest: The manifest of the replacement.
    package init(of inspection: Inspection, replacedBy manifest: Manifest) {
        let coming = Set(manifest.entries.digests)
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
    /// The files that would be lost if the notebook of the archive replaced another.
    package func losses(replacing inspection: Inspection) throws -> ReplacementLosses {
        ReplacementLosses(of: inspection, replacedBy: try manifest())
    }
}
