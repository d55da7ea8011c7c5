package import EditorWire
package import NotebookBundle

/// A server for editors (Language Server Protocol 3.17), as a function of the messages that it gets.
///
/// It answers from the texts of open documents, and writes only through the edits that it asks the editor to make.
package final class LanguageServer {
    /// What the server needs from outside.
    package struct Environment {
        /// Opens the notebook at a path.
        package var open: (String) -> Notebook
        /// Reads a folder of Markdown files that is no notebook.
        package var readPlain: @Sendable (String) throws -> LiveNotebook
        /// The home folder, which is never read as a whole; `nil` if there is none.
        package var home: String?
        /// The settings of validation for the notebook at a path.
        package var validation: (String) -> ValidationSettings
        /// Now, on the user’s clock.
        package var now: () -> LocalMoment
        /// The version of the tool.
        package var version: String
        /// What to do about a finding, in the words of the tool.
        package var words: (Remedy) -> String
        /// Sends the bytes of a message, with its header, to the editor.
        package var send: ([UInt8]) -> Void

        /// Makes the value of its parts.
        package init(
            open: @escaping (String) -> Notebook,
            readPlain: @escaping @Sendable (String) throws -> LiveNotebook, home: String?,
            validation: @escaping (String) -> ValidationSettings,
            now: @escaping () -> LocalMoment, version: String, words: @escaping (Remedy) -> String,
            send: @escaping ([UInt8]) -> Void
        ) {
            (self.open, self.readPlain, self.home) = (open, readPlain, home)
            (self.validation, self.now, self.version) = (validation, now, version)
            (self.words, self.send) = (words, send)
        }
    }

    /// Where the conversation is (LSP 3.17, "Lifecycle Messages").
    private enum Stage {
        case beginning, running, shutDown
    }

    let environment: Environment
    /// What answers the requests, by their methods.
    private let handlers: [String: Handler]
    /// What else is done once a document was saved.
    private let saved: (LanguageServer, OpenDocument) throws -> Void
    var client = ClientCapabilities()
    var documents: [String: OpenDocument] = [:]
    /// The addresses of the documents that stand for files of notebooks: a file can be open by several addresses, such as
    /// its path and that through a symbolic link.
    var opened: [DocumentLocation: String] = [:]
    /// The documents that have to be saved before a notebook is sealed, and the time with which they were dated.
    var unsealed: [String: (addresses: Set<String>, time: Timestamp)] = [:]
    var rooms: [String: NotebookRoom] = [:]
    private var stage = Stage.beginning
    /// The folders that the editor has open.
    var folders: [String] = []
    /// Whether notebooks are sealed after each save.
    var sealsOnSave = false
    /// Why notebooks could not be read when findings were to be published, as the person was told.
    var failures: [String: String] = [:]
    /// The documents that have findings in the editor.
    var published: Set<String> = []
    /// Whether something has changed since findings were published.
    package internal(set) var owesFindings = false
    /// What is to be done when the client has answered a request of ours.
    private var awaited: [MessageID: (JSONValue?) throws -> Void] = [:]
    private var lastRequest = 0

    /// The status to end with, once the client has said `exit`.
    package private(set) var exitStatus: Int32?

    /// Answers a request.
    typealias Handler = @Sendable (LanguageServer) -> (JSONValue) throws -> JSONValue

    /// Starts a server that waits for `initialize`.
    init(
        _ environment: Environment, answering handlers: [String: Handler],
        saved: @escaping (LanguageServer, OpenDocument) throws -> Void
    ) {
        (self.environment, self.handlers, self.saved) = (environment, handlers, saved)
    }

    /// Handles a message.
    ///
    /// - Parameter isCancelled: Whether the client took a request back.
    package func receive(_ message: IncomingMessage, isCancelled: (MessageID) -> Bool = { _ in false }) {
        switch message {
        case .request(let id, let method, let params):
            do {
                if isCancelled(id) { throw WireError(.requestCancelled, "the request was cancelled") }
                send(OutgoingMessage.answer(id, try answer(method, params)))
            } catch {
                send(OutgoingMessage.error(id, Self.wireError(error)))
            }
        case .notification(let method, let params):
            do {
                try handleNotification(method, params)
            } catch {
                tell(error)
            }
        case .answer(let id, let result):
            do {
                try awaited.removeValue(forKey: id)?(result)
            } catch {
                tell(error)
            }
        case .invalid(let id, let error):
            // What cannot be read may have been a change of a text.
            if error.code == .parseError { loseTrack() }
            send(OutgoingMessage.error(id, error))
        }
    }

    static func wireError(_ error: any Error) -> WireError {
        switch error {
        case let error as WireError: error
        case let failure as any Failure: WireError(.requestFailed, "\(failure)")
        default: WireError(.internalError, PrintableText.escaped("\(error)"))
        }
    }

    /// Shows a person what went wrong.
    func tell(_ error: any Error) {
        send(
            "window/showMessage", .object([("type", .integer(1)), ("message", .text(Self.wireError(error).message))]))
    }

    /// A number and what is counted.
    static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }

    private func send(_ message: JSONValue) { environment.send(MessageFrames.framed(message.compactText)) }

    /// Sends a notification.
    func send(_ method: String, _ params: JSONValue) {
        send(OutgoingMessage.notification(method, params))
    }

    /// Sends a request, and calls `body` with its result, or with `nil` if it failed.
    func request(_ method: String, _ params: JSONValue, _ body: @escaping (JSONValue?) throws -> Void = { _ in }) {
        lastRequest += 1
        let id = MessageID.text("bundle-\(lastRequest)")
        awaited[id] = body
        send(OutgoingMessage.request(id, method, params))
    }

    private func answer(_ method: String, _ params: JSONValue) throws -> JSONValue {
        switch (stage, method) {
        case (.beginning, "initialize"):
            client = ClientCapabilities(params)
            configure(params["initializationOptions"])
            folders = Self.folders(params["workspaceFolders"])
            if folders.isEmpty { folders = Self.folders(.array([.object([("uri", params["rootUri"] ?? .null)])])) }
            stage = .running
            return ServerCapabilities.json(client, version: environment.version)
        case (.beginning, _): throw WireError(.serverNotInitialized, "“initialize” comes first")
        case (.shutDown, _): throw WireError(.invalidRequest, "the server is shut down")
        case (.running, "initialize"): throw WireError(.invalidRequest, "the server is initialized already")
        case (.running, "shutdown"):
            stage = .shutDown
            return .null
        case (.running, _):
            guard let handler = handlers[method] else {
                throw WireError(.methodNotFound, "there is no method “\(PrintableText.escaped(method))”")
            }
            return try handler(self)(params)
        }
    }

    /// The paths of folders.
    private static func folders(_ list: JSONValue?) -> [String] {
        (list?.array ?? []).compactMap { $0["uri"]?.string.flatMap(DocumentAddress.path) }
    }

    private func handleNotification(_ method: String, _ params: JSONValue) throws {
        if method == "exit" {
            exitStatus = stage == .shutDown ? 0 : 1
            return
        }
        guard stage == .running else { return }
        switch method {
        case "initialized": watchFiles()
        case "textDocument/didOpen": try open(params)
        case "textDocument/didChange": try change(params)
        case "textDocument/didClose": close(params)
        case "textDocument/didSave": if let document = save(params) { try saved(self, document) }
        case "workspace/didChangeWatchedFiles", "workspace/didRenameFiles", "workspace/didCreateFiles",
            "workspace/didDeleteFiles":
            lookAgain()
        case "workspace/didChangeWorkspaceFolders":
            let gone = Self.folders(params["event"]?["removed"])
            folders = folders.filter { !gone.contains($0) } + Self.folders(params["event"]?["added"])
        case "workspace/didChangeConfiguration": configure(params["settings"]?["bundle"] ?? params["settings"])
        default: break
        }
    }

    private func configure(_ settings: JSONValue?) {
        if let seals = settings?["sealOnSave"] { sealsOnSave = seals.isTrue }
    }

    private func watchFiles() {
        guard client.canWatch else { return }
        let watchers = JSONValue.array([.object([("globPattern", .text("**/*"))])])
        let registration = JSONValue.object([
            ("id", .text("files")), ("method", .text("workspace/didChangeWatchedFiles")),
            ("registerOptions", .object([("watchers", watchers)])),
        ])
        request("client/registerCapability", .object([("registrations", .array([registration]))]))
    }
}
