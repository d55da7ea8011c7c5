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
        /// How grave they are.
        public let severity: Severity
        /// The file.
        public let path: String
        /// How many there are.
        public let count: Int
    }

    /// The findings that are listed, in the order of paths, positions and rules.
    public private(set) var listed: [Finding] = []
    /// The others, counted.
    public private(set) var omissions: [Omission] = []

    /// Findings that are all listed.
    public init(_ listed: [Finding]) { self.listed = listed }

    /// How many findings there are.
    public var count: Int { listed.count + omissions.reduce(0) { $0 + $1.count } }

    /// Collects what rules find, each by itself.
    ///
    /// - Parameter mostInAll: How many are listed.
    init(
        of rules: [Rule], in inspection: Inspection, mostInAll: Int = mostInAll
    ) throws(RuleFailure) {
        var found: [(rule: Rule, findings: [Finding])] = []
        var omitted: [Key: Int] = [:]
        for rule in rules where inspection.refusal == nil || !rule.needsWholeNotebook {
            do {
                var findings = try rule.findings(in: inspection)
                for (path, count) in try rule.omissions(inspection) {
                    omitted[Key(rule: rule.id, path: path), default: 0] += count
                }
                Self.cutFiles(&findings, &omitted)
                found.append((rule, findings))
            } catch {
                throw RuleFailure(rule: rule.id, reason: "\(error)")
            }
            Self.cutShares(&found, mostInAll, &omitted)
        }
        let severities = Dictionary(found.map { ($0.rule.id, $0.rule.severity) }) { first, _ in first }
        omissions = omitted.map { key, count in
            Omission(rule: key.rule, severity: severities[key.rule] ?? .error, path: key.path, count: count)
        }.sorted { ($0.path, $0.rule) < ($1.path, $1.rule) }
        listed = found.flatMap(\.findings).sorted { one, two in
            (one.path, one.position ?? .start, one.rule, one.message)
                < (two.path, two.position ?? .start, two.rule, two.message)
        }
    }

    private struct Key: Hashable {
        let rule: RuleID
        let path: String
    }

    /// Leaves the first findings of each file; a rule gives those of one file in the order of their places.
    private static func cutFiles(_ findings: inout [Finding], _ omitted: inout [Key: Int]) {
        guard findings.count > mostOfFile else { return }
        var counts: [String: Int] = [:]
        findings.removeAll { finding in
            counts[finding.path, default: 0] += 1
            guard counts[finding.path, default: 0] > mostOfFile else { return false }
            omitted[Key(rule: finding.rule, path: finding.path), default: 0] += 1
            return true
        }
    }

    /// Leaves every rule its share: as many as all can have, of those that have so many.
    private static func cutShares(
        _ found: inout [(rule: Rule, findings: [Finding])], _ most: Int, _ omitted: inout [Key: Int]
    ) {
        guard found.reduce(0, { $0 + $1.findings.count }) > most else { return }
        var (left, share) = (most, 0)
        for (index, count) in found.map(\.findings.count).sorted().enumerated() {
            share = left / (found.count - index)
            left -= min(count, share)
        }
        for index in found.indices where found[index].findings.count > share {
            for finding in found[index].findings[share...] {
                omitted[Key(rule: finding.rule, path: finding.path), default: 0] += 1
            }
            found[index].findings.removeSubrange(share...)
        }
    }
}

extension TextPosition {
    fileprivate static let start = TextPosition(line: 0, column: 0)
}
