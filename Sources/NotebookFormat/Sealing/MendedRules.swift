extension Corrections {
    /// Findings that are left as they are: somebody ignores or accepts them.
    public struct Spared: Sendable {
        private var paths: [RuleID: Set<String>] = [:]

        /// Nothing is spared.
        public init() {}

        /// Spares findings.
        public init(_ findings: [Finding]) {
            for finding in findings { paths[finding.rule, default: []].insert(finding.path) }
        }

        /// Whether some name is left that could be corrected; then sealing is refused, whatever else is corrected.
        package var sparesNames: Bool { paths.keys.contains(where: Level.rulesOfNames.contains) }

        /// Whether what a rule finds in a file is left as it is.
        package func contains(_ rule: RuleID, _ path: String) -> Bool { paths[rule]?.contains(path) == true }

        /// Whether what a rule finds in some file is left as it is.
        package func contains(_ rule: RuleID) -> Bool { paths[rule] != nil }
    }
}

extension Corrections.Level {
    /// Whether mending does away with what a rule finds.
    package func mends(_ rule: RuleID) -> Bool {
        switch self {
        case .safe: Self.rulesOfSealing.contains(rule)
        case .everything:
            Self.rulesOfSealing.contains(rule) || Self.rulesOfNames.contains(rule) || Self.others.contains(rule)
        }
    }

    /// What sealing, line ends, byte order marks and canonical forms do away with.
    private static let rulesOfSealing: Set<RuleID> = [
        "NB101", "NB102", "NB104", "NB105", "NB106", "NB107", "NB113", "NB202", "NB203", "NB204", "NB304", "NB402",
        "NB403", "NB405", "NB406", "NB501", "NB702",
    ]

    /// What other names do away with.
    fileprivate static let rulesOfNames: Set<RuleID> = [
        "NB301", "NB303", "NB305", "NB306", "NB307", "NB308", "NB309", "NB310", "NB311", "NB312", "NB316",
        "NB317",
    ]

    private static let others: Set<RuleID> = ["NB201", "NB302", "NB414", "NB416", "NB505"]
}
