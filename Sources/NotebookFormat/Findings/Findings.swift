/// The findings in a notebook: a list of limited length, and the number of findings that are not listed.
public struct Findings: Sendable {
    /// The maximum number of listed findings for one rule and file.
    public static let mostOfFile = 1_000
    /// The maximum number of listed findings; each rule has its share of them.
    public static let mostInAll = 100_000

    /// Findings of a rule in a file that are not listed because there are too many.
    public struct Omission: Hashable, Sendable {
        /// The rule.
        public let rule: RuleID
        /// The severity.
        public let severity: Severity
        /// The file.
        public let path: String
        /// Their number.
        public let count: Int

        /// Makes the value of its parts.
        package init(rule: RuleID, severity: Severity, path: String, count: Int) {
            (self.rule, self.severity, self.path, self.count) = (rule, severity, path, count)
        }
    }

    /// The listed findings, in the order of paths, positions and rules.
    public let listed: [Finding]
    /// The others, counted.
    public let omissions: [Omission]

    /// Makes findings that are all listed.
    public init(_ listed: [Finding]) { self.init(listed, omissions: []) }

    /// The total number of findings.
    public var count: Int { listed.count + omissions.reduce(0) { $0 + $1.count } }

    /// Makes findings, some of which are only counted.
    package init(_ listed: [Finding], omissions: [Omission]) {
        self.listed = listed
        self.omissions = omissions
    }
}
