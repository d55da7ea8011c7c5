/// Messages as editors write them, who are less strict than JSON in files.
enum WireText {
    /// The bytes with U+FFFD in place of escaped surrogates without the other half, which editors in JavaScript send, and a
    /// question mark in place of each byte that is no UTF-8: as that, it counts as one in positions of all encodings.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var mended = text(bytes)
        var index = 0
        while index < mended.count {
            guard mended[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let first = surrogate(mended, at: index) else {
                index += 2
                continue
            }
            if first < 0xDC00, let second = surrogate(mended, at: index + 6), second >= 0xDC00 {
                index += 12
            } else {
                mended.replaceSubrange((index + 2)..<(index + 6), with: Array("fffd".utf8))
                index += 6
            }
        }
        return mended
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

    /// The surrogate that the escape at an offset means; `nil` if there is no such escape.
    private static func surrogate(_ bytes: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u"),
            let unit = UInt16(String(decoding: bytes[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16),
            (0xD800...0xDFFF).contains(unit)
        else { return nil }
        return unit
    }
}
