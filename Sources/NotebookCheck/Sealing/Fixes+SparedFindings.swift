public import NotebookFormat

extension Fixes {
    /// Findings to leave alone because they are ignored or accepted.
    public struct Spared: Sendable {
        private var paths: [Fix: Set<String>] = [:]

        /// No findings.
        public init() {}

        /// Makes the value from findings.
        public init(_ findings: [Finding]) {
            for finding in findings {
                guard let fix = RuleBook.rule(finding.rule)?.fix else { continue }
                paths[fix, default: []].insert(finding.path)
            }
        }

        /// Whether a fix must leave a file alone.
        public func contains(_ fix: Fix, _ path: String) -> Bool { paths[fix]?.contains(path) == true }

        /// Whether a fix must leave some file alone.
        public func contains(_ fix: Fix) -> Bool { paths[fix] != nil }
    }
}

extension Fixes.Level {
    /// Whether fixing removes the findings of a rule.
    public func fixes(_ rule: RuleID) -> Bool {
        switch RuleBook.rule(rule)?.fix?.promise {
        case .safe: true
        case .debatable: self == .everything
        case .some(.none), nil: false
        }
    }
}
