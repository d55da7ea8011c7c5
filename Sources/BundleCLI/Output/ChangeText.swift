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
