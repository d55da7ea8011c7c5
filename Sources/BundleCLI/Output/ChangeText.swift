import NotebookBundle

/// A preview of changes to files, for people.
enum ChangeText {
    /// The lines for the change of a file: what happens to it, and the difference of its text.
    static func lines(_ file: FileChange, _ style: Style) -> [String] {
        // The manifest follows from the other files.
        guard file.newPath != .manifest else { return [] }
        var lines: [String] = []
        let (old, new) = (file.oldPath?.text, file.newPath?.text)
        if let old, let path = file.newPath, TrashedPath(path) != nil {
            lines.append("trashed  \(PrintableText.escaped(old))")
        } else if let old, let new, old != new {
            lines.append("renamed  \(PrintableText.escaped(old)) -> \(PrintableText.escaped(new))")
        } else if let old, new == nil {
            return ["deleted  \(PrintableText.escaped(old))"]
        }
        return lines + UnifiedDiff(new ?? "", was: old, file.old, file.new).text(style)
    }
}

/// What happened, or would happen, to a file, in an answer.
struct ChangeRow: JSONRow {
    let path: String
    let change: String
    var from: String?
    var to: String?
}

extension ChangeRow {
    /// The change of a file by an edit; `nil` for the manifest, which follows from the other files.
    init?(_ file: FileChange) {
        guard let path = file.newPath ?? file.oldPath, path != .manifest else { return nil }
        let isMoved = file.oldPath != nil && file.newPath != nil && file.oldPath != file.newPath
        let change = file.newPath == nil ? "removed" : file.oldPath == nil ? "added" : isMoved ? "moved" : "changed"
        self.init(path: path.text, change: change, from: isMoved ? file.oldPath?.text : nil)
    }
}

extension FixStep {
    /// The step as one line.
    var line: String { "\(action.rawValue.padded(to: 10)) \(text)" }
}
