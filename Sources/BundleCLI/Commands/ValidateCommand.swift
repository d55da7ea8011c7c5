import NotebookBundle
import NotebookFormat

/// The verb ‘validate’.
enum ValidateCommand {
    private static let ruleHint =
        "‘bundle explain’ lists the rules; their families are "
        + RuleFamily.allCases.map(\.name).joined(separator: ", ")
    private static let notebooks = Positional(
        "NOTEBOOK", "Notebooks, files in them, or folders of notebooks", isRequired: false, isRepeated: true)
    private static let library = Flag("library", "All notebooks of the library")
    private static let format = Option<ReportFormat>("format", oneOf: "The form of the report (default text)")
    private static let output = Option(
        "output", short: "o", "FILE", "Write the report to a file, in the form that its name says; print text as well")
    /// What names standard output itself: opened anew, it would be written over where it is a file.
    private static let standardOutput: Set<String> = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
    private static let strict = Flag("strict", "Fail on warnings, too: --fail-on warning")
    private static let failOn = Option<ValidationSettings.FailureThreshold>(
        "fail-on", oneOf: "From which severity on findings fail")
    private static let select = Option<RuleSelector>(
        "select", "RULE", "Only these rules count: NB404, its name, or a family (NB4, items)", hint: ruleHint,
        parse: RuleBook.selector)
    private static let ignore = Option<RuleSelector>(
        "ignore", "RULE", "These rules do not count", hint: ruleHint, parse: RuleBook.selector)
    private static let config = Option(
        "config", "FILE", "Read settings from this file (default: \(ValidationSettings.fileName) beside the notebook)")
    private static let noConfig = Flag("no-config", "Read no settings")
    private static let baseline = Option("baseline", "FILE", "Accept the findings that this file lists")
    private static let writeBaseline = Option(
        "write-baseline", "FILE", "Write all findings to a file, to be accepted from now on")
    private static let changedSince = Option(
        "changed-since", "REV", "Only notebooks that changed since a revision of git, or in a range A..B")
    private static let fix = GradedFlag(
        "fix", more: "unsafe", "Mend first what can be mended safely; with =unsafe also names, dates, tags and blobs")
    private static let diff = Flag("diff", "With --fix: show what would change, and change nothing")

    static let verb = Verb(
        "validate", "Check notebooks against the format: directories, zip and tar files, without unpacking",
        details: """
            Of several notebooks the worst decides the exit status. --select and --ignore may be given several times.
            A folder stands for all notebooks below it, a file in a notebook for the notebook.
            --fix seals the notebook and corrects line ends, byte order marks and the form of notebook.json, in one
            transaction; with =unsafe also names that cannot travel (links follow), dates, repeated tags, blobs that do not
            match their names, and that listed files are gone.
            ‘bundle explain’ explains every rule; docs/CI.md has recipes for CI servers and git.
            """,
        parameters: [
            notebooks, library, format, output, strict, failOn, select, ignore, config, noConfig, baseline,
            writeBaseline,
            changedSince, fix, diff, Common.json,
        ] + Common.reading,
        examples: [
            ("validate Recipes", "every finding with its rule, path, line and column"),
            ("validate . --strict --output report.sarif", "all notebooks below, for code scanning"),
            ("validate . --changed-since origin/main", "only what a branch touches"),
            ("validate Recipes --baseline known.json", "fail on what is new"),
            ("validate Recipes --fix=unsafe --diff", "what mending would change"),
        ],
        statuses: [
            .success: "nothing was found that fails the validation", .finding: "something was found that fails it",
            .failure: "something could not be looked at; it is never taken for valid",
        ]
    ) { arguments, session in
        try arguments.requireAtMostOne(of: [strict, failOn])
        try arguments.requireAtMostOne(of: [config, noConfig])
        try arguments.requireAtMostOne(of: [baseline, writeBaseline])
        try arguments.requireAtMostOne(of: [format, Common.json])
        if arguments[diff], arguments[fix] == nil { throw UsageError.conflict("--diff needs --fix") }
        let destination = arguments[output].flatMap { standardOutput.contains($0) ? nil : $0 }
        let form = try form(arguments, destination)
        let adjust = adjustment(arguments)
        let baseline = try arguments[baseline].map(session.baseline)
        let source: SettingsSource =
            arguments[noConfig] ? .none : arguments[config].map(SettingsSource.file) ?? .besideNotebooks
        let printed: ReportFormat = destination == nil ? form : .text
        let validator = Validator(
            session: session, arguments: arguments, source: source, adjust: adjust, baseline: baseline,
            showsLines: printed == .text)
        let report = printed.report(session, style: session.style)
        var words = arguments.all(notebooks)
        if arguments[library] {
            let library = try session.libraryFolder()
            if try library.notebooks().isEmpty {
                try session.note("note: the library \(session.displayed(library.place.path)) has no notebooks")
            } else {
                words.append(library.place.path)
            }
        }
        guard !words.isEmpty || arguments[library] else { throw UsageError.missing("NOTEBOOK") }
        var inputs = ValidationInputs(words, session)
        if let revision = arguments[changedSince] {
            try inputs.keep { try GitRange(revision: revision, session: session).touches($0) }
        }
        var fixed = ExitStatus.success
        if let grade = arguments[fix] {
            let fixer = Fixer(
                session: session, arguments: arguments, level: grade == .more ? .everything : .safe,
                isPreview: arguments[diff])
            fixed = try fixer.fix(inputs.paths)
            if arguments[diff] { return max(fixed, inputs.hasFailures ? .failure : .success) }
        }
        var run = ValidationRun()
        run.notebooks = inputs.entries.map { entry in
            guard let failure = entry.failure else { return validator.validate(entry.path) }
            let name = session.displayed(entry.path)
            return ValidatedNotebook(name: name, path: entry.path, outcome: .failed(failure))
        }
        for notebook in run.notebooks {
            try session.write(Array(try report.text(of: notebook).utf8))
            if let failure = notebook.failure { try session.explain(failure) }
        }
        if let baseline {
            run.staleBaseline = run.stale(baseline)
        }
        try session.write(Array(try report.end(of: run).utf8))
        if run.notebooks.isEmpty, printed == .text, !words.isEmpty {
            try session.print("no notebook changed since \(PrintableText.escaped(arguments[changedSince] ?? ""))")
        }
        if let destination {
            let style = Style(isEnabled: false)
            try session.replaceFile(destination, with: form.report(session, style: style).text(of: run))
        }
        if let file = arguments[writeBaseline] {
            try session.replaceFile(file, with: String(decoding: run.baseline.text, as: UTF8.self))
        }
        return fixed == .failure ? .failure : run.status
    }

    private static func form(_ arguments: Arguments, _ destination: String?) throws(UsageError) -> ReportFormat {
        if let form = arguments[format] { return form }
        if arguments[Common.json] { return .json }
        guard let destination else { return .text }
        guard let form = ReportFormat(fileName: destination) else {
            throw .conflict("the name \(PrintableText.quoted(destination)) says no form; --format is needed")
        }
        return form
    }

    private static func adjustment(_ arguments: Arguments) -> @Sendable (inout ValidationSettings) -> Void {
        // What is accepted from now on does not fail.
        let threshold = arguments[writeBaseline] != nil ? .never : arguments[strict] ? .warning : arguments[failOn]
        let (selected, ignored) = (arguments.all(select), arguments.all(ignore))
        return { settings in
            if let threshold { settings.failOn = threshold }
            if !selected.isEmpty { settings.selected = selected }
            settings.changes.ignored += ignored
        }
    }
}

extension ValidationReport {
    /// The report as a whole.
    fileprivate func text(of run: ValidationRun) throws -> String {
        try run.notebooks.map { try text(of: $0) }.joined() + end(of: run)
    }
}
