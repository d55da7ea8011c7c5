import Cores
package import NotebookFormat
import NotebookStore
import NotebookText

extension Findings {
    /// Runs rules on all cores, and collects their findings.
    ///
    /// - Parameter mostInAll: The maximum number of listed findings.
    /// - Throws: `RuleFailure`, or `CancellationError`.
    init(of rules: [Rule], in inspection: Inspection, mostInAll: Int = mostInAll) throws {
        var found: [(rule: Rule, findings: [Finding])] = []
        var count = 0
        var omitted: [Key: Int] = [:]
        func add(_ outcomes: [Outcome]) {
            for outcome in outcomes {
                omitted.merge(outcome.omitted, uniquingKeysWith: +)
                count += outcome.findings.count
                found.append((outcome.rule, outcome.findings))
                guard count > mostInAll else { continue }
                Self.cutShares(&found, mostInAll, &omitted)
                count = found.reduce(0) { $0 + $1.findings.count }
            }
        }
        // Few rules are ahead of those whose findings are cut.
        var queue = ResultQueue<Outcome>()
        for rule in rules where inspection.refusal == nil || !rule.needsWholeNotebook {
            add(try queue.add { try Outcome(of: rule, in: inspection) })
        }
        add(try queue.finish())
        let severities = Dictionary(found.map { ($0.rule.id, $0.rule.severity) }) { first, _ in first }
        let omissions = omitted.map { key, count in
            Omission(rule: key.rule, severity: severities[key.rule] ?? .error, path: key.path, count: count)
        }.sorted { ($0.path, $0.rule) < ($1.path, $1.rule) }
        self.init(Self.ordered(found.flatMap(\.findings)), omissions: omissions)
    }

    /// Findings in the order of paths, positions and rules.
    package static func ordered(_ findings: [Finding]) -> [Finding] {
        findings.sorted { one, two in
            (one.path, one.position ?? .start, one.rule, one.message)
                < (two.path, two.position ?? .start, two.rule, two.message)
        }
    }

    private struct Key: Hashable {
        let rule: RuleID
        let path: String
    }

    /// What one rule found.
    private struct Outcome: Sendable {
        let rule: Rule
        var findings: [Finding]
        var omitted: [Key: Int] = [:]

        init(of rule: Rule, in inspection: Inspection) throws(RuleFailure) {
            self.rule = rule
            do {
                findings = try rule.findings(in: inspection)
                for (path, count) in try rule.omissions(inspection) {
                    omitted[Key(rule: rule.id, path: path), default: 0] += count
                }
            } catch {
                throw RuleFailure(rule: rule.id, reason: "\(error)")
            }
            Findings.cutFiles(&findings, &omitted)
        }
    }

    /// Keeps the first findings of each file.
    ///
    /// Rules return those of one file in the order of their positions.
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

    /// Limits every rule to the largest share that keeps the total within the maximum.
    private static func cutShares(
        _ found: inout [(rule: Rule, findings: [Finding])], _ most: Int, _ omitted: inout [Key: Int]
    ) {
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
