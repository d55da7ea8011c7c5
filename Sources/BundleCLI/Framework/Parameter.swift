/// A parameter of a verb, declared once: the parser, the help text and shell completion all use this declaration.
protocol Parameter: Sendable {
    var form: ParameterForm { get }
    var help: String { get }
    /// The kind of its value, for completion.
    var kind: ValueKind { get }
    /// Checks a value.
    func check(_ value: String) throws(UsageError)
    /// The value of an option that is last or precedes another option; `nil` if the option needs a value.
    var valueIfAbsent: String? { get }
    /// How many words an option takes.
    var wordCount: Int { get }
}

extension Parameter {
    var kind: ValueKind { .anything }
    var valueIfAbsent: String? { nil }
    var wordCount: Int { 1 }
}

/// How a parameter is written on the command line.
enum ParameterForm: Hashable, Sendable {
    /// `NAME`, `[NAME]`, `NAME…` or `[NAME…]`, by position.
    case positional(String, isRequired: Bool, isRepeated: Bool)
    /// `--name`.
    case flag(String)
    /// `--name`, or `--name=VALUE` for a higher level.
    case graded(String, value: String)
    /// `--name VALUE`, or with one letter `-n VALUE`.
    case option(String, short: String?, value: String)

    /// The name of the parameter among the parsed arguments.
    var key: String {
        switch self {
        case .positional(let name, _, _): name
        case .flag(let name), .graded(let name, _), .option(let name, _, _): "--" + name
        }
    }

    /// Whether a word names this option or switch.
    func matches(_ word: String) -> Bool {
        if case .option(_, let short?, _) = self, word == "-" + short { return true }
        return word == key
    }

    /// Whether the parameter takes all remaining words.
    var isRepeated: Bool { if case .positional(_, _, isRepeated: true) = self { true } else { false } }

    /// The parameter as the usage line shows it.
    var usage: String {
        switch self {
        case .positional(let name, let isRequired, let isRepeated):
            (isRequired ? name : "[\(name)]") + (isRepeated ? "…" : "")
        case .flag(let name): "--\(name)"
        case .graded(let name, let value): "--\(name)[=\(value)]"
        case .option(let name, let short, let value): (short.map { "-\($0), " } ?? "") + "--\(name) \(value)"
        }
    }
}

/// A switch without a value.
struct Flag: Parameter {
    let form: ParameterForm
    let help: String

    init(_ name: String, _ help: String) {
        form = .flag(name)
        self.help = help
    }

    func check(_ value: String) {}
}

/// A switch that can be given with one value, for a higher level.
struct GradedFlag: Parameter {
    let form: ParameterForm
    let help: String
    private let value: String

    init(_ name: String, more value: String, _ help: String) {
        form = .graded(name, value: value)
        self.help = help
        self.value = value
    }

    func check(_ value: String) throws(UsageError) {
        guard value == self.value else { throw .badValue(form.key, value) }
    }
}

/// The level of a graded switch.
enum Grade: Equatable {
    /// Given without a value.
    case plain
    /// Given with its value.
    case more
}

extension Flag {
    /// The option that every verb has.
    static let help = Flag("help", "Show this help")
}

/// An option with a value; it can be repeated where the verb says so.
struct Option<Value: Sendable>: Parameter {
    let form: ParameterForm
    let help: String
    let kind: ValueKind
    /// The valid values, such as `a, b or c`.
    let expected: String?
    /// What to do if a value is invalid.
    let hint: String?
    /// A more precise reason why a value is invalid, if there is one.
    let reason: @Sendable (String) -> String?
    let parse: @Sendable (String) -> Value?
    let valueIfAbsent: String?
    /// Whether a value is empty but must not be.
    private let isEmpty: @Sendable (String) -> Bool

    init(
        _ name: String, short: String? = nil, _ value: String, _ help: String, valueIfAbsent: String? = nil,
        kind: ValueKind = .anything, expected: String? = nil, hint: String? = nil,
        reason: @escaping @Sendable (String) -> String? = { _ in nil },
        isEmpty: @escaping @Sendable (String) -> Bool = { _ in false },
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.isEmpty = isEmpty
        form = .option(name, short: short, value: valueIfAbsent == nil ? value : "[\(value)]")
        self.help = help
        self.kind = kind
        self.valueIfAbsent = valueIfAbsent
        self.expected = expected
        self.hint = hint
        self.reason = reason
        self.parse = parse
    }

    func check(_ value: String) throws(UsageError) {
        guard !isEmpty(value) else { throw .empty(form.key) }
        guard parse(value) == nil else { return }
        throw .badValue(
            form.key, value, reason: reason(value), expected: expected, hint: hint ?? kind.nearest(to: value))
    }
}

extension Option where Value == String {
    init(
        _ name: String, short: String? = nil, _ value: String, _ help: String, valueIfAbsent: String? = nil,
        kind: ValueKind = .anything
    ) {
        self.init(name, short: short, value, help, valueIfAbsent: valueIfAbsent, kind: kind) { $0 }
    }

    /// An option whose value is the path of a file, a folder or a notebook.
    static func path(
        _ name: String, short: String? = nil, _ value: String, _ help: String, kind: ValueKind = .anything
    ) -> Option {
        Option(name, short: short, value, help, kind: kind, isEmpty: \.isEmpty) { $0 }
    }
}

extension Option where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// An option whose value is one of a few words.
    init(_ name: String, oneOf help: String) {
        let words = Value.allCases.map(\.rawValue)
        self.init(name, words.joined(separator: "|"), help, kind: .words(words), expected: words.alternatives) {
            Value(rawValue: $0)
        }
    }
}

extension Option where Value == Int {
    /// An option whose value is a whole number in a range.
    static func number(_ name: String, _ value: String, _ help: String, in range: ClosedRange<Int>) -> Option {
        let expected =
            range.upperBound == .max
            ? "a number from \(range.lowerBound)" : "a number from \(range.lowerBound) to \(range.upperBound)"
        return Option(name, value, help, expected: expected) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }
}

/// An option with two values.
struct PairOption: Parameter {
    let form: ParameterForm
    let help: String
    let wordCount = 2

    init(_ name: String, _ first: String, _ second: String, _ help: String) {
        form = .option(name, short: nil, value: "\(first) \(second)")
        self.help = help
    }

    func check(_ value: String) {}
}

/// A positional parameter.
struct Positional: Parameter {
    let form: ParameterForm
    let help: String
    let kind: ValueKind
    /// Whether words that begin with one `-` and are not options are allowed here.
    let takesDashes: Bool
    /// Whether the value can be empty; an empty path or name is a mistake.
    let mayBeEmpty: Bool
    /// The option or switch that makes the word optional; without it, a word is required.
    let unless: String?
    /// The options or switches that replace this parameter: with one of them, the words go to the next parameters.
    let replacements: [String]

    init(
        _ name: String, _ help: String, kind: ValueKind = .anything, isRequired: Bool = true, isRepeated: Bool = false,
        unless option: (any Parameter)? = nil, replacedBy substitutes: any Parameter..., takesDashes: Bool = false,
        mayBeEmpty: Bool = false
    ) {
        self.kind = kind
        unless = option?.form.key
        replacements = substitutes.map(\.form.key)
        form = .positional(name, isRequired: isRequired, isRepeated: isRepeated)
        self.help = help
        self.takesDashes = takesDashes
        self.mayBeEmpty = mayBeEmpty
    }

    func check(_ value: String) throws(UsageError) {
        if value.isEmpty, !mayBeEmpty { throw .empty(form.key) }
        guard case .words(let words) = kind, !words.contains(value) else { return }
        throw .badValue(form.key, value, expected: words.alternatives, hint: kind.nearest(to: value))
    }
}
