import NotebookBundle

/// A row of an answer that `RowFormat` can print.
protocol FormattedRow: JSONRow {
    /// The names of its values, except those that its verb never gives.
    static var keys: [String] { get }
    /// A value as text, where that of JSON has parts; `nil` for all others.
    func text(of key: String) -> String?
}

extension FormattedRow {
    func text(of key: String) -> String? { nil }
}

/// A line for each row of an answer, with `{{key}}` for the values that --json prints, and for columns of its item.
struct RowFormat: Sendable {
    private enum Part: Sendable {
        case text(String)
        case key(String)
    }

    /// The option that gives such a line.
    static let option = Option<RowFormat>(
        "format", "LINE",
        "Print this for each row; {{KEY}} is a key of --json, a field of queries, or a property: '{{path}}\\t{{status}}'",
        expected: "a text with {{KEY}}, in which every {{ is closed"
    ) { RowFormat($0) }

    private let parts: [Part]

    /// Reads a line, in which `\\t`, `\\n` and `\\\\` are a tab, a line end and a backslash.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { return nil }
            parts.append(.text(Self.unescaped(rest[..<open.lowerBound])))
            parts.append(.key(String(rest[open.upperBound..<close.lowerBound]).trimmingSpaces))
            rest = rest[close.upperBound...]
        }
        self.parts = parts + [.text(Self.unescaped(rest))]
    }

    private static func unescaped(_ text: Substring) -> String {
        var output = ""
        var isEscaped = false
        for character in text {
            guard isEscaped else {
                if character == "\\" { isEscaped = true } else { output.append(character) }
                continue
            }
            switch character {
            case "t": output.append("\t")
            case "n": output.append("\n")
            case "\\": output.append("\\")
            default: output.append("\\\(character)")
            }
            isEscaped = false
        }
        return output + (isEscaped ? "\\" : "")
    }

    /// Whether the line shows a value.
    func shows(_ key: String) -> Bool {
        parts.contains { if case .key(key) = $0 { true } else { false } }
    }

    /// The columns of the items of rows that the line shows besides the values of the rows themselves.
    ///
    /// - Throws: `UsageError` for a key that neither a row nor a table can have.
    func columns<Row: FormattedRow>(besides _: Row.Type) throws(UsageError) -> [ItemColumn] {
        var columns: [ItemColumn] = []
        for case .key(let key) in parts where !Row.keys.contains(key) {
            guard let column = ItemColumn(key) else {
                throw .badValue(
                    Self.option.form.key, "{{\(key)}}", reason: "there is no key \(PrintableText.quoted(key))",
                    hint: "the keys of --json are \(Row.keys.joined(separator: ", "))")
            }
            columns.append(column)
        }
        return columns
    }

    /// The lines of some rows.
    ///
    /// - Parameters:
    ///   - items: The item of each row; `nil` for none.
    ///   - options: Where its notebook is, and its files.
    /// - Throws: `UsageError` for a key that is neither one of the rows, nor a field, nor a property of an item.
    func lines<Row: FormattedRow>(
        _ rows: [Row], of items: [Item?], _ notebook: NotebookListing, _ files: any FileTree
    ) throws -> [String] {
        let columns = try columns(besides: Row.self)
        let table = try ItemTable(
            columns.isEmpty ? [] : items.compactMap(\.self), columns, Self.option, besides: Row.keys, notebook, files)
        var cells = table.texts.makeIterator()
        return try zip(rows, items).map { row, item in
            let value = try JSONValue.read(Array(PrintedJSON.text(of: row, .line).utf8))
            guard case .object(let members) = value.content else { return "" }
            let values = Dictionary(members.map { ($0.key, Self.text($0.value)) }) { first, _ in first }
            var given = (item == nil ? [] : cells.next() ?? []).makeIterator()
            return parts.map { part in
                switch part {
                case .text(let text): text
                case .key(let key) where Row.keys.contains(key): row.text(of: key).map(Self.text) ?? values[key] ?? ""
                case .key: given.next().map(Self.text) ?? ""
                }
            }.joined()
        }
    }

    private static func text(_ value: String) -> String {
        PrintableText.escaped(value.split(whereSeparator: { "\t\n\r\r\n".contains($0) }).joined(separator: " "))
    }

    /// A value in a line: tabs and line ends in it become spaces.
    private static func text(_ value: JSONValue) -> String {
        switch value.content {
        case .string(let text): Self.text(text)
        case .number(let text): text
        case .boolean(let truth): truth ? "true" : "false"
        case .array(let elements): elements.map(text).joined(separator: ", ")
        case .object(let members): members.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")
        case .null: ""
        }
    }
}
