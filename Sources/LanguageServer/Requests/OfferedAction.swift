import EditorWire
import NotebookBundle

/// What an editor offers at a place.
struct OfferedAction {
    let title: String
    let kind: String
    var edits: EditorEdits?
    var command: (ServerCommand, [JSONValue])?
    /// The finding that it mends.
    var mended: JSONValue?
}

extension LanguageServer {
    /// Offers what can be done with the selection.
    func codeActions(_ params: JSONValue) throws -> JSONValue {
        guard client.hasActionKinds, let (document, place) = try document(params), !isPlain(place.root) else {
            return .array([])
        }
        guard let range = document.lines.range(params["range"], client.encoding) else {
            throw WireError(.invalidParams, "“range” has no lines and characters")
        }
        guard let text = PlacedText(document.bytes) else { return .array([]) }
        let live = try live(place.root)
        let selection = SelectedText(document: document, place: place, text: text, range: range)
        let reported = params["context"]?["diagnostics"]?.array ?? []
        let wanted = params["context"]?["only"]?.array?.compactMap(\.string)
        var actions: [OfferedAction] = []
        actions += linkActions(selection, live, reported)
        // An action that cannot be made is not offered.
        actions += (try? extraction(selection, live)) ?? []
        actions += mentionActions(selection, live)
        actions += taskActions(selection)
        actions.append(
            OfferedAction(
                title: "Seal the notebook", kind: "source", command: (.seal, [.text(document.address)])))
        return .array(
            actions.filter { action in
                wanted?.contains { action.kind == $0 || action.kind.hasPrefix($0 + ".") } ?? true
            }.compactMap { try? json($0, live, place.root) })
    }

    /// What is selected, and where.
    struct SelectedText {
        let document: OpenDocument
        let place: DocumentLocation
        let text: PlacedText
        let range: Range<Int>

        var bytes: [UInt8] { document.bytes }
    }

    private func json(_ action: OfferedAction, _ live: LiveNotebook, _ root: String) throws -> JSONValue {
        let command = action.command.map { command, arguments in
            JSONValue.object([
                ("title", .text(action.title)), ("command", .text(command.rawValue)), ("arguments", .array(arguments)),
            ])
        }
        return .object(present: [
            ("title", .text(action.title)), ("kind", .text(action.kind)),
            ("diagnostics", action.mended.map { .array([$0]) }),
            ("edit", try action.edits.map { try workspaceEdit($0, live, root) }), ("command", command),
        ])
    }
}
