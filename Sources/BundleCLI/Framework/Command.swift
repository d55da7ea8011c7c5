/// One call of a verb: what the verb says of itself, and what it does with the words and the session that it is given.
///
/// What it prints with `--json` is a nested `Answer`, or what `Editing` tells of changed items.
protocol Command: Sendable {
    /// What the verb says of itself.
    static var verb: Verb { get }

    /// A call with the words behind the verb, sorted to its parameters.
    init(arguments: Arguments, session: Session)

    /// Does what the verb is for.
    func run() throws -> ExitStatus
}
