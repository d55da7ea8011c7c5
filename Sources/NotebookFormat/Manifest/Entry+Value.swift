import NotebookText

/// An entry on its own, in a text other than a manifest.
extension Entry {
    /// The entry as a manifest lists it.
    var listed: JSONValue? {
        guard case .object(let members)? = try? JSONValue.read(Manifest([self]).text).content,
            case .array(let entries)? = members.last?.value.content
        else { return nil }
        return entries.first
    }

    /// Reads an entry as a manifest lists it.
    ///
    /// - Throws: `TextProblem` if it is not valid.
    init(listed: JSONValue) throws(TextProblem) {
        let text = CanonicalJSON.text(of: [
            .init(key: "format", value: .text("notebundle")), .init(key: "version", value: .integer(1)),
            .init(key: "entries", value: JSONValue(.array([listed]))),
        ])
        guard let entry = (try? Manifest(text))?.entries.first else {
            throw TextProblem("expected an entry of a manifest", at: listed.offset)
        }
        self = entry
    }
}
