public import NotebookFiles
public import NotebookFormat

extension RuleFailure: Failure {
    /// The rule and the reason.
    public var description: String { "the rule \(rule) failed: \(reason)" }

    /// What to do about it.
    public var remedy: Remedy? { "this is a bug in the program; it says nothing about the notebook" }
}
