import NotebookBundle

/// What happened, or would happen, to a file, in an answer.
struct ChangeRow: Encodable {
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
