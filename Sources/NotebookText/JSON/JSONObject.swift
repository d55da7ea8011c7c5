/// An object that is read key by key; unread keys are left over.
package struct JSONObject {
    /// The members that were not read.
    package private(set) var rest: [JSONValue.Member]
    /// The offset of the object.
    package let offset: Int

    package init(_ value: JSONValue) throws(TextProblem) {
        guard case .object(let members) = value.content else {
            throw TextProblem("expected an object", at: value.offset)
        }
        rest = members
        offset = value.offset
    }

    package mutating func optional<Value>(
        _ key: String, _ read: (JSONValue) throws(TextProblem) -> Value
    ) throws(TextProblem) -> Value? {
        guard let value = remove(key) else { return nil }
        return try read(value)
    }

    /// Removes and returns a member; `nil` if it is missing.
    package mutating func remove(_ key: String) -> JSONValue? {
        guard let index = rest.firstIndex(where: { $0.key.isIdentical(to: key) }) else { return nil }
        return rest.remove(at: index).value
    }

    package mutating func required<Value>(
        _ key: String, _ read: (JSONValue) throws(TextProblem) -> Value
    ) throws(TextProblem) -> Value {
        guard let value = try optional(key, read) else { throw TextProblem("“\(key)” is missing", at: offset) }
        return value
    }

    /// Reads `format` and `version`, which identify each JSON text of a bundle.
    package mutating func checkFormat(_ format: String, version: Int) throws(TextProblem) {
        let found = try required("version") { (value) throws(TextProblem) in
            (number: try value.integer(0...Int.max), offset: value.offset)
        }
        let header = FormatHeader(name: format, version: version)
        try header.check(version: found.number, at: found.offset)
        _ = try required("format") { (value) throws(TextProblem) in
            try value.text("“\(format)”") { $0 == format ? $0 : nil }
        }
    }
}

extension JSONValue {
    /// The text of a string; `nil` for other values.
    package var string: String? {
        guard case .string(let text) = content else { return nil }
        return text
    }

    /// A string, parsed as a value.
    package func text<Value>(_ wanted: String, _ read: (String) -> Value?) throws(TextProblem) -> Value {
        guard let text = string, let value = read(text) else { throw TextProblem("expected \(wanted)", at: offset) }
        return value
    }

    package func boolean() throws(TextProblem) -> Bool {
        guard case .boolean(let value) = content else { throw TextProblem("expected true or false", at: offset) }
        return value
    }

    /// An integer in canonical spelling.
    package func integer(_ range: ClosedRange<Int>) throws(TextProblem) -> Int {
        guard case .number(let spelling) = content, let number = Int(spelling), String(number) == spelling,
            range.contains(number)
        else { throw TextProblem("expected an integer from \(range.lowerBound) to \(range.upperBound)", at: offset) }
        return number
    }

    package func elements() throws(TextProblem) -> [JSONValue] {
        guard case .array(let elements) = content else { throw TextProblem("expected an array", at: offset) }
        return elements
    }

    package static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }

    package static func integer(_ number: Int) -> JSONValue { JSONValue(.number(String(number))) }
}
