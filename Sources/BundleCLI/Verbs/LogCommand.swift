import NotebookBundle

/// The verb ‘log’.
struct LogCommand: Command {
    private static let item = Positional(
        "ITEM", "Only the changes of this item, across renames and moves", kind: .item, isRequired: false)
    private static let limit = Option.number("limit", "COUNT", "Show at most this many", in: 1 ... .max)
    private static let files = Flag("files", "Show all files of each change")
    private static let clear = Flag("clear", "Delete the history, after asking; the notebook stays as it is")

    static let verb = Verb(
        "log", "List the changes that can be undone, latest first",
        details: """
            The tool keeps what each change replaced in ‘.history’ in the notebook’s directory. This folder is not part of the
            notebook: archives leave it out, git ignores it, and you can delete it at any time. The tool deletes entries older
            than 90 days, and the oldest ones if all exceed 200 MB; ‘config set historyDays’ and ‘config set historyMegabytes’
            change these limits. ‘trash --empty’ and ‘rm --forever’ delete files from the history as well. Sealing records
            changes by other programs, but not the content that they replaced.
            """,
        parameters: [
            Common.notebook, item, limit, files, clear, Common.yes, Common.noPager, Common.json,
        ] + Common.locking,
        examples: [
            ("log Recipes", "all changes"),
            ("log Recipes \"Apple pie\" --limit 5", "the last five changes of an item"),
            ("show Recipes \"Apple pie\" --at 12", "the item as it was after change 12"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let history: [HistoryRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let directory = try NotebookOpener(arguments, session).directory(arguments[Common.notebook])
        guard !arguments[Self.clear] else { return try deleteHistory(of: directory) }
        let word = arguments[Self.item]
        var changes = try directory.history(of: word.isEmpty ? nil : try path(of: word, in: directory))
        if let limit = arguments[Self.limit] { changes = Array(changes.prefix(limit)) }
        let summaries = (try? directory.summaries(of: changes)) ?? [:]
        guard !arguments[Common.json] else {
            try session.printJSON(Answer(history: changes.map { HistoryRow($0, summaries[$0.number]) }))
            return .success
        }
        if changes.isEmpty { try session.reportNothing("no changes") }
        let lines = HistoryLines(changes, summaries, session)
        var fingerprint: Digest? = word.isEmpty ? try directory.read(\.listing.fingerprint) : nil
        for change in changes {
            if word.isEmpty, change.after != fingerprint { try session.printRow(lines.gap) }
            fingerprint = change.before
            try session.printRow(lines.line(change), wrappedWith: 4)
            guard arguments[Self.files] else { continue }
            for file in HistoryLines.files(change) { try session.printRow("      " + file, wrappedWith: 8) }
        }
        return .success
    }

    /// The path of an item, even of a deleted one.
    private func path(of word: String, in directory: NotebookDirectory) throws -> BundlePath {
        let notebook = try directory.read(\.listing)
        do throws(NotebookError) {
            return try notebook.item(word).path
        } catch {
            guard case .noSuchItem = error else { throw error }
            let key = ComparisonKey(word)
            for change in try directory.history() {
                for path in change.files.compactMap(\.oldPath)
                where FileType(of: path)?.isItem == true && TrashedPath(path) == nil
                    && [path.text, path.stem, Self.short(path)].contains(where: { ComparisonKey($0) == key })
                {
                    return path
                }
            }
            throw error
        }
    }

    /// A path without its root and ending.
    private static func short(_ path: BundlePath) -> String {
        String(path.text.split(separator: "/", maxSplits: 1).last?.dropLast(3) ?? "")
    }

    private func deleteHistory(of directory: NotebookDirectory) throws -> ExitStatus {
        let question = "Delete the history? Earlier changes can no longer be undone."
        guard try Confirmation(arguments, session).isGiven(question, mustAsk: true) else { return .failure }
        try directory.forgetHistory()
        if arguments[Common.json] {
            try session.printJSON(Answer(history: []))
        } else {
            try session.print("deleted the history")
        }
        return .success
    }
}
