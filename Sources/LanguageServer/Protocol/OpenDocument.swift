import EditorWire
import NotebookBundle

/// A document that is open in the editor, which owns its text.
struct OpenDocument: Sendable {
    /// The address, as the client spells it.
    let address: String
    /// The path of its file.
    let path: String
    /// The notebook that contains it, and where; `nil` for files outside of notebooks.
    let place: DocumentLocation?
    /// The version that the client gave the text.
    var version: Int?
    /// The text.
    var lines: LineTable
    /// Whether the text is that of the editor: no change was lost since the last whole text.
    var isInSync = true

    /// The text as bytes.
    var bytes: [UInt8] { lines.bytes }

    /// Applies the changes of a notification, in their order.
    ///
    /// - Throws: `WireError` if a change has no valid form; earlier ones stay applied, and later ones wait for a whole
    ///   text.
    mutating func apply(_ changes: JSONValue?, _ encoding: PositionEncoding) throws(WireError) {
        guard let changes = changes?.array else { throw lost("a change has no content") }
        defer { lines.countBlocks() }
        var problem: WireError?
        for change in changes {
            guard let text = change["text"]?.string else {
                problem = lost("a change has no “text”")
                continue
            }
            guard let range = change["range"], !range.isNull else {
                lines = LineTable(Array(text.utf8))
                (isInSync, problem) = (true, nil)
                continue
            }
            guard isInSync else { continue }
            guard let place = lines.range(range, encoding) else {
                problem = lost("the range of a change has no lines and characters")
                continue
            }
            lines.replace(place, with: Array(text.utf8))
        }
        if let problem { throw problem }
    }

    private mutating func lost(_ reason: String) -> WireError {
        isInSync = false
        return WireError(.invalidParams, "\(reason); close the file, and open it again")
    }

    /// Makes sure that the text is that of the editor.
    ///
    /// - Throws: `WireError` if a change was lost.
    func requireSync() throws(WireError) {
        guard !isInSync else { return }
        throw WireError(
            .contentModified, "a change of \(PrintableText.escaped(path)) was lost; close the file, and open it again")
    }
}

/// A file of a notebook.
struct DocumentLocation: Hashable, Sendable {
    /// The path of the notebook, without links.
    let root: String
    /// The path of the file in it.
    let path: BundlePath
}
