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

    /// The text as bytes.
    var bytes: [UInt8] { lines.bytes }

    /// Applies the changes of a notification, in their order.
    ///
    /// - Throws: `WireError` if a change has no valid form; earlier ones stay applied.
    mutating func apply(_ changes: [JSONValue], _ encoding: PositionEncoding) throws(WireError) {
        for change in changes {
            guard let text = change["text"]?.string else {
                throw WireError(.invalidParams, "a change has no “text”")
            }
            guard let range = change["range"], !range.isNull else {
                lines = LineTable(Array(text.utf8))
                continue
            }
            guard let place = lines.range(range, encoding) else {
                throw WireError(.invalidParams, "the range of a change has no lines and characters")
            }
            lines.replace(place, with: Array(text.utf8))
        }
    }
}

/// A file of a notebook.
struct DocumentLocation: Hashable, Sendable {
    /// The path of the notebook, without links.
    let root: String
    /// The path of the file in it.
    let path: BundlePath
}
