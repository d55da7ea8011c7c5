import NotebookBundle
import NotebookFormat

/// The verb ‘tag’.
enum TagCommand {
    private static let add = Option("add", "TAG", "Add a tag; can be given several times") { Tag($0) }
    private static let remove = Option("remove", "TAG", "Take a tag away; can be given several times") { Tag($0) }

    static let verb = Verb(
        "tag", "Add tags to items or take them away",
        parameters: [Common.bundle, Common.items, add, remove, Common.json] + Common.locking,
        examples: [
            ("tag Recipes \"Apple pie\" \"Plum cake\" --add baking --remove draft", "changes the tags of two items")
        ]
    ) { arguments, session in
        guard !arguments.all(add).isEmpty || !arguments.all(remove).isEmpty else {
            throw UsageError.missing("--add or --remove")
        }
        var change = ItemChange()
        change.addedTags = arguments.all(add)
        change.removedTags = arguments.all(remove)
        return try session.changeEach(arguments, change)
    }
}

/// The verbs ‘pin’ and ‘unpin’.
enum PinCommand {
    static let pin = Verb(
        "pin", "Pin items, so that they stand before the others",
        parameters: [Common.bundle, Common.items, Common.json] + Common.locking,
        examples: [("pin Recipes \"Apple pie\"", "pins it")]
    ) { arguments, session in try session.changeEach(arguments, change(true)) }

    static let unpin = Verb(
        "unpin", "Unpin items", parameters: [Common.bundle, Common.items, Common.json] + Common.locking,
        examples: [("unpin Recipes \"Apple pie\"", "unpins it")]
    ) { arguments, session in try session.changeEach(arguments, change(false)) }

    private static func change(_ isPinned: Bool) -> ItemChange {
        var change = ItemChange()
        change.isPinned = isPinned
        return change
    }
}

extension Session {
    /// Changes several items in the same way, in one transaction.
    fileprivate func changeEach(_ arguments: Arguments, _ change: ItemChange) throws -> ExitStatus {
        let edit = try bundle(arguments).edit { draft in
            let items = try draft.notebook.items(arguments.all(Common.items))
            for item in items { _ = try draft.edit(item.path, change) }
            var shown: [Item] = []
            for item in items { shown.append(try draft.shown(item.path)) }
            return shown
        }
        try report(edit, edit.result, arguments)
        return .success
    }
}

extension Notebook {
    /// The items that several words mean, each once.
    func items(_ words: [String], inTrash: Bool = false) throws -> [Item] {
        var seen: Set<BundlePath> = []
        var items: [Item] = []
        for word in words {
            let item = try item(word, inTrash: inTrash)
            if seen.insert(item.path).inserted { items.append(item) }
        }
        return items
    }
}
