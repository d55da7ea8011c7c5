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

/// A property of an item in an answer; its value is a text, a number, true or false, null, or a list of these.
struct PropertyRow: JSONRow {
    let name: String
    let kind: String
    let value: Value

    /// A value as JSON; dates and other YAML are texts.
    enum Value: JSONPrintable {
        case text(String)
        case number(Double)
        case whole(Int)
        case truth(Bool)
        case list([Value])
        case nothing

        var printed: JSONValue? {
            switch self {
            case .text(let text): text.printed
            case .number(let number): number.printed
            case .whole(let number): number.printed
            case .truth(let truth): truth.printed
            case .list(let values): values.printed
            case .nothing: JSONValue(.null)
            }
        }
    }
}

extension PropertyRow {
    init(_ property: Property) {
        (name, kind, value) = (property.key, property.value.kind.rawValue, Value(property.value))
    }
}

extension PropertyRow.Value {
    init(_ value: PropertyValue) {
        switch value {
        case .single(let scalar): self.init(scalar)
        case .list(let scalars): self = .list(scalars.map { Self($0) })
        }
    }

    private init(_ scalar: PropertyScalar) {
        if let number = scalar.number, number.isFinite {
            self = Int(exactly: number).map { .whole($0) } ?? .number(number)
        } else if let truth = scalar.truth {
            self = .truth(truth)
        } else {
            self = scalar.kind == .empty ? .nothing : .text(scalar.text)
        }
    }
}

/// The two versions of a value of the notebook, on one line.
enum ValueLines {
    static func line(_ change: DescriptionChange) -> String {
        let subject =
            switch change.subject {
            case .notebook: "the notebook"
            case .setting: "settings"
            case .folder: "folder \(PrintableText.quoted(change.name))"
            case .tag: "tag \(PrintableText.quoted(change.name))"
            case .smartFolder:
                change.name.isEmpty ? "smart folders" : "smart folder \(PrintableText.quoted(change.name))"
            }
        let values = [("mine", change.old), ("theirs", change.new)].map { side, value in
            "\(value.map { PrintableText.escaped($0) } ?? "none") (\(side))"
        }
        return "\(subject), \(PrintableText.escaped(change.key)): \(values.joined(separator: ", "))"
    }
}
