import NotebookBundle

/// The verb ‘props’.
struct PropertiesCommand: Command {
    private static let item = Positional(
        "ITEM", "Only the properties of this item, with their values; or the name of a property, to list its values",
        kind: .item, isRequired: false)

    static let verb = Verb(
        "props", "List properties: the keys of front matter that other programs use",
        details: """
            Without ITEM, lists each property with the number of items that have it, and the kinds of its values. ‘set’ and
            ‘unset’ change properties; --where "prop.NAME == …" finds items by a value (see ‘explain query’), and
            ‘search prop:NAME’ finds items that have the property.
            """,
        parameters: [Common.notebook, item, Common.noPager, Common.json] + Common.reading,
        examples: [
            ("props Recipes", "all properties of the notebook"),
            ("props Recipes \"Apple pie\"", "the properties of a note"),
            ("props Recipes rating", "the values of a property, with how often each occurs"),
            ("ls Recipes --where \"prop.rating >= 4\"", "the notes that are rated 4 or better"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let properties: [UseRow]
    }

    /// What --json prints with the name of a property.
    private struct ValuesAnswer: JSONRow {
        let values: [ValueRow]
    }

    /// What --json prints with ITEM.
    private struct ItemAnswer: JSONRow {
        let item: ItemRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let word = arguments[Self.item]
            if !word.isEmpty {
                let item: Item
                do throws(NotebookError) {
                    item = try listing.item(word)
                } catch {
                    // The name of an item goes first, but not a part of one.
                    guard case .noSuchItem(_, let like) = error else { throw error }
                    let uses = try snapshot.properties()
                    guard let use = uses.first(where: { ComparisonKey($0.key) == ComparisonKey(word) }) else {
                        throw NotebookError.noSuchItem(
                            word, like: like + Similarity.nearest(to: word, in: uses.map(\.key)))
                    }
                    try list(valuesOf: use)
                    return .success
                }
                guard let bytes = try snapshot.content(of: item.path) else {
                    throw NotebookError.gone(item.path)
                }
                try show(item, try Draft.item(bytes, item.path))
            } else {
                let progress = ProgressLine(session, "reading")
                defer { progress.finish() }
                try list(try listing.properties(snapshot.files, progress: progress))
            }
            return .success
        }
    }
}

extension PropertiesCommand {
    private func show(_ item: Item, _ file: ItemFile) throws {
        guard arguments[Common.json] else {
            let lines = PropertyLines(file.properties).lines(width: session.terminal.width, session.style)
            for line in lines { try session.print(line) }
            return
        }
        var row = ItemRow(item)
        row.properties = file.properties.map(PropertyRow.init)
        try session.printJSON(ItemAnswer(item: row))
    }

    private func list(_ uses: [PropertyUse]) throws {
        guard !arguments[Common.json] else { return try session.printJSON(Answer(properties: uses.map(UseRow.init))) }
        if uses.isEmpty { try session.reportNothing("no properties") }
        let names = uses.map { PrintableText.escaped($0.key) }
        let width = min(40, names.map(\.columns).max() ?? 0)
        let countWidth = uses.map { "\($0.items)".count }.max() ?? 0
        for (use, name) in zip(uses, names) {
            let count = String(repeating: " ", count: countWidth - "\(use.items)".count) + "\(use.items)"
            let kinds = use.kinds.map { use.kinds.count > 1 ? "\($0.kind.rawValue) \($0.items)" : $0.kind.rawValue }
            let shown = style(name.cut(to: width).padded(to: width), .cyan)
            try session.printRow(
                "\(shown)  \(count)  \(style(kinds.joined(separator: ", "), .dim))", wrappedWith: width + countWidth + 4
            )
        }
    }

    private func list(valuesOf use: PropertyUse) throws {
        guard !arguments[Common.json] else {
            return try session.printJSON(ValuesAnswer(values: use.values.map(ValueRow.init)))
        }
        let width = use.values.map { "\($0.count)".count }.max() ?? 0
        for (value, count) in use.values {
            let number = String(repeating: " ", count: width - "\(count)".count) + "\(count)"
            try session.printRow("\(number)  \(PrintableText.escaped(value))", wrappedWith: width + 2)
        }
    }

    private var style: Style { session.style }
}

/// A value of a property in the answer.
private struct ValueRow: JSONRow {
    let value: String
    let count: Int

    init(_ value: (value: String, count: Int)) { (self.value, count) = value }
}

/// A property in the answer.
private struct UseRow: JSONRow {
    let name: String
    let items: Int
    let kinds: [KindRow]

    struct KindRow: JSONRow {
        let kind: String
        let items: Int
    }

    init(_ use: PropertyUse) {
        (name, items) = (use.key, use.items)
        kinds = use.kinds.map { KindRow(kind: $0.kind.rawValue, items: $0.items) }
    }
}
