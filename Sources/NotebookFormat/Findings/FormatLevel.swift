/// The level of the format that a rule belongs to; each level can be implemented without those after it.
public enum FormatLevel: String, Sendable, CaseIterable, Comparable {
    /// Everything needed to list, verify and unpack a notebook.
    case container
    /// Names that differ only in case, which needs Unicode’s tables.
    case names
    /// Front matter, cards, dates and tags, and the description of the notebook.
    case items
    /// Links and their targets.
    case links
    /// Zip and tar archives.
    case archives
    /// Transactions and sealing.
    case changing

    /// Compares the levels by their order.
    public static func < (left: FormatLevel, right: FormatLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
