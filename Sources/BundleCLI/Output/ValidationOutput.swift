// What is said of findings, and of the rules behind them.

extension Output {
    struct VerdictOutput: Encodable {
        let notebook: String
        let verdict: String
        let fails: Bool
        var problem: String?
        var ignored: Int?
        var ignoredByComments: Int?
        var inBaseline: Int?
        /// By rule, how many findings are not listed.
        var omitted: [String: Int]?
    }

    struct SummaryOutput: Encodable {
        let notebooks: Int
        let errors: Int
        let warnings: Int
        let notes: Int
        let ignored: Int
        let ignoredByComments: Int
        let inBaseline: Int
        let staleBaseline: Int
        /// By rule, how many findings there are.
        let rules: [String: Int]
        /// By rule, how many of them are not listed.
        var omitted: [String: Int]?
        let status: Int
    }

    struct RuleOutput: Encodable {
        let id: String
        let name: String
        let severity: String
        let clause: String
        let level: String
        let explanation: String
        let example: String
        let remedy: String
    }

    struct FindingOutput: Encodable {
        let notebook: String
        let rule: String
        let severity: String
        let path: String
        let member: String?
        let line: Int?
        let column: Int?
        let endColumn: Int?
        let message: String
        let suggestion: String?
        let fingerprint: String
    }
}
