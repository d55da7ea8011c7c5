/// A verb of the tool: how it is called, what it says of itself, and what it does.
struct Verb: Sendable {
    let name: String
    /// One line, without a full stop.
    let summary: String
    /// What there is to know beyond the summary; paragraphs are separated by empty lines.
    let details: String
    let parameters: [any Parameter]
    /// Calls with what they do.
    let examples: [(call: String, effect: String)]
    /// What the statuses 1 and 2 mean here, where that is special.
    let statuses: [ExitStatus: String]
    let run: @Sendable (Arguments, Session) throws -> ExitStatus

    init(
        _ name: String, _ summary: String, details: String = "", parameters: [any Parameter],
        examples: [(call: String, effect: String)], statuses: [ExitStatus: String] = [:],
        run: @escaping @Sendable (Arguments, Session) throws -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.examples = examples
        self.statuses = statuses
        self.run = run
    }

    /// What every verb understands.
    static let help = Flag("help", "Explain the verb")
}

/// With what the tool ends.
package enum ExitStatus: Int32, Sendable, CaseIterable, Comparable {
    /// It went well.
    case success = 0
    /// Something was found to be wrong, or nothing was found.
    case finding = 1
    /// It could not be looked at, or not be done.
    case failure = 2
    /// The command line means nothing.
    case usage = 64

    /// Compares by severity.
    package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

    var meaning: String {
        switch self {
        case .success: "it went well"
        case .finding: "something is wrong with the content, or nothing was found"
        case .failure: "it could not be looked at or done"
        case .usage: "the command line is wrong"
        }
    }
}
