import NotebookBundle
import NotebookFormat

/// The verb ‘rm’.
enum RemoveCommand {
    private static let forever = Flag("forever", "Delete them permanently, instead of moving them to the trash")

    static let verb = Verb(
        "rm", "Move items to the trash",
        details:
            """
            Items deleted in one call can be restored as one batch. Links of other items that will break are listed first. On a
            terminal it asks before it deletes; with ‘--forever’ it always asks.
            """,
        parameters: [
            Common.bundle, Common.someItems, Common.query, forever, Common.dryRun, Common.yes, Common.json,
        ] + Common.locking,
        examples: [
            ("rm Recipes \"Apple pie\"", "moves it to the trash"),
            ("rm Recipes \"Apple pie\" --forever --yes", "deletes it permanently"),
        ]
    ) { arguments, session in
        let directory = try session.bundle(arguments)
        let selection = try Selection(arguments, session)
        let (items, losses, lost) = try directory.read { files in
            let notebook = try Notebook(files)
            let items = try selection.items(in: notebook, files)
            let links = try notebook.itemLinks(files)
            let losses = LinkLosses(notebook.manifest, links, deleting: Set(items.map(\.path))).losses
            let lost = losses.filter { $0.next == .nowhere }.map { Output.LinkOutput($0.link, notebook) }
            return (items, losses, lost)
        }
        try session.tell(losses)
        guard !arguments[Common.dryRun] else {
            guard
                case .shown(let status) = try session.edit(
                    directory, arguments,
                    { draft in
                        if arguments[forever] { return try draft.destroy(items.map(\.path)) }
                        _ = try draft.moveToTrash(draft.notebook.items(items.map(\.path.text)))
                    })
            else { return .success }
            return status
        }
        let what = items.count == 1 ? PrintableText.quoted(items[0].title) : Wording.count(items.count, "item")
        let question = arguments[forever] ? "Destroy \(what) permanently?" : "Move \(what) to the trash?"
        guard try session.isAgreed(question, arguments, mustAsk: arguments[forever]) else { return .failure }
        let edit = try directory.edit { draft in
            let items = try draft.notebook.items(items.map(\.path.text))
            guard !arguments[forever] else {
                try draft.destroy(items.map(\.path))
                return BatchName?.none
            }
            return try draft.moveToTrash(items)
        }
        try session.tell(edit.recovery)
        try session.tell(edit.commit)
        if arguments[Common.json] {
            let batches = edit.result.map { batch in
                [
                    Output.BatchOutput(
                        name: batch.description, deleted: batch.time.description, paths: items.map(\.path.text))
                ]
            }
            try session.print(Output(batches: batches ?? [], links: lost.isEmpty ? nil : lost))
        } else if let batch = edit.result {
            try session.print("\(Wording.count(items.count, "item")) in the trash, as \(batch)")
        } else {
            try session.print("\(Wording.count(items.count, "item")) deleted permanently")
        }
        return .success
    }
}

/// The verb ‘trash’.
enum TrashCommand {
    private static let empty = Flag("empty", "Delete what is in the trash permanently, after asking")
    private static let olderThan = Option(
        "older-than", "DAYS", "Only what was deleted more than this many days ago, such as 30d"
    ) { text in
        Int(text.hasSuffix("d") ? String(text.dropLast()) : text).flatMap { $0 >= 0 && $0 <= 36_500 ? $0 : nil }
    }

    static let verb = Verb(
        "trash", "List or empty the trash",
        parameters: [Common.notebook, empty, olderThan, Common.yes, Common.json] + Common.reading,
        examples: [
            ("trash Recipes", "the deletions, the latest first"),
            ("trash Recipes --empty --older-than 30d", "deletes older items permanently"),
        ]
    ) { arguments, session in
        let before = session.world.now().secondsSince1970 - Int64(arguments[olderThan] ?? 0) * 86_400
        let isMeant: (BatchName) -> Bool = { arguments[olderThan] == nil || $0.time.secondsSince1970 < before }
        let batches = try session.read(arguments) { try Notebook($0).trash.filter { isMeant($0.batch) } }
        guard arguments[empty] else {
            try session.list(batches, arguments)
            return .success
        }
        let count = batches.reduce(0) { $0 + $1.entries.count }
        guard count > 0 else {
            try session.print(arguments[Common.json] ? Output(batches: []) : nil, or: "nothing to delete")
            return .success
        }
        guard
            try session.isAgreed(
                "Destroy \(Wording.count(count, "file")) in the trash for ever?", arguments, mustAsk: true)
        else {
            return .failure
        }
        let edit = try session.bundle(arguments).edit { draft in
            let meant = draft.notebook.trash.filter { isMeant($0.batch) }
            try draft.destroy(meant.flatMap { $0.entries.map(\.path) })
            return meant.count
        }
        try session.tell(edit.recovery)
        try session.tell(edit.commit)
        if arguments[Common.json] {
            try session.list(batches, arguments)
        } else {
            try session.print("\(Wording.count(count, "file")) deleted permanently")
        }
        return .success
    }
}

extension Session {
    /// Asks if a terminal is there.
    ///
    /// Where it is not, what must be asked needs ‘--yes’.
    func isAgreed(_ question: String, _ arguments: Arguments, mustAsk: Bool) throws -> Bool {
        if arguments[Common.yes] || !mustAsk && settings.confirmDelete == false { return true }
        guard terminal.inputIsTerminal else {
            guard mustAsk else { return true }
            throw UsageError.conflict("cannot ask without a terminal; use --yes")
        }
        if try confirm(question) { return true }
        try note("nothing was changed")
        return false
    }

    fileprivate func list(_ batches: [(batch: BatchName, entries: [Entry])], _ arguments: Arguments) throws {
        if arguments[Common.json] {
            return try print(Output(batches: batches.map { Output.BatchOutput($0.batch, $0.entries) }))
        }
        for (batch, entries) in batches {
            try print("\(style(date(batch.time), .dim))  \(batch)")
            for entry in entries where !UndoRecord.holds(entry.path) {
                try print("  " + PrintableText.escaped(TrashedPath(entry.path)?.oldPath.text ?? entry.path.text))
            }
        }
    }
}
