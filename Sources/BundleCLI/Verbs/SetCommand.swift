import NotebookBundle

/// The verb ‘set’.
struct SetCommand: Command {
    private static let key = Positional("NAME", "The name of the property", kind: .property)
    private static let values = Positional(
        "VALUE", "The value; several make a list", kind: .propertyValue, isRequired: false, isRepeated: true,
        takesDashes: true, mayBeEmpty: true)
    private static let list = Flag("list", "Make a list, even of one value or none")
    private static let text = Flag(
        "text", "Write all values as text, even those that look like numbers or truth values")

    static let verb = Verb(
        "set", "Set a property of an item, and leave the rest of its file as it is",
        details: """
            Writes a value that looks like a number or a date, or true or false, as such, and an empty one as no value. Any
            other value is text, in quotation marks if YAML needs them; those around a given value are not part of it, unless
            with --text. A property keeps the spelling of its name, and a list stays a list, which one empty value empties.
            Several values make a list if they are of one kind and none after the first is the name of a property; with --list,
            all do. Everything else in the file keeps its bytes. Refuses to overwrite a value if something would be lost, such
            as a comment within a list.

            title, tags, pinned, created, modified and uuid belong to the format: ‘rename’, ‘tag’, ‘pin’ and ‘edit’ change them.
            """,
        parameters: [Common.bundle, Common.item, key, values, list, text, Common.dryRun, Common.json] + Common.guarding,
        examples: [
            ("set Recipes \"Apple pie\" rating 4", "a number"),
            ("set Recipes \"Apple pie\" authors \"Jane Doe\" \"John Roe\"", "a list"),
            ("set Recipes \"Apple pie\" source \"[[Grandmother]]\" --dry-run", "shows what would change"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        if let sign = arguments[Self.key].firstIndex(of: "=") {
            let parts = [arguments[Self.key][..<sign], arguments[Self.key][arguments[Self.key].index(after: sign)...]]
            throw UsageError.badValue(
                "NAME", arguments[Self.key], reason: "the name of a property cannot contain “=”",
                hint:
                    "the name and the value are two words: \(parts.map { ShellWord.quoted(String($0)) }.joined(separator: " "))"
            )
        }
        let words = arguments.all(Self.values)
        guard !words.isEmpty || arguments[Self.list] else { throw UsageError.missing("VALUE") }
        let scalars = words.map { arguments[Self.text] ? PropertyScalar(text: $0) : PropertyScalar(typed: $0) }
        if scalars.count > 1, !arguments[Self.list] { try refusePairs(scalars) }
        return try Editing(arguments, session).change { draft in
            let item = try draft.listing.item(arguments[Common.item])
            try Expectation(arguments, session).check(item, in: draft)
            let old = try draft.item(item.path).property(arguments[Self.key])?.value
            if scalars.count > 1, !arguments[Self.list], old?.kind != .list, Set(scalars.map(\.kind)).count > 1 {
                let shown = scalars.map { PrintableText.quoted($0.text) }.joined(separator: ", ")
                throw UsageError.badValue(
                    "VALUE", scalars[1].text, reason: "\(shown) are not of one kind",
                    hint: "set one property at a time; with --list, they become a list")
            }
            let isList = arguments[Self.list] || scalars.count > 1 || old?.kind == .list
            var change = ItemChange()
            // A list of one value that is no value is empty.
            let isEmpty = words == [""] && !arguments[Self.text]
            let value: PropertyValue = isList ? .list(isEmpty ? [] : scalars) : .single(scalars[0])
            change.properties = [(key: arguments[Self.key], value: value)]
            _ = try draft.edit(item.path, change)
            return [try draft.shown(item.path)]
        }
    }

    /// Refuses words that look like several properties with their values.
    private func refusePairs(_ scalars: [PropertyScalar]) throws {
        let later = scalars.dropFirst().map(\.text)
        let known = try NotebookOpener(arguments, session).read { try $0.properties().map(\.key) }
        let keys = Set(known.map { ComparisonKey($0) })
        guard let name = later.first(where: { keys.contains(ComparisonKey($0)) || PropertyKey.known($0) != nil })
        else { return }
        throw UsageError.badValue(
            "VALUE", name, reason: "\(PrintableText.quoted(name)) is the name of a property",
            hint: "set one property at a time; with --list, every word is a value")
    }
}

/// The verb ‘unset’.
struct UnsetCommand: Command {
    private static let keys = Positional("NAME", "The names of the properties", kind: .property, isRepeated: true)

    static let verb = Verb(
        "unset", "Remove properties of an item, and leave the rest of its file as it is",
        parameters: [Common.bundle, Common.item, keys, Common.dryRun, Common.json] + Common.guarding,
        examples: [("unset Recipes \"Apple pie\" rating", "removes it from the front matter")],
        statuses: [.finding: "ITEM matches no item, or several, or it has no such property"], partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        try Editing(arguments, session).change { draft in
            let item = try draft.listing.item(arguments[Common.item])
            try Expectation(arguments, session).check(item, in: draft)
            var change = ItemChange()
            change.properties = arguments.all(Self.keys).map { (key: $0, value: nil) }
            _ = try draft.edit(item.path, change)
            return [try draft.shown(item.path)]
        }
    }
}
