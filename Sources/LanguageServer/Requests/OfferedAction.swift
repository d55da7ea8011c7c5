import EditorWire
import NotebookBundle

/// What an editor offers at a place.
struct OfferedAction {
    let title: String
    let kind: String
    /// What it changes.
    var edits: (() throws -> EditorEdits)?
    /// Whether the edits take long to find, so that an editor should ask for them once they are wanted.
    var isCostly = false
    var command: (ServerCommand, [JSONValue])?
    /// The finding that it mends.
    var mended: JSONValue?
}

extension OfferedAction {
    /// Replaces some bytes of a file.
    init(title: String, kind: String, _ edit: PlacedEdit, in path: BundlePath, mended: JSONValue? = nil) {
        var edits = EditorEdits()
        edits.texts[path] = [edit]
        self.init(title: title, kind: kind, edits: { edits }, mended: mended)
    }
}

/// What is selected, and where.
struct SelectedText {
    let document: OpenDocument
    let place: DocumentLocation
    let text: PlacedText
    let range: Range<Int>

    var bytes: [UInt8] { document.bytes }

    /// What stands before the label of a wiki link in a range: in a table, `|` would end the cell.
    func labelSign(in range: Range<Int>) -> String { text.tables.contains { $0.overlaps(range) } ? "\\|" : "|" }
}

extension LanguageServer {
    /// Offers what can be done with the selection.
    func codeActions(_ params: JSONValue) throws -> JSONValue {
        guard client.hasActionKinds, let selection = try selection(params) else { return .array([]) }
        let live = try live(selection.place.root)
        let reported = params["context"]?["diagnostics"]?.array ?? []
        let wanted = params["context"]?["only"]?.array?.compactMap(\.string)
        return .array(
            offered(selection, live, reported).filter { action in
                // The empty kind contains all.
                wanted?.contains { $0.isEmpty || action.kind == $0 || action.kind.hasPrefix($0 + ".") } ?? true
            }.compactMap { try? json($0, selection, live) })
    }

    /// Adds the edits to an action that was offered without them.
    func resolveAction(_ params: JSONValue) throws -> JSONValue {
        guard case .object(var members) = params.content, let data = params["data"] else { return params }
        guard let selection = try selection(data), selection.document.version == data["version"]?.number else {
            throw WireError(.contentModified, "the text has changed since the action was offered")
        }
        let live = try live(selection.place.root)
        let action = offered(selection, live, []).first { $0.isCostly && $0.title == params["title"]?.string }
        guard let edits = try action?.edits?() else {
            throw WireError(.contentModified, "the notebook has changed since the action was offered")
        }
        members.append(.init(key: "edit", value: try workspaceEdit(edits, live, selection.place.root)))
        return JSONValue(.object(members))
    }

    /// The selection that a request is about; `nil` in plain folders, and in what is not a valid text.
    private func selection(_ params: JSONValue) throws -> SelectedText? {
        guard let (document, place) = try document(params), !isPlain(place.root) else { return nil }
        guard let range = document.lines.range(params["range"], client.encoding) else {
            throw WireError(.invalidParams, "“range” has no lines and characters")
        }
        guard let text = PlacedText(document.bytes) else { return nil }
        return SelectedText(document: document, place: place, text: text, range: range)
    }

    private func offered(_ selection: SelectedText, _ live: LiveNotebook, _ reported: [JSONValue]) -> [OfferedAction] {
        linkActions(selection, live, reported) + extraction(selection, live) + mentionActions(selection, live)
            + taskActions(selection) + [
                OfferedAction(
                    title: "Seal the notebook", kind: "source",
                    command: (.seal, [.text(selection.document.address)]))
            ]
    }

    /// An action as the editor takes it.
    ///
    /// - Throws: an error if it cannot be carried out.
    private func json(_ action: OfferedAction, _ selection: SelectedText, _ live: LiveNotebook) throws -> JSONValue {
        let command = action.command.map { command, arguments in
            JSONValue.object([
                ("title", .text(action.title)), ("command", .text(command.rawValue)), ("arguments", .array(arguments)),
            ])
        }
        let isLater = action.isCostly && client.resolvesActions
        let document = selection.document
        let data = JSONValue.object(present: [
            ("textDocument", .object([("uri", .text(document.address))])),
            ("version", document.version.map(JSONValue.integer)),
            ("range", document.lines.json(selection.range, client.encoding)),
        ])
        return .object(present: [
            ("title", .text(action.title)), ("kind", .text(action.kind)),
            ("diagnostics", action.mended.map { .array([$0]) }),
            ("edit", try isLater ? nil : action.edits.map { try workspaceEdit($0(), live, selection.place.root) }),
            ("command", command), ("data", isLater ? data : nil),
        ])
    }
}
