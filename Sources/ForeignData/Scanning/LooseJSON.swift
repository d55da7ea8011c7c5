package import NotebookText

/// JSON as programs in JavaScript write it, which can cut a text within a character.
package enum LooseJSON {
    /// The value of a text, with U+FFFD for escaped surrogates without the other half.
    package static func read(_ bytes: [UInt8]) throws(TextProblem) -> JSONValue {
        let text = withoutMark(bytes)
        if let value = try? JSONValue.read(text) { return value }
        return try JSONValue.read(JSONEscapes.withoutLoneSurrogates(text))
    }

    /// A text without the mark of UTF-8 before it.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}
