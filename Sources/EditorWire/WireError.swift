package import NotebookText

/// An error as the standards name it (JSON-RPC 2.0, section 5.1, and LSP 3.17, "ErrorCodes").
package struct WireError: Error, Hashable, Sendable {
    /// The numbers of errors.
    package enum Code: Int, Sendable {
        /// The text is not JSON.
        case parseError = -32700
        /// The JSON is no message, or the message may not come now.
        case invalidRequest = -32600
        /// There is no such method.
        case methodNotFound = -32601
        /// The parameters are not those of the method.
        case invalidParams = -32602
        /// Something failed that should not.
        case internalError = -32603
        /// A request came before `initialize`.
        case serverNotInitialized = -32002
        /// A valid request cannot be carried out.
        case requestFailed = -32803
        /// The text has changed since what the request is about.
        case contentModified = -32801
        /// The client took the request back.
        case requestCancelled = -32800
    }

    /// Its number.
    package let code: Code
    /// What is wrong, for people.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The error as JSON.
    package var json: JSONValue { .object([("code", .integer(code.rawValue)), ("message", .text(message))]) }
}

/// Messages of this side.
package enum OutgoingMessage {
    /// The answer to a request.
    package static func answer(_ id: MessageID, _ result: JSONValue) -> JSONValue {
        .object([("jsonrpc", .text("2.0")), ("id", id.json), ("result", result)])
    }

    /// The answer to a request that failed; `nil` for the identifier if it is not known.
    package static func error(_ id: MessageID?, _ error: WireError) -> JSONValue {
        .object([("jsonrpc", .text("2.0")), ("id", id?.json ?? .null), ("error", error.json)])
    }

    /// A call that is not answered.
    package static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        .object([("jsonrpc", .text("2.0")), ("method", .text(method)), ("params", params)])
    }

    /// A call that the other side answers.
    package static func request(_ id: MessageID, _ method: String, _ params: JSONValue) -> JSONValue {
        .object([("jsonrpc", .text("2.0")), ("id", id.json), ("method", .text(method)), ("params", params)])
    }
}
