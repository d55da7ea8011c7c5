import NotebookBundle

extension MendingStep {
    /// The step as one line.
    var line: String { "\(action.rawValue.padded(to: 10)) \(text)" }
}

extension Output.StepOutput {
    init(_ step: MendingStep) {
        self.init(action: step.action.rawValue, path: step.path, to: step.newPath, detail: step.detail)
    }
}
