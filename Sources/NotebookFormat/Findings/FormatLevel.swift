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

extension RuleBook {
    /// Those of some rules that a validator of a level knows; an archive that cannot be read is refused at every level.
    public static func rules(of level: FormatLevel, among rules: [any Rule] = all) -> [any Rule] {
        rules.filter { $0.level <= level || !$0.needsWholeNotebook }
    }

    /// Those that a validator of a level judges a notebook by: while a change is pending, who does not know what it does finds
    /// nothing else (Format, clause 2.6).
    public static func rules(
        of level: FormatLevel, among rules: [any Rule], for inspection: Inspection
    ) -> [any Rule] {
        let isOpaque = level < .changing && inspection.pendingChange != nil
        return self.rules(of: level, among: rules).filter { !isOpaque || $0 is NoChangeIsPending }
    }
}
