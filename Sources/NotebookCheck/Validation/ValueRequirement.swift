import NotebookFormat
package import NotebookQuery
import NotebookText

/// What is required of the value of a key: whether it is there, its type, and which values are allowed.
///
/// Each value of a list has to meet it. No value, as in `author:`, is as good as no key.
package struct ValueRequirement: Equatable, Sendable {
    /// The types of values.
    package enum ValueType: String, CaseIterable, Sendable {
        /// A text, rather than a number, a date, or true or false.
        case text
        /// A number.
        case number
        /// True or false.
        case boolean
        /// A date, with or without a time.
        case date
        /// A link to an item.
        case link

        /// The type in a sentence.
        package var words: String {
            switch self {
            case .text: "a text"
            case .number: "a number"
            case .boolean: "true or false"
            case .date: "a date"
            case .link: "a link to an item"
            }
        }

        /// Whether a value has the type; for a link, whether it can be one.
        func fits(_ kind: PropertyKind) -> Bool {
            switch self {
            case .text, .link: kind == .text
            case .number: kind == .number
            case .boolean: kind == .boolean
            case .date: kind == .date
            }
        }
    }

    /// Whether the key has to be there.
    package var isRequired = false
    /// The type; any if it is `nil`.
    package var type: ValueType?
    /// Whether the value has to be a list, or must not be one; `nil` if it can be either.
    package var isList: Bool?
    /// The allowed values; all if there are none.
    package var values: [String] = []
    /// What the text of a value has to match somewhere.
    package var pattern: TextPattern?

    /// Makes a requirement that everything meets.
    package init() {}
}

extension PropertyKind {
    /// The kind in a sentence.
    var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "a date"
        case .list: "a list"
        case .nested: "keys within a key"
        case .empty: "empty"
        }
    }
}
