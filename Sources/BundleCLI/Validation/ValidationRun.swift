import NotebookBundle
import NotebookFormat

/// The result of validating some notebooks.
struct ValidationRun {
    /// The notebooks, in the order in which they were named.
    var notebooks: [ValidatedNotebook] = []
    /// How many findings of the baseline were not met again.
    var staleBaseline = 0

    /// The worst of all notebooks.
    var status: ExitStatus { notebooks.map(\.status).max() ?? .success }

    /// How many findings are reported of each severity.
    func count(_ severity: Severity) -> Int { notebooks.map { $0.count(severity) }.reduce(0, +) }

    /// How many findings are not reported, and why.
    func suppressed(_ reason: Judgement.Suppression) -> Int {
        notebooks.compactMap { $0.judgement?.suppressed[reason] }.reduce(0, +)
    }

    /// How many findings are not listed of each rule, since there are too many.
    var omitted: [RuleID: Int] { notebooks.reduce(into: [:]) { $0.merge($1.omitted, uniquingKeysWith: +) } }

    /// How many findings count of each rule, those that are not listed included.
    var counts: [RuleID: Int] {
        notebooks.flatMap(\.findings).reduce(into: omitted) { $0[$1.finding.rule, default: 0] += 1 }
    }

    /// The findings that are reported, as a baseline: with what another accepts already and this run did not find gone.
    func baseline(after old: Baseline?) -> Baseline {
        let reported = notebooks.flatMap { notebook in
            notebook.findings.filter { Baseline.accepts($0.finding) }.map {
                Baseline.Entry(notebook: notebook.name, finding: $0.finding, fingerprint: $0.fingerprint)
            }
        }
        return Baseline(reported + (old.map { $0.entries.subtracting(gone(from: $0)) } ?? []))
    }

    /// How many findings of a baseline did not occur, of the notebooks that were looked at.
    func stale(_ baseline: Baseline) -> Int { gone(from: baseline).count }

    /// The findings of a baseline that did not occur, whatever is ignored, in the notebooks that were looked at.
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
    /// What is to be said of a notebook as a whole.
    enum Verdict: String, CaseIterable {
        /// No rule of severity error found anything.
        case valid
        /// Errors were found, but the settings or the baseline suppress or lower all of them.
        case accepted
        /// A rule of severity error found something.
        case invalid = "not valid"
        /// It could not be looked at.
        case unknown
    }

    /// The result of looking.
    enum Outcome {
        case judged(Judgement)
        /// Some of its files could not be looked at, and why; the others were judged.
        case judgedInPart(Judgement, any Failure)
        /// It could not be looked at: why, and what to do about it.
        case failed(any Failure)
    }

    /// The notebook, as messages name it: relative to the working directory.
    let name: String
    /// Its absolute path.
    let path: String
    let outcome: Outcome
    /// The archive that the notebook lies in; `nil` for a directory.
    var archive: ArchiveFacts?
    /// The paths of files as they are stored, where that is in another normalisation.
    var storedPaths = StoredPaths()
    /// The lowest severity that fails the validation.
    var failOn = ValidationSettings.FailureThreshold.error
    /// The lines at which findings are.
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
    var isArchive: Bool { archive != nil }

    /// Everything that was found, reported or not, as a baseline has it.
    fileprivate var occurring: [Baseline.Entry] {
        let all =
            findings.map { ($0.finding, $0.fingerprint) }
            + (judgement?.suppressions ?? []).map { ($0.finding, $0.fingerprint) }
        return all.map { Baseline.Entry(notebook: name, finding: $0, fingerprint: $1) }
    }

    /// Whether what was found, or that nothing could be looked at, fails the validation.
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

    /// How many findings of a severity count, those that are not listed included.
    func count(_ severity: Severity) -> Int { judgement?.count(severity) ?? 0 }

    /// How many findings are not listed of each rule, since there are too many.
    var omitted: [RuleID: Int] { judgement?.omitted.mapValues { $0.values.reduce(0, +) } ?? [:] }

    /// The file of a finding below the notebook, as it is stored.
    func storedPath(of finding: Finding) -> String { storedPaths.storedPath(of: finding) }

    /// Where in an archive the file of a finding is; `nil` if it is in no archive or about the archive as a whole.
    func member(of finding: Finding) -> String? {
        guard let archive, !finding.path.isEmpty else { return nil }
        return archive.beside.contains(finding.path) ? finding.path : archive.directory + storedPath(of: finding)
    }

    /// The file of a finding from the working directory, safe to print: of an archive, with the member behind it.
    func place(of finding: Finding) -> String {
        let inside = isArchive ? member(of: finding) ?? "" : storedPath(of: finding)
        return inside.isEmpty ? name : "\(name)/\(PrintableText.escaped(inside))"
    }

    /// What a service is told that can show the archive alone: the finding’s place in it, before its message.
    func message(of finding: Finding) -> String {
        guard let member = member(of: finding) else { return finding.message }
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(PrintableText.escaped(member))\(position): \(finding.message)"
    }
}
