import NotebookBundle

extension FixStep {
    /// The step as one line.
    var line: String { "\(action.rawValue.padded(to: 10)) \(text)" }
}
