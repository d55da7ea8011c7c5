/// A key that is equal for texts that queries treat as equal, as UTF-8 in Normalization Form C.
package struct TextKey: Hashable, Comparable, Sendable {
    package let bytes: [UInt8]

    /// Makes the key of a text: only normalised, or also without case and diacritics.
    package init(_ text: some StringProtocol, isExact: Bool) {
        bytes = isExact ? Array(text.composed.utf8) : LooseText.key(Array(text.utf8)[...])
    }

    /// Makes a key from bytes that are already a key, or from ASCII in any case.
    package init(folded bytes: [UInt8], from start: Int = 0) {
        self.bytes = start == 0 ? bytes : LooseText.key(bytes[start...])
    }

    /// The key as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Compares by bytes, and so by code points.
    package static func < (left: TextKey, right: TextKey) -> Bool { left.bytes.span.precedes(right.bytes.span) }
}

/// Removes case and diacritics from texts.
///
/// Normalising is slow, so it handles ASCII directly. An ASCII character never composes with the text before it, so
/// each piece from one ASCII character to the next can be handled by itself.
package enum LooseText {
    package static func key(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        // A cache for short pieces, which occur again and again.
        var known: [ArraySlice<UInt8>: [UInt8]] = [:]
        let start = text.startIndex
        var index = start
        while index < text.endIndex {
            if text[index] < 0x80 {
                output.append((0x41...0x5A).contains(text[index]) ? text[index] | 0x20 : text[index])
                index += 1
                continue
            }
            let inert = inertEnd(text, from: index)
            if inert > index {
                output += text[index..<inert]
                index = inert
                continue
            }
            // Ends before the next ASCII or inert character, and includes the preceding one if it can take a mark.
            var end = index + 1
            while end < text.endIndex, text[end] >= 0x80, text[end] & 0xC0 == 0x80 || !isInert(text, at: end) {
                end += 1
            }
            if index > start, !isInert(text, at: index) {
                var length = 1
                while length < 4, index - length > start, text[index - length] & 0xC0 == 0x80 { length += 1 }
                index -= length
                output.removeLast(length)
            }
            let piece = text[index..<end]
            index = end
            let key = known[piece] ?? composed(piece)
            if piece.count <= 32 { known[piece] = key }
            output += key
        }
        return output
    }

    /// The end of a run of characters without case or diacritics, and without a mark after them.
    private static func inertEnd(_ text: ArraySlice<UInt8>, from start: Int) -> Int {
        var end = start
        while isInert(text, at: end) { end += 3 }
        let isFollowed = end < text.endIndex && text[end] >= 0x80
        return isFollowed && end > start ? end - 3 : end
    }

    /// Whether a three-byte code point is a Chinese character, kana or Hangul syllable, which is its own key.
    private static func isInert(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
        guard index + 2 < text.endIndex, (0xE3...0xED).contains(text[index]) else { return false }
        let value = Int(text[index] & 0x0F) << 12 | Int(text[index + 1] & 0x3F) << 6 | Int(text[index + 2] & 0x3F)
        switch value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return true
        default: return false
        }
    }

    private static func composed(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        let folded = ComparisonKey(String(decoding: piece, as: UTF8.self)).text
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: folded.unicodeScalars.lazy.filter { !$0.isUnseen }.map(\.plain))
        return Array(String(letters).composed.utf8)
    }
}

extension Unicode.Scalar {
    /// What people type for the code point: an apostrophe, a space, or `i` for the dotless one, whose capital is `I`.
    fileprivate var plain: Unicode.Scalar {
        switch self {
        case "\u{2019}", "\u{2018}", "\u{2BC}": "'"
        case "ı": "i"
        default: !isASCII && isWhiteSpace ? " " : self
        }
    }

    /// Whether nobody sees the code point, or it is a diacritic.
    fileprivate var isUnseen: Bool { isDiacritic || isInvisible }

    /// Whether the code point is a mark above, below or beside a letter that can be ignored.
    ///
    /// These are the combining classes of Hebrew, Arabic and Syriac points (10 to 36) and of accents (200 to 240).
    /// Other marks make a different letter or sign: viramas, nuktas, the marks of kana, vowels of Thai, strokes.
    fileprivate var isDiacritic: Bool {
        switch properties.canonicalCombiningClass.rawValue {
        case 10...36, 200...240: true
        default: false
        }
    }
}
