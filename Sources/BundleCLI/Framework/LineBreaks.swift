/// Where lines of Chinese and Japanese can end: between characters, but not before what closes and not behind what opens
/// (kinsoku shori, JIS X 4051; UAX #14, classes ID, CL, NS and OP).
enum LineBreaks {
    /// The parts of a word between which a line can end; the whole word for other scripts.
    static func units(of word: Substring) -> [String] {
        guard word.utf8.contains(where: { $0 >= 0xE2 }) else { return word.isEmpty ? [] : [String(word)] }
        var units: [String] = []
        for character in word {
            if let last = units.last?.last, !mayBreak(between: last, and: character) {
                units[units.count - 1].append(character)
            } else {
                units.append(String(character))
            }
        }
        return units
    }

    /// Whether a line can end between two characters without a space.
    static func mayBreak(between one: Character, and other: Character) -> Bool {
        guard isIdeographic(one) || isIdeographic(other) else { return false }
        return !closing.contains(other) && !opening.contains(one)
    }

    /// Characters that do not begin a line.
    private static let closing = Set(
        "、。，．・：；？！‥…」』）】〉》〕｝］〙〗〟’”)]}»›,.:;?!％%‰℃ー～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")

    /// Characters that do not end a line.
    private static let opening = Set("「『（【〈《〔｛［〘〖〝‘“([{«‹￥＄")

    /// Whether a character is written without spaces to its neighbours; Hangul has spaces.
    private static func isIdeographic(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return switch scalar.value {
        case 0x2E80...0x2FDF, 0x3001...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF01...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
