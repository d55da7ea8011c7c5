import NotebookBundle

/// The two versions of a value of the notebook, on one line.
enum ValueLines {
    static func line(_ change: DescriptionChange) -> String {
        let subject =
            switch change.subject {
            case .notebook: "the notebook"
            case .setting: "settings"
            case .folder: "folder \(PrintableText.quoted(change.name))"
            case .tag: "tag \(PrintableText.quoted(change.name))"
            case .smartFolder:
                change.name.isEmpty ? "smart folders" : "smart folder \(PrintableText.quoted(change.name))"
            }
        let values = [("mine", change.old), ("theirs", change.new)].map { side, value in
            "\(value.map { PrintableText.escaped($0) } ?? "none") (\(side))"
        }
        return "\(subject), \(PrintableText.escaped(change.key)): \(values.joined(separator: ", "))"
    }
}
