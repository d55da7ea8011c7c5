import NotebookBundle
import NotebookFormat

/// The verb ‘rm’.
enum RemoveCommand {
    private static let forever = Flag("forever", "Destroy them at once, instead of moving them to the trash")

    static let verb = Verb(
        "rm", "Move items to the trash",
        details:
            """
            What is deleted with one call restores as one batch. On a terminal it asks first; ‘--forever’ always asks. Before
            that it tells which links of other items will lead nowhere.
            """,
        parameters: [
            Common.bundle, Common.someItems, Common.query, forever, Common.dryRun, Common.yes, Common.json,
        ] + Common.locking,
        examples: [
            ("rm Recipes \"Apple pie\"", "moves it to the trash"),
            ("rm Recipes \"Apple pie\" --forever --yes", "destroys it"),
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
        let question = arguments[forever] ? "Destroy \(what) for ever?" : "Move \(what) to the trash?"
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
            try session.print("\(Wording.count(items.count, "item")) destroyed")
        }
        return .success
    }
}

/// The verb ‘restore’.
enum RestoreCommand {
    private static let items = Positional(
        "ITEM", "Items in the trash, or batches as ‘trash’ names them", isRequired: false, isRepeated: true)
    private static let to = Option("to", "FOLDER", "Restore into this folder instead of the old one")

    static let verb = Verb(
        "restore", "Take items out of the trash",
        details: """
            An item whose place is taken gets another name. Links to it lead there again; the text of what is restored is as it was
            when it was deleted, and links in it that do not lead where they should are told.
            """,
        parameters: [Common.bundle, items, Common.query, to, Common.json] + Common.locking,
        examples: [
            ("restore Recipes \"Apple pie\"", "puts it back where it was"),
            ("restore Recipes 20261120T101500Z-9f3c2a17", "puts back what was deleted together"),
            ("restore Recipes --where \"tag == 'soup'\"", "puts back all of these"),
        ]
    ) { arguments, session in
        var words = arguments.all(items)
        if arguments[Common.query] != nil || words.isEmpty {
            let selection = try Selection([], where: arguments[Common.query], session)
            words += try session.bundle(arguments).read { files in
                try selection.items(in: try Notebook(files), files, inTrash: true).map(\.path.text)
            }
        }
        let directory = try session.bundle(arguments)
        let edit = try directory.edit { draft in
            let folder = try arguments[to].map { try draft.folder($0) }
            let (found, others) = try draft.notebook.trashed(words)
            let restored = try draft.restore(found, to: folder)
            for entry in others { try draft.restoreFile(entry) }
            return (
                items: restored, files: others.compactMap { TrashedPath($0.path)?.oldPath },
                before: draft.notebook.manifest
            )
        }
        let status = try session.report(edit, edit.result.items, arguments)
        if !arguments[Common.json] {
            for path in edit.result.files { try session.print(PrintableText.escaped(path.text)) }
        }
        try session.tellRestored(
            edit.result.items.map(\.path) + edit.result.files, from: edit.result.before,
            rewritten: edit.links.changed, in: directory)
        return status
    }
}

/// The verb ‘trash’.
enum TrashCommand {
    private static let empty = Flag("empty", "Destroy what is in the trash, after asking")
    private static let olderThan = Option(
        "older-than", "DAYS", "Only what was deleted more than so many days ago, as in 30d"
    ) { text in
        Int(text.hasSuffix("d") ? String(text.dropLast()) : text).flatMap { $0 >= 0 && $0 <= 36_500 ? $0 : nil }
    }

    static let verb = Verb(
        "trash", "List what is in the trash, or empty it",
        parameters: [Common.notebook, empty, olderThan, Common.yes, Common.json] + Common.reading,
        examples: [
            ("trash Recipes", "the deletions, the latest first"),
            ("trash Recipes --empty --older-than 30d", "destroys what is older"),
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
            try session.print(arguments[Common.json] ? Output(batches: []) : nil, or: "nothing to destroy")
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
            try session.print("\(Wording.count(count, "file")) destroyed")
        }
        return .success
    }
}

extension Session {
    /// Tells how many links lead to what was restored, which lead elsewhere by it, and which of its own lead nowhere.
    fileprivate func tellRestored(
        _ paths: [BundlePath], from before: Manifest, rewritten: [BundlePath], in directory: NotebookDirectory
    ) throws {
        let restored = Set(paths)
        let (links, losses) = try directory.read { files in
            let notebook = try Notebook(files)
            let items = try notebook.itemLinks(files)
            let others = items.filter { !restored.contains($0.key) && !rewritten.contains($0.key) }
            return (
                LinkMap(notebook.manifest, items).links, LinkLosses(from: before, to: notebook.manifest, others).losses
            )
        }
        let shifted = Set(losses.map { TextPlace($0.link) })
        let count = links.count { link in
            !restored.contains(link.source) && link.target.map(restored.contains) == true
                && !shifted.contains(TextPlace(link))
        }
        if count > 0 {
            try note(
                "note: \(Wording.count(count, "link")) of other items \(count == 1 ? "leads" : "lead") there again")
        }
        try tell(losses, isDone: true)
        let broken = links.filter { restored.contains($0.source) && $0.problem != nil }
        guard !broken.isEmpty else { return }
        let verb = broken.count == 1 ? "does" : "do"
        try note("note: \(Wording.count(broken.count, "link")) of what was restored \(verb) not lead where it should:")
        try list(broken)
    }

    /// Asks if a terminal is there.
    ///
    /// Where it is not, what must be asked needs ‘--yes’.
    func isAgreed(_ question: String, _ arguments: Arguments, mustAsk: Bool) throws -> Bool {
        if arguments[Common.yes] || !mustAsk && settings.confirmDelete == false { return true }
        guard terminal.inputIsTerminal else {
            guard mustAsk else { return true }
            throw UsageError.conflict("nobody can be asked here; --yes says yes")
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
            for entry in entries {
                try print("  " + PrintableText.escaped(TrashedPath(entry.path)?.oldPath.text ?? entry.path.text))
            }
        }
    }
}

/// Nothing in the trash is meant by a word.
private struct NotTrashed: Failure {
    let word: String
    let like: [String]

    var isFinding: Bool { true }
    var description: String { "nothing in the trash is \(PrintableText.quoted(word))" }
    var hint: String? {
        like.isEmpty
            ? "‘bundle trash’ lists what there is"
            : "did you mean \(like.map { PrintableText.escaped($0) }.joined(separator: ", "))?"
    }
}

/// Where a link stands.
private struct TextPlace: Hashable {
    let source: BundlePath
    let position: TextPosition

    init(_ link: LinkMap.Link) { (source, position) = (link.source, link.link.found.position) }
}

extension Notebook {
    /// What several words mean in the trash: items and, of whole batches, other files.
    fileprivate func trashed(_ words: [String]) throws -> (items: [Item], others: [Entry]) {
        var seen: Set<BundlePath> = []
        var found: [Item] = []
        var others: [Entry] = []
        for word in words {
            if let batch = trash.first(where: { $0.batch.description == word }) {
                for entry in batch.entries where seen.insert(entry.path).inserted {
                    if let item = trashedItems.first(where: { $0.path == entry.path }) {
                        found.append(item)
                    } else {
                        others.append(entry)
                    }
                }
            } else {
                do throws(NotebookError) {
                    let item = try item(word, inTrash: true)
                    if seen.insert(item.path).inserted { found.append(item) }
                } catch {
                    guard case .noSuchItem(_, let like) = error else { throw error }
                    guard let blob = trashedBlob(word) else { throw NotTrashed(word: word, like: like) }
                    if seen.insert(blob.path).inserted { others.append(blob) }
                }
            }
        }
        return (found, others)
    }

    /// The attachment in the trash that a person means by its name, or the one that it was attached under; of several the
    /// last deleted.
    private func trashedBlob(_ word: String) -> Entry? {
        let key = ComparisonKey(word)
        return manifest.entries.last { entry in
            guard let old = TrashedPath(entry.path)?.oldPath, entry.type == .blob else { return false }
            let names = [entry.path.text, old.text, String(old.name), BlobName(old.name)?.readableName ?? ""]
            return names.contains { ComparisonKey($0) == key }
        }
    }
}
