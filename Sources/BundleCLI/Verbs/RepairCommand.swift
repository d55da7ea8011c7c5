import NotebookBundle
import TerminalIO

/// The verb ‘repair’.
struct RepairCommand: Command {
    private static let output = Option.path(
        "output", short: "o", "COPY",
        "Repair a copy (.notebundle is added to its name), and leave the notebook as it is")

    static let verb = Verb(
        "repair",
        "Repair a damaged notebook: lost notebook.json, broken journal, misplaced files",
        details: """
            Recovers what is readable of notebook.json and of notes, takes from the history what is lost or unreadable, fixes
            names that are not portable, and rebuilds the manifest from the files. Reports every step for each file. Deletes
            nothing: files that it sets aside go to .set-aside/ in the notebook.
            """,
        parameters: [Common.bundle, output, Common.json] + Common.locking,
        examples: [
            ("repair Recipes -o Repaired.notebundle", "first on a copy"), ("repair Recipes", "then in place"),
        ],
        statuses: [
            .success: "the notebook is repaired, or needs no repair",
            .finding: "something is lost or cannot be repaired; it is listed at the end",
        ]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let steps: [StepRow]
        let path: String
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var bundle = try NotebookOpener(arguments, session).directory()
        if let place = arguments[Self.output] {
            bundle = try copy(bundle, to: place)
        }
        try restoreDescription(of: bundle)
        let progress = ProgressLine(session, "repairing")
        let repair = try bundle.repair(progress: progress)
        let inspection = try bundle.inspect(collectsLinks: true, progress: progress)
        progress.finish()
        try EditNotes(session).report(repair.commit)
        let left = try RuleBook.findings(in: inspection, by: session.rules).filter { $0.severity == .error }
        if arguments[Common.json] {
            let steps = (repair.steps + repair.losses).map(StepRow.init) + left.map(StepRow.init)
            try session.printJSON(Answer(steps: steps, path: session.displayed(bundle.location)))
        } else {
            for step in repair.steps { try session.print(step.line) }
            for finding in left { try session.print(finding.lineOfWhatIsLeft) }
            for loss in repair.losses { try session.print(loss.line) }
            if repair.steps.isEmpty, repair.losses.isEmpty, left.isEmpty { try session.print("nothing to repair") }
        }
        return left.isEmpty && repair.losses.isEmpty ? .success : .finding
    }
}

extension RepairCommand {
    /// Puts back a lost `notebook.json` from git: without it, the notebook would get another identity than its copies.
    private func restoreDescription(of bundle: Notebook) throws {
        let place = try NotebookOpener(arguments, session).directory().location
        guard FileKind.at(ExternalPath.below(bundle.location, "notebook.json")) == nil, Git.root(of: place) != nil
        else {
            return
        }
        let git = Git(session: session)
        let versions = [":./notebook.json", "HEAD:./notebook.json"].compactMap { name in
            (try? git.run(["cat-file", "--filters", name], in: place))?.output
        }.filter { (try? NotebookDescription($0)) != nil }
        guard let latest = versions.first,
            try bundle.directory.restoreDescription({ listed in versions.first { Digest.of($0) == listed } ?? latest })
        else { return }
        try session.note("note: took notebook.json from git")
    }

    /// Copies a damaged notebook as it is.
    private func copy(_ bundle: Notebook, to word: String) throws -> Notebook {
        try bundle.directory.refuseUnrepairable()
        let place = try NewNotebookName.withEnding(word)
        try ExternalFiles(session).refuseToWrite(place, asNotebook: true)
        let (directory, name) = ExternalFiles(session).split(place)
        let files = try ExternalFiles(session).directory(directory, toWrite: place)
        var copied = CopiedBundle(try DirectoryFiles(bundle.location), to: name, in: files)
        try copied.copy(environment: session.notebookEnvironment)
        for path in copied.leftOut { try session.note("note: \(path) is not a file and was not copied") }
        return session.notebook(at: "\(directory)/\(name)", caching: false)
    }
}

extension Finding {
    /// An error that remains after repairing, in one line.
    fileprivate var lineOfWhatIsLeft: String {
        let place = PrintableText.escaped(path) + (position.map { ":\($0.line):\($0.column)" } ?? "")
        return "\("left".padded(to: 10)) \(place): \(message) [\(rule)]"
    }
}

/// What was done, or remains to be done, in the answer.
private struct StepRow: JSONRow {
    let action: String
    let path: String
    var to: String?
    let detail: String
}

extension StepRow {
    init(_ step: FixStep) {
        self.init(action: step.action.rawValue, path: step.path, to: step.newPath, detail: step.detail)
    }

    init(_ finding: Finding) {
        let place = finding.position.map { "\($0.line):\($0.column): " } ?? ""
        self.init(
            action: "left", path: PrintableText.escaped(finding.path),
            detail: "\(place)\(finding.message) [\(finding.rule)]")
    }
}
