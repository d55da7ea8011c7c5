import NotebookBundle

/// An error of the tool itself, whose hint can name its verbs and options.
protocol ToolFailure: Failure {
    /// What to do about it.
    var hint: String? { get }
}

extension ToolFailure {
    /// The same hint.
    var remedy: Remedy? { hint.map { Remedy($0) } }
}

extension Failure {
    /// What to do about it, in the tool's words.
    func hint(for tool: String) -> String? { remedy?.text(for: tool).replacing("‘bundle ", with: "‘\(tool) ") }
}

/// The working directory of the tool was removed.
struct NoWorkingDirectory: ToolFailure {
    var description: String { "the current directory no longer exists" }
    var hint: String? { "change to a directory that exists" }
}
