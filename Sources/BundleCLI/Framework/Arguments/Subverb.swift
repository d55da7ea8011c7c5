/// What a verb can do, where it can do several things: an enumeration in the verb’s own file, whose raw values are the words.
protocol Subverb: RawRepresentable<String>, CaseIterable, Sendable {
    /// What follows the word, as usage shows it, such as `KEY VALUE`; empty for nothing.
    var operands: String { get }
}

extension Subverb {
    var operands: String { "" }

    /// The words, in the order in which the verb declares them.
    static var words: [String] { allCases.map(\.rawValue) }

    /// The words as a sentence lists them: `ls, add or rm`.
    static var listed: String { words.alternatives }

    /// The calls as help lists them: `‘ls’`, `‘add FOLDER’`.
    static var calls: [String] {
        allCases.map { $0.operands.isEmpty ? "‘\($0.rawValue)’" : "‘\($0.rawValue) \($0.operands)’" }
    }
}

/// The word that says which of its subverbs a verb is called with.
struct SubverbParameter<Action: Subverb>: Parameter {
    let form: ParameterForm
    let help: String
    /// What is done without the word; `nil` if it is needed.
    let standard: Action?

    init(default standard: Action? = nil) {
        self.standard = standard
        form = .positional("ACTION", isRequired: standard == nil, isRepeated: false)
        let calls = zip(Action.allCases, Action.calls).map { action, call in
            action.rawValue == standard?.rawValue ? call + " (default)" : call
        }
        help = calls.alternatives
    }

    var kind: ValueKind { .words(Action.words) }

    func check(_ value: String) throws(UsageError) {
        guard !value.isEmpty else { throw .empty(form.key) }
        guard Action(rawValue: value) == nil else { return }
        throw .badValue(form.key, value, expected: Action.listed, hint: kind.nearest(to: value))
    }
}
