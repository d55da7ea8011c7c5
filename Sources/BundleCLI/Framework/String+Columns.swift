import NotebookBundle

/// The width of texts in a terminal.
extension String {
    /// The number of columns that the text takes: two for wide characters, none for combining ones.
    var columns: Int { utf8.span.isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.columns } }

    /// The text, padded with spaces to a width in columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// The text, cut to a width in columns with an ellipsis if it is longer.
    func cut(to width: Int) -> String {
        guard columns > width else { return self }
        if width > 0, utf8.span.isPrintableASCII { return String(Substring(utf8.prefix(width - 1))) + "…" }
        var output = ""
        var used = 0
        for character in self {
            guard used + character.columns <= width - 1 else { break }
            output.append(character)
            used += character.columns
        }
        return output + "…"
    }
}

extension Character {
    /// The columns of a character, after the East Asian Width of Unicode (UAX 11) and emoji presentation.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
