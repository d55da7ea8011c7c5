import EditorWire
import NotebookBundle

extension LanguageServer {
    /// Accepts the files of a notebook as they are saved.
    ///
    /// What sealing writes into open documents goes through the editor first; then these have to be saved.
    ///
    /// - Parameters:
    ///   - saysSo: Whether to say what it did.
    ///   - time: When it was asked to, if open documents were dated and saved since: with a later time, a text whose date
    ///     is the one that the manifest lists would be dated again, and would have to be saved again.
    /// - Throws: an error if the notebook cannot be sealed.
    func seal(_ root: String, saysSo: Bool, asOf time: Timestamp? = nil) throws {
        try refusePlainFolder(root)
        unsealed[root] = nil
        var directory = try environment.open(root).directory
        let time = time ?? directory.environment.now()
        directory = directory.at(time)
        let own = documents(of: root)
        let rewritten = try directory.textsToSeal(with: [:]).map(\.path).filter { own[$0] != nil }
        guard !rewritten.isEmpty else { return try sealFiles(Notebook(directory), own, saysSo: saysSo) }
        let names = rewritten.map(\.text).sorted().joined(separator: ", ")
        guard client.appliesEdits else {
            throw WireError(.requestFailed, "sealing changes \(names); close it in the editor first")
        }
        var edits = EditorEdits()
        for change in try directory.textsToSeal(with: own.mapValues(\.bytes)) {
            if let document = own[change.path] { edits.replace(document.bytes, by: change.new, in: change.path) }
        }
        let edit = try workspaceEdit(edits, live(root), root)
        request("workspace/applyEdit", .object([("label", .text("Seal")), ("edit", edit)])) { [self] result in
            guard result?["applied"]?.isTrue ?? false else {
                throw WireError(.requestFailed, "the notebook is not sealed: the editor did not change \(names)")
            }
            unsealed[root] = (Set(rewritten.compactMap { own[$0]?.address }), time)
            show("save \(names) to seal the notebook: sealing adds to the front matter")
        }
    }

    private func sealFiles(
        _ notebook: Notebook, _ own: [BundlePath: OpenDocument], saysSo: Bool
    ) throws {
        let sealing = try notebook.seal()
        lookAgain()
        guard saysSo else { return }
        // Editors leave out byte order marks, and may change line ends.
        let saved = try notebook.read { snapshot in
            try own.filter { path, document in
                try snapshot.content(of: path)?.asNewText == document.bytes.asNewText
            }
        }
        let unsaved = own.keys.filter { saved[$0] == nil }.map(\.text).sorted().joined(separator: ", ")
        let count = sealing.plan.changes.differences.count
        show(
            (sealing.commit == nil ? "nothing to seal" : "sealed \(Self.counted(count, "change"))")
                + (unsaved.isEmpty ? "" : "; not saved yet: \(unsaved)"))
    }

    private func show(_ message: String) {
        send("window/showMessage", .object([("type", .integer(3)), ("message", .text(message))]))
    }

    /// What sealing would write into a document that is about to be saved, if notebooks are sealed after each save.
    func willSave(_ params: JSONValue) throws -> JSONValue {
        guard sealsOnSave, let (document, place) = try document(params), !isPlain(place.root),
            // A text that cannot be sealed is saved as it is; sealing says why.
            let changes = try? environment.open(place.root).directory.textsToSeal(with: [place.path: document.bytes]),
            let change = changes.first(where: { $0.path == place.path })
        else { return .null }
        return .array(TextEdits.between(document.bytes, change.new).map { textEdit($0, document.lines) })
    }

    /// How long editors take to save what was changed in them, in seconds.
    private static let longestSave: Int64 = 60

    /// Seals the notebook of a document that was saved, if it is to be sealed after each save, or waited for this one.
    func sealAfterSaving(_ document: OpenDocument) throws {
        guard let root = document.place?.root, !isPlain(root) else { return }
        guard unsealed[root]?.addresses.remove(document.address) != nil else {
            if sealsOnSave { try seal(root, saysSo: false) }
            return
        }
        guard let awaited = unsealed[root], awaited.addresses.isEmpty else { return }
        // The history should not say that it was long ago.
        let age =
            try environment.open(root).directory.environment.now().secondsSince1970 - awaited.time.secondsSince1970
        try seal(root, saysSo: true, asOf: age < Self.longestSave ? awaited.time : nil)
    }
}
