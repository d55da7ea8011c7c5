import NotebookBundle

/// The properties of an item as aligned lines; a value that is too wide continues on further lines.
struct PropertyLines {
    private let properties: [Property]

    /// The widest names that are aligned; after a longer one, the value comes two columns later.
    private static let maximumNameWidth = 24

    init(_ properties: [Property]) { self.properties = properties }

    /// The lines, none wider than the width unless a single word is.
    func lines(width: Int, _ style: Style) -> [String] {
        let names = properties.map { PrintableText.escaped($0.key) }
        let nameWidth = min(Self.maximumNameWidth, names.map(\.columns).max() ?? 0)
        return zip(properties, names).flatMap { property, name -> [String] in
            let rows = Self.texts(of: property.value).flatMap { row -> [String] in
                var text = StyledText()
                text.append(PrintableText.escaped(row), [])
                let lines = text.lines(width: max(20, width - nameWidth - 2), style)
                return lines.isEmpty ? [""] : lines
            }
            let value = rows.first ?? ""
            let first =
                value.isEmpty ? style(name, .dim) : style(name.padded(to: nameWidth), .dim) + "  " + value
            return [first]
                + rows.dropFirst().map { $0.isEmpty ? "" : String(repeating: " ", count: nameWidth + 2) + $0 }
        }
    }

    /// The rows of a value: a list on one row with commas, other YAML and longer texts as they are written.
    private static func texts(of value: PropertyValue) -> [String] {
        switch value {
        case .single(let scalar): scalar.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .list(let scalars): [scalars.map(\.text).joined(separator: ", ")]
        }
    }
}
