import NotebookText

/// Turns bytes in another encoding into UTF-8, piece by piece.
package struct TextDecoder {
    private let encoding: TextEncoding
    private let isDeclared: Bool
    /// What is wrong with the bytes until now.
    package private(set) var problem: EncodingProblem?
    /// The beginning of a character that a piece cut.
    private var rest: [UInt8] = []
    private var mode = CharacterSteps.Mode.roman

    /// Makes a decoder for a text by its first bytes and the encoding that it declares.
    package init(start: [UInt8], _ declared: String?) {
        self.init(TextEncoding(start: start, declared), isDeclared: declared != nil)
    }

    init(_ encoding: TextEncoding, isDeclared: Bool) {
        (self.encoding, self.isDeclared) = (encoding, isDeclared)
        if case .unknown = encoding.form { problem = .unknown(encoding.name) }
    }

    /// Makes a decoder for XML by its first bytes.
    package init(ofXML start: [UInt8]) { self.init(start: start, TextDecoding.declaration(start)) }

    /// Whether it gives as many bytes as it gets, so that offsets are those of the file.
    package var keepsOffsets: Bool { if case .utf8 = encoding.form { problem == nil } else { false } }

    /// The text of a piece in UTF-8, as far as it has whole characters.
    package mutating func decode(_ piece: [UInt8]) -> [UInt8] {
        let bytes = rest.isEmpty ? piece : rest + piece
        rest = []
        switch encoding.form {
        case .utf8, .unknown: return utf8(bytes)
        case .utf16(let isLittle):
            // Half of a pair of surrogates waits for the other half.
            var end = bytes.count & ~1
            if end >= 2, bytes[end - (isLittle ? 1 : 2)] & 0xFC == 0xD8 { end -= 2 }
            rest = Array(bytes[end...])
            return Self.utf16(bytes[..<end], isLittle)
        case .characters(let steps): return characters(bytes, steps)
        }
    }

    /// What is left at the end.
    package mutating func finish() -> [UInt8] {
        defer { rest = [] }
        guard !rest.isEmpty else { return [] }
        switch encoding.form {
        case .utf8, .unknown: return rest.flatMap { stray($0) }
        case .utf16, .characters:
            damage()
            return Array("\u{FFFD}".utf8)
        }
    }

    private mutating func damage() { if problem == nil { problem = .invalid(encoding.name) } }

    private mutating func stray(_ byte: UInt8) -> [UInt8] {
        if problem == nil { problem = .guessed(isDeclared: isDeclared) }
        return Array(String(Windows1252.character(byte)).utf8)
    }

    private mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let length = byte < 0x80 ? 1 : byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0
            let end = offset + length
            if length > 1, end > bytes.count,
                bytes[(offset + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
            {
                rest = Array(bytes[offset...])
                return output
            }
            if length > 0, end <= bytes.count, length == 1 || Self.isCharacter(bytes[offset..<end]) {
                output += bytes[offset..<end]
                offset = end
            } else {
                output += stray(byte)
                offset += 1
            }
        }
        return output
    }

    private static func isCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private mutating func characters(_ bytes: [UInt8], _ steps: CharacterSteps) -> [UInt8] {
        var text = String.UnicodeScalarView()
        var offset = 0
        while offset < bytes.count {
            guard let (meaning, length) = steps.step(bytes, at: offset, &mode) else {
                rest = Array(bytes[offset...])
                break
            }
            offset += length
            switch meaning {
            case .nothing: break
            case .character(let code): text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
            case .invalid:
                damage()
                text.append("\u{FFFD}")
            }
        }
        return Array(String(text).utf8)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> [UInt8] {
        var units: [UInt16] = []
        for start in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        let text = String(decoding: units, as: UTF16.self)
        return Array((text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).utf8)
    }
}
