import ForeignData
import NotebookFormat
import NotebookText

/// Properties of items in the columns of a table, in a notation from which their types follow.
///
/// A value stands as it is, unless it would be read as something else, as the text `007` would be: then it is in
/// quotation marks, with the escapes of JSON. A list is an array of JSON, and `null` is a property without a value.
enum PropertyNotation {
    /// What the name of a column begins with if its key is the name of another column, and an imported property whose
    /// name is a key of the format.
    static let prefix = "property:"

    /// The name of the column for a key.
    static func column(_ key: String, besides own: [String]) -> String {
        own.contains(key.lowercased()) || key.hasPrefix(prefix) ? prefix + key : key
    }

    /// The key of a column.
    static func key(_ column: String) -> String {
        column.hasPrefix(prefix) ? String(column.dropFirst(prefix.count)) : column
    }

    /// A value as a cell.
    static func cell(_ value: PropertyValue) -> String {
        switch value {
        case .single(let scalar):
            if scalar.kind == .empty { return "null" }
            let isPlain = scalar.kind != .text || self.value(scalar.text) == value
            return isPlain ? scalar.text : json(.text(scalar.text))
        case .list(let scalars): return json(JSONValue(.array(scalars.map(element))))
        }
    }

    /// The value of a cell; `nil` if it is empty.
    static func value(_ cell: String) -> PropertyValue? {
        let text = cell.trimmedOfSpace
        guard !text.isEmpty else { return nil }
        if let scalars = list(text) { return .list(scalars) }
        return .single(text.contains(where: \.isNewline) ? PropertyScalar(text: text) : PropertyScalar(typed: text))
    }

    private static func json(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        CanonicalJSON.append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func element(_ scalar: PropertyScalar) -> JSONValue {
        let isLiteral = [.number, .boolean, .empty].contains(scalar.kind)
        let literal = scalar.kind == .empty ? "null" : scalar.text
        return isLiteral ? (try? JSONValue.read(Array(literal.utf8))) ?? .text(scalar.text) : .text(scalar.text)
    }

    /// The elements of an array of JSON; `nil` for anything else, such as the box `[ ]` of a task.
    private static func list(_ text: String) -> [PropertyScalar]? {
        guard text.hasPrefix("["), text.hasSuffix("]"), text == "[]" || text.contains(where: { !"[] \t".contains($0) }),
            case .array(let elements)? = try? JSONValue.read(Array(text.utf8)).content
        else { return nil }
        var scalars: [PropertyScalar] = []
        for element in elements {
            switch element.content {
            case .string(let text): scalars.append(PropertyScalar(text: text))
            case .number(let text): scalars.append(PropertyScalar(typed: text))
            case .boolean(let isTrue): scalars.append(PropertyScalar(typed: String(isTrue)))
            case .null: scalars.append(PropertyScalar(typed: ""))
            case .array, .object: return nil
            }
        }
        return scalars
    }
}
