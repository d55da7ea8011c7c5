import NotebookBundle

/// Validates notebooks one after another according to the options.
struct Validator {
    let session: Session
    /// Opens the notebooks to validate.
    let opener: NotebookOpener
    let source: SettingsSource
    /// The level of the format whose rules are checked.
    let level: FormatLevel
    /// What the command line changes in the settings.
    let adjust: @Sendable (inout ValidationSettings) -> Void
    /// The accepted findings, or why they cannot be read.
    let baseline: Result<Baseline?, any Error>
    /// Whether a report shows the source lines of findings.
    let showsLines: Bool

    /// The number of findings to list for each notebook.
    private static let leastListed = 1_000

    /// Validates a notebook; if it cannot be checked, that is part of the result.
    ///
    /// - Parameter most: The number of findings to list.
    func validate(_ entry: ValidationInputs.Entry, listing most: Int = Findings.mostInAll) -> ValidatedNotebook {
        let (path, name) = (entry.path, entry.isInput ? "standard input" : session.displayed(entry.path))
        do {
            if let failure = entry.failure { throw failure }
            var settings = try ValidationFiles(session).settings(source, for: entry)
            adjust(&settings)
            guard settings.leavesRules else { throw NoRules(name: name) }
            return try validate(entry, name, settings, listing: max(most, Self.leastListed))
        } catch {
            let failure = UnforeseenFailure.unless(name, error)
            return ValidatedNotebook(name: name, path: path, outcome: .failed(failure))
        }
    }

    private func validate(
        _ entry: ValidationInputs.Entry, _ name: String, _ settings: ValidationSettings, listing most: Int
    ) throws -> ValidatedNotebook {
        let (path, baseline) = (entry.path, try baseline.get())
        let examiner = settings.properties.examiner(Queries.context(session))
        let progress = ProgressLine(session, "validating")
        defer { progress.finish() }
        let inspection: Inspection
        let lines: ([Finding]) -> SourceLines
        var failure: (any Failure)?
        switch try opener.source(path) {
        case .directory(let notebook):
            let directory = try notebook.directory
            (inspection, failure) = try directory.inspectWhatCanBeRead(examiner: examiner, progress: progress)
            lines = directory.sourceLines
        case .archive(let named):
            let archive = try named.opened(session).archive
            inspection = try archive.inspection(collectsLinks: true, examiner: examiner, progress: progress)
            lines = archive.sourceLines
        }
        let rules = RuleBook.rules(of: level, among: session.rules, for: inspection)
        let findings = Self.tracked(try RuleBook.judge(inspection, by: rules, listing: most), inspection, entry)
        let judgement = Judgement(
            findings, of: name, by: settings, baseline: baseline, comments: inspection.ignoreComments)
        let outcome = failure.map { ValidatedNotebook.Outcome.judgedInPart(judgement, $0) } ?? .judged(judgement)
        var notebook = ValidatedNotebook(name: name, path: path, outcome: outcome)
        notebook.failOn = settings.failOn
        // Names in a refused archive are those of its members.
        notebook.archive = inspection.refusal == nil ? inspection.archive : ArchiveFacts(directory: "")
        notebook.storedPaths = inspection.storedPaths
        if showsLines { notebook.lines = lines(judgement.reported.map(\.finding)) }
        return notebook
    }

    /// The findings without those about files that are there, but that neither git nor the manifest knows: a commit
    /// does not have them.
    private static func tracked(
        _ findings: Findings, _ inspection: Inspection, _ entry: ValidationInputs.Entry
    ) -> Findings {
        guard let isTracked = entry.isTracked else { return findings }
        let listed = Set(inspection.manifest.value?.entries.map(\.path.text) ?? [])
        let stored = inspection.storedPaths
        var known: [String: Bool] = [:]
        func counts(_ path: String) -> Bool {
            if let known = known[path] { return known }
            let place = stored.storedPath(of: path)
            let counts =
                listed.contains(path) || isTracked(DiskPath(place))
                || FileKind.at(ExternalPath.below(entry.path, place)) == nil
            known[path] = counts
            return counts
        }
        return Findings(
            findings.listed.filter { counts($0.path) }, omissions: findings.omissions.filter { counts($0.path) })
    }
}

/// Settings that leave no rule to check.
private struct NoRules: ToolFailure {
    let name: String

    var description: String { "\(name) cannot be validated: “select” and “ignore” leave no rule" }
    var hint: String? {
        "CI.md in the project’s documentation describes the settings; ‘bundle explain’ lists the rules"
    }
}

/// An unexpected error, which never counts as a pass.
struct UnforeseenFailure: ToolFailure {
    let name: String
    let reason: String

    var description: String { "\(name) could not be validated: \(PrintableText.escaped(reason))" }
    var hint: String? { Self.report }
    /// What to do about what should not happen.
    static let report = "this is a fault of the tool: please report it, with the command line"

    /// Wraps an error as a failure; a failure stays unchanged.
    static func unless(_ name: String, _ error: any Error) -> any Failure {
        (error as? any Failure) ?? UnforeseenFailure(name: name, reason: "\(error)")
    }
}

/// Options whose values name rules.
enum RuleOptions {
    /// An option whose values are rules and families, separated by commas.
    static func option(_ name: String, _ help: String) -> Option<[RuleSelector]> {
        Option(
            name, "RULE", help, kind: .list(.ruleOrFamily), hint: hint,
            reason: { words($0).lazy.compactMap(problem).first },
            parse: { text in
                let selectors = words(text).map(RuleBook.selector)
                return selectors.contains(nil) ? nil : selectors.compactMap(\.self)
            })
    }

    private static let hint =
        "‘bundle explain’ lists the rules; their families are "
        + RuleFamily.allCases.map { "\($0.rawValue) (\($0.name))" }.joined(separator: ", ")

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
    }

    private static func problem(_ word: String) -> String? {
        RuleBook.selector(word) == nil ? "unknown rule or family \(PrintableText.quoted(word))" : nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
