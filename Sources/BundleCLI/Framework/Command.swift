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
