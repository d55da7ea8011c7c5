/// The findings of one notebook, treated as the settings say.
public struct Judgement: Sendable {
    /// A finding that is reported.
    public struct Reported: Hashable, Sendable {
        /// The finding, with the severity that the settings give.
        public let finding: Finding
        /// What tells it from others: sixteen hexadecimal digits that stay the same as long as rule, path and message
        /// do, and the content where the finding is about that.
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
        /// A comment in the text ignores it.
        case comment
        /// The baseline accepts it.
        case baseline
    }

    /// The findings that are reported, in the order of paths and positions.
    public private(set) var reported: [Reported] = []
    /// The others, in the same order.
    public private(set) var suppressions: [Suppressed] = []
    /// Findings that count, but are too many to be reported: of each rule, their severity and how many.
    public private(set) var omitted: [RuleID: [Severity: Int]] = [:]
    /// Whether the format’s own severities make the notebook valid: no error was found, whatever became of it.
    public let isValid: Bool

    /// How many findings are not reported, and why.
    public private(set) var suppressed: [Suppression: Int] = [:]

    /// How many findings of a severity count, reported or not.
    public func count(_ severity: Severity) -> Int {
        reported.count { $0.finding.severity == severity } + omitted.values.reduce(0) { $0 + ($1[severity] ?? 0) }
    }

    /// Judges a notebook that was looked at, by all rules.
    ///
    /// - Parameters:
    ///   - name: What it is called in fingerprints of findings.
    ///   - settings: What is changed of the rules.
    ///   - baseline: Findings that are accepted.
    /// - Throws: `RuleFailure` if a rule fails; that is never taken for “nothing found”.
    public init(
        of inspection: Inspection, named name: String, by settings: ValidationSettings = ValidationSettings(),
        baseline: Baseline? = nil
    ) throws(RuleFailure) {
        self.init(
            try RuleBook.judge(inspection), of: name, by: settings, baseline: baseline,
            comments: inspection.ignoreComments)
    }

    /// Judges the findings of a notebook that has this name in the report.
    ///
    /// Findings that are not listed count like others, but neither a comment nor a baseline accepts them: nobody knows
    /// which they are.
    ///
    /// - Parameter comments: What comments in items ignore, by the paths of the items.
    package init(
        _ findings: Findings, of notebook: String, by settings: ValidationSettings, baseline: Baseline?,
        comments: [String: IgnoreComments] = [:]
    ) {
        isValid =
            !findings.listed.contains { $0.severity == .error }
            && !findings.omissions.contains { $0.severity == .error }
        var counts: [String: Int] = [:]
        var changes: [String: [ValidationSettings.Changes]] = [:]
        func severity(of rule: RuleID, _ severity: Severity, at path: String) -> Severity? {
            let known = changes[path] ?? settings.changes(at: path)
            changes[path] = known
            return settings.severity(of: rule, severity, known)
        }
        for finding in findings.listed {
            let identity = finding.identity
            let number = counts[identity, default: 0] + 1
            counts[identity] = number
            let fingerprint = Digest.of(Array("\(identity)\0\(number)".utf8)).prefix(16)
            // What keeps other rules from looking is no matter of taste.
            guard !RuleBook.fundamental.contains(finding.rule) else {
                reported.append(Reported(finding: finding, fingerprint: fingerprint))
                continue
            }
            func suppress(_ reason: Suppression) {
                suppressions.append(Suppressed(finding: finding, fingerprint: fingerprint, reason: reason))
                suppressed[reason, default: 0] += 1
            }
            guard let severity = severity(of: finding.rule, finding.severity, at: finding.path) else {
                suppress(.ignored)
                continue
            }
            if let line = finding.position?.line, comments[finding.path]?.cover(finding.rule, inLine: line) == true {
                suppress(.comment)
                continue
            }
            let entry = Baseline.Entry(notebook: notebook, finding: finding, fingerprint: fingerprint)
            if baseline?.entries.contains(entry) == true {
                suppress(.baseline)
                continue
            }
            var judged = finding
            judged.severity = severity
            reported.append(Reported(finding: judged, fingerprint: fingerprint))
        }
        for omission in findings.omissions {
            let judged =
                RuleBook.fundamental.contains(omission.rule)
                ? omission.severity : severity(of: omission.rule, omission.severity, at: omission.path)
            if let judged {
                omitted[omission.rule, default: [:]][judged, default: 0] += omission.count
            } else {
                suppressed[.ignored, default: 0] += omission.count
            }
        }
    }
}

extension Finding {
    /// What makes it the same one after it has moved to another line.
    fileprivate var identity: String {
        "\(rule)\0\(path)\0\(gist ?? message)" + (content.map { "\0\($0)" } ?? "")
    }
}

extension ValidationSettings {
    /// What is changed about rules in a file; the later ones win.
    fileprivate func changes(at path: String) -> [Changes] {
        [changes] + paths.filter { $0.pattern.matches(path) }.map(\.changes)
    }

    /// How grave a finding of a rule is in a file with such changes; `nil` if it is ignored.
    fileprivate func severity(of rule: RuleID, _ severity: Severity, _ changes: [Changes]) -> Severity? {
        if !selected.isEmpty, !selected.contains(where: { $0.matches(rule) }) { return nil }
        var severity = severity
        for changes in changes {
            if changes.ignored.contains(where: { $0.matches(rule) }) { return nil }
            for override in changes.severities where override.rules.matches(rule) {
                severity = override.severity
            }
        }
        return severity
    }
}

extension IgnoreComments {
    /// Whether a finding of a rule in a line does not count.
    fileprivate func cover(_ rule: RuleID, inLine line: Int) -> Bool {
        words(inLine: line).contains { RuleBook.selector($0)?.matches(rule) == true }
    }
}
