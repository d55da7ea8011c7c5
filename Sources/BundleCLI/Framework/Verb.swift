/// The declaration of a verb: for help, the parser, shells, and the process.
///
/// Each run of the tool declares all verbs to find one, so everything but names and summaries is computed on demand.
struct Verb: Sendable {
    let name: String
    /// One line, without a full stop.
    let summary: String
    /// What other programs call it.
    let otherNames: [OtherName]
    /// Whether status 1 is an answer, so that every error has status 2.
    let answersByStatus: Bool
    /// Whether a part of a name is enough for a folder only if the user agrees at the terminal.
    let confirmsFolders: Bool
    private let makeDetails: @Sendable () -> String
    private let makeParameters: @Sendable () -> [any Parameter]
    private let makeExamples: @Sendable () -> [(call: String, effect: String)]
    private let makeStatuses: @Sendable () -> [ExitStatus: String]
    private let makePartialNames: @Sendable () -> PartialNames

    init(
        _ name: String, _ summary: String, otherNames: [OtherName] = [],
        details: @autoclosure @escaping @Sendable () -> String = "",
        parameters: @autoclosure @escaping @Sendable () -> [any Parameter],
        examples: @autoclosure @escaping @Sendable () -> [(call: String, effect: String)],
        statuses: @autoclosure @escaping @Sendable () -> [ExitStatus: String] = [:],
        partialNames: @autoclosure @escaping @Sendable () -> PartialNames = .accepted, answersByStatus: Bool = false,
        confirmsFolders: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.otherNames = otherNames
        self.answersByStatus = answersByStatus
        self.confirmsFolders = confirmsFolders
        makeDetails = details
        makeParameters = parameters
        makeExamples = examples
        makeStatuses = statuses
        makePartialNames = partialNames
    }

    /// The description after the summary; empty lines separate paragraphs.
    var details: String { makeDetails() }

    var parameters: [any Parameter] {
        let parameters = makeParameters()
        let hasNotebook = parameters.contains { $0 is NotebookParameter }
        return parameters + (hasNotebook ? [NotebookParameter.option] : [])
    }

    /// Example calls, and what they do.
    var examples: [(call: String, effect: String)] { makeExamples() }

    /// The meaning of the statuses 1 and 2 for this verb, where it differs.
    var statuses: [ExitStatus: String] { makeStatuses() }

    /// When a part of a name is enough for its items.
    var partialNames: PartialNames { makePartialNames() }

    /// The parameters without dashes, in their order.
    var positionals: [any Parameter] { parameters.filter { !$0.form.key.hasPrefix("--") } }

    /// The options, with the one that every verb has.
    var options: [any Parameter] { parameters.filter { $0.form.key.hasPrefix("--") } + [Flag.help] }

    /// What an exit status of this verb means.
    func meaning(of status: ExitStatus) -> String { statuses[status] ?? status.meaning }
}

/// Verbs that are for the same, as help lists them.
struct VerbGroup: Sendable {
    let purpose: String
    let verbs: [Verb]
}

/// A name that other programs use for a verb, or for one of its actions.
struct OtherName: Sendable, ExpressibleByStringLiteral {
    let word: String
    /// The action that it means; `nil` for the verb without one.
    let action: String?

    init(_ word: String, action: String? = nil) { (self.word, self.action) = (word, action) }

    init(stringLiteral word: String) { self.init(word) }
}

/// When a verb accepts a part of a name for an item.
enum PartialNames: Sendable {
    /// Always: it reads.
    case accepted
    /// At a terminal, where a note says which item it is; a script would change another item than it meant; with
    /// options, a call without one of these only reads.
    case acceptedAtTerminal(with: [any Parameter] = [])
    /// If the user agrees at the terminal, since the verb replaces or removes content; with options, a call without one of
    /// these is as `acceptedAtTerminal`.
    case confirmed(with: [any Parameter] = [])
    /// If the verb itself asks the user, and names the items.
    case acceptedIfVerbAsks
}

/// One call of a verb: its declaration, and what it does with its arguments in a session.
///
/// With `--json` it prints a nested `Answer`, or the changed items through `Editing`.
protocol Command: Sendable {
    /// The verb's declaration.
    static var verb: Verb { get }

    /// Makes a call from parsed arguments.
    init(arguments: Arguments, session: Session)

    /// Runs the verb.
    func run() throws -> ExitStatus
}

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

/// The exit status of the tool.
package enum ExitStatus: Int32, Sendable, CaseIterable, Comparable {
    /// Success.
    case success = 0
    /// The content has a problem, or nothing was found.
    case finding = 1
    /// The operation failed.
    case failure = 2
    /// The command line is invalid.
    case usage = 64

    /// Compares by severity.
    package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    var meaning: String {
        switch self {
        case .success: "success"
        case .finding: "the notebook is damaged, or nothing was found"
        case .failure: "the operation failed"
        case .usage: "invalid command line"
        }
    }
}
