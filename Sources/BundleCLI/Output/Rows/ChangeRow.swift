import NotebookBundle
import NotebookFormat

/// What became of a file, or would, in an answer.
struct ChangeRow: Encodable {
    let path: String
    let change: String
    var from: String?
    var to: String?
}

extension ChangeRow {
    /// The change of a file by an edit; `nil` for the manifest, whose change follows from the others.
    init?(_ file: FileChange) {
        guard let path = file.newPath ?? file.oldPath, path != .manifest else { return nil }
        let isMoved = file.oldPath != nil && file.newPath != nil && file.oldPath != file.newPath
        let change = file.newPath == nil ? "removed" : file.oldPath == nil ? "added" : isMoved ? "moved" : "changed"
        self.init(path: path.text, change: change, from: isMoved ? file.oldPath?.text : nil)
    }
}
