public import NotebookFormat
public import NotebookStore

/// All rules.
public enum RuleBook {
    /// The rules, in the order of their identifiers.
    public static let all = manifest + description + files + paths + items + blobs + links + storage + archives

    /// The rules of the format, and those for what somebody requires of properties.
    package static let withProperties = all + properties

    private static let byID = Dictionary(withProperties.map { ($0.id, $0) }) { first, _ in first }

    /// The rules whose findings are never suppressed, since others depend on them.
    package static let fundamental = Set(all.filter(\.isFundamental).map(\.id))

    /// Finds all violations of rules, in the order of paths, positions and rules; if there are very many, lists the
    /// first ones and counts the others.
    ///
    /// - Throws: `RuleFailure` if a rule fails; that never counts as “nothing found”.
    package static func judge(
        _ inspection: Inspection, by rules: [Rule] = all, listing most: Int = Findings.mostInAll
    ) throws -> Findings {
        try Findings(of: rules, in: inspection, mostInAll: most)
    }

    /// The findings of all rules, as many as are listed.
    ///
    /// - Throws: an error if a rule fails; that never counts as “nothing found”.
    public static func findings(
        in inspection: Inspection, by rules: [Rule] = all
    ) throws -> [Finding] {
        try judge(inspection, by: rules).listed
    }

    /// The rule with an identifier; `nil` if there is none.
    public static func rule(_ id: RuleID) -> Rule? { byID[id] }

    /// The rule with a name, in any letter case; `nil` if there is none.
    package static func rule(_ name: String) -> Rule? {
        withProperties.first { $0.id.description == name.uppercased() || $0.name == name.lowercased() }
    }

    /// The rules that a word names: an identifier, a name, or a family (`NB6`, `links`), in any letter case; `nil` if
    /// there are none.
    package static func selector(_ word: String) -> RuleSelector? {
        if let rule = rule(word) { return .rule(rule.id) }
        let family = RuleFamily.allCases.first {
            $0.rawValue == word.uppercased() || $0.name == word.lowercased()
        }
        return family.map(RuleSelector.family)
    }
}

extension RuleBook {
    /// The rules that a validator of a level checks.
    ///
    /// Every level rejects an unreadable archive.
    package static func rules(of level: FormatLevel, among rules: [Rule] = all) -> [Rule] {
        rules.filter { $0.level <= level || !$0.needsWholeNotebook }
    }

    /// The rules that a validator of a level applies to a notebook.
    ///
    /// While a change is pending, a validator that does not support changes reports only that (Format, clause 2.6).
    package static func rules(
        of level: FormatLevel, among rules: [Rule], for inspection: Inspection
    ) -> [Rule] {
        let isOpaque = level < .changing && inspection.pendingChange != nil
        return self.rules(of: level, among: rules).filter { !isOpaque || $0.id == noChangeIsPending.id }
    }
}

/// A rule that failed.
package struct RuleFailure: Error, Hashable, Sendable {
    /// The rule.
    package let rule: RuleID
    /// Why.
    package let reason: String
}
