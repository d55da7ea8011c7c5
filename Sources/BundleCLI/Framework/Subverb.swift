/// The actions of a verb that has several: an enumeration in the verb’s own file, whose raw values are the words.
protocol Subverb: RawRepresentable<String>, CaseIterable, Sendable {
    /// The arguments after the word, as usage shows them, such as `KEY VALUE`; empty if there are none.
    var operands: String { get }
}

extension Subverb {
    var operands: String { "" }

    /// The words, in the order in which the verb declares them.
    static var words: [String] { allCases.map(\.rawValue) }

    /// The words in a sentence: `ls, add or rm`.
    static var listed: String { words.alternatives }

    /// The calls as in help: `‘ls’`, `‘add FOLDER’`.
    static var calls: [String] {
        allCases.map { $0.operands.isEmpty ? "‘\($0.rawValue)’" : "‘\($0.rawValue) \($0.operands)’" }
    }
}

/// The parameter that selects one of a verb's subverbs.
struct SubverbParameter<Action: Subverb>: Parameter {
    let form: ParameterForm
    let help: String
    /// The default subverb; `nil` if one must be given.
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
