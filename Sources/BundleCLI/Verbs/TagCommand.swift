import NotebookBundle

/// The verb ‘tag’.
struct TagCommand: Command {
    private enum Action: String, Subverb {
        case ls, add, rm, rename, color

        var operands: String {
            switch self {
            case .ls: ""
            case .add: "TAG ITEM…"
            case .rm: "TAG [ITEM…]"
            case .rename: "OLD NEW"
            case .color: "TAG COLOR"
            }
        }
    }

    private static let words = Positional(
        "ARGUMENT",
        "\(Action.calls.joined(separator: ", ")) – or the items that --add and --remove change",
        kind: .wordThenItems(
            Action.words,
            after: ["ls": [], "add": [.tag, .item], "rm": [.tag, .item], "rename": [.tag, .tag], "color": [.tag]]),
        isRequired: false, isRepeated: true)
    private static let add = TagOption.option("add", "Add a tag to the items; can be repeated", isNew: true)
    private static let remove = TagOption.option("remove", "Remove a tag from the items; can be repeated")
    private static let uses: [Action: [any Parameter]] = [
        .add: [Common.query, Common.dryRun, Expectation.option],
        .rm: [Common.query, Common.dryRun, Expectation.option],
        .rename: [Common.dryRun], .color: [Common.dryRun],
    ]

    static let verb = Verb(
        "tag", "List, rename, merge, colour and remove tags, or change the tags of items",
        otherNames: [OtherName("tags", action: "ls")],
        details: """
            With --add or --remove, the arguments are items, or ‘-’ for a list on standard input; --where selects items by a
            query. Otherwise the first argument is an action; without one, lists the tags.

            ‘add’ adds a tag to items. ‘rm’ removes it from items or, if you name none, removes it and the tags below it
            everywhere. ‘rename’ renames a tag and the tags below it, merges it with an existing tag of the new name, and
            updates queries of smart folders. ‘color’ takes #rrggbb or ‘none’.

            Tags in front matter and #tags in texts count alike. ‘rename’ changes both; ‘rm’ leaves texts alone. With the
            notebook’s setting inlineTags off, only front matter counts (‘config set inlineTags false -n NOTEBOOK’).
            """,
        parameters: [
            Common.notebook, words, add, remove, Common.query, Common.dryRun, Common.yes, Common.noPager, Common.json,
            Expectation.option,
        ]
            + Common.reading,
        examples: [
            ("tag Recipes", "all tags with the number of their items"),
            ("tag Recipes \"Apple pie\" \"Plum cake\" --add baking --remove draft", "changes the tags of two items"),
            ("tag Recipes --where \"folder under 'Desserts'\" --add sweet", "adds a tag to all matching items"),
            ("tag Recipes rename quick easy/quick", "renames a tag in all items"),
            ("tag Recipes color sweet '#ff8800'", "gives a tag a colour"),
        ],
        statuses: [.finding: "there is no such tag or item"], partialNames: .acceptedAtTerminal()
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let tags: [TagUseRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        var change = ItemChange()
        change.addedTags = arguments.all(Self.add)
        change.removedTags = arguments.all(Self.remove)
        if !change.isEmpty { return try changeTags(of: arguments.all(Self.words), change) }
        let given = Array(arguments.all(Self.words).dropFirst())
        guard let word = arguments.all(Self.words).first else {
            guard arguments[Common.query] == nil else { throw UsageError.missing("--add or --remove") }
            try arguments.refuseOptions(unusedBy: Action.ls, Self.uses)
            return try listTags()
        }
        let action = Action(rawValue: word)
        if let action { try arguments.refuseOptions(unusedBy: action, Self.uses) }
        switch action {
        case .ls?:
            try UsageError.require(0, of: given, "")
            return try listTags()
        case .add?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            change.addedTags = [try .new(name)]
            return try changeTags(of: Array(given.dropFirst()), change)
        case .rm?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            guard given.count > 1 || arguments[Common.query] != nil || arguments.isGiven(Expectation.option) else {
                return try removeEverywhere(name)
            }
            guard let tag = Tag(name) else { throw NotebookError.notATag(name) }
            change.removedTags = [tag]
            return try changeTags(of: Array(given.dropFirst()), change)
        case .rename?:
            try UsageError.require(2, of: given, "OLD and NEW")
            return try renameTag(given[0], to: try .new(given[1]))
        case .color?:
            try UsageError.require(2, of: given, "TAG and COLOR")
            let color = given[1] == "none" ? nil : given[1].lowercased()
            if let color, color.wholeMatch(of: /#[0-9a-f]{6}/) == nil {
                throw UsageError.badValue(
                    "COLOR", given[1], hint: "a colour is # and six hexadecimal digits, or ‘none’")
            }
            return try Editing(arguments, session).change { draft in
                try draft.color(try draft.listing.tag(given[0], try itemTags(draft)), color)
                return []
            }
        case nil:
            let like = Similarity.nearest(to: word, in: Action.words)
            let hint = like.first.map { "did you mean \($0)?" } ?? "--add and --remove change the tags of items"
            throw UsageError.badValue("ACTION", word, expected: Action.listed, hint: hint)
        }
    }
}

extension TagCommand {
    /// Changed items, and those that still have the tag in their texts.
    private typealias Changed = (items: [Item], staying: [Item])

    /// Changes the tags of the items that words or a query select.
    private func changeTags(of words: [String], _ change: ItemChange) throws -> ExitStatus {
        let selection = try Selection(arguments, session, words: words)
        return try report(change.removedTags) { draft in
            let items = try selection.items(in: draft.listing, try draft.tree())
            try draft.edit(items.map { ($0.path, change) })
            let tags = try itemTags(draft, of: change.removedTags.isEmpty ? [] : Set(items.map(\.path)))
            let staying = items.filter { item in
                change.removedTags.contains { removed in tags.inText(of: item).contains { $0.key == removed.key } }
            }
            return (try items.map { try draft.shown($0.path) }, staying)
        }
    }

    /// Removes a tag and the tags below it from all items, if the user agrees.
    private func removeEverywhere(_ name: String) throws -> ExitStatus {
        let (tag, count) = try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let tags = try listing.itemTags(snapshot.files)
            let tag = try listing.tag(name, tags)
            let count = listing.items.count { ItemTags.ofFrontMatter.has(tag, $0) }
            let isColored = listing.description.tags.contains { $0.name.key == tag.key }
            guard count > 0 || isColored else {
                throw TagInTexts(tag: tag, count: listing.items.count { tags.has(tag, $0) })
            }
            return (tag, count)
        }
        let question = "Remove the tag \(PrintableText.quoted(name)) from \(Wording.count(count, "item"))?"
        guard
            try count == 0 || arguments[Common.dryRun]
                || Confirmation(arguments, session).isGiven(question, mustAsk: false)
        else { return .failure }
        return try report([tag]) { draft in
            let changed = try draft.removeTag(tag)
            return (changed.items, changed.staying)
        }
    }

    /// Renames a tag; asks before it merges two tags, since they cannot be told apart afterwards.
    private func renameTag(_ old: String, to new: Tag) throws -> ExitStatus {
        let (tag, merged) = try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let tags = try listing.itemTags(snapshot.files)
            let tag = try listing.tag(old, tags)
            return (tag, tag.key == new.key ? 0 : listing.items.count { tags.has(new, $0) })
        }
        let others = merged == 1 ? "1 item has" : "\(merged) items have"
        let names = (PrintableText.quoted(tag.text), PrintableText.quoted(new.text))
        let question = "Merge the tag \(names.0) into \(names.1), which \(others) already?"
        guard
            try merged == 0 || arguments[Common.dryRun]
                || Confirmation(arguments, session).isGiven(question, mustAsk: false)
        else { return .failure }
        return try Editing(arguments, session).change { draft in
            try draft.renameTag(try draft.listing.tag(old, try itemTags(draft)), to: new)
        }
    }

    private func itemTags(_ draft: borrowing Draft, of paths: Set<BundlePath>? = nil) throws -> ItemTags {
        try draft.listing.itemTags(of: paths, try draft.tree())
    }

    /// Makes a change, or shows it, and says which texts still have one of the tags.
    private func report(_ tags: [Tag], _ body: (inout Draft) throws -> Changed) throws -> ExitStatus {
        let edit = try Editing(arguments, session).tried(try NotebookOpener(arguments, session).directory(), body)
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let status = try Editing(arguments, session).report(edit, edit.result.items)
            if let first = edit.result.staying.first {
                let others = edit.result.staying.count - 1
                let items = PrintableText.escaped(first.path.text) + (others > 0 ? " and \(others) more" : "")
                let names = tags.map { "#" + PrintableText.escaped($0.text) }.joined(separator: " or ")
                try session.note("note: the text of \(items) still has \(names); to remove it there, edit the text")
            }
            return status
        }
    }

    private func listTags() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let progress = ProgressLine(session, "reading")
            let rows = listing.tagUses(try listing.itemTags(snapshot.files, progress: progress)).map(TagUseRow.init)
            progress.finish()
            if arguments[Common.json] {
                try session.printJSON(Answer(tags: rows))
                return .success
            }
            if rows.isEmpty { try session.reportNothing("no tags") }
            let width = rows.map { PrintableText.escaped($0.name).columns }.max() ?? 0
            let digits = rows.map { "\($0.items)".count }.max() ?? 0
            for row in rows {
                let name = PrintableText.escaped(row.name)
                let color = row.color.map { "  " + $0 } ?? ""
                try session.printRow(
                    "\(session.style("#" + name.padded(to: width), .green))  \(Wording.number(row.items, digits))\(color)"
                )
            }
            return .success
        }
    }
}

/// A tag cannot be removed, because only texts have it.
private struct TagInTexts: ToolFailure {
    let tag: Tag
    let count: Int

    var isFinding: Bool { true }
    var description: String {
        let items = count == 1 ? "the text of 1 item" : "the texts of \(count) items"
        return "#\(PrintableText.escaped(tag.text)) is only written in \(items), which stay as they are"
    }
    var hint: String? { "‘bundle ls --tag \(PrintableText.escaped(tag.text))’ lists them" }
}
