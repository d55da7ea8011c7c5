import NotebookBundle

extension Callout {
    /// The colour of the kind.
    var face: Style.Face {
        switch mood {
        case .success: .green
        case .caution: .yellow
        case .danger: .red
        case .reference: .cyan
        case .information: .blue
        }
    }
}
