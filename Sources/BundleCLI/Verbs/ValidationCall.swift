import NotebookBundle

/// One call of ‘validate’: from its arguments to the exit status.
struct ValidationCall {
    private typealias Options = ValidateCommand

    private let session: Session
    private let arguments: Arguments
    private let targets: ReportTargets

    init(_ arguments: Arguments, _ session: Session) throws(UsageError) {
        self.arguments = arguments
        // Reports in files, the baseline and the exit status have to survive a reader that stops reading.
        self.session = session.outlivingItsReader()
        targets = try ReportTargets(
            format: arguments[Common.json] ? .json : arguments[Options.format], files: arguments.all(Options.output))
    }

    func run() throws -> ExitStatus {
        try warnOfRulesThatStay()
        let inputs = inputs()
        for remark in inputs.remarks { try session.note("note: \(remark)") }
        try refuseOutputs(over: inputs.entries)
        let baseline = Result { try arguments[Options.baseline].map(ValidationFiles(session).baseline) }
        let validator = validator(baseline)
        var status = ExitStatus.success
        var lastWords: () throws -> Void = {}
        if let grade = arguments[Options.fix] {
            var fixer = Fixer(
                session: session, opener: NotebookOpener(arguments, session),
                level: grade == .more ? .everything : .safe,
                isPreview: arguments[Options.diff], reportsAside: targets.printed != .text, validator: validator)
            let fixed = try fixer.fix(inputs.entries)
            if arguments[Options.diff] {
                try fixer.reportLosses()
                return fixed
            }
            if fixed == .failure { status = fixed }
            if !fixer.losses.isEmpty { status = max(status, .finding) }
            lastWords = fixer.reportLosses
        }
        var run = try validate(inputs.entries, validator)
        if let baseline = try? baseline.get() { run.staleBaseline = run.stale(baseline) }
        try session.write(Array(fitted(try printedReport.end(of: run)).utf8))
        if run.notebooks.isEmpty, targets.printed == .text, inputs.remarks.isEmpty,
            let revision = arguments[Options.changedSince]
        {
            try session.print("no notebook changed since \(PrintableText.escaped(revision))")
        }
        try lastWords()
        for file in targets.files {
            status = max(
                status, try attempt { try ExternalFiles(session).replace(file.path, with: file.text(of: run, session)) }
            )
        }
        if let file = arguments[Options.writeBaseline] {
            status = max(status, try attempt { try ValidationFiles(session).writeBaseline(of: run, to: file) })
        }
        return max(status, run.status)
    }

    /// Makes sure that no report and no baseline is written into a notebook, or over a file that is also read or
    /// written.
    private func refuseOutputs(over entries: [ValidationInputs.Entry]) throws(UsageError) {
        let given = [arguments[Options.config], arguments[Options.baseline]].compactMap(\.self).map(session.absolute)
        var taken = entries.filter { !$0.isInput }.map(\.path) + given
        let outputs =
            targets.files.map(\.path) + arguments.all(Options.writeBaseline)
        for path in outputs {
            guard ExternalPath.name(of: path) != ValidationSettings.fileName else {
                throw .conflict(
                    "cannot write a report as \(ValidationSettings.fileName), which contains settings; use another path"
                )
            }
            try ExternalFiles(session).refuseToWrite(path, over: taken)
            if FileKind.following(session.absolute(path)) != .special { taken.append(session.absolute(path)) }
        }
    }

    private func inputs() -> ValidationInputs {
        let filter = FolderSearch.Filter(
            excluded: arguments.all(Options.exclude), leavesOutIgnored: !arguments[Options.noIgnoreVCS],
            isTrackedOnly: arguments[Options.tracked])
        var inputs = ValidationInputs(
            arguments.all(Options.notebooks), passingOver: filter, mayBeNone: arguments[Options.allowNone], session)
        if arguments[Options.library] { inputs.addLibrary() }
        if let revision = arguments[Options.changedSince] {
            let files = [arguments[Options.config], arguments[Options.baseline]].compactMap(\.self)
            let range = GitRange(
                revision: revision, session: session, settings: files.map(session.absolute),
                readsNearest: arguments[Options.config] == nil && !arguments[Options.noConfig])
            let all = Result { try range.touchesSettings() }
            inputs.keep { try all.get() ? true : try range.touches($0) }
        }
        return inputs
    }

    private func validator(_ baseline: Result<Baseline?, any Error>) -> Validator {
        let source: SettingsSource =
            arguments[Options.noConfig] ? .none : arguments[Options.config].map(SettingsSource.file) ?? .nearest
        // What is accepted from now on does not fail.
        let strict = arguments[Options.strict] ? .warning : arguments[Options.failOn]
        let threshold = arguments[Options.writeBaseline] != nil ? .never : strict
        let selected = arguments.all(Options.select).flatMap(\.self)
        let ignored = arguments.all(Options.ignore).flatMap(\.self)
        return Validator(
            session: session, opener: NotebookOpener(arguments, session), source: source,
            level: arguments[Options.level] ?? .changing,
            adjust: { settings in
                if let threshold { settings.failOn = threshold }
                if !selected.isEmpty { settings.selected = selected }
                settings.changes.ignored += ignored
            }, baseline: baseline, showsLines: targets.showLines)
    }

    private var printedReport: any ValidationReport {
        let detail: ReportFormat.Detail =
            arguments[Options.statistics] ? .statistics : arguments[Options.all] ? .all : .groups
        return targets.printed.report(session, .standardOutput, detail)
    }

    /// The text of the report for a terminal of some width; lines of files stay, so that carets stand below their places.
    private func fitted(_ text: String) -> String {
        guard targets.printed == .text, session.terminal.outputIsTerminal else { return text }
        let width = session.terminal.width
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if line.hasPrefix("    | ") { return [FittedText.cut(String(line), to: width)] }
            return FittedText.wrapped(String(line), to: width, indent: line.prefix { $0 == " " }.count + 4)
        }.joined(separator: "\n")
    }

    /// Validates notebooks, and prints each result as soon as it is known.
    private func validate(_ entries: [ValidationInputs.Entry], _ validator: Validator) throws -> ValidationRun {
        let report = printedReport
        var run = ValidationRun()
        var listed = 0
        var reported: Set<String> = []
        for entry in entries {
            let notebook = validator.validate(entry, listing: Findings.mostInAll - listed)
            listed += notebook.findings.count
            run.notebooks.append(notebook)
            try session.write(Array(fitted(try report.text(of: notebook)).utf8))
            try session.terminal.flush()
            // A problem that affects all of them is reported once.
            if let failure = notebook.failure, reported.insert(failure.description).inserted {
                try session.explain(failure)
            }
        }
        return run
    }

    private func warnOfRulesThatStay() throws {
        for case .rule(let rule) in arguments.all(Options.ignore).flatMap(\.self)
        where RuleBook.fundamental.contains(rule) {
            try session.note("note: \(rule) cannot be ignored: other rules depend on it")
        }
    }

    /// Does something that the rest does not depend on, and reports an error.
    private func attempt(_ body: () throws -> Void) throws -> ExitStatus {
        do {
            try body()
            return .success
        } catch let failure as any Failure {
            try session.explain(failure)
            return .failure
        }
    }
}
