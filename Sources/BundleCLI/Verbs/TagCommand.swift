import NotebookBundle
import NotebookFormat

/// The verb ‘tag’.
enum TagCommand {
    private static let words = Positional(
        "ARGUMENT",
        "‘ls’, ‘add TAG ITEM…’, ‘rm TAG [ITEM…]’, ‘rename OLD NEW’, ‘color TAG COLOR’ – or the items that --add and --remove change",
        isRequired: false, isRepeated: true)
    private static let add = Option("add", "TAG", "Add a tag to the items; can be repeated") { Tag($0) }
    private static let remove = Option("remove", "TAG", "Remove a tag from the items; can be repeated") {
        Tag($0)
    }
    private static let bodies = Flag("bodies", "With ls and rename: also tags written as #tag in texts")

    static let verb = Verb(
        "tag", "List, rename, merge, colour and remove tags, or change the tags of items",
        details: """
            With --add or --remove, the arguments are items, ‘-’ for a list on standard input, or --where. Otherwise the first
            argument is an action:

            ‘add’ adds a tag to items. ‘rm’ removes it from items or, if none are named, removes it and the tags below it
            everywhere. ‘rename’ renames a tag and the tags below it; if the new name exists, the two are merged; queries of
            smart folders are updated, and with --bodies #tags in texts as well. ‘color’ takes #rrggbb or ‘none’.
            """,
        parameters: [Common.notebook, words, add, remove, Common.query, bodies, Common.dryRun, Common.json]
            + Common.reading,
        examples: [
            ("tag Recipes ls", "all tags with the number of their items"),
            ("tag Recipes \"Apple pie\" \"Plum cake\" --add baking --remove draft", "changes the tags of two items"),
            ("tag Recipes --where \"folder under 'Desserts'\" --add sweet", "changes the tags of all of these"),
            ("tag Recipes rename quick easy/quick", "renames a tag in all items"),
            ("tag Recipes color sweet '#ff8800'", "gives it a colour"),
        ],
        statuses: [.finding: "there is no such tag or item"]
    ) { arguments, session in
        var change = ItemChange()
        change.addedTags = arguments.all(add)
        change.removedTags = arguments.all(remove)
        if !change.isEmpty { return try session.changeTags(arguments, of: arguments.all(words), change) }
        let given = Array(arguments.all(words).dropFirst())
        switch arguments.all(words).first {
        case "ls"?: return try session.listTags(arguments, withBodies: arguments[bodies])
        case "add"?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            guard let tag = Tag(name) else { throw NotebookError.notATag(name) }
            change.addedTags = [tag]
            return try session.changeTags(arguments, of: Array(given.dropFirst()), change)
        case "rm"?:
            guard let name = given.first else { throw UsageError.missing("TAG") }
            guard given.count > 1 || arguments[Common.query] != nil else {
                return try session.editTags(arguments) { try $0.removeTag(try $0.notebook.tag(name)) }
            }
            guard let tag = Tag(name) else { throw NotebookError.notATag(name) }
            change.removedTags = [tag]
            return try session.changeTags(arguments, of: Array(given.dropFirst()), change)
        case "rename"?:
            guard given.count == 2 else { throw UsageError.missing("OLD and NEW") }
            guard let new = Tag(given[1]) else { throw NotebookError.notATag(given[1]) }
            return try session.renameTag(given[0], to: new, inBodies: arguments[bodies], arguments)
        case "color"?:
            guard given.count == 2 else { throw UsageError.missing("TAG and COLOR") }
            let color = given[1] == "none" ? nil : given[1].lowercased()
            if let color, color.wholeMatch(of: /#[0-9a-f]{6}/) == nil {
                throw UsageError.badValue(
                    "COLOR", given[1], hint: "a colour is # and six hexadecimal digits, or ‘none’")
            }
            return try session.editTags(arguments) { draft in
                draft.color(try draft.notebook.tag(given[0]), color)
                return []
            }
        case nil: throw UsageError.missing("ls, add, rm, rename or color, or --add and --remove with items,")
        case let word?:
            let hint = "the first argument is ls, add, rm, rename or color; --add and --remove change the tags of items"
            throw UsageError.badValue("ARGUMENT", word, hint: hint)
        }
    }
}

/// The verbs ‘pin’ and ‘unpin’.
enum PinCommand {
    static let pin = Verb(
        "pin", "Pin items to the top of lists",
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.locking,
        examples: [
            ("pin Recipes \"Apple pie\"", "pins it"), ("pin Recipes --where \"tag == 'urgent'\"", "pins all of these"),
        ]
    ) { arguments, session in try session.pin(arguments, true) }

    static let unpin = Verb(
        "unpin", "Unpin items",
        parameters: [Common.bundle, Common.someItems, Common.query, Common.json] + Common.locking,
        examples: [("unpin Recipes \"Apple pie\"", "unpins it")]
    ) { arguments, session in try session.pin(arguments, false) }
}

extension Session {
    /// Changes the tags of the items that words or a query mean.
    fileprivate func changeTags(_ arguments: Arguments, of words: [String], _ change: ItemChange) throws -> ExitStatus {
        try self.change(arguments, try Selection(words, where: arguments[Common.query], self)) { draft, items in
            for item in items { _ = try draft.edit(item.path, change) }
            return try items.map { try draft.shown($0.path) }
        }
    }

    fileprivate func pin(_ arguments: Arguments, _ isPinned: Bool) throws -> ExitStatus {
        var change = ItemChange()
        change.isPinned = isPinned
        return try self.change(arguments, try Selection(arguments, self)) { draft, items in
            for item in items { _ = try draft.edit(item.path, change) }
            return try items.map { try draft.shown($0.path) }
        }
    }

    fileprivate func editTags(
        _ arguments: Arguments, _ body: (inout Draft) throws -> [Item]
    ) throws -> ExitStatus {
        switch try edit(try bundle(arguments), arguments, body) {
        case .shown(let status): return status
        case .made(let edit): return try report(edit, edit.result, arguments)
        }
    }

    fileprivate func renameTag(
        _ old: String, to new: Tag, inBodies: Bool, _ arguments: Arguments
    ) throws -> ExitStatus {
        let edit = try edit(try bundle(arguments), arguments) { draft in
            try draft.renameTag(try draft.notebook.tag(old), to: new, inBodies: inBodies)
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            let status = try report(edit, edit.result.items, arguments)
            if edit.result.staying > 0 {
                let count = Wording.count(edit.result.staying, "text")
                let hint = inBodies ? "the new name cannot stand there" : "--bodies renames it there as well"
                try note(
                    "note: \(count) \(edit.result.staying == 1 ? "holds" : "hold") it as #\(PrintableText.escaped(old)); \(hint)"
                )
            }
            return status
        }
    }

    /// The tags that are written as `#tag` in the texts of items.
    func tagsInBodies(of items: [Item], _ files: some FileTree) throws -> [BundlePath: [Tag]] {
        var tags: [BundlePath: [Tag]] = [:]
        try files.readItems(Set(items.map(\.path))) { path, bytes in
            guard let file = try? ItemFile(bytes) else { return }
            tags[path] = InlineTags.of(MarkdownDocument(file.bytes, from: file.bodyStart))
        }
        return tags
    }

    fileprivate func listTags(_ arguments: Arguments, withBodies: Bool) throws -> ExitStatus {
        try read(arguments) { files in
            let notebook = try Notebook(files)
            let inBodies = withBodies ? try tagsInBodies(of: notebook.items, files) : [:]
            let rows = TagList(notebook, inBodies).rows
            if arguments[Common.json] {
                try print(Output(tags: rows))
                return .success
            }
            let width = rows.map { PrintableText.escaped($0.name).columns }.max() ?? 0
            for row in rows {
                let name = PrintableText.escaped(row.name)
                let color = row.color.map { "  " + $0 } ?? ""
                try print("\(style("#" + name.padded(to: width), .green))  \(row.items)\(color)")
            }
            return .success
        }
    }
}

/// The tags of a notebook with the number of their items, those of nested ones counted with their parents.
struct TagList {
    let rows: [Output.TagOutput]

    init(_ notebook: Notebook, _ inBodies: [BundlePath: [Tag]] = [:]) {
        var names: [ComparisonKey: (name: String, items: Int)] = [:]
        for row in notebook.description.tags { names[row.name.key] = (row.name.text, 0) }
        // The same tags come again and again.
        var known: [String: [(key: ComparisonKey, name: String)]] = [:]
        for item in notebook.items {
            var seen: [ComparisonKey] = []
            for tag in item.tags + (inBodies[item.path] ?? []) {
                let parts = known[tag.text] ?? Self.withParents(tag)
                known[tag.text] = parts
                for part in parts where !seen.contains(part.key) {
                    seen.append(part.key)
                    names[part.key, default: (part.name, 0)].items += 1
                }
            }
        }
        let colors = Dictionary(notebook.description.tags.map { ($0.name.key, $0.color) }) { first, _ in first }
        rows = names.sorted { ItemOrder.namePrecedes($0.value.name, $1.value.name) }.map { key, value in
            Output.TagOutput(name: value.name, items: value.items, color: colors[key] ?? nil)
        }
    }

    /// A tag, and the tags that it is below, the nearest first.
    private static func withParents(_ tag: Tag) -> [(key: ComparisonKey, name: String)] {
        let parts = tag.text.split(separator: "/", omittingEmptySubsequences: false)
        return (1...parts.count).reversed().map { count in
            let name = parts.prefix(count).joined(separator: "/")
            return (ComparisonKey(name), name)
        }
    }
}

extension Notebook {
    /// The tag that a person means, in the notebook's spelling.
    ///
    /// - Throws: `NotebookError.noSuchTag` if no item has it and nothing decorates it.
    fileprivate func tag(_ text: String) throws -> Tag {
        guard let wanted = Tag(text) else { throw NotebookError.notATag(text) }
        let names = TagList(self).rows.map(\.name)
        guard let name = names.first(where: { ComparisonKey($0) == wanted.key }), let tag = Tag(name) else {
            throw NotebookError.noSuchTag(text, like: Similarity.nearest(to: text, in: names))
        }
        return tag
    }
}
