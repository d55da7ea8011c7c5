package import NotebookText

/// The identifier of a request.
package enum MessageID: Hashable, Sendable {
    /// A number, as it is spelled.
    case number(String)
    /// A text.
    case text(String)

    /// The identifier in an answer.
    package var json: JSONValue {
        switch self {
        case .number(let digits): JSONValue(.number(digits))
        case .text(let text): .text(text)
        }
    }

    /// Reads an identifier; `nil` if it is neither a number nor a text.
    package init?(_ value: JSONValue?) {
        switch value?.content {
        case .number(let digits): self = .number(digits)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }
}

/// A message of the other side (JSON-RPC 2.0).
package enum IncomingMessage: Sendable {
    /// A call that is to be answered.
    case request(MessageID, method: String, JSONValue)
    /// A call that is not answered.
    case notification(method: String, JSONValue)
    /// The answer to a call of ours; `nil` for an error.
    case answer(MessageID, JSONValue?)
    /// Something that is no message, and the error that answers it.
    case invalid(MessageID?, WireError)

    /// Reads a message.
    package init(_ bytes: [UInt8]) {
        let value: JSONValue
        do throws(TextProblem) {
            if let read = try? JSONValue.read(bytes) {
                value = read
            } else {
                value = try JSONValue.read(WireText.mended(bytes))
            }
        } catch {
            self = .invalid(nil, WireError(.parseError, "\(error.message), at byte \(error.offset)"))
            return
        }
        guard case .object(let members) = value.content else {
            self = .invalid(nil, WireError(.invalidRequest, "a message is an object"))
            return
        }
        func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
        let id = MessageID(member("id"))
        guard member("jsonrpc")?.string == "2.0" else {
            self = .invalid(id, WireError(.invalidRequest, "“jsonrpc” is not “2.0”"))
            return
        }
        let params = member("params") ?? JSONValue(.null)
        switch (member("method")?.string, id) {
        case (let method?, let id?): self = .request(id, method: method, params)
        case (let method?, nil):
            self =
                member("id") == nil
                ? .notification(method: method, params)
                : .invalid(nil, WireError(.invalidRequest, "“id” is neither a number nor a text"))
        case (nil, let id?) where member("method") == nil: self = .answer(id, member("result"))
        // About a message that the other side could not read.
        case (nil, nil) where member("error") != nil: self = .answer(.text(""), nil)
        default: self = .invalid(id, WireError(.invalidRequest, "“method” is not a text"))
        }
    }
}
