extension Fixes {
    /// Findings that are not fixed, because they are ignored or accepted.
    public struct Spared: Sendable {
        private var paths: [Fix: Set<String>] = [:]

        /// Nothing is spared.
        public init() {}

        /// Spares findings.
        public init(_ findings: [Finding]) {
            for finding in findings {
                guard let fix = RuleBook.rule(finding.rule)?.fix else { continue }
                paths[fix, default: []].insert(finding.path)
            }
        }

        /// Whether a fix leaves a file as it is.
        public func contains(_ fix: Fix, _ path: String) -> Bool { paths[fix]?.contains(path) == true }

        /// Whether a fix leaves some file as it is.
        public func contains(_ fix: Fix) -> Bool { paths[fix] != nil }
    }
}

extension Fixes.Level {
    /// Whether fixing does away with what a rule finds.
    public func fixes(_ rule: RuleID) -> Bool {
        switch RuleBook.rule(rule)?.fix?.promise {
        case .safe: true
        case .debatable: self == .everything
        case .some(.none), nil: false
        }
    }
}
