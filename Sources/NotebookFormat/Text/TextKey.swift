import Foundation

/// What texts share that a query takes for the same, as UTF-8 in Normalization Form C.
struct TextKey: Hashable, Comparable, Sendable {
    let bytes: [UInt8]

    /// The key of a text: as it stands but for its normalisation, or without case and diacritics.
    init(_ text: some StringProtocol, isExact: Bool) {
        bytes = isExact ? Array(text.composed.utf8) : LooseText.key(Array(text.utf8))
    }

    /// The key as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Compares by the bytes, which is by code points.
    static func < (left: TextKey, right: TextKey) -> Bool { left.bytes.span.precedes(right.bytes.span) }
}

/// Texts without case and diacritics.
///
/// Foundation takes a second to normalise 3 MB, so what is ASCII goes past it. Nothing composes with an ASCII
/// character before it, so a piece that begins with one and ends before the next can be looked at by itself.
private enum LooseText {
    static func key(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        // What short pieces became, since the same ones come again and again.
        var known: [ArraySlice<UInt8>: [UInt8]] = [:]
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                output.append((0x41...0x5A).contains(text[index]) ? text[index] | 0x20 : text[index])
                index += 1
                continue
            }
            let end = text[index...].firstIndex { $0 < 0x80 } ?? text.count
            if index > 0 {
                index -= 1
                output.removeLast()
            }
            let piece = text[index..<end]
            index = end
            let key = known[piece] ?? composed(piece)
            if piece.count <= 32 { known[piece] = key }
            output += key
        }
        return output
    }

    private static func composed(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        let folded = ComparisonKey(String(decoding: piece, as: UTF8.self)).text
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: folded.unicodeScalars.lazy.filter { !$0.isDiacritic })
        return Array(String(letters).precomposedStringWithCanonicalMapping.utf8)
    }
}

extension Unicode.Scalar {
    /// Whether the code point is a mark above, below or beside a letter, which the letter can do without.
    ///
    /// These are the combining classes of Hebrew, Arabic and Syriac points (10 to 36) and of accents (200 to 240). Others
    /// make another letter or another sign: viramas, nuktas, the marks of kana, vowels of Thai, strokes.
    fileprivate var isDiacritic: Bool {
        switch properties.canonicalCombiningClass.rawValue {
        case 10...36, 200...240: true
        default: false
        }
    }
}
