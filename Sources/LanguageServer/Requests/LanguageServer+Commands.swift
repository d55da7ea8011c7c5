import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Does what an action or a lens names.
    func executeCommand(_ params: JSONValue) throws -> JSONValue {
        guard let command = params["command"]?.string.flatMap(ServerCommand.init) else {
            throw WireError(.invalidParams, "there is no such command")
        }
        let arguments = params["arguments"]?.array ?? []
        guard let address = arguments.first?.string, let path = DocumentAddress.path(address),
            let place = documents[address]?.place ?? self.place(of: path, isNamed: true)
        else { throw WireError(.invalidParams, "the first argument is not the address of a file of a notebook") }
        switch command {
        case .seal:
            try seal(place.root, saysSo: true)
            return .null
        case .backlinks:
            let live = try live(place.root)
            return .array(try locations(of: live.references(to: place.path), live, place.root))
        case .inline:
            let position = arguments.count > 1 ? arguments[1] : .null
            guard
                let cursor = try cursor(
                    .object([("textDocument", .object([("uri", .text(address))])), ("position", position)]))
            else { throw WireError(.requestFailed, "the document is not open") }
            return try inline(cursor)
        }
    }

    /// Asks the editor to put a note in the place of a link; once it has, moves the note to the trash.
    private func inline(_ cursor: Cursor) throws -> JSONValue {
        let root = cursor.place.root
        try refusePlainFolder(root)
        // Another program may have linked to the note.
        lookAgain()
        let live = try live(root)
        guard let link = PlacedText(cursor.document.bytes)?.link(at: cursor.offset),
            case .file(let path) = live.goal(of: link, in: cursor.place.path), path != cursor.place.path,
            link.heading == nil, PlacedText(cursor.document.bytes)?.isAlone(link) ?? false,
            let text = try live.text(of: path).flatMap(PlacedText.init)
        else { throw WireError(.requestFailed, "there is no link to a note here") }
        guard opened[DocumentLocation(root: root, path: path)] == nil else {
            throw WireError(.requestFailed, "close “\(path.stem)” first, since it is going to the trash")
        }
        let references = live.references(to: path)
        guard references.count == 1 else {
            let other = references.map(\.source).first { $0 != cursor.place.path } ?? cursor.place.path
            throw WireError(.requestFailed, "there are other links to “\(path.stem)”, in \(other)")
        }
        let here = PlacedText(cursor.document.bytes)?.definitions.map(\.label) ?? []
        if let label = text.definitions.map(\.label).first(where: here.contains) {
            let shown = PrintableText.escaped(String(decoding: label, as: UTF8.self))
            throw WireError(.requestFailed, "both notes define “[\(shown)]”: rename one of them first")
        }
        var edits = EditorEdits()
        let carried = live.carried(text, from: path, to: cursor.place.path)
        let body = String(decoding: carried, as: UTF8.self).trimmed
        edits.texts[cursor.place.path] = [PlacedEdit(link.range, Array(body.utf8))]
        let edit = try workspaceEdit(edits, live, root)
        request("workspace/applyEdit", .object([("label", .text("Inline")), ("edit", edit)])) { [self] result in
            guard result?["applied"]?.isTrue ?? false else { return }
            _ = try environment.open(root).edit { draft in
                _ = try draft.moveToTrash([try draft.shown(path)])
            }
            lookAgain()
        }
        return .null
    }
}
