import NotebookBundle
import NotebookFormat

/// The verb ‘repair’.
enum RepairCommand {
    private static let output = Option(
        "output", short: "o", "COPY", "Repair a copy, which must not be there yet, and leave the notebook as it is")

    static let verb = Verb(
        "repair",
        "Rebuild a notebook that is damaged: a lost notebook.json, a broken journal, files that have no place",
        details: """
            What can be read of notebook.json and of notes is saved, names that cannot travel are corrected, and the manifest
            is made again from the files. Nothing is deleted: what is set aside stands below .set-aside/ in the notebook, and
            each step is told.
            """,
        parameters: [Common.bundle, output, Common.json] + Common.locking,
        examples: [
            ("repair Recipes -o Repaired.notebundle", "first on a copy"), ("repair Recipes", "then in place"),
        ],
        statuses: [
            .success: "the notebook is repaired, or needs no repair",
            .finding: "something is left that cannot be repaired; ‘validate’ tells what",
        ]
    ) { arguments, session in
        var bundle = try session.bundle(arguments)
        if let copy = arguments[output] {
            try bundle.refuseUnrepairable()
            let (directory, name) = session.split(copy)
            let files = try session.directoryToWrite(directory, copy)
            var copied = CopiedBundle(try DirectoryFiles(bundle.path), to: name, in: files)
            try copied.copy(world: session.world)
            for path in copied.leftOut { try session.note("note: \(path) is no file, and was not copied") }
            bundle = NotebookDirectory("\(directory)/\(name)", world: session.world)
        }
        let progress = session.progress("repairing")
        let repair = try bundle.repair(progress: progress)
        progress.finish()
        try session.tell(repair.commit)
        if arguments[Common.json] {
            let steps = repair.steps.map(Output.StepOutput.init)
            try session.print(Output(steps: steps, path: session.displayed(bundle.path)))
        } else {
            for step in repair.steps { try session.print(step.line) }
            if repair.steps.isEmpty { try session.print("nothing to repair") }
        }
        let findings = try RuleBook.findings(in: try bundle.inspect(), by: session.rules)
        return findings.contains { $0.severity == .error } ? .finding : .success
    }
}
