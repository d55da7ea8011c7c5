import NotebookText

/// Values of JSON that others write, read without further ado.
extension JSONValue {
    /// The value of a key; `nil` if it is no object or lacks the key.
    subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text; `nil` for other kinds.
    var text: String? { if case .string(let text) = content { text } else { nil } }

    /// The whole number; `nil` for other kinds.
    var integer: Int64? {
        guard case .number(let spelling) = content else { return nil }
        return Int64(spelling) ?? Double(spelling).flatMap { Int64(exactly: $0.rounded()) }
    }

    /// Whether it is true.
    var isTrue: Bool { if case .boolean(true) = content { true } else { false } }

    /// The elements of an array; none for other kinds.
    var elements: [JSONValue] { if case .array(let elements) = content { elements } else { [] } }

    /// The members of an object; none for other kinds.
    var members: [Member] { if case .object(let members) = content { members } else { [] } }
}
