/// What rules found in a notebook: a list that does not grow without end, and how many findings are not in it.
public struct Findings: Sendable {
    /// How many findings of one rule are listed of each file.
    public static let mostOfFile = 1_000
    /// How many findings are listed in all; each rule has its share of them.
    public static let mostInAll = 100_000

    /// Findings of a rule in a file that are not listed, since there are too many.
    public struct Omission: Hashable, Sendable {
        /// The rule.
        public let rule: RuleID
        /// The severity.
        public let severity: Severity
        /// The file.
        public let path: String
        /// How many there are.
        public let count: Int
    }

    /// The findings that are listed, in the order of paths, positions and rules.
    public let listed: [Finding]
    /// The others, counted.
    public let omissions: [Omission]

    /// Findings that are all listed.
    public init(_ listed: [Finding]) { self.init(listed, omissions: []) }

    /// How many findings there are.
    public var count: Int { listed.count + omissions.reduce(0) { $0 + $1.count } }

    /// Findings, and how many more there are.
    init(_ listed: [Finding], omissions: [Omission]) {
        self.listed = listed
        self.omissions = omissions
    }
}
