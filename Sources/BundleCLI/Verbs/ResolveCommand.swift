import NotebookBundle

/// The verb ‘resolve’.
struct ResolveCommand: Command {
    private static let items = Positional(
        "ITEM", "Only these items (default: all with conflicts); ‘-’ reads a list from standard input", kind: .item,
        isRequired: false, isRepeated: true)
    private static let take = Option<ConflictSide>(
        "take", oneOf: "How to resolve what cannot be merged automatically")

    static let verb = Verb(
        "resolve", "Resolve the conflicts that merges, git, editors or sync programs left",
        details: """
            A conflict is one of these: a copy beside an item, another file or notebook.json, named as Dropbox, Nextcloud,
            Syncthing, rclone or this tool name conflict copies; conflict markers of git in a text; a value of the front matter,
            or the folder of an item, whose other version a merge put into a comment; a value of the notebook, such as the
            colour of a tag.

            Merges copies whose changes do not overlap. For the rest, prompts on a terminal, or follows --take: ‘mine’ is what
            this notebook had before, whichever copy merged them, and ‘theirs’ the other version. Where that is not known, as
            after a merge of git, ‘mine’ is the item’s own text, the text above the middle marker, or the current value. Merged
            copies go to the trash.

            If git stopped during a merge, rebase or cherry-pick, and you have not begun to resolve its conflicts, first merges
            the notebook as a whole, as ‘merge’ does. At the end, stages the notebook for the commit.
            """,
        parameters: [Common.bundle, items, take, Common.json] + Common.guarding,
        examples: [
            ("resolve Recipes", "merges copies, and prompts where both changed the same lines"),
            ("resolve Recipes \"Apple pie\" --take both", "keeps both versions of one item"),
        ],
        statuses: [.finding: "conflicts are left"], partialNames: .confirmed()
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let changes: [ChangeRow]
        /// The result of merging as a whole what git could not merge.
        let merge: MergeRow?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        let pending = try PendingGitMerge(notebook, session)
        let merge = try pending?.settle()
        if let merge, !arguments[Common.json] { try MergeOutput(session).show([merge]) }
        let words = try Selection.listed(arguments.all(Self.items), in: arguments[Common.bundle], session)
        var rows: [ChangeRow] = []
        var isLeft = false
        var waiting = try conflicts(in: notebook, words)
        var expectation: Expectation? = Expectation(arguments, session)
        let count = Set(waiting.map(\.item)).count
        if expectation?.isGiven == true, count != 1 { throw Expectation.needsOne(not: count) }
        var hadValues = waiting.contains { !$0.canBeBoth }
        while !waiting.isEmpty {
            let conflict = waiting.removeFirst()
            let choice = arguments[Self.take].map { ConflictChoice.take($0) }
            let (outcome, path) = try resolve(conflict, choice, in: notebook, expectation)
            expectation = nil
            if outcome == .stopped {
                isLeft = true
                for conflict in [conflict] + waiting { try report(.left, conflict.path, conflict) }
                break
            }
            if outcome == .left { isLeft = true }
            rows.append(.init(path: path?.text ?? "", change: outcome.rawValue, from: conflict.copy?.text))
            if !arguments[Common.json] { try report(outcome, path, conflict) }
            if outcome == .kept {
                // What became the item may have further copies.
                let now = try conflicts(in: notebook, [])
                waiting = waiting.map { one in now.first { $0.copy != nil && $0.copy == one.copy } ?? one }
            }
            // Merging a copy of notebook.json may leave values to choose.
            guard conflict.copy != nil, path == .notebook, !hadValues else { continue }
            hadValues = true
            waiting += try conflicts(in: notebook, []).filter { !$0.canBeBoth }
        }
        if isLeft, arguments[Self.take] == nil, !session.terminal.inputIsTerminal, !arguments[Common.json] {
            try session.note("hint: --take mine, theirs or both takes a version of what is left")
        }
        try pending?.addMadeFiles()
        if let pending, !isLeft, try conflicts(in: notebook, []).isEmpty {
            try pending.finish(merge != nil || !rows.isEmpty)
        }
        if arguments[Common.json] {
            try session.printJSON(Answer(changes: rows, merge: merge.map(MergeRow.init)))
        } else if rows.isEmpty, merge == nil {
            try session.print("no conflicts")
        }
        return isLeft ? .finding : .success
    }
}

/// The result for two versions.
private enum ResolveOutcome: String {
    case merged
    /// A copy without an item became the item.
    case kept
    case resolved
    case left
    /// The person goes on with none.
    case stopped
}

extension OpenConflict {
    /// The copy that holds the second version, if there is one.
    fileprivate var copy: BundlePath? { if case .copy(let path) = form { path } else { nil } }

    /// Whether its versions are those of an item, which a person can edit.
    fileprivate var isOfItem: Bool { copy.map { ConflictCopy.type(of: $0)?.isItem ?? true } ?? true }

    /// Whether both versions can stay; a value of the notebook can be only one.
    fileprivate var canBeBoth: Bool { if case .values = form { false } else { true } }
}

extension ResolveCommand {
    private func conflicts(in notebook: Notebook, _ words: [String]) throws -> [OpenConflict] {
        try notebook.preview { draft in
            let all = try draft.conflicts()
            guard !words.isEmpty else { return all }
            let named = all.filter { conflict in
                [conflict.path, conflict.copy].contains { path in path.map { words.contains($0.text) } ?? false }
            }
            let others = words.filter { word in
                !named.contains { $0.path?.text == word || $0.copy?.text == word }
            }
            let wanted = Set(try others.map { try draft.listing.item($0).path })
            return all.filter { named.contains($0) || $0.item.map(wanted.contains) ?? false }
        }.result
    }

    /// Merges a conflict, resolves it as chosen, or prompts.
    private func resolve(
        _ conflict: OpenConflict, _ choice: ConflictChoice?, in notebook: Notebook,
        _ expectation: Expectation?
    ) throws -> (ResolveOutcome, BundlePath?) {
        func settle(
            _ outcome: ResolveOutcome, _ resolve: (inout Draft) throws -> BundlePath?
        ) throws -> (ResolveOutcome, BundlePath?) {
            let edit = try notebook.edit { draft in
                if let item = draft.listing.items.first(where: { $0.path == conflict.item }) {
                    try expectation?.check(item, in: draft)
                }
                return try resolve(&draft)
            }
            try EditNotes(session).report(edit.recovery, edit.commit)
            return edit.result.map { (outcome, $0) } ?? (.left, conflict.path)
        }
        func settle(_ choice: ConflictChoice, _ outcome: ResolveOutcome) throws -> (ResolveOutcome, BundlePath?) {
            try settle(outcome) { try $0.resolve(conflict, choice) }
        }
        let merged = try settle(.merge, conflict.item == nil ? .kept : .merged)
        if merged.0 != .left { return merged }
        if let choice { return try settle(choice, .resolved) }
        guard session.terminal.inputIsTerminal else { return merged }
        while true {
            let (text, versions) = try notebook.preview { (try $0.both(conflict).text, try $0.versions(conflict)) }
                .result
            try show(conflict, versions)
            let name = PrintableText.quoted(conflict.path?.stem ?? "")
            let more = (conflict.canBeBoth ? "[b]oth, " : "") + (conflict.isOfItem ? "[e]dit, " : "")
            let question = "\(name): [m]ine (-), [t]heirs (+), \(more)[s]kip, [q]uit or ? for help: "
            switch try session.answer(to: question)?.lowercased() {
            case "m", "mine": return try settle(.take(.mine), .resolved)
            case "t", "theirs": return try settle(.take(.theirs), .resolved)
            case "b" where conflict.canBeBoth, "both" where conflict.canBeBoth:
                return try settle(.take(.both), .resolved)
            case "e" where conflict.isOfItem, "edit" where conflict.isOfItem:
                return try EditorFile.edited(text, name: conflict.path?.stem ?? "note", session) { edited in
                    let settled = try settle(.resolved) { try $0.resolve(conflict, with: edited, typedOver: text) }
                    // What was written may still hold both versions of a place.
                    let isLeft = try conflicts(in: notebook, []).contains { $0.path == settled.1 && $0.copy == nil }
                    return isLeft ? (.left, settled.1) : settled
                }
            case "s", "skip", nil: return merged
            case "q", "quit": return (.stopped, merged.1)
            case "?", "help": try explain(conflict)
            default: continue
            }
        }
    }

    /// Says what the answers do.
    private func explain(_ conflict: OpenConflict) throws {
        try session.note("m  takes the version with - : what this notebook had")
        try session.note("t  takes the version with + : the other one")
        if conflict.canBeBoth { try session.note("b  keeps both, mine first") }
        if conflict.isOfItem { try session.note("e  opens both in the editor") }
        try session.note("s  leaves this conflict for later")
        try session.note("q  leaves this one and all others for later")
    }

    /// Shows the places of a text that hold two versions, and both places of an item.
    private func show(_ conflict: OpenConflict, _ versions: ConflictVersions) throws {
        if let other = versions.otherPath {
            let path = PrintableText.escaped(conflict.path?.text ?? "")
            try session.note("\(path) is \(PrintableText.escaped(other.text)) in the other version")
        }
        try session.note("- mine: \(PrintableText.escaped(versions.mineName))")
        try session.note("+ theirs: \(PrintableText.escaped(versions.theirsName))")
        guard versions.values.isEmpty else {
            for value in versions.values { try session.note(ValueLines.line(value)) }
            return
        }
        for line in UnifiedDiff(
            conflict.path?.text ?? "", was: conflict.copy?.text, versions.mine, versions.theirs
        ).text(session.style) {
            try session.note(line)
        }
    }

    private func report(_ outcome: ResolveOutcome, _ path: BundlePath?, _ conflict: OpenConflict) throws {
        let path = PrintableText.escaped(path?.text ?? "")
        let copy = conflict.copy.map { PrintableText.escaped($0.text) }
        switch (outcome, copy) {
        case (.merged, let copy?): try session.print("merged   \(path) with \(copy)")
        case (.kept, let copy?): try session.print("kept     \(path), which was \(copy)")
        case (.resolved, let copy?): try session.print("resolved \(path) with \(copy)")
        case (.merged, nil), (.kept, nil), (.resolved, nil): try session.print("resolved \(path)")
        case (.left, let copy?), (.stopped, let copy?): try session.print("left     \(path) and \(copy)")
        case (.left, nil), (.stopped, nil):
            let hint = conflict.canBeBoth ? "" : "; choose ‘mine’ or ‘theirs’"
            try session.print("left     \(path), with both versions in it\(hint)")
        }
    }
}
