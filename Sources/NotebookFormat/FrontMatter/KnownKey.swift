/// The keys of front matter that the format reads (Format, clause 7.3), in the order in which they are written.
public enum KnownKey: String, CaseIterable, Sendable, Comparable {
    /// The identity of the item.
    case uuid
    /// What people call it.
    case title
    /// When it was made.
    case created
    /// When it was last changed.
    case modified
    /// Whether it stands before the others.
    case pinned
    /// Its tags.
    case tags

    /// Compares by the order in which the keys are written.
    public static func < (left: KnownKey, right: KnownKey) -> Bool { left.position < right.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A value under a known key that is none of the accepted spellings (Format, clause 7.4).
public struct UnacceptableValue: Hashable, Sendable {
    /// The key that the value stands under.
    public let key: KnownKey
    /// Where the value begins, or the key where there is no value on its line; in bytes.
    public let offset: Int
}
