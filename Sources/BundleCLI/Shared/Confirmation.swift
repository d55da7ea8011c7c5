import NotebookBundle

/// Asks before something is deleted or replaced.
struct Confirmation {
    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Whether a person confirms, or --yes or the settings do.
    ///
    /// - Parameter mustAsk: Whether --yes is required without a terminal.
    func isGiven(_ question: String, mustAsk: Bool) throws -> Bool {
        if arguments[Common.yes] || !mustAsk && session.settings.confirmDelete == false { return true }
        guard session.terminal.inputIsTerminal else {
            guard mustAsk else { return true }
            throw UsageError.conflict("cannot ask without a terminal; use --yes")
        }
        if try session.confirm(question) { return true }
        try session.note("nothing was changed")
        return false
    }
}
