import NotebookBundle

/// The notebook that hints have to name, so that they apply to the notebook of the command line.
struct NotebookInHints {
    private let arguments: Arguments
    private let session: Session
    private let verb: Verb

    init(_ arguments: Arguments, _ session: Session, _ verb: Verb) {
        (self.arguments, self.session, self.verb) = (arguments, session, verb)
    }

    /// The notebook as it was typed; `nil` if it is the known one, or if the command line names several.
    var name: String? {
        guard let parameter = verb.parameters.lazy.compactMap({ $0 as? NotebookParameter }).first else { return nil }
        let names = arguments.all(parameter)
        let others = verb.parameters.contains { other in
            guard !(other is NotebookParameter), other.form.key != NotebookParameter.option.form.key else {
                return false
            }
            return switch other.kind {
            case .notebook, .notebookDirectory, .notebookOrArchive: arguments.isGiven(other)
            default: false
            }
        }
        guard let name = names.first, names.count == 1, !others, name != Session.inputWord, !name.isEmpty,
            let path = NotebookFinder(session).named(name), (try? DefaultNotebook(session).path()) != path
        else { return nil }
        return name.hasPrefix("/") ? session.displayed(path) : name
    }
}
