/// The declaration of a verb: for help, the parser, shells, and the process.
struct Verb: Sendable {
    let name: String
    /// One line, without a full stop.
    let summary: String
    /// What there is to know beyond the summary; empty lines separate paragraphs.
    ///
    /// Computed when it is shown: every start of the tool declares all verbs.
    var details: String { makeDetails() }
    private let makeDetails: @Sendable () -> String
    let parameters: [any Parameter]
    /// Example calls, and what they do.
    let examples: [(call: String, effect: String)]
    /// The meaning of the statuses 1 and 2 for this verb, where it differs.
    let statuses: [ExitStatus: String]
    /// Whether it builds something beside its place that has to be removed when the process is ended.
    let buildsBeside: Bool
    /// When a part of a name is enough for its items.
    let partialNames: PartialNames
    /// Whether status 1 is an answer, so that every error has status 2.
    let answersByStatus: Bool

    init(
        _ name: String, _ summary: String, details: @autoclosure @escaping @Sendable () -> String = "",
        parameters: [any Parameter],
        examples: [(call: String, effect: String)], statuses: [ExitStatus: String] = [:], buildsBeside: Bool = false,
        partialNames: PartialNames = .accepted, answersByStatus: Bool = false
    ) {
        self.answersByStatus = answersByStatus
        self.name = name
        self.summary = summary
        makeDetails = details
        let hasNotebook = parameters.contains { $0 is NotebookParameter }
        self.parameters = parameters + (hasNotebook ? [NotebookParameter.option] : [])
        self.examples = examples
        self.statuses = statuses
        self.buildsBeside = buildsBeside
        self.partialNames = partialNames
    }

    /// The parameters without dashes, in their order.
    var positionals: [any Parameter] { parameters.filter { !$0.form.key.hasPrefix("--") } }

    /// The options, with the one that every verb has.
    var options: [any Parameter] { parameters.filter { $0.form.key.hasPrefix("--") } + [Flag.help] }

    /// What an exit status of this verb means.
    func meaning(of status: ExitStatus) -> String { statuses[status] ?? status.meaning }
}

/// When a verb accepts a part of a name for an item.
enum PartialNames: Sendable {
    /// Always: it reads, or its change is easily undone.
    case accepted
    /// If the user agrees at the terminal; with options, only a call with one of these asks. It replaces or removes content.
    case confirmed(with: [any Parameter] = [])
    /// If the verb itself asks the user, and names the items.
    case acceptedIfVerbAsks
}
