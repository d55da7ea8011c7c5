/// Why reading an archive stops (Format, clause 17.7).
package struct ArchiveRefusal: Sendable, Hashable {
    /// Kinds of reasons.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Something is missing or was changed, or could mean two things.
        case damaged
        /// Something is encrypted.
        case encrypted
        /// The archive uses an unsupported feature.
        case unsupported
    }

    /// The kind of reason.
    package let kind: Kind
    /// The member, safe to print; the archive’s own name if the archive as a whole is meant.
    package let path: String
    /// The reason in words.
    package let message: String

    /// Makes a reason.
    package init(kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }
}
