import NotebookBundle

/// The result of validating some notebooks.
struct ValidationRun {
    /// The notebooks, in the order in which they were named.
    var notebooks: [ValidatedNotebook] = []
    /// The number of findings of the baseline that did not occur.
    var staleBaseline = 0

    /// The worst result of all notebooks.
    var status: ExitStatus { notebooks.map(\.status).max() ?? .success }

    /// The number of reported findings of each severity.
    func count(_ severity: Severity) -> Int { notebooks.map { $0.count(severity) }.reduce(0, +) }

    /// The number of suppressed findings, by reason.
    func suppressed(_ reason: Judgement.Suppression) -> Int {
        notebooks.compactMap { $0.judgement?.suppressed[reason] }.reduce(0, +)
    }

    /// The number of findings of each rule that are not listed because there are too many.
    var omitted: [RuleID: Int] { notebooks.reduce(into: [:]) { $0.merge($1.omitted, uniquingKeysWith: +) } }

    /// The number of findings of each rule, including those that are not listed.
    var counts: [RuleID: Int] {
        notebooks.flatMap(\.findings).reduce(into: omitted) { $0[$1.finding.rule, default: 0] += 1 }
    }

    /// The run with the gravest findings, the first of each severity; the others are only counted, since services that
    /// read a report ignore a longer one.
    func listing(gravest limit: Int) -> ValidationRun {
        var left: [Severity: Int] = [:]
        var rest = limit
        for severity in Severity.allCases.sorted(by: >) {
            let count = notebooks.reduce(0) { $0 + $1.findings.count { $0.finding.severity == severity } }
            left[severity] = min(rest, count)
            rest -= min(rest, count)
        }
        return listing(left)
    }

    /// The run with the first findings of each severity, as many as given; the others are only counted.
    func listing(_ most: [Severity: Int]) -> ValidationRun {
        var left = most
        var run = self
        run.notebooks = notebooks.map { notebook in
            notebook.judging { judgement in
                judgement.listing { finding in
                    left[finding.severity, default: 0] -= 1
                    return left[finding.severity, default: 0] >= 0
                }
            }
        }
        return run
    }

    /// The number of findings of a severity that are not listed, by rule.
    func omitted(_ severity: Severity) -> [RuleID: Int] {
        notebooks.compactMap(\.judgement).reduce(into: [:]) { counts, judgement in
            for (rule, number) in judgement.omitted { counts[rule, default: 0] += number[severity] ?? 0 }
        }.filter { $0.value > 0 }
    }

    /// The reported findings as a baseline, with those that another baseline accepts, unless this run found that they
    /// are gone.
    func baseline(after old: Baseline?) -> Baseline {
        let reported = notebooks.flatMap { notebook in
            notebook.findings.filter { Baseline.accepts($0.finding) }.map {
                Baseline.Entry(notebook: notebook.name, finding: $0.finding, fingerprint: $0.fingerprint)
            }
        }
        return Baseline(reported + (old.map { $0.entries.subtracting(gone(from: $0)) } ?? []))
    }

    /// The number of findings of a baseline that did not occur in the notebooks that were checked.
    func stale(_ baseline: Baseline) -> Int { gone(from: baseline).count }

    /// The findings of a baseline that did not occur in the notebooks that were checked, regardless of what is ignored.
    private func gone(from baseline: Baseline) -> Set<Baseline.Entry> {
        let judged = notebooks.filter { $0.judgement != nil && $0.failure == nil }
        let names = Set(judged.map(\.name))
        let met = judged.reduce(into: Set()) { $0.formUnion($1.occurring) }
        return baseline.entries.filter { names.contains($0.notebook) && !met.contains($0) }
    }

    func count(_ verdict: ValidatedNotebook.Verdict) -> Int { notebooks.count { $0.verdict == verdict } }
}

/// The result of validating one notebook.
struct ValidatedNotebook {
    /// The verdict on a notebook.
    enum Verdict: String, CaseIterable {
        /// No rule of severity error found anything.
        case valid
        /// Errors were found, but the settings or the baseline suppress or lower all of them.
        case accepted
        /// A rule of severity error found something.
        case invalid = "not valid"
        /// It could not be checked.
        case unknown
    }

    /// The result of checking.
    enum Outcome {
        case judged(Judgement)
        /// Some of its files could not be checked, and why; the others were.
        case judgedInPart(Judgement, any Failure)
        /// It could not be checked: why, and what to do about it.
        case failed(any Failure)
    }

    /// The name of the notebook in messages: relative to the working directory.
    let name: String
    /// Its absolute path.
    let path: String
    private(set) var outcome: Outcome
    /// The archive that contains the notebook; `nil` for a directory.
    var archive: ArchiveFacts?
    /// The stored paths of files, if they are in another normalization.
    var storedPaths = StoredPaths()
    /// The lowest severity that fails the validation.
    var failOn = ValidationSettings.FailureThreshold.error
    /// The source lines of findings.
    var lines = SourceLines()

    var judgement: Judgement? {
        switch outcome {
        case .judged(let judgement), .judgedInPart(let judgement, _): judgement
        case .failed: nil
        }
    }
    var failure: (any Failure)? {
        switch outcome {
        case .judged: nil
        case .judgedInPart(_, let failure), .failed(let failure): failure
        }
    }
    var findings: [Judgement.Reported] { judgement?.reported ?? [] }

    /// The notebook with another judgement.
    fileprivate func judging(_ change: (Judgement) -> Judgement) -> ValidatedNotebook {
        var notebook = self
        switch outcome {
        case .judged(let judgement): notebook.outcome = .judged(change(judgement))
        case .judgedInPart(let judgement, let failure): notebook.outcome = .judgedInPart(change(judgement), failure)
        case .failed: break
        }
        return notebook
    }

    var isArchive: Bool { archive != nil }

    /// All findings, reported or not, for a baseline.
    fileprivate var occurring: [Baseline.Entry] {
        let all =
            findings.map { ($0.finding, $0.fingerprint) }
            + (judgement?.suppressions ?? []).map { ($0.finding, $0.fingerprint) }
        return all.map { Baseline.Entry(notebook: name, finding: $0, fingerprint: $1) }
    }

    /// Whether the notebook fails the validation, because of its findings or because it could not be checked.
    var fails: Bool {
        failure != nil || Severity.allCases.contains { failOn.isReached(by: $0) && count($0) > 0 }
    }

    var verdict: Verdict {
        guard let judgement, failure == nil else { return failure?.isFinding == true ? .invalid : .unknown }
        if judgement.isValid { return .valid }
        return judgement.count(.error) > 0 ? .invalid : .accepted
    }

    var status: ExitStatus {
        guard let failure else { return fails ? .finding : .success }
        return failure.isFinding ? .finding : .failure
    }

    /// The number of findings of a severity, including those that are not listed.
    func count(_ severity: Severity) -> Int { judgement?.count(severity) ?? 0 }

    /// The number of findings of each rule that are not listed because there are too many.
    var omitted: [RuleID: Int] { judgement?.omitted.mapValues { $0.values.reduce(0, +) } ?? [:] }

    /// The file of a finding within the notebook, as it is stored.
    func storedPath(of finding: Finding) -> String { storedPaths.storedPath(of: finding) }

    /// The member of an archive that a finding is about; `nil` if it is not in an archive, or concerns the whole
    /// archive.
    func member(of finding: Finding) -> String? {
        guard let archive, !finding.path.isEmpty else { return nil }
        return archive.beside.contains(finding.path) ? finding.path : archive.directory + storedPath(of: finding)
    }

    /// The file of a finding, relative to the working directory, safe to print; in an archive, followed by the member.
    func place(of finding: Finding) -> String {
        let inside = isArchive ? member(of: finding) ?? "" : storedPath(of: finding)
        return inside.isEmpty ? name : "\(name)/\(PrintableText.escaped(inside))"
    }

    /// The message for a service that can only show the archive: the place in the archive comes first.
    func message(of finding: Finding) -> String {
        guard let member = member(of: finding) else { return finding.message }
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(PrintableText.escaped(member))\(position): \(finding.message)"
    }
}

/// The targets of a validation's reports: one is standard output, the others are files.
struct ReportTargets {
    /// A file, and the format of the report in it.
    struct File {
        let path: String
        let form: ReportFormat

        /// The complete report.
        func text(of run: ValidationRun, _ session: Session) throws -> String {
            let report = form.report(session, .file)
            return try run.notebooks.map { try report.text(of: $0) }.joined() + report.end(of: run)
        }
    }

    /// Names of standard output itself: opening one of them would overwrite the output if it is a file.
    static let standardOutput: Set<String> = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

    /// The format on standard output.
    let printed: ReportFormat
    /// The files.
    let files: [File]

    /// Whether a report shows the source lines of findings, or where they end.
    var showLines: Bool { ([printed] + files.map(\.form)).contains { $0 == .text || $0 == .sarif } }

    /// - Parameters:
    ///   - format: The format for standard output, and for files whose names name none.
    ///   - files: The files.
    init(format: ReportFormat?, files: [String]) throws(UsageError) {
        printed = format ?? .text
        var targets: [File] = []
        for path in files where !Self.standardOutput.contains(path) {
            guard let form = ReportFormat(fileName: path) ?? format else {
                throw .conflict("the name \(PrintableText.quoted(path)) has no known ending; use --format")
            }
            targets.append(File(path: path, form: form))
        }
        self.files = targets
    }
}
