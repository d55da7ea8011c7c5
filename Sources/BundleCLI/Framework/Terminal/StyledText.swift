/// Text with faces, to be wrapped to a width.
struct StyledText {
    private struct Piece {
        let text: String
        let faces: [Style.Face]
    }

    private var words: [[Piece]] = [[]]
    /// Which words begin a new line.
    private var breaks: Set<Int> = []

    mutating func append(_ text: String, _ faces: [Style.Face]) {
        for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0, words.last?.isEmpty == false { words.append([]) }
            if !part.isEmpty { words[words.count - 1].append(Piece(text: String(part), faces: faces)) }
        }
    }

    mutating func appendLineBreak() {
        if words.last?.isEmpty == false { words.append([]) }
        breaks.insert(words.count - 1)
    }

    /// The lines, none wider than the width unless a single word is.
    func lines(width: Int, _ style: Style) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for (index, word) in words.enumerated() where !word.isEmpty {
            let columns = word.reduce(0) { $0 + $1.text.columns }
            if used > 0, used + 1 + columns > width || breaks.contains(index) {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if used > 0 {
                line += " "
                used += 1
            }
            for piece in word { line += piece.faces.reduce(piece.text) { style($0, $1) } }
            used += columns
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
