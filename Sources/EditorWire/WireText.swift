import NotebookText

/// Messages as editors write them, who are less strict than JSON in files.
enum WireText {
    /// The bytes with U+FFFD in place of escaped surrogates without the other half, which editors in JavaScript send, and a
    /// question mark in place of each byte that is no UTF-8: as that, it counts as one in positions of all encodings.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        JSONEscapes.withoutLoneSurrogates(text(bytes))
    }

    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): text.append(contentsOf: scalar)
            case .error(let length): text.append(contentsOf: Array(repeating: UInt8(ascii: "?"), count: length))
            case .emptyInput: return text
            }
        }
    }
}
