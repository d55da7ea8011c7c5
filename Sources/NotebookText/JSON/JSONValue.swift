/// A JSON value with its position in the text; numbers keep their spelling.
package struct JSONValue: Sendable {
    package let content: Content
    /// The offset of the value in the text; 0 for values that were not read from a text.
    package var offset = 0

    /// The kinds of values.
    package indirect enum Content: Sendable {
        case object([Member])
        case array([JSONValue])
        case string(String)
        case number(String)
        case boolean(Bool)
        case null
    }

    /// A key of an object, and its value.
    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue
        package var offset = 0

        /// Makes the value of its parts.
        package init(key: String, value: JSONValue, offset: Int = 0) {
            (self.key, self.value, self.offset) = (key, value, offset)
        }

        /// Compares keys and values, not positions.
        package static func == (left: Member, right: Member) -> Bool {
            left.key.isIdentical(to: right.key) && left.value == right.value
        }
    }

    package init(_ content: Content, offset: Int = 0) {
        self.content = content
        self.offset = offset
    }

    /// Reads a whole text.
    package static func read(_ bytes: [UInt8]) throws(TextProblem) -> JSONValue {
        var reader = JSONReader(bytes)
        reader.skipWhiteSpace()
        let value = try reader.value()
        try reader.end()
        return value
    }
}

extension JSONValue: Equatable {
    /// Compares values, not positions.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left.content, right.content) {
        case (.object(let one), .object(let two)):
            one == two
        case (.array(let one), .array(let two)): one == two
        case (.string(let one), .string(let two)), (.number(let one), .number(let two)): one.isIdentical(to: two)
        case (.boolean(let one), .boolean(let two)): one == two
        case (.null, .null): true
        default: false
        }
    }
}

extension JSONReader {
    /// Reads a value of any kind.
    package mutating func value() throws(TextProblem) -> JSONValue {
        let start = offset
        switch peek() {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            var seen = SeenKeys()
            try object { (reader, key) throws(TextProblem) in
                let name = try reader.text(of: key.string)
                try seen.insert(name, at: key.offset)
                members.append(JSONValue.Member(key: name, value: try reader.value(), offset: key.offset))
            }
            return JSONValue(.object(members), offset: start)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array { (reader) throws(TextProblem) in elements.append(try reader.value()) }
            return JSONValue(.array(elements), offset: start)
        case UInt8(ascii: "\""):
            return JSONValue(.string(try text(of: string())), offset: start)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return JSONValue(.boolean(try boolean()), offset: start)
        case UInt8(ascii: "n"):
            guard try literal("null") else { throw unexpected("a value") }
            return JSONValue(.null, offset: start)
        default:
            let range = try number()
            return JSONValue(.number(String(decoding: bytes[range], as: UTF8.self)), offset: start)
        }
    }
}
