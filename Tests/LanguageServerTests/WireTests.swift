import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

struct `A stream of messages` {
    private static func frames(_ pieces: [[UInt8]]) -> [MessageFrames.Frame] {
        var frames = MessageFrames()
        var found: [MessageFrames.Frame] = []
        for piece in pieces {
            frames.add(piece)
            while let frame = frames.next() { found.append(frame) }
        }
        return found
    }

    @Test func `is divided into its messages, however its pieces are cut`() {
        let messages = ["{}", "[1,2]", "\"ä\r\n\r\n\"", ""].map { Array($0.utf8) }
        let stream = messages.flatMap(MessageFrames.framed)
        for length in [1, 2, 3, 7, stream.count] {
            let pieces = stride(from: 0, to: stream.count, by: length).map {
                Array(stream[$0..<min($0 + length, stream.count)])
            }
            #expect(Self.frames(pieces) == messages.map { .message($0) })
        }
    }

    @Test func `takes other headers, letter case and spaces`() {
        let head = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:  2 \r\n\r\n{}"
        #expect(Self.frames([Array(head.utf8)]) == [.message(Array("{}".utf8))])
    }

    @Test(arguments: [
        "Content-Length: x\r\n\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "X: 1\r\n\r\n", "nonsense\n\n",
    ])
    func `goes on behind a header without a length`(header: String) {
        let stream = Array(header.utf8) + MessageFrames.framed(Array("{}".utf8))
        #expect(Self.frames([stream]) == [.badHeader, .message(Array("{}".utf8))])
    }

    @Test func `passes over a message of 100 MB without keeping it`() {
        var frames = MessageFrames()
        frames.add(Array("Content-Length: 100000000\r\n\r\n".utf8))
        #expect(frames.next() == .tooLong(100_000_000))
        let piece = [UInt8](repeating: 0x20, count: 1_000_000)
        for _ in 0..<100 {
            frames.add(piece)
            #expect(frames.next() == nil)
        }
        for byte in [0x31, 0x32] as [UInt8] {
            frames.add(MessageFrames.framed([byte]))
            #expect(frames.next() == .message([byte]))
            #expect(frames.next() == nil)
        }
    }

    @Test func `is lost where no header ends`() {
        #expect(Self.frames([[UInt8](repeating: 0x41, count: 9_000), Array("{}".utf8)]) == [.lost])
    }
}

struct `A conversation with the server` {
    private static func code(_ body: () throws -> Void) -> WireError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WireError)?.code
        }
    }

    @Test func `begins with initialize`() throws {
        let editor = try Editor([:], initializes: false)
        #expect(Self.code { try editor.ask("textDocument/hover", .object([])) } == .serverNotInitialized)
        try editor.initialize()
        #expect(Self.code { try editor.initialize() } == .invalidRequest)
    }

    @Test func `answers wrong calls with the errors of the standard`() throws {
        let editor = try Editor([:])
        #expect(Self.code { try editor.ask("nonsense", .null) } == .methodNotFound)
        #expect(Self.code { try editor.ask("textDocument/hover", .null) } == .invalidParams)
        #expect(
            Self.code { try editor.ask("workspace/executeCommand", .object([("command", .text("x"))])) }
                == .invalidParams)
    }

    @Test(arguments: [
        ("{", WireError.Code.parseError), ("[]", .invalidRequest), ("{\"id\":1,\"method\":\"x\"}", .invalidRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}", .invalidRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"x\"}", .invalidRequest), ("\u{FF}", .parseError),
    ])
    func `answers what is no message`(text: String, code: WireError.Code) throws {
        let editor = try Editor([:])
        editor.server.receive(IncomingMessage(Array(text.utf8)))
        #expect(editor.sent.last?["error"]?["code"]?.number == code.rawValue)
    }

    @Test func `takes what is no character for another one, in messages alone`() throws {
        func message(_ text: String) -> [UInt8] {
            Array("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":\"\(text)\"}".utf8)
        }
        let bad = message("a \\ud83d b \\udd8a \\ud83e\\udd8a \\\\ud83d")
        guard case .notification("x", let params) = IncomingMessage(bad) else {
            Issue.record("the message was not read")
            return
        }
        #expect(params.string == "a \u{FFFD} b \u{FFFD} 🦊 \\ud83d")
        #expect(throws: TextProblem.self) { _ = try JSONValue.read(bad) }
        let bytes = message("q").map { $0 == UInt8(ascii: "q") ? 0xFF : $0 }
        guard case .notification(_, let repaired) = IncomingMessage(bytes) else {
            Issue.record("the message was not read")
            return
        }
        #expect(repaired.string == "?")
    }

    @Test(arguments: [
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"\"}}", "[]",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"x\"}",
    ])
    func `loses no change with a message that cannot be one`(text: String) throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "text\n"])
        let position = try editor.open("notes/A.md", "[[▮B]]\n")
        editor.server.receive(IncomingMessage(Array(text.utf8)))
        let found = try editor.ask("textDocument/definition", editor.at("notes/A.md", position))
        #expect(found["uri"]?.string == editor.address("notes/B.md"))
    }

    @Test func `answers nothing about texts of which a change was lost`() throws {
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "text\n"])
        let position = try editor.open("notes/A.md", "[[▮B]]\n")
        let change = """
            {"jsonrpc":"2.0","method":"textDocument/didChange","params":
            {"textDocument":{"uri":"\(editor.address("notes/A.md"))","version":2},"contentChanges":[{"range":null}]}}
            """
        for lost in ["{", change] {
            editor.server.receive(IncomingMessage(Array(lost.utf8)))
            #expect(editor.sent.contains { $0["method"]?.string == "window/showMessage" })
            let asked = editor.at("notes/A.md", position)
            #expect(Self.code { try editor.ask("textDocument/definition", asked) } == .contentModified)
            // An edit of the old text would be made at the wrong place.
            let title = ("newName", JSONValue.text("C"))
            #expect(
                Self.code {
                    _ = try editor.ask("textDocument/rename", in: "notes/B.md", "---\ntitle: ▮B\n---\n", title)
                } == .contentModified)
            editor.type("notes/A.md", "[[B]]\n")
            #expect(try editor.ask("textDocument/definition", asked)["uri"]?.string == editor.address("notes/B.md"))
        }
    }

    @Test func `reads no plain folder for a command about a file that is not open`() throws {
        let editor = try Editor([:], initializes: false)
        try editor.folder.write("vault/A.md", Array("text".utf8))
        try editor.initialize()
        let address = JSONValue.text(DocumentAddress.address(editor.folder.file("vault/A.md")))
        let command = JSONValue.object([
            ("command", .text("bundle.backlinks")), ("arguments", .array([address])),
        ])
        #expect(Self.code { try editor.ask("workspace/executeCommand", command) } == .invalidParams)
        #expect(editor.server.roots.isEmpty)
        let document = JSONValue.object([("uri", address), ("text", .text("text"))])
        editor.notify("textDocument/didOpen", .object([("textDocument", document)]))
        #expect(try editor.ask("workspace/executeCommand", command).array?.isEmpty == true)
    }

    @Test func `answers a cancelled request as cancelled`() throws {
        let editor = try Editor(["notes/A.md": ""])
        editor.server.receive(.request(.number("7"), method: "shutdown", .null), isCancelled: { _ in true })
        #expect(editor.sent.last?["error"]?["code"]?.number == WireError.Code.requestCancelled.rawValue)
    }

    @Test(arguments: [(true, 0 as Int32), (false, 1)])
    func `ends with the status that the standard names`(isShutDown: Bool, status: Int32) throws {
        let editor = try Editor([:])
        if isShutDown {
            #expect(try editor.ask("shutdown", .null).isNull)
            #expect(Self.code { try editor.ask("textDocument/hover", .null) } == .invalidRequest)
        }
        editor.notify("exit", .null)
        #expect(editor.server.exitStatus == status)
    }

    @Test func `ends when the client dies`() throws {
        let editor = try Editor([:], initializes: false)
        #expect(ServerConnection(editor.server).run { [] } == 1)
    }
}
