import NotebookText

/// A property of an item: a key of its front matter that the format does not define (Format, clause 17.5).
public struct Property: Hashable, Sendable {
    /// The key, without quotation marks.
    public let key: String
    /// The value.
    public let value: PropertyValue
}

/// The value of a key of front matter, and where it is.
package struct LocatedValue {
    /// The value.
    package let value: PropertyValue
    /// The offset of the key’s line.
    package let start: Int
    /// The places of the single values, as offsets; of one that is no list, a place that is not empty.
    package let ranges: [Range<Int>]
}

/// The value of a property.
public enum PropertyValue: Hashable, Sendable {
    /// One value.
    case single(PropertyScalar)
    /// A list, which may be empty.
    case list([PropertyScalar])

    /// The values: one, or those of the list.
    public var scalars: [PropertyScalar] {
        switch self {
        case .single(let scalar): [scalar]
        case .list(let scalars): scalars
        }
    }

    /// The kind of the value.
    package var kind: PropertyKind {
        switch self {
        case .single(let scalar): scalar.kind
        case .list: .list
        }
    }

    /// Whether there is no value: nothing, an empty text, or a list of these.
    package var isEmpty: Bool { scalars.allSatisfy { $0.text.isEmpty } }
}

/// The kinds of values of properties.
public enum PropertyKind: String, CaseIterable, Sendable {
    /// A text.
    case text
    /// A number.
    case number
    /// True or false.
    case boolean
    /// A date, with or without a time.
    case date
    /// Several values.
    case list
    /// YAML of any other shape, such as keys within keys.
    case nested
    /// No value.
    case empty
}

/// A single value of a property, typed as in the core schema of YAML 1.2 (§10.3), plus dates.
public struct PropertyScalar: Hashable, Sendable {
    /// The value as it is written, without quotation marks and escapes; empty for no value.
    public let text: String
    /// The kind of the value; never a list.
    public let kind: PropertyKind

    private init(_ text: String, _ kind: PropertyKind) { (self.text, self.kind) = (text, kind) }

    /// Makes a scalar from a text; it is a date if it looks like one.
    public init(text: String) { self.init(text, DateSpelling.read(text) == nil ? .text : .date) }

    /// Makes a scalar from what a person types: a number, `true`, `false`, a date, nothing or `null`, or else a text.
    ///
    /// Text in double or single quotation marks is a text. A number that would lose digits is a text: one with leading
    /// zeros, or with more than fifteen digits.
    package init(typed word: String) {
        let bytes = Array(word.utf8)
        if let quoted = YAMLScalar.quoted(in: bytes, bytes.indices), quoted.end == bytes.count {
            self.init(text: quoted.text)
            return
        }
        let scalar = PropertyScalar(plain: word)
        self = scalar.kind == .number && Self.losesDigits(word) ? PropertyScalar(word, .text) : scalar
    }

    /// A text, whatever it looks like.
    package init(unread text: String) { self.init(text, .text) }

    /// YAML that is neither a single value nor a list.
    init(nested text: String) { self.init(text, .nested) }

    /// A scalar of front matter.
    init(_ scalar: YAMLScalar) {
        self = scalar.isQuoted ? PropertyScalar(text: scalar.text) : PropertyScalar(plain: scalar.text)
    }

    private init(plain text: String) {
        // Long texts are none of these, and those with many marks would take long to compare.
        switch text.utf8.count <= 5 ? text : nil {
        case "", "~", "null", "Null", "NULL": self.init("", .empty)
        case "true", "True", "TRUE", "false", "False", "FALSE": self.init(text, .boolean)
        case _ where Self.number(text) != nil: self.init(text, .number)
        default: self.init(text: text)
        }
    }

    /// The number; `nil` for other kinds.
    package var number: Double? { kind == .number ? Self.number(text) : nil }

    /// The boolean; `nil` for other kinds.
    package var truth: Bool? { kind == .boolean ? text.lowercased() == "true" : nil }

    /// Parses a decimal, hexadecimal or octal number.
    private static func number(_ text: String) -> Double? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.begins(with: prefix) {
            let digits = text.dropFirst(2)
            return digits.first == "-" || digits.first == "+" ? nil : Int(digits, radix: radix).map(Double.init)
        }
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        return Double(text)
    }

    private static func losesDigits(_ text: String) -> Bool {
        let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isNumber }
        let isLong = text.utf8.filter { (0x30...0x39).contains($0) }.count > 15
        return isLong || digits.count > 1 && digits.first == "0"
    }
}
