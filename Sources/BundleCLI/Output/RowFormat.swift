import NotebookBundle

/// A row of an answer that `RowFormat` can print.
protocol FormattedRow: Encodable {
    /// The names of its values, except those that its verb never gives.
    static var keys: [String] { get }
    /// A value as text, where that of JSON has parts; `nil` for all others.
    func text(of key: String) -> String?
}

extension FormattedRow {
    func text(of key: String) -> String? { nil }
}

/// A line for each row of an answer, with `{{key}}` for the values that --json prints.
struct RowFormat: Sendable {
    private enum Part: Sendable {
        case text(String)
        case key(String)
    }

    /// The option that gives such a line.
    static let option = Option<RowFormat>(
        "format", "LINE",
        "Print this for each row, with {{KEY}} for its values, such as '{{path}}\\t{{title}}' (keys as in --json)",
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
            parts.append(.key(String(rest[open.upperBound..<close.lowerBound].filter { $0 != " " })))
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

    /// Makes sure that the rows have all values that the line shows.
    ///
    /// - Throws: `UsageError` if they lack one.
    func check<Row: FormattedRow>(_: Row.Type) throws(UsageError) {
        let keys = Row.keys
        for case .key(let key) in parts where !keys.contains(key) {
            let like = Similarity.nearest(to: key, in: keys)
            throw .badValue(
                Self.option.form.key, "{{\(key)}}", reason: "there is no key \(PrintableText.quoted(key))",
                hint: like.isEmpty
                    ? "the keys are \(keys.joined(separator: ", "))" : "did you mean \(like.alternatives)?")
        }
    }

    /// Prints the lines of some rows.
    ///
    /// - Throws: `UsageError` if they lack a value that the line shows.
    func print<Row: FormattedRow>(_ rows: [Row], _ session: Session) throws {
        try check(Row.self)
        for row in rows {
            let value = try JSONValue.read(Array(try PrintedJSON.text(of: row, .line).utf8))
            guard case .object(let members) = value.content else { continue }
            let values = Dictionary(members.map { ($0.key, Self.text($0.value)) }) { first, _ in first }
            let line = parts.map { part in
                switch part {
                case .text(let text): text
                case .key(let key): row.text(of: key).map(Self.text) ?? values[key] ?? ""
                }
            }.joined()
            try session.print(line)
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
