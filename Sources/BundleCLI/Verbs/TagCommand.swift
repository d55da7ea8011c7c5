import NotebookBundle
import NotebookFormat

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
    private static let add = TagOption.option("add", "Add a tag to the items; can be repeated")
    private static let remove = TagOption.option("remove", "Remove a tag from the items; can be repeated")
    private static let bodies = Flag("bodies", "With ls and rename: also tags written as #tag in texts")

    static let verb = Verb(
        "tag", "List, rename, merge, colour and remove tags, or change the tags of items",
        details: """
            With --add or --remove, the arguments are items, ‘-’ for a list on standard input, or --where. Otherwise the first
            argument is an action; without one, tags are listed:

            ‘add’ adds a tag to items. ‘rm’ removes it from items or, if none are named, removes it and the tags below it
            everywhere. ‘rename’ renames a tag and the tags below it; if the new name exists, the two are merged; queries of
            smart folders are updated, and with --bodies #tags in texts as well. ‘color’ takes #rrggbb or ‘none’.
            """,
        parameters: [Common.notebook, words, add, remove, Common.query, bodies, Common.dryRun, Common.yes, Common.json]
            + Common.reading,
        examples: [
            ("tag Recipes", "all tags with the number of their items"),
            ("tag Recipes \"Apple pie\" \"Plum cake\" --add baking --remove draft", "changes the tags of two items"),
            ("tag Recipes --where \"folder under 'Desserts'\" --add sweet", "changes the tags of all of these"),
            ("tag Recipes rename quick easy/quick", "renames a tag in all items"),
            ("tag Recipes color sweet '#ff8800'", "gives it a colour"),
        ],
        statuses: [.finding: "there is no such tag or item"]
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let tags: [CountedTag]
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
            return try listTags(withBodies: arguments[Self.bodies])
        }
        switch Action(rawValue: word) {
        case .ls?:
            try UsageError.require(0, of: given, "")
            return try listTags(withBodies: arguments[Self.bodies])
        case .add?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            guard let tag = Tag(name) else { throw NotebookError.notATag(name) }
            change.addedTags = [tag]
            return try changeTags(of: Array(given.dropFirst()), change)
        case .rm?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            guard given.count > 1 || arguments[Common.query] != nil else {
                return try removeEverywhere(name)
            }
            guard let tag = Tag(name) else { throw NotebookError.notATag(name) }
            change.removedTags = [tag]
            return try changeTags(of: Array(given.dropFirst()), change)
        case .rename?:
            try UsageError.require(2, of: given, "OLD and NEW")
            guard let new = Tag(given[1]) else { throw NotebookError.notATag(given[1]) }
            return try renameTag(given[0], to: new, inBodies: arguments[Self.bodies])
        case .color?:
            try UsageError.require(2, of: given, "TAG and COLOR")
            let color = given[1] == "none" ? nil : given[1].lowercased()
            if let color, color.wholeMatch(of: /#[0-9a-f]{6}/) == nil {
                throw UsageError.badValue(
                    "COLOR", given[1], hint: "a colour is # and six hexadecimal digits, or ‘none’")
            }
            return try Editing(arguments, session).change { draft in
                draft.color(try draft.notebook.tag(given[0]), color)
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
    /// Changes the tags of the items that words or a query select.
    private func changeTags(of words: [String], _ change: ItemChange) throws -> ExitStatus {
        let selection = try Selection(
            words, where: arguments[Common.query], in: arguments[Common.notebook], session)
        return try Editing(arguments, session).change(selection, change)
    }

    /// Removes a tag and the tags below it from all items, if somebody agrees.
    private func removeEverywhere(_ name: String) throws -> ExitStatus {
        let count = try NotebookOpener(arguments, session).read { files in
            let notebook = try Notebook(files)
            let tag = try notebook.tag(name)
            return TagList(notebook).rows.first { $0.name == tag.text }?.items ?? 0
        }
        let question = "Remove the tag \(PrintableText.quoted(name)) from \(Wording.count(count, "item"))?"
        guard
            try count == 0 || arguments[Common.dryRun]
                || Confirmation(arguments, session).isGiven(question, mustAsk: false)
        else { return .failure }
        return try Editing(arguments, session).change { try $0.removeTag(try $0.notebook.tag(name)) }
    }

    private func renameTag(_ old: String, to new: Tag, inBodies: Bool) throws -> ExitStatus {
        let edit = try Editing(arguments, session).tried(try NotebookOpener(arguments, session).directory()) { draft in
            try draft.renameTag(try draft.notebook.tag(old), to: new, inBodies: inBodies)
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let status = try Editing(arguments, session).report(edit, edit.result.items)
            if edit.result.staying > 0 {
                let count = Wording.count(edit.result.staying, "text")
                let hint = inBodies ? "the new name cannot be written there" : "--bodies renames it there as well"
                try session.note(
                    "note: \(count) still \(edit.result.staying == 1 ? "contains" : "contain") #\(PrintableText.escaped(old)); \(hint)"
                )
            }
            return status
        }
    }

    private func listTags(withBodies: Bool) throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { files in
            let notebook = try Notebook(files)
            let inBodies = withBodies ? try TagList.inBodies(of: notebook.items, files) : [:]
            let rows = TagList(notebook, inBodies).rows
            if arguments[Common.json] {
                try session.printJSON(Answer(tags: rows))
                return .success
            }
            let width = rows.map { PrintableText.escaped($0.name).columns }.max() ?? 0
            for row in rows {
                let name = PrintableText.escaped(row.name)
                let color = row.color.map { "  " + $0 } ?? ""
                try session.print("\(session.style("#" + name.padded(to: width), .green))  \(row.items)\(color)")
            }
            return .success
        }
    }
}
