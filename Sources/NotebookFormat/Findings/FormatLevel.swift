/// How much of the format a rule needs to be known: the parts of the document, each of which can be read without those behind
/// it.
public enum FormatLevel: String, Sendable, CaseIterable, Comparable {
    /// What is needed to list, verify and unpack a notebook.
    case container
    /// What needs Unicode’s tables: names that are equal but for case.
    case names
    /// Front matter, cards, dates and tags, and the description of the notebook.
    case items
    /// Links and what they lead to.
    case links
    /// Zips and tars.
    case archives
    /// Transactions and sealing.
    case changing

    /// Compares by what needs the other to be known.
    public static func < (left: FormatLevel, right: FormatLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
