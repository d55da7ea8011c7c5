import NotebookBundle

/// The verb ‘validate’.
struct ValidateCommand: Command {
    static let notebooks = NotebookParameter(
        "Notebooks, files in them, or folders of notebooks", takesArchives: true, isRepeated: true, unless: library)
    static let library = Flag("library", "All notebooks of the library")
    static let format = Option<ReportFormat>(
        "format", oneOf: "The format of the report on standard output (default text)")
    static let output = Option.path(
        "output", short: "o", "FILE",
        "Also write a report to a file, in the format of its ending or of --format")
    static let all = Flag("all", "Show every finding as text, not only the first of each rule")
    static let statistics = Flag("statistics", "Show the number of findings of each rule, instead of the findings")
    static let strict = Flag("strict", "Also fail on warnings: --fail-on warning")
    static let failOn = Option<ValidationSettings.FailureThreshold>(
        "fail-on", oneOf: "The lowest severity that fails")
    static let select = RuleOptions.option(
        "select", "Only these rules: NB404, its name, or a family (NB4, items); separated by commas")
    static let level = Option<FormatLevel>(
        "level", oneOf: "Only the rules of this level of the format and of lower levels")
    static let ignore = RuleOptions.option("ignore", "Ignore these rules")
    static let exclude = Option<ExclusionPattern>.exclusion(
        "exclude", "In folders, skip files and folders with this name or path")
    static let noIgnoreVCS = Flag("no-ignore-vcs", "In folders, do not skip files that git ignores")
    static let tracked = Flag("tracked", "Skip what git does not track; in notebooks, files that are not listed either")
    static let allowNone = Flag("allow-none", "Do not fail if a folder contains no notebook")
    static let config = Option.path(
        "config", "FILE", "Read settings from this file (default: the nearest \(ValidationSettings.fileName))")
    static let noConfig = Flag("no-config", "Read no settings")
    static let baseline = Option.path("baseline", "FILE", "Accept the findings that this file lists")
    static let writeBaseline = Option.path(
        "write-baseline", "FILE", "Write the findings to a file, to accept them from now on")
    static let changedSince = Option.path(
        "changed-since", "REV", "Only notebooks that changed since a git revision, or in a range A..B")
    static let fix = GradedFlag(
        "fix", more: "unsafe", "First fix what is safe to fix; with =unsafe also names, dates, tags and blobs")
    static let diff = Flag("diff", "With --fix: show what would change, and change nothing")

    static let verb = Verb(
        "validate", "Check notebooks and archives against the format",
        otherNames: ["check"],
        details: """
            With several notebooks, the worst result decides the exit status. --select, --ignore, --exclude and --output can be
            repeated. A folder stands for all notebooks below it, a file in a notebook for the notebook.

            --fix seals the notebook and fixes line ends, byte order marks and the form of notebook.json, in one transaction;
            with =unsafe also names that are not portable (and links to them), dates, repeated tags, blobs that do not match
            their names, and missing files. Ignored and accepted findings are not fixed.

            ‘bundle explain’ explains every rule; CI.md in the project’s documentation has recipes for CI servers.
            """,
        parameters: [
            notebooks, library, exclude, noIgnoreVCS, tracked, allowNone, format, all, statistics, output, strict,
            failOn, level, select,
            ignore, config, noConfig, baseline,
            writeBaseline, changedSince, fix, diff, Common.json,
        ] + Common.reading,
        examples: [
            ("validate Recipes", "every finding with its rule, path, line and column"),
            ("validate . --strict --format github -o report.sarif", "all notebooks below this directory, for GitHub"),
            ("validate . --exclude Drafts --ignore NB6,NB705", "skips folders of that name, and some rules"),
            ("validate . --changed-since origin/main", "only notebooks that a branch changes"),
            ("validate Recipes --baseline known.json", "fails only on new findings"),
            ("validate Recipes --fix=unsafe --diff", "shows what a fix would change"),
        ],
        statuses: [
            .success: "no finding fails the validation", .finding: "a finding fails the validation",
            .failure: "something could not be checked, and so does not count as valid",
        ]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try check()
        return try ValidationCall(arguments, session).run()
    }

    private func check() throws(UsageError) {
        try arguments.requireAtMostOne(of: [Self.strict, Self.failOn])
        try arguments.requireAtMostOne(of: [Self.config, Self.noConfig])
        try arguments.requireAtMostOne(of: [Self.baseline, Self.writeBaseline])
        try arguments.requireAtMostOne(of: [Self.format, Common.json])
        try arguments.requireAtMostOne(of: [Self.all, Self.statistics])
        for flag in [Self.all, Self.statistics]
        where arguments[flag] && (arguments[Self.format] ?? .text != .text || arguments[Common.json]) {
            throw .conflict("\(flag.form.key) applies only to text reports")
        }
        let ignored = arguments.all(Self.ignore).flatMap(\.self)
        if !ignored.isEmpty,
            !ValidationSettings.leavesRules(arguments.all(Self.select).flatMap(\.self), without: ignored)
        {
            throw .conflict("--select and --ignore leave no rule")
        }
        // Rules that are not checked are not fixed.
        try arguments.requireAtMostOne(of: [Self.level, Self.fix])
        guard arguments[Self.diff] else { return }
        if arguments[Self.fix] == nil { throw .conflict("--diff needs --fix") }
        // It shows changes, and writes no report.
        try arguments.requireAtMostOne(of: [Self.diff, Common.json])
        try arguments.requireAtMostOne(of: [Self.diff, Self.output])
        try arguments.requireAtMostOne(of: [Self.diff, Self.writeBaseline])
        if arguments[Self.format] ?? .text != .text { try arguments.requireAtMostOne(of: [Self.diff, Self.format]) }
    }
}
