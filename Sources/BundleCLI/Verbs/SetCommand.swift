import NotebookBundle
import NotebookFormat

/// The verb ‘set’.
struct SetCommand: Command {
    private static let key = Positional("NAME", "The name of the property", kind: .property)
    private static let values = Positional(
        "VALUE", "The value; several make a list", kind: .propertyValue, isRequired: false, isRepeated: true,
        takesDashes: true, mayBeEmpty: true)
    private static let list = Flag("list", "Make a list, also of one value or none")
    private static let text = Flag(
        "text", "Write the values as texts, also those that look like numbers or truth values")

    static let verb = Verb(
        "set", "Set a property of an item, and leave the rest of its file as it is",
        details: """
            A value that looks like a number or a date, and true and false, are written as such; an empty one is no value. Any
            other value is a text, in quotation marks if YAML needs them. A property keeps the spelling of its name, and a list
            stays a list. Values that stay keep their bytes, as does everything else. What would be lost, such as a comment within
            a list, is not overwritten.

            title, tags, pinned, created, modified and uuid belong to the format: ‘rename’, ‘tag’, ‘pin’ and ‘edit’ change them.
            """,
        parameters: [Common.bundle, Common.item, key, values, list, text, Common.dryRun, Common.json] + Common.locking,
        examples: [
            ("set Recipes \"Apple pie\" rating 4", "a number"),
            ("set Recipes \"Apple pie\" authors \"Jane Doe\" \"John Roe\"", "a list"),
            ("set Recipes \"Apple pie\" source \"[[Grandmother]]\" --dry-run", "shows what would change"),
        ],
        statuses: [.finding: "no item or several match"], partialNames: .confirmed()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let words = arguments.all(Self.values)
        guard !words.isEmpty || arguments[Self.list] else { throw UsageError.missing("VALUE") }
        let scalars = words.map { arguments[Self.text] ? PropertyScalar(text: $0) : PropertyScalar(typed: $0) }
        return try Editing(arguments, session).change { draft in
            let item = try draft.notebook.item(arguments[Common.item])
            let old = try draft.item(item.path).property(arguments[Self.key])?.value
            let isList = arguments[Self.list] || scalars.count > 1 || old?.kind == .list
            var change = ItemChange()
            let value: PropertyValue = isList ? .list(scalars) : .single(scalars[0])
            change.properties = [(key: arguments[Self.key], value: value)]
            _ = try draft.edit(item.path, change)
            return [try draft.shown(item.path)]
        }
    }
}
