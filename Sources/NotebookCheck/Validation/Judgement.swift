import NotebookFiles
public import NotebookFormat
public import NotebookStore
import NotebookText

/// The findings of one notebook, treated according to the settings.
public struct Judgement: Sendable {
    /// A reported finding.
    public struct Reported: Hashable, Sendable {
        /// The finding, with the severity from the settings.
        public let finding: Finding
        /// The fingerprint: sixteen hexadecimal digits that depend on rule, path and message, and on the content if the
        /// finding does.
        public let fingerprint: String
    }

    /// A suppressed finding.
    package struct Suppressed: Hashable, Sendable {
        /// The finding.
        package let finding: Finding
        /// The fingerprint.
        package let fingerprint: String
        /// Why it is suppressed.
        package let reason: Suppression
    }

    /// The reasons for suppressing findings.
    package enum Suppression: String, Hashable, Sendable, CaseIterable {
        /// The settings ignore the rule, or do not select it.
        case ignored
        /// A comment in the text ignores it.
        case comment
        /// The baseline accepts it.
        case baseline
    }

    /// The reported findings, in the order of paths and positions.
    public private(set) var reported: [Reported] = []
    /// The suppressed findings, in the same order.
    package private(set) var suppressions: [Suppressed] = []
    /// Findings that count but are not listed because there are too many: their severity and number, by rule.
    package private(set) var omitted: [RuleID: [Severity: Int]] = [:]
    /// Whether the notebook is valid by the format’s own severities: there is no error, suppressed or not.
    public let isValid: Bool

    /// The number of suppressed findings, by reason.
    package private(set) var suppressed: [Suppression: Int] = [:]

    /// The number of findings of a severity, listed or not.
    public func count(_ severity: Severity) -> Int {
        reported.count { $0.finding.severity == severity } + omitted.values.reduce(0) { $0 + ($1[severity] ?? 0) }
    }

    /// The judgement with the findings that `isListed` accepts; the others are only counted.
    package func listing(_ isListed: (Finding) -> Bool) -> Judgement {
        var judgement = self
        judgement.reported = []
        for finding in reported {
            if isListed(finding.finding) {
                judgement.reported.append(finding)
            } else {
                judgement.omitted[finding.finding.rule, default: [:]][finding.finding.severity, default: 0] += 1
            }
        }
        return judgement
    }

    /// Applies all rules to an inspection, with the settings and the baseline of files.
    ///
    /// - Parameters:
    ///   - name: The name of the notebook in fingerprints of findings.
    ///   - settings: The bytes of a settings file, as docs/CI.md describes it; `nil` for none.
    ///   - baseline: The bytes of a file of accepted findings; `nil` for none.
    /// - Throws: an error if one of them cannot be read, or a rule fails; that never counts as “nothing found”.
    public init(
        of inspection: Inspection, named name: String, settings: [UInt8]? = nil, baseline: [UInt8]? = nil
    ) throws {
        let settings = try settings.map { try ValidationSettings($0) } ?? ValidationSettings()
        guard settings.properties.parts.isEmpty || inspection.isExamined else { throw UnexaminedProperties() }
        try self.init(of: inspection, named: name, by: settings, baseline: try baseline.map { try Baseline($0) })
    }

    /// Applies all rules and settings to an inspection.
    ///
    /// - Parameters:
    ///   - name: The name of the notebook in fingerprints of findings.
    ///   - settings: Changes to the rules.
    ///   - baseline: Accepted findings.
    /// - Throws: `RuleFailure` if a rule fails; that never counts as “nothing found”.
    package init(
        of inspection: Inspection, named name: String, by settings: ValidationSettings, baseline: Baseline? = nil
    ) throws {
        self.init(
            try RuleBook.judge(inspection, by: RuleBook.withProperties), of: name, by: settings, baseline: baseline,
            comments: inspection.ignoreComments)
    }

    /// Applies settings to the findings of the notebook with this name in the report.
    ///
    /// Findings that are not listed count like others, but comments and baselines cannot accept them, since they are
    /// not known individually.
    ///
    /// - Parameter comments: The findings that comments in items suppress, by the paths of the items.
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
            // Findings that other rules depend on cannot be suppressed.
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
    /// The text that identifies the finding even after it moves to another line.
    fileprivate var identity: String {
        "\(rule)\0\(path)\0\(gist ?? message)" + (content.map { "\0\($0)" } ?? "")
    }
}

extension ValidationSettings {
    /// The changes to rules for a file; later ones take precedence.
    fileprivate func changes(at path: String) -> [Changes] {
        [changes] + paths.filter { $0.pattern.matches(path) }.map(\.changes)
    }

    /// The severity of a rule in a file with these changes; `nil` if the rule is ignored.
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
    /// Whether comments suppress a finding of a rule on a line.
    fileprivate func cover(_ rule: RuleID, inLine line: Int) -> Bool {
        words(inLine: line).contains { RuleBook.selector($0)?.matches(rule) == true }
    }
}

/// Settings with requirements that the inspection was not asked for.
private struct UnexaminedProperties: Failure {
    var description: String { "the properties of the items were not compared with the settings" }
    var remedy: Remedy? { "inspect the notebook with the same settings" }
}
