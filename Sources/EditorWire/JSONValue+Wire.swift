package import NotebookText

extension JSONValue {
    /// An object with these members, in their order.
    package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        JSONValue(.object(members.map { Member(key: $0.0, value: $0.1) }))
    }

    /// An object with those of these members that have a value.
    package static func object(present members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { key, value in value.map { (key, $0) } })
    }

    /// An array.
    package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

    /// True or false.
    package static func boolean(_ value: Bool) -> JSONValue { JSONValue(.boolean(value)) }

    /// Nothing.
    package static var null: JSONValue { JSONValue(.null) }

    /// The member of an object with a key; `nil` if it is missing, or this is no object.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of an array; `nil` for other values.
    package var array: [JSONValue]? {
        guard case .array(let elements) = content else { return nil }
        return elements
    }

    /// The number, if it is an integer.
    package var number: Int? {
        guard case .number(let digits) = content else { return nil }
        return Int(digits)
    }

    /// Whether the value is `true`.
    package var isTrue: Bool { if case .boolean(true) = content { true } else { false } }

    /// Whether the value is `null`.
    package var isNull: Bool { if case .null = content { true } else { false } }

    /// The value as text without white space (RFC 8259).
    package var compactText: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch content {
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .string(let string): Self.write(string, to: &text)
        case .number(let digits): text += digits.utf8
        case .boolean(let value): text += (value ? "true" : "false").utf8
        case .null: text += "null".utf8
        }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x0A: text += "\\n".utf8
            case 0x00..<0x20:
                text += "\\u00".utf8
                text += [Self.digit(byte >> 4), Self.digit(byte & 15)]
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
