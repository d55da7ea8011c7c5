#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of a property list, of any kind.
enum PropertyListValue: Codable, Equatable, Sendable {
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case text(String)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(Date.self) {
            self = .date(value)
        } else if let value = try? container.decode(Data.self) {
            self = .data(value)
        } else if let value = try? container.decode([PropertyListValue].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: PropertyListValue].self) {
            self = .dictionary(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .dictionary(let value): try container.encode(value)
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var elements: [PropertyListValue]? { if case .array(let values) = self { values } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value as an integer, even if it was written as a real number.
    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value of a setting that files write in a form.
    init(_ value: SettingValue, as form: SettingValue.Form) {
        switch (value, form) {
        case (.integer(let number), .integer): self = .integer(number)
        case (.boolean(let truth), .boolean): self = .boolean(truth)
        default: self = .text(value.description)
        }
    }

    /// The text of a value that has a form; `nil` for other values, and for what XML cannot hold.
    func text(as form: SettingValue.Form) -> String? {
        switch form {
        case .text: hasControlCharacters ? nil : text
        case .integer: integer.map { "\($0)" }
        case .boolean: boolean.map { "\($0)" }
        }
    }

    /// Whether it has control characters that XML 1.0 cannot hold.
    var hasControlCharacters: Bool {
        switch self {
        case .text(let text): text.unicodeScalars.contains(where: Self.isControl)
        case .array(let values): values.contains(where: \.hasControlCharacters)
        case .dictionary(let values):
            values.contains { Self.text($0.key).hasControlCharacters || $0.value.hasControlCharacters }
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value) || [0xFFFE, 0xFFFF].contains(scalar.value)
    }

    /// Reads a property list of keys and values, in any of its formats.
    static func read(_ bytes: [UInt8]) -> [String: PropertyListValue]? {
        try? PropertyListDecoder().decode([String: PropertyListValue].self, from: Data(bytes))
    }

    /// Keys and values as XML.
    static func xml(_ values: [String: PropertyListValue]) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return [UInt8](try encoder.encode(values))
    }
}
