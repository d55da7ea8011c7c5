import EditorWire
import NotebookBundle

/// What an editor is to change.
struct EditorEdits {
    /// The replacements in files, by their current paths.
    var texts: [BundlePath: [PlacedEdit]] = [:]
    /// The files to be renamed.
    var renames: [(old: BundlePath, new: BundlePath)] = []
    /// The files to be made, with their texts.
    var created: [(path: BundlePath, text: [UInt8])] = []

    /// The current texts of files, as far as they were read.
    private(set) var before: [BundlePath: [UInt8]] = [:]

    /// Nothing.
    init() {}

    /// What a preview would change, which was made of the current texts.
    ///
    /// The manifest is left out: it is written when the notebook is sealed.
    init(_ files: [FileChange]) {
        for file in files where file.newPath != .manifest {
            guard let new = file.newPath else { continue }
            guard let old = file.oldPath else {
                created.append((new, file.new))
                continue
            }
            if old != new { renames.append((old, new)) }
            replace(file.old, by: file.new, in: old)
        }
    }

    /// Replaces the text of a file.
    mutating func replace(_ old: [UInt8], by new: [UInt8], in path: BundlePath) {
        let edits = TextEdits.between(old, new)
        guard !edits.isEmpty else { return }
        (texts[path], before[path]) = (edits, old)
    }
}

extension LanguageServer {
    /// Edits as the editor takes them.
    ///
    /// - Throws: `WireError` if the editor cannot make or rename files and the edits need it, or if a change of a text was
    ///   lost.
    func workspaceEdit(_ edits: EditorEdits, _ live: LiveNotebook, _ root: String) throws -> JSONValue {
        var changes: [(address: String, version: Int?, edits: [JSONValue])] = []
        let unread = Set(edits.texts.keys).subtracting(edits.before.keys)
        let read = try live.texts(of: unread)
        for (path, replacements) in edits.texts.sorted(by: { $0.key < $1.key }) {
            guard let text = edits.before[path] ?? read[path] else { continue }
            let lines = self.lines(text, of: path, in: root)
            for address in try addresses(of: path, in: root) {
                try documents[address]?.requireSync()
                changes.append((address, documents[address]?.version, replacements.map { textEdit($0, lines) }))
            }
        }
        guard client.hasDocumentChanges else {
            guard edits.renames.isEmpty, edits.created.isEmpty else { throw Self.cannotChangeFiles }
            return .object([("changes", .object(changes.map { ($0.address, .array($0.edits)) }))])
        }
        var steps: [JSONValue] = []
        if !edits.created.isEmpty, !client.can("create") { throw Self.cannotChangeFiles }
        for (path, text) in edits.created {
            let address = address(of: path, in: root)
            steps.append(
                .object([
                    ("kind", .text("create")), ("uri", .text(address)),
                    ("options", .object([("ignoreIfExists", .boolean(false))])),
                ]))
            steps.append(Self.documentEdit(address, nil, [textEdit(PlacedEdit(0..<0, text), LineTable([]))]))
        }
        steps += changes.map { Self.documentEdit($0.address, $0.version, $0.edits) }
        if !edits.renames.isEmpty, !client.can("rename") { throw Self.cannotChangeFiles }
        for (old, new) in edits.renames {
            let renamed = DocumentAddress.address(placed(new, in: root))
            steps.append(
                .object([
                    ("kind", .text("rename")), ("oldUri", .text(address(of: old, in: root))),
                    ("newUri", .text(renamed)),
                ]))
        }
        return .object([("documentChanges", .array(steps))])
    }

    /// The addresses by which a file is open, or else its own one.
    ///
    /// - Throws: `WireError` if they have different texts: edits of one would tear the other.
    private func addresses(of path: BundlePath, in root: String) throws(WireError) -> [String] {
        let place = DocumentLocation(root: root, path: path)
        guard opened[place] != nil else { return [address(of: path, in: root)] }
        let open = documents.values.filter { $0.place == place }
        guard Set(open.map(\.bytes)).count == 1 else {
            throw WireError(.requestFailed, "\(path) is open twice, with different texts; close one of them first")
        }
        return open.map(\.address).sorted()
    }

    private static var cannotChangeFiles: WireError {
        WireError(.requestFailed, "this editor cannot make or rename files as part of an edit")
    }

    private static func documentEdit(_ address: String, _ version: Int?, _ edits: [JSONValue]) -> JSONValue {
        let document = JSONValue.object([
            ("uri", .text(address)), ("version", version.map(JSONValue.integer) ?? .null),
        ])
        return .object([("textDocument", document), ("edits", .array(edits))])
    }

    /// A replacement as the editor takes it.
    func textEdit(_ edit: PlacedEdit, _ lines: LineTable) -> JSONValue {
        .object([
            ("range", lines.json(edit.range, client.encoding)),
            ("newText", .text(String(decoding: edit.text, as: UTF8.self))),
        ])
    }
}
