/// Strings with escapes (RFC 8259 §7).
package enum JSONEscapes {
    /// Decodes a string, starting after its opening quotation mark; `end` is after the closing one.
    static func decode(_ bytes: [UInt8], from start: Int) throws(TextProblem) -> (text: String, end: Int) {
        var output: [UInt8] = []
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: output, as: UTF8.self) else {
                    let offset = UTF8Validity.firstProblem(in: bytes, start..<index) ?? start
                    throw TextProblem("invalid UTF-8", at: offset)
                }
                return (text, index + 1)
            case UInt8(ascii: "\\"):
                index = try decodeEscape(bytes, at: index, into: &output)
            case 0..<0x20:
                throw TextProblem("a control character in a string must be escaped", at: index)
            default:
                output.append(byte)
                index += 1
            }
        }
        throw TextProblem("the string that begins here does not end", at: start - 1)
    }

    /// Decodes one escape and returns the offset after it.
    private static func decodeEscape(
        _ bytes: [UInt8], at start: Int, into output: inout [UInt8]
    ) throws(TextProblem) -> Int {
        guard start + 1 < bytes.count else { throw TextProblem("the text ends within an escape", at: start) }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(bytes[start + 1])
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"): return try decodeCodeUnits(bytes, at: start, into: &output)
        default: throw TextProblem("unknown escape", at: start)
        }
        return start + 2
    }

    /// Decodes `\uXXXX`, or two of them that make a surrogate pair.
    private static func decodeCodeUnits(
        _ bytes: [UInt8], at start: Int, into output: inout [UInt8]
    ) throws(TextProblem) -> Int {
        guard let first = codeUnit(bytes, at: start) else {
            throw TextProblem("“\\u” needs four hexadecimal digits", at: start)
        }
        if let scalar = Unicode.Scalar(first) {
            output.append(contentsOf: UTF8.encode(scalar) ?? .init())
            return start + 6
        }
        guard first < 0xDC00, let second = codeUnit(bytes, at: start + 6), (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
        else { throw TextProblem("a lone surrogate", at: start) }
        output.append(contentsOf: UTF8.encode(scalar) ?? .init())
        return start + 12
    }

    /// A text of JSON with U+FFFD in place of escaped surrogates without the other half, as programs in JavaScript write
    /// them where they cut a text; it is as long.
    package static func withoutLoneSurrogates(_ bytes: [UInt8]) -> [UInt8] {
        var mended = bytes
        var index = 0
        func surrogate(at start: Int) -> UInt16? {
            codeUnit(mended, at: start).flatMap { Unicode.Scalar($0) == nil ? $0 : nil }
        }
        while index < mended.count {
            guard mended[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let first = surrogate(at: index) else {
                index += 2
                continue
            }
            if first < 0xDC00, let second = surrogate(at: index + 6), second >= 0xDC00 {
                index += 12
            } else {
                mended.replaceSubrange((index + 2)..<(index + 6), with: Array("fffd".utf8))
                index += 6
            }
        }
        return mended
    }

    private static func codeUnit(_ bytes: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = bytes[start + 2..<start + 6]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
