/// The value of a setting, as it is stored.
enum SettingValue: Encodable, CustomStringConvertible {
    case text(String)
    case integer(Int)
    case boolean(Bool)

    /// The value of a text: a number or a truth value if it is one.
    init(of text: String) {
        self = Int(text).map { .integer($0) } ?? Bool(text).map { .boolean($0) } ?? .text(text)
    }

    var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .boolean(let value): try container.encode(value)
        }
    }
}
