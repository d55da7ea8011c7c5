import NotebookBundle
import NotebookFormat

/// Changes of files as a person sees them before they are made.
enum ChangeText {
    /// The lines for the change of a file: what becomes of it, and how its text differs.
    static func lines(_ file: FileChange, _ style: Style) -> [String] {
        // The manifest follows from the others.
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
