/// The keys of front matter that the format defines (Format, clause 7.3), in the order in which they are written.
package enum KnownKey: String, CaseIterable, Sendable, Comparable {
    /// The uuid.
    case uuid
    /// The title.
    case title
    /// When it was created.
    case created
    /// When it was last changed.
    case modified
    /// Whether it is pinned.
    case pinned
    /// Its tags.
    case tags

    /// Compares by the order in which the keys are written.
    package static func < (left: KnownKey, right: KnownKey) -> Bool { left.position < right.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An invalid value of a known key (Format, clause 7.4).
package struct UnacceptableValue: Hashable, Sendable {
    /// The key of the value.
    package let key: KnownKey
    /// The byte offset of the value, or of the key if its line has no value.
    package let offset: Int
}
