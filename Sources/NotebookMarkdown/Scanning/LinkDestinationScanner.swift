import NotebookText

/// A link destination or title as written.
struct ScannedText {
    /// The text without `<…>` or quotation marks.
    @CompactRange var text: Range<Int>
    /// The offset after it.
    @Compact var end: Int
    /// Whether a destination is in `<…>`.
    var isBracketed = false
}

/// Reads link destinations and titles (CommonMark 0.31.2 §6.3).
enum LinkDestinationScanner {
    /// The maximum nesting of parentheses in a destination.
    ///
    /// The limit bounds how often text is scanned again if `](` follows `](` and nothing closes.
    static let maximumParentheses = 32

    /// The destination at an offset; `nil` also for an empty one without `<…>`.
    static func destination(_ bytes: [UInt8], at start: Int) -> ScannedText? {
        guard let first = bytes.byte(at: start, before: bytes.count) else { return nil }
        return first == UInt8(ascii: "<") ? bracketed(bytes, at: start) : plain(bytes, at: start)
    }

    private static func bracketed(_ bytes: [UInt8], at start: Int) -> ScannedText? {
        var offset = start + 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ">"): return ScannedText(text: start + 1..<offset, end: offset + 1, isBracketed: true)
            case UInt8(ascii: "<"), 0x0A, 0x0D: return nil
            case UInt8(ascii: "\\"): offset = afterEscape(bytes, at: offset)
            default: offset += 1
            }
        }
        return nil
    }

    private static func plain(_ bytes: [UInt8], at start: Int) -> ScannedText? {
        var offset = start
        var depth = 0
        scan: while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "("):
                depth += 1
                guard depth <= maximumParentheses else { return nil }
                offset += 1
            case UInt8(ascii: ")"):
                guard depth > 0 else { break scan }
                depth -= 1
                offset += 1
            case UInt8(ascii: "\\"): offset = afterEscape(bytes, at: offset)
            case 0...0x20, 0x7F: break scan
            default: offset += 1
            }
        }
        return depth == 0 && offset > start ? ScannedText(text: start..<offset, end: offset) : nil
    }

    /// The title at an offset.
    static func title(_ bytes: [UInt8], at start: Int) -> ScannedText? {
        guard let opening = bytes.byte(at: start, before: bytes.count) else { return nil }
        let closing: UInt8
        switch opening {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        default: return nil
        }
        var offset = start + 1
        while offset < bytes.count {
            switch bytes[offset] {
            case closing: return ScannedText(text: start + 1..<offset, end: offset + 1)
            case opening: return nil
            case UInt8(ascii: "\\"): offset = afterEscape(bytes, at: offset)
            default: offset += 1
            }
        }
        return nil
    }

    /// The offset after a backslash and the punctuation character that it escapes, if it escapes one.
    private static func afterEscape(_ bytes: [UInt8], at offset: Int) -> Int {
        guard let next = bytes.byte(at: offset + 1, before: bytes.count), ASCII.isPunctuation(next) else {
            return offset + 1
        }
        return offset + 2
    }
}
