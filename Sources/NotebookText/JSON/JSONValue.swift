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
        return try reader.wholeValue()
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
    /// Reads a value, which has to be the whole text.
    package mutating func wholeValue() throws(TextProblem) -> JSONValue {
        skipWhiteSpace()
        let value = try value()
        try end()
        return value
    }

    /// Reads a value of any kind.
    ///
    /// It does not call itself for the values inside, so that deep nesting takes no more of a thread's stack.
    package mutating func value() throws(TextProblem) -> JSONValue {
        var around: [OpenValue] = []
        while true {
            guard var value = try scalar(orBegin: &around) else { continue }
            while true {
                guard !around.isEmpty else { return value }
                let last = around.count - 1
                around[last].add(value)
                if try continues(&around[last]) { break }
                value = around.removeLast().value
            }
        }
    }

    /// Reads a value without values inside; `nil` if an object or an array with some begins, which is added to those
    /// around.
    private mutating func scalar(orBegin around: inout [OpenValue]) throws(TextProblem) -> JSONValue? {
        let start = offset
        switch peek() {
        case UInt8(ascii: "{"):
            guard try openObject() else { return JSONValue(.object([]), offset: start) }
            var object = OpenValue(offset: start)
            try readKey(of: &object)
            around.append(object)
            return nil
        case UInt8(ascii: "["):
            guard try openArray() else { return JSONValue(.array([]), offset: start) }
            around.append(OpenValue(offset: start))
            return nil
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

    /// Ends an object or an array, or advances to its next value; returns whether there is one.
    private mutating func continues(_ value: inout OpenValue) throws(TextProblem) -> Bool {
        guard value.key != nil else { return try arrayContinues() }
        guard try objectContinues() else { return false }
        try readKey(of: &value)
        return true
    }

    private mutating func readKey(of object: inout OpenValue) throws(TextProblem) {
        let key = try key()
        let name = try text(of: key.string)
        try object.seen.insert(name, at: key.offset)
        object.key = (name, key.offset)
    }
}

/// An object or an array whose end was not read yet.
private struct OpenValue {
    let offset: Int
    /// The key of the member whose value comes next; `nil` in an array.
    var key: (name: String, offset: Int)?
    var seen = SeenKeys()
    private var members: [JSONValue.Member] = []
    private var elements: [JSONValue] = []

    init(offset: Int) { self.offset = offset }

    /// The value, once its end was read.
    var value: JSONValue { JSONValue(key == nil ? .array(elements) : .object(members), offset: offset) }

    mutating func add(_ value: JSONValue) {
        if let key {
            members.append(JSONValue.Member(key: key.name, value: value, offset: key.offset))
        } else {
            elements.append(value)
        }
    }
}

/// A string in a JSON text, as the range between its quotation marks.
package struct JSONString {
    package let range: Range<Int>
    /// Whether it consists only of printable ASCII without escapes.
    package let isPlain: Bool
    package let hasEscapes: Bool
}

/// The key of a member of an object.
package struct JSONKey {
    /// The offset of the key in the text.
    package let offset: Int
    package let string: JSONString
}

/// The keys of one object, which must be unique (Format, clause 4.1).
package struct SeenKeys {
    // Bytes, since keys in different normalisations are different keys.
    private var keys: Set<[UInt8]> = []

    /// No keys.
    package init() {}

    package mutating func insert(_ key: String, at offset: Int) throws(TextProblem) {
        guard keys.insert(Array(key.utf8)).inserted else {
            throw TextProblem("the key \(PrintableText.quoted(key)) occurs twice", at: offset)
        }
    }
}

/// JSON texts of any origin.
package enum JSONText {
    /// Rewrites a text that contains an object in canonical layout (Format, clause 4.3).
    package static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        guard case .object(let members)? = try? JSONValue.read(bytes).content else { return nil }
        return CanonicalJSON.text(of: members)
    }
}

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
