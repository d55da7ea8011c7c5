/// Text with faces, to be wrapped to a width.
struct StyledText {
    private struct Piece {
        let text: String
        let faces: [Style.Face]
        /// The address that a terminal opens for the text.
        let address: String?
    }

    /// A line, as it is printed, and the columns that it takes.
    typealias Row = (text: String, columns: Int)

    private var words: [[Piece]] = [[]]
    /// Which words begin a new line.
    private var breaks: Set<Int> = []

    mutating func append(_ text: String, _ faces: [Style.Face], address: String? = nil) {
        for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0, words.last?.isEmpty == false { words.append([]) }
            guard !part.isEmpty else { continue }
            words[words.count - 1].append(Piece(text: String(part), faces: faces, address: address))
        }
    }

    mutating func appendLineBreak() {
        if words.last?.isEmpty == false { words.append([]) }
        breaks.insert(words.count - 1)
    }

    /// The columns of the longest word and of the longest line without wrapping.
    var widths: (word: Int, line: Int) {
        var (longest, line, widest) = (0, 0, 0)
        for (index, word) in words.enumerated() where !word.isEmpty {
            let columns = Self.columns(of: word)
            longest = max(longest, columns)
            line = breaks.contains(index) || line == 0 ? columns : line + 1 + columns
            widest = max(widest, line)
        }
        return (longest, widest)
    }

    /// The lines, none wider than the width unless a single word is.
    func lines(width: Int, _ style: Style) -> [String] { rows(width: width, style).map(\.text) }

    /// The lines with their columns.
    ///
    /// - Parameter breaksWords: Whether to break words that are wider than the width.
    func rows(width: Int, breaksWords: Bool = false, _ style: Style) -> [Row] {
        var rows: [Row] = []
        var row: Row = ("", 0)
        for (index, word) in words.enumerated() where !word.isEmpty {
            let columns = Self.columns(of: word)
            if row.columns > 0, row.columns + 1 + columns > width || breaks.contains(index) {
                rows.append(row)
                row = ("", 0)
            }
            if row.columns > 0 {
                // A space inside a link or a marked text belongs to it.
                row.text += " "
                row.columns += 1
            }
            guard breaksWords, columns > width else {
                for piece in word { row.text += Self.shown(piece, piece.text, style) }
                row.columns += columns
                continue
            }
            for piece in word {
                for character in piece.text {
                    if row.columns > 0, row.columns + character.columns > width {
                        rows.append(row)
                        row = ("", 0)
                    }
                    row.text += Self.shown(piece, String(character), style)
                    row.columns += character.columns
                }
            }
        }
        return row.text.isEmpty ? rows : rows + [row]
    }

    private static func columns(of word: [Piece]) -> Int { word.reduce(0) { $0 + $1.text.columns } }

    private static func shown(_ piece: Piece, _ text: String, _ style: Style) -> String {
        let styled = piece.faces.reduce(text) { style($0, $1) }
        guard let address = piece.address, style.isEnabled else { return styled }
        return "\u{1B}]8;;\(address)\u{1B}\\\(styled)\u{1B}]8;;\u{1B}\\"
    }
}
