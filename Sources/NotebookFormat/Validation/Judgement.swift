/// The findings of one notebook as a person wants them to be taken.
public struct Judgement: Sendable {
    /// A finding that is reported.
    public struct Reported: Hashable, Sendable {
        /// The finding, as grave as the settings say.
        public let finding: Finding
        /// What tells it from others: sixteen hexadecimal digits that stay the same as long as rule, path and message do, and
        /// the content where the finding is about that.
        public let fingerprint: String
    }

    /// A finding that is not reported.
    public struct Suppressed: Hashable, Sendable {
        /// The finding.
        public let finding: Finding
        /// What tells it from others.
        public let fingerprint: String
        /// Why it is not reported.
        public let reason: Suppression
    }

    /// Why findings are not reported.
    public enum Suppression: String, Hashable, Sendable, CaseIterable {
        /// The settings ignore the rule, or did not select it.
        case ignored
        /// The baseline accepts it.
        case baseline
    }

    /// The findings that are reported, in the order of paths and positions.
    public private(set) var reported: [Reported] = []
    /// The others, in the same order.
    public private(set) var suppressions: [Suppressed] = []
    /// Whether the format’s own severities make the notebook valid: no error was found, whatever became of it.
    public let isValid: Bool

    /// How many findings are not reported, and why.
    public var suppressed: [Suppression: Int] {
        Dictionary(suppressions.map { ($0.reason, 1) }, uniquingKeysWith: +)
    }

    /// Judges the findings of a notebook that has this name in the report.
    public init(_ findings: [Finding], of notebook: String, by settings: ValidationSettings, baseline: Baseline?) {
        isValid = !findings.contains { $0.severity == .error }
        var counts: [String: Int] = [:]
        for finding in findings {
            let identity = finding.identity
            let number = counts[identity, default: 0] + 1
            counts[identity] = number
            let fingerprint = Digest.of(Array("\(identity)\0\(number)".utf8)).prefix(16)
            // What keeps other rules from looking is no matter of taste.
            guard !RuleBook.fundamental.contains(finding.rule) else {
                reported.append(Reported(finding: finding, fingerprint: fingerprint))
                continue
            }
            guard let severity = settings.severity(of: finding) else {
                suppressions.append(Suppressed(finding: finding, fingerprint: fingerprint, reason: .ignored))
                continue
            }
            let entry = Baseline.Entry(notebook: notebook, finding: finding, fingerprint: fingerprint)
            if baseline?.entries.contains(entry) == true {
                suppressions.append(Suppressed(finding: finding, fingerprint: fingerprint, reason: .baseline))
                continue
            }
            var judged = finding
            judged.severity = severity
            reported.append(Reported(finding: judged, fingerprint: fingerprint))
        }
    }
}

extension Finding {
    /// What makes it the same one after it has moved to another line.
    fileprivate var identity: String {
        "\(rule)\0\(path)\0\(message)" + (content.map { "\0\($0)" } ?? "")
    }
}

extension ValidationSettings {
    /// How grave a finding is; `nil` if it is ignored.
    fileprivate func severity(of finding: Finding) -> Severity? {
        if !selected.isEmpty, !selected.contains(where: { $0.matches(finding.rule) }) { return nil }
        var severity = finding.severity
        for changes in [changes] + paths.filter({ $0.pattern.matches(finding.path) }).map(\.changes) {
            if changes.ignored.contains(where: { $0.matches(finding.rule) }) { return nil }
            for override in changes.severities where override.rules.matches(finding.rule) {
                severity = override.severity
            }
        }
        return severity
    }
}
