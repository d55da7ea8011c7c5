import NotebookBundle

/// Text with faces that is fitted to the width of a terminal.
enum FittedText {
    /// The text, cut to a width with an ellipsis if it is wider; its faces end where it ends.
    static func cut(_ text: String, to width: Int) -> String {
        guard width > 0, columns(of: text) > width else { return text }
        var (output, used, hasFaces) = ("", 0, false)
        for unit in Units(text) {
            switch unit {
            case .face(let sequence):
                output += sequence
                hasFaces = true
            case .character(let character):
                guard used + character.columns < width else { return output + "…" + (hasFaces ? "\u{1B}[0m" : "") }
                output.append(character)
                used += character.columns
            }
        }
        return output
    }

    /// The text in lines that are not wider than a width unless a single word is; all but the first are indented.
    static func wrapped(_ text: String, to width: Int, indent: Int) -> [String] {
        guard columns(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: indent)
        var (lines, line, used) = ([String](), "", 0)
        var hasWords = false
        for (number, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let columns = columns(of: String(part))
            if hasWords, used + 1 + columns > width {
                while line.last == " " { line.removeLast() }
                lines.append(line)
                (line, used, hasWords) = (margin, indent, false)
            } else if number > 0, hasWords || lines.isEmpty {
                line += " "
                used += 1
            }
            // A word that fits on no line is continued in its column.
            let isTooWide = columns > max(1, width - used)
            let pieces = isTooWide ? broken(part, first: width - used, next: width - indent) : [String(part)]
            for piece in pieces.dropLast() {
                lines.append(line + piece)
                (line, used) = (margin, indent)
            }
            line += pieces.last ?? ""
            used += pieces.count > 1 ? self.columns(of: pieces.last ?? "") : columns
            hasWords = hasWords || columns > 0
        }
        return lines + [line]
    }

    /// A word in pieces of a width; a path is broken behind a slash, and a list of values behind a bar, where that leaves
    /// no large gap.
    private static func broken(_ word: Substring, first: Int, next: Int) -> [String] {
        guard next > 1 else { return [String(word)] }
        var (pieces, piece, used, room) = ([String](), "", 0, first)
        var slash: (bytes: Int, columns: Int)?
        for unit in Units(String(word)) {
            guard case .character(let character) = unit else {
                if case .face(let sequence) = unit { piece += sequence }
                continue
            }
            // At least one character, even if there is no room for it.
            if used + character.columns > room, used > 0 || room != next {
                if let slash, slash.columns * 3 >= room {
                    pieces.append(String(decoding: piece.utf8.prefix(slash.bytes), as: UTF8.self))
                    piece = String(decoding: piece.utf8.dropFirst(slash.bytes), as: UTF8.self)
                    used -= slash.columns
                } else {
                    pieces.append(piece)
                    (piece, used) = ("", 0)
                }
                (slash, room) = (nil, next)
            }
            piece.append(character)
            used += character.columns
            if character == "/" || character == "|" { slash = (piece.utf8.count, used) }
        }
        return pieces + [piece]
    }

    /// A text of several lines, fitted to a width: fills paragraphs, and continues wide rows of tables and lists in their
    /// last column.
    static func reflowed(_ text: String, to width: Int) -> String {
        var (lines, paragraph): ([String], [Substring]) = ([], [])
        func endParagraph() {
            guard !paragraph.isEmpty else { return }
            lines += wrapped(paragraph.joined(separator: " "), to: width, indent: 0)
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.first == " " || line.hasSuffix(":") && paragraph.isEmpty {
                endParagraph()
                lines += row(line, to: width)
            } else {
                paragraph.append(line)
                // It introduces what follows.
                if line.hasSuffix(":") { endParagraph() }
            }
        }
        endParagraph()
        return lines.joined(separator: "\n")
    }

    /// A row, continued in its last column; if there is no room for it, that column goes below the others.
    private static func row(_ line: Substring, to width: Int) -> [String] {
        let column = lastColumn(of: line)
        guard column > width * 2 / 3 else { return wrapped(String(line), to: width, indent: column) }
        let start = min(line.prefix { $0 == " " }.count, width / 3)
        let (head, rest) = (line.prefix(column).split(separator: " ").joined(separator: " "), line.dropFirst(column))
        let margin = String(repeating: " ", count: start + 4)
        return wrapped(String(repeating: " ", count: start) + head, to: width, indent: start + 2)
            + (rest.isEmpty ? [] : wrapped(margin + rest, to: width, indent: start + 4))
    }

    /// Where the last column of a row begins: after its last gap of two spaces or more.
    private static func lastColumn(of line: Substring) -> Int {
        let start = line.prefix { $0 == " " }.count
        guard let gap = line.dropFirst(start).ranges(of: /\ {2,}/).last else { return start }
        return line.distance(from: line.startIndex, to: gap.upperBound)
    }

    /// The columns of a text without its faces.
    static func columns(of text: String) -> Int {
        guard text.utf8.contains(0x1B) else { return text.columns }
        return Units(text).reduce(0) { count, unit in
            if case .character(let character) = unit { count + character.columns } else { count }
        }
    }

    private enum Unit {
        case character(Character)
        /// A sequence that begins or ends faces (ECMA-48 SGR).
        case face(String)
    }

    private struct Units: Sequence, IteratorProtocol {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> Unit? {
            guard let first = rest.first else { return nil }
            guard rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") else {
                rest.removeFirst()
                return .character(first)
            }
            let sequence = String(rest[...end])
            rest = rest[rest.index(after: end)...]
            return .face(sequence)
        }
    }
}

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
        return !holds(closing, other) && !holds(opening, one)
    }

    /// Whether a character is one of these; those with many marks would take long to compare.
    private static func holds(_ signs: Set<Character>, _ character: Character) -> Bool {
        character.utf8.count <= 4 && signs.contains(character)
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
