import EditorWire
import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// An editor in the process: it opens files, asks the server, and makes the edits that come back.
final class Editor {
    /// What editors say about themselves.
    enum Profile: String, CaseIterable {
        /// Everything that the server makes use of, as VS Code has it.
        case full
        /// Neovim 0.7 as Debian has it: no operations on files when it renames, UTF-16.
        case withoutFileEdits
        /// Nothing at all.
        case bare
    }

    let folder: TemporaryFolder
    /// The clock and the random numbers of the server and of `validated`.
    private let environment = NotebookEnvironment.fixed(at: Timestamp(clamping: 1_764_028_800))
    let server: LanguageServer
    private let outbox: Outbox
    /// The messages of the server.
    var sent: [JSONValue] { outbox.sent }
    private(set) var texts: [String: String] = [:]
    /// How much later it is for the server than at first.
    var secondsPassed: Int64 = 0
    private var lastID = 0
    let root: String

    init(
        _ files: [String: String], _ profile: Profile = .full, encoding: String = "utf-16",
        initializes: Bool = true
    ) throws {
        let (outbox, environment) = (Outbox(), self.environment)
        self.outbox = outbox
        folder = try TemporaryFolder()
        root = folder.file("N.notebundle")
        let uuid = UniqueIdentifier(randomBits: 1, 2)
        let description = NotebookDescription(uuid: uuid, title: "N", created: Timestamp(clamping: 1_700_000_000))
        try folder.write("N.notebundle/notebook.json", description.text)
        _ = try NotebookDirectory(root, environment: environment).seal()
        for (name, text) in files { try folder.write("N.notebundle/\(name)", Array(text.utf8)) }
        server = LanguageServer(
            LanguageServer.Environment(
                open: { path in
                    let time = Timestamp(clamping: 1_764_028_800 + (outbox.editor?.secondsPassed ?? 0))
                    return Notebook(directory: path, environment: environment.at(time))
                },
                readPlain: { try LiveNotebook(plainFolder: $0, environment: NotebookEnvironment.system) },
                home: folder.path,
                validation: { _ in ValidationSettings() },
                now: { LocalMoment(Timestamp(clamping: 1_764_028_800), secondsFromUTC: 0) }, version: "1",
                words: { "\($0)" },
                send: { outbox.add($0) }))
        outbox.editor = self
        if initializes { try initialize(profile, encoding) }
    }

    func initialize(
        _ profile: Profile = .full, _ encoding: String = "utf-16", in folder: String? = nil
    ) throws {
        let root = folder.map { "\"\(DocumentAddress.address($0))\"" } ?? "null"
        let general = "\"general\":{\"positionEncodings\":[\"\(encoding)\"]}"
        let capabilities =
            switch profile {
            case .full:
                """
                {\(general),"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"]},"applyEdit":true,
                "fileOperations":{"willRename":true},"didChangeWatchedFiles":{"dynamicRegistration":true}},
                "textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}},
                "dataSupport":true,"resolveSupport":{"properties":["edit"]}},
                "documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}
                """
            case .withoutFileEdits:
                """
                {"workspace":{"workspaceEdit":{"documentChanges":true}},
                "textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}
                """
            case .bare: "{}"
            }
        _ = try ask(
            "initialize", try JSONValue.read(Array("{\"capabilities\":\(capabilities),\"rootUri\":\(root)}".utf8)))
        notify("initialized", .object([]))
    }

    func address(_ name: String) -> String { DocumentAddress.address(root + "/" + name) }

    /// The messages of the server, of which edits are made at once.
    private final class Outbox {
        var sent: [JSONValue] = []
        weak var editor: Editor?
        private var frames = MessageFrames()

        /// Takes the bytes of one message.
        func add(_ bytes: [UInt8]) {
            frames.add(bytes)
            guard case .message(let text)? = frames.next(), let message = try? JSONValue.read(text) else {
                Issue.record("no message: \(String(decoding: bytes, as: UTF8.self))")
                return
            }
            sent.append(message)
            guard let editor, message["method"]?.string == "workspace/applyEdit", let edit = message["params"]?["edit"],
                let id = MessageID(message["id"])
            else { return }
            try? editor.apply(edit)
            editor.server.receive(.answer(id, .object([("applied", .boolean(true))])))
        }
    }

    /// Sends a request; its error is thrown.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
        lastID += 1
        let id = MessageID.number("\(lastID)")
        server.receive(.request(id, method: method, params))
        guard let answer = sent.last(where: { MessageID($0["id"]) == id && $0["method"] == nil }) else {
            throw WireError(.internalError, "no answer")
        }
        if let error = answer["error"] {
            throw WireError(
                WireError.Code(rawValue: error["code"]?.number ?? 0) ?? .internalError, error["message"]?.string ?? "")
        }
        return answer["result"] ?? .null
    }

    func notify(_ method: String, _ params: JSONValue) { server.receive(.notification(method: method, params)) }

    /// Opens a file; `▮` in a given text is the cursor, and the text is not saved.
    @discardableResult
    func open(_ name: String, _ given: String? = nil) throws -> JSONValue {
        let text = try given ?? String(decoding: folder.read("N.notebundle/\(name)"), as: UTF8.self)
        let plain = text.replacing("▮", with: "")
        texts[name] = plain
        notify(
            "textDocument/didOpen",
            .object([
                (
                    "textDocument",
                    .object([
                        ("uri", .text(address(name))), ("languageId", .text("markdown")), ("version", .integer(1)),
                        ("text", .text(plain)),
                    ])
                )
            ]))
        let before = text.prefix(upTo: text.firstIndex(of: "▮") ?? text.startIndex)
        return position(name, at: before.utf8.count)
    }

    func close(_ name: String) {
        texts[name] = nil
        notify("textDocument/didClose", textDocument(name))
    }

    /// Replaces the text of an open file.
    func type(_ name: String, _ text: String) {
        texts[name] = text
        notify(
            "textDocument/didChange",
            .object([
                ("textDocument", .object([("uri", .text(address(name))), ("version", .integer(2))])),
                ("contentChanges", .array([.object([("text", .text(text))])])),
            ]))
    }

    func save(_ name: String) throws {
        try folder.write("N.notebundle/\(name)", Array((texts[name] ?? "").utf8))
        notify("textDocument/didSave", textDocument(name))
    }

    func saveAll() throws { for name in texts.keys.sorted() { try save(name) } }

    func position(_ name: String, at offset: Int) -> JSONValue {
        LineTable(Array((texts[name] ?? "").utf8)).json(offset, server.client.encoding)
    }

    func textDocument(_ name: String) -> JSONValue {
        .object([("textDocument", .object([("uri", .text(address(name)))]))])
    }

    func at(_ name: String, _ position: JSONValue, _ more: (String, JSONValue)...) -> JSONValue {
        .object([("textDocument", .object([("uri", .text(address(name)))])), ("position", position)] + more)
    }

    /// Opens a text with a cursor, and asks about the cursor.
    func ask(_ method: String, in name: String, _ text: String, _ more: (String, JSONValue)...) throws -> JSONValue {
        let position = texts[name] == nil ? try open(name, text) : move(name, text)
        return try ask(
            method,
            .object([("textDocument", .object([("uri", .text(address(name)))])), ("position", position)] + more))
    }

    private func move(_ name: String, _ text: String) -> JSONValue {
        type(name, text.replacing("▮", with: ""))
        return position(name, at: text.prefix(upTo: text.firstIndex(of: "▮") ?? text.startIndex).utf8.count)
    }

    /// The findings that were published last for a file: codes and their lines, from 1.
    func findings(_ name: String) -> [String] {
        server.settle()
        let last = sent.last {
            $0["method"]?.string == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.string == address(name)
        }
        return (last?["params"]?["diagnostics"]?.array ?? []).map {
            "\($0["code"]?.string ?? "") \(($0["range"]?["start"]?["line"]?.number ?? 0) + 1)"
        }
    }

    /// A location as `PATH line:character-line:character`.
    func shown(_ location: JSONValue) -> String {
        let path = DocumentAddress.path(location["uri"]?.string ?? "")?.dropFirst(root.count + 1) ?? ""
        func place(_ key: String) -> String {
            let position = location["range"]?[key]
            return "\(position?["line"]?.number ?? -1):\(position?["character"]?.number ?? -1)"
        }
        return "\(path) \(place("start"))-\(place("end"))"
    }

    /// Makes the edits of an answer: in open texts where a file is open, otherwise in the file, as editors do.
    func apply(_ edit: JSONValue) throws {
        for (address, edits) in edit["changes"].flatMap(Self.members) ?? [] {
            try apply(edits.array ?? [], to: name(address))
        }
        for step in edit["documentChanges"]?.array ?? [] {
            switch step["kind"]?.string {
            case "create": try folder.write("N.notebundle/\(name(step["uri"]?.string ?? ""))", [])
            case "rename":
                try rename(name(step["oldUri"]?.string ?? ""), name(step["newUri"]?.string ?? ""))
            default: try apply(step["edits"]?.array ?? [], to: name(step["textDocument"]?["uri"]?.string ?? ""))
            }
        }
    }

    /// Renames a file or folder, as the editor does after it has asked.
    func rename(_ old: String, _ new: String) throws {
        let parent = URL(filePath: root + "/" + new).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: root + "/" + old, toPath: root + "/" + new)
        for name in texts.keys where name == old || name.hasPrefix(old + "/") {
            let text = texts[name] ?? ""
            close(name)
            try open(new + name.dropFirst(old.count), text)
        }
        notify("workspace/didRenameFiles", .object([]))
    }

    /// Asks before it renames, makes the edits, and renames.
    func renameAsking(_ old: String, _ new: String) throws {
        let files = JSONValue.array([
            .object([("oldUri", .text(address(old))), ("newUri", .text(address(new)))])
        ])
        try apply(try ask("workspace/willRenameFiles", .object([("files", files)])))
        try rename(old, new)
    }

    private func apply(_ edits: [JSONValue], to name: String) throws {
        let isOpen = texts[name] != nil
        let text = try texts[name] ?? String(decoding: folder.read("N.notebundle/\(name)"), as: UTF8.self)
        let lines = LineTable(Array(text.utf8))
        let placed = edits.compactMap { edit in
            lines.range(edit["range"], server.client.encoding).map {
                PlacedEdit($0, Array((edit["newText"]?.string ?? "").utf8))
            }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let new = lines.bytes.replacing(placed)
        if isOpen {
            type(name, String(decoding: new, as: UTF8.self))
        } else {
            try folder.write("N.notebundle/\(name)", new)
        }
    }

    private func name(_ address: String) -> String {
        String(DocumentAddress.path(address)?.dropFirst(root.count + 1) ?? "")
    }

    private static func members(_ value: JSONValue) -> [(String, JSONValue)]? {
        guard case .object(let members) = value.content else { return nil }
        return members.map { ($0.key, $0.value) }
    }

    /// A file as it is saved.
    func saved(_ name: String) throws -> String {
        String(decoding: try folder.read("N.notebundle/\(name)"), as: UTF8.self)
    }

    /// The names of the notes that are saved.
    var notes: [String] {
        (FileManager.default.enumerator(atPath: root + "/notes")?.allObjects as? [String] ?? []).filter {
            $0.hasSuffix(".md")
        }
        .sorted()
    }

    /// What validation says about the notebook once it is sealed.
    func validated() throws -> [String] {
        let directory = NotebookDirectory(root, environment: environment)
        _ = try directory.seal()
        let inspection = try directory.inspect(collectsLinks: true)
        return try RuleBook.findings(in: inspection).map { "\($0.rule) \($0.path)" }
    }

    /// The text of an answer without its positions: for hover.
    static func words(_ hover: JSONValue) -> String { hover["contents"]?["value"]?.string ?? "" }
}
