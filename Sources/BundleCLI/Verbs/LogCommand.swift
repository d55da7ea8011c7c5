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
    private struct Answer: JSONRow {
        let history: [HistoryRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory(arguments[Common.notebook])
        guard !arguments[Self.clear] else { return try deleteHistory(of: notebook) }
        let word = arguments[Self.item]
        let (all, unreadable) = try notebook.directory.recordedHistory(
            of: word.isEmpty ? nil : try path(of: word, in: notebook))
        for number in unreadable.prefix(5) {
            try session.note("note: change \(number) cannot be read; ‘\(session.tool) validate’ says why")
        }
        let changes = Array(all.prefix(arguments[Self.limit] ?? .max))
        let statements = Statements(changes, among: all, in: notebook)
        guard !arguments[Common.json] else {
            try session.printJSON(Answer(history: changes.map { HistoryRow($0, statements[$0]) }))
            return .success
        }
        if changes.isEmpty { try session.reportNothing("no changes") }
        let lines = HistoryLines(changes, session) { statements[$0] }
        var fingerprint: Digest? = word.isEmpty ? try notebook.read(\.listing.fingerprint) : nil
        var next = Int.max
        for change in changes {
            if word.isEmpty, change.after != fingerprint {
                // Nobody else need have changed anything where changes cannot be read.
                let lost = unreadable.filter { change.number < $0 && $0 < next }
                try session.printRow(lost.isEmpty ? lines.gap : lines.gap(lost))
            }
            (fingerprint, next) = (change.before, change.number)
            try session.printRow(lines.line(change), wrappedWith: 4)
            guard arguments[Self.files] else { continue }
            for file in HistoryLines.files(change) { try session.printRow("      " + file, wrappedWith: 8) }
        }
        return .success
    }

    /// What changes did, in words; one that undoes or redoes another says what that was.
    private struct Statements {
        private let changes: [Int: HistoryChange]
        private let summaries: [Int: ChangeSummary]

        init(_ shown: [HistoryChange], among all: [HistoryChange], in notebook: Notebook) {
            let known = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
            let undone = shown.compactMap { change in Self.undone(by: change, known).flatMap { known[$0] } }
            changes = known
            summaries = (try? notebook.directory.summaries(of: shown + undone)) ?? [:]
        }

        subscript(change: HistoryChange) -> String? {
            // Sealing can write the manifest alone.
            let own = change.files.isEmpty ? "the manifest" : SummaryText.statement(summaries[change.number])
            guard let number = change.undoes else { return own }
            let undone = Self.undone(by: change, changes).flatMap { SummaryText.phrase(summaries[$0]) }
            return "change \(number)" + ((undone ?? own).map { ": \($0)" } ?? "")
        }

        /// The number of the change that another one undoes or redoes; redoing undoes an undoing.
        private static func undone(by change: HistoryChange, _ changes: [Int: HistoryChange]) -> Int? {
            var meant = change.undoes
            // Only an earlier one can be undone, whatever a record says.
            while let number = meant, let next = changes[number]?.undoes, next < number { meant = next }
            return meant
        }
    }

    /// The path of an item, even of a deleted one.
    private func path(of word: String, in notebook: Notebook) throws -> BundlePath {
        let listing = try notebook.read(\.listing)
        do throws(NotebookError) {
            return try listing.item(word).path
        } catch {
            guard case .noSuchItem = error else { throw error }
            let key = ComparisonKey(word)
            for change in try notebook.history() {
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

    private func deleteHistory(of notebook: Notebook) throws -> ExitStatus {
        let question = "Delete the history? Earlier changes can no longer be undone."
        guard try Confirmation(arguments, session).isGiven(question, mustAsk: true) else { return .failure }
        try notebook.forgetHistory()
        if arguments[Common.json] {
            try session.printJSON(Answer(history: []))
        } else {
            try session.print("deleted the history")
        }
        return .success
    }
}
