import NotebookBundle

/// The verb ‘diff’.
struct DiffCommand: Command {
    private static let items = Positional(
        "ITEM", "Only these items, with the words that differ; ‘-’ reads a list from standard input", kind: .item,
        isRequired: false, isRepeated: true)
    private static let words = Flag("words", "Show the words that differ, in all items")
    private static let patch = Flag(
        "patch", "Write a patch for ‘git apply’ that turns the first notebook into the second")
    private static let nameOnly = Flag("name-only", "Show only the paths that differ")
    private static let quiet = Flag("quiet", "Print nothing; only the exit status tells whether they differ")

    static let verb = Verb(
        "diff", "Show how two notebooks differ, or what changed since a git revision",
        otherNames: ["compare"],
        details: """
            Compares directories, archives, or one with the other. OTHER is the later notebook; if you name only one, it is
            OTHER, and the first is the notebook that other verbs would use. Matches items by uuid, so that a renamed or moved
            item counts as the same; items without a uuid are matched by path. Compares the files, not the manifests, so that
            unsealed changes show like all others. NOTEBOOK@N is a notebook as it was after change N of its history (‘log’ lists
            them), NOTEBOOK@TIME at a time, and NOTEBOOK@FINGERPRINT when it had this fingerprint, or one that begins with it.

            Only --patch also compares manifests and the spelling of names. Apply the patch with ‘git apply’ in the notebook’s
            directory: the files are then those of the second notebook, byte for byte, attachments included. The patch leaves
            out files that cannot be part of a notebook; standard error lists them.
            """,
        parameters: [
            Common.notebook, DiffSides.other, items, DiffSides.git, DiffSides.since, words, patch, nameOnly, quiet,
            Common.noPager, Common.json,
            Common.noCache,
        ] + Common.reading,
        examples: [
            ("diff Recipes Recipes.notebundle.zip", "what differs in the archive"),
            ("diff Recipes --git HEAD", "what changed since the last commit"),
            ("diff Recipes --since yesterday", "what changed since yesterday began"),
            ("diff Recipes@12 Recipes", "what changed after change 12"),
            ("diff Recipes --git main..draft \"Apple pie\"", "the words of an item that a branch changed"),
            ("diff Recipes old.zip --patch > patch", "a patch that turns Recipes back into an older version"),
        ],
        statuses: [
            .success: "the notebooks are the same", .finding: "they differ", .failure: "they could not be compared",
        ],
        answersByStatus: true
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let difference: DifferenceRow
        let diff: String?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.words, Self.patch, Self.nameOnly, Self.quiet])
        try arguments.requireAtMostOne(of: [Common.json, Self.nameOnly, Self.quiet])
        let sides = try DiffSides(arguments, session)
        var difference = try NotebookDifference(sides.old, sides.new)
        let named = try items()
        let paths = try named.isEmpty ? nil : Set(named.flatMap { try self.paths(of: $0, difference, sides) })
        if let paths { difference = difference.only(paths) }
        let patch = arguments[Self.patch] ? try NotebookPatch(sides.old, sides.new, only: paths) : nil
        let isSame = patch?.isEmpty ?? difference.isEmpty
        if arguments[Common.json] {
            try printJSON(difference, patch, sides)
        } else if let patch {
            try write(patch)
        } else if arguments[Self.nameOnly] {
            for path in Self.paths(of: difference) { try session.print(PrintableText.escaped(path)) }
        } else if !arguments[Self.quiet] {
            try show(difference, sides)
        }
        if !arguments[Self.quiet] { try reportLeftOut(sides) }
        return isSame ? .success : .finding
    }

    /// The words that name items.
    private func items() throws -> [String] {
        let words = arguments.all(Self.items)
        let notebooks = [arguments[Common.notebook], arguments[DiffSides.other]]
        let input = notebooks.first { $0 == Session.inputWord } ?? notebooks[0]
        // A list has no paths of an earlier state.
        return try Selection.listed(words, in: PastOption.split(input, session)?.notebook ?? input, session)
    }

    /// The paths of an item in both notebooks.
    private func paths(
        of word: String, _ difference: NotebookDifference, _ sides: DiffSides
    ) throws -> [BundlePath] {
        var path: BundlePath?
        do throws(NotebookError) {
            path = try sides.old.notebook.item(word).path
        } catch {
            // The first error is about the notebook that the command line names first.
            path = try? sides.new.notebook.item(word).path
            guard path != nil else { throw error }
        }
        let pair = difference.items.first { $0.old?.path == path } ?? difference.items.first { $0.new?.path == path }
        return [path, pair?.old?.path, pair?.new?.path].compactMap(\.self)
    }

    private static func paths(of difference: NotebookDifference) -> [String] {
        (difference.notebook.isEmpty ? [] : [BundlePath.notebook.text]) + difference.items.map(\.shown.path.text)
            + (difference.attachments + difference.extras + difference.strays).map(\.shown.path.text)
    }

    private func show(_ difference: NotebookDifference, _ sides: DiffSides) throws {
        guard !difference.isEmpty else {
            try session.print("no differences")
            return try reportManifests(sides)
        }
        let lines = DifferenceLines(session.style)
        try show("notebook", difference.notebook.map(lines.line))
        let texts = showsWords ? try ItemTexts(of: difference.items, sides) : nil
        try show("items", difference.items) { item in
            if texts != nil, item != difference.items.first { try session.print("") }
            try session.printRow(lines.line(item), wrappedWith: 12)
            guard let texts else { return }
            for line in lines.values(of: item) { try session.print(line) }
            let (old, new) = try texts.of(item)
            for line in WordDiff(old, new).text(session.style) { try session.print(line) }
        }
        try show("attachments", difference.attachments.map(lines.line))
        try show("extras", difference.extras.map(lines.line))
        try show("other files", difference.strays.map(lines.line))
        try session.printRow(DifferenceLines.counts(difference), wrappedWith: 2)
    }

    private func show(_ title: String, _ rows: [String]) throws {
        try show(title, rows) { try session.printRow($0, wrappedWith: 12) }
    }

    private func show<Row>(_ title: String, _ rows: [Row], _ show: (Row) throws -> Void) throws {
        guard !rows.isEmpty else { return }
        if !isAboutItems { try session.print(session.style("\(title):", .bold)) }
        for row in rows { try show(row) }
    }

    /// Whether the command line names items.
    private var isAboutItems: Bool { arguments.isGiven(Self.items) && !arguments.all(Self.items).isEmpty }

    private var showsWords: Bool { isAboutItems || arguments[Self.words] }

    private func printJSON(_ difference: NotebookDifference, _ patch: NotebookPatch?, _ sides: DiffSides) throws {
        let texts = showsWords ? try ItemTexts(of: difference.items, sides) : nil
        let row = try DifferenceRow(difference) { item in
            guard let (old, new) = try texts?.of(item) else { return nil }
            let bodies = WordDiff.bodies(old, new)
            return DifferenceRow.Words.all(bodies.old, bodies.new)
        }
        var bytes: [UInt8] = []
        try patch?.write { bytes += $0 }
        try session.printJSON(
            Answer(difference: row, diff: patch.map { _ in String(decoding: bytes, as: UTF8.self) }))
    }

    /// Writes a patch; to a terminal only what it cannot take for commands.
    private func write(_ patch: NotebookPatch) throws {
        guard session.terminal.outputIsTerminal else { return try patch.write(session.write) }
        var rest: [UInt8] = []
        try patch.write { bytes in
            rest += bytes
            guard let end = rest.lastIndex(of: 0x0A) else { return }
            for line in rest[..<end].split(separator: 0x0A, omittingEmptySubsequences: false) {
                try session.print(Self.coloured(String(decoding: line, as: UTF8.self), session.style))
            }
            rest = Array(rest[(end + 1)...])
        }
    }

    private static func coloured(_ line: String, _ style: Style) -> String {
        let text = PrintableText.escaped(line)
        switch line.first {
        case "+" where !line.hasPrefix("+++ "): return style(text, .green)
        case "-" where !line.hasPrefix("--- "): return style(text, .red)
        case "@": return style(text, .cyan)
        case "d", "+", "-": return style(text, .bold)
        default: return text
        }
    }

    /// Reports that only the manifests differ.
    private func reportManifests(_ sides: DiffSides) throws {
        guard !isAboutItems, case .read(_, let one) = sides.old.inspection.manifest,
            case .read(_, let other) = sides.new.inspection.manifest, one != other
        else { return }
        try session.note("note: only the manifests differ; ‘\(session.tool) status’ says which of them is not sealed")
    }

    /// Reports files that cannot be part of a notebook.
    private func reportLeftOut(_ sides: DiffSides) throws {
        for side in [sides.old, sides.new] where !side.leftOut.isEmpty {
            let names = side.leftOut.prefix(3).map { PrintableText.escaped($0) }.joined(separator: ", ")
            let more = side.leftOut.count > 3 ? " and \(side.leftOut.count - 3) more" : ""
            try session.note("note: \(side.name): did not compare \(names)\(more), which cannot be part of a notebook")
        }
    }
}
