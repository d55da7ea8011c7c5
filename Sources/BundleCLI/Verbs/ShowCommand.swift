import NotebookBundle

/// The verb ‘show’.
struct ShowCommand: Command {
    private static let raw = Flag("raw", "Print the file as it is")
    private static let body = Flag("body", "Print the text without front matter")
    private static let trash = Flag("trash", "Look in the trash")

    /// Lines that are longer are hard to read.
    private static let maximumWidth = 100

    static let verb = Verb(
        "show", "Show one item, rendered for the terminal",
        otherNames: ["cat"],
        details: """
            On a terminal, shows long items with the pager ($PAGER, or less); PAGER=cat turns it off. Links can be opened in
            terminals that support it; elsewhere, destinations are numbered and listed below the text. Comments (%%…%%) are left
            out, and formulas are shown as written. The setting lineBreaks, yours or the notebook’s, keeps line ends within
            paragraphs, as Obsidian does; notebooks made from an Obsidian vault have it.
            """,
        parameters: [
            Common.notebook, Common.item, raw, body, trash, PastOption.at, Common.noPager, Common.json,
        ] + Common.reading,
        examples: [
            ("show Recipes \"Apple pie\"", "shows the note"),
            ("show Recipes \"Apple pie\" --at yesterday", "the note as it was at the end of yesterday"),
            ("show Recipes \"Apple pie\" --body | wc -w", "counts the words of its text"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let item: ItemRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try arguments.requireAtMostOne(of: [Self.raw, Self.body, Common.json])
        return try NotebookOpener(arguments, session).readTree(at: arguments[PastOption.at]) { files in
            let notebook = try NotebookListing(files)
            let item = try notebook.item(arguments[Common.item], inTrash: arguments[Self.trash])
            guard let bytes = try files.content(of: item.path, limit: ItemFile.maximumBytes) else {
                throw NotebookError.gone(item.path)
            }
            if arguments[Self.raw] {
                try session.write(bytes)
                return .success
            }
            let file = try Draft.item(bytes, item.path)
            let inlineTags = notebook.description.settings.countsInlineTags ? file.inlineTags : []
            if arguments[Self.body] {
                try session.write(Array(file.body))
            } else if arguments[Common.json] {
                try session.printJSON(Answer(item: ItemRow(item, file, inlineTags)))
            } else {
                try show(item, file, Tag.unique(item.tags + inlineTags), notebook.description)
            }
            return .success
        }
    }
}

extension ShowCommand {
    private func show(_ item: Item, _ file: ItemFile, _ tags: [Tag], _ notebook: NotebookDescription) throws {
        let width = min(session.terminal.width, Self.maximumWidth)
        var lines = head(of: item, tags, width)
        let properties = PropertyLines(file.properties).lines(width: width, session.style)
        if !properties.isEmpty { lines += properties + [""] }
        let conflicts =
            ConflictMarkers.firstRange(in: file.bytes) == nil
            ? nil : MarkedText(MarkdownDocument(file.bytes, from: file.bodyStart))
        let bytes =
            conflicts?.labelled(
                mine: "── conflict: mine ──", theirs: "── conflict: theirs ──", end: "── end of the conflict ──",
                from: file.bodyStart) ?? file.bytes
        let sides = item.type == .card ? CardBody(bytes, bodyStart: file.bodyStart) : nil
        let opensLinks = session.style.isEnabled && Hyperlinks.areShown(in: session.terminal.environment)
        let options = MarkdownRenderer.Options(
            width: width, hasHyperlinks: opensLinks, keepsLineBreaks: session.keepsLineBreaks(notebook),
            wrapsCode: session.terminal.outputIsTerminal)
        func rendered(_ range: Range<Int>) -> [String] {
            MarkdownRenderer.lines(bytes, in: range, session.style, options)
        }
        lines += rendered(sides?.front ?? file.bodyStart..<bytes.count)
        if let back = sides?.back, !back.isEmpty {
            lines += ["", session.style(String(repeating: "─", count: min(width, 40)), .dim), ""]
            lines += rendered(back)
        }
        for line in lines { try session.print(line) }
        guard let conflicts, conflicts.count > 0 else { return }
        let count = Wording.count(conflicts.count, "conflict")
        try session.note("note: \(count) in the text; ‘\(session.tool) resolve’ goes through them")
    }

    /// The title, and what is known about the item; wrapped between two facts if they are too wide.
    private func head(of item: Item, _ tags: [Tag], _ width: Int) -> [String] {
        let facts = [PrintableText.escaped(item.path.text)] + item.facts(tags, date: session.date)
        var rows: [String] = []
        for fact in facts {
            if let last = rows.last, !session.terminal.outputIsTerminal || (last + " · " + fact).columns <= width {
                rows[rows.count - 1] = last + " · " + fact
            } else {
                rows.append(fact)
            }
        }
        if session.terminal.outputIsTerminal {
            rows = rows.flatMap { FittedText.wrapped($0, to: width, indent: 2) }
        }
        return [session.style(PrintableText.escaped(item.title), .bold)] + rows.map { session.style($0, .dim) } + [""]
    }
}

extension ItemRow {
    /// An item with its text.
    fileprivate init(_ item: Item, _ file: ItemFile, _ inlineTags: [Tag]) {
        self.init(item)
        sha256 = file.digest.description
        if !inlineTags.isEmpty { self.inlineTags = inlineTags.map(\.text) }
        body = String(decoding: file.body, as: UTF8.self)
        properties = file.properties.map(PropertyRow.init)
        guard item.type == .card else { return }
        let sides = CardBody(file.bytes, bodyStart: file.bodyStart)
        front = String(decoding: file.bytes[sides.front], as: UTF8.self)
        back = sides.back.map { String(decoding: file.bytes[$0], as: UTF8.self) }
    }
}
