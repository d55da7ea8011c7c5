import NotebookBundle
import NotebookFormat

/// An error of the tool itself, whose hint may speak of its verbs and options.
protocol ToolFailure: Failure {
    /// What to do about it.
    var hint: String? { get }
}

extension ToolFailure {
    /// The same hint.
    var remedy: Remedy? { hint.map { Remedy($0) } }
}

extension Failure {
    /// What to do about it, in the words of the tool.
    func hint(for tool: String) -> String? { remedy?.text(for: tool).replacing("‘bundle ", with: "‘\(tool) ") }
}

/// The directory in which the tool was called was removed.
struct NoWorkingDirectory: ToolFailure {
    var description: String { "the current directory is not there any more" }
    var hint: String? { "change to one that is there" }
}
