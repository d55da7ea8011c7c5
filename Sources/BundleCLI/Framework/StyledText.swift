import NotebookBundle

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
    /// Which words follow the one before without a space: lines of Chinese and Japanese end between characters.
    private var glued: Set<Int> = []

    mutating func append(_ text: String, _ faces: [Style.Face], address: String? = nil) {
        for (index, part) in text.parts(between: " ", omittingEmpty: false).enumerated() {
            if index > 0, words.last?.isEmpty == false { words.append([]) }
            var last = index == 0 ? words.last?.last?.text.last : nil
            for unit in LineBreaks.units(of: part) {
                if let last, let first = unit.first, LineBreaks.mayBreak(between: last, and: first) {
                    glued.insert(words.count)
                    words.append([])
                }
                last = unit.last
                words[words.count - 1].append(Piece(text: unit, faces: faces, address: address))
            }
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
            line = breaks.contains(index) || line == 0 ? columns : line + (glued.contains(index) ? 0 : 1) + columns
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
        var rows: [[Piece]] = []
        var row: [Piece] = []
        var used = 0
        func end() {
            rows.append(row)
            (row, used) = ([], 0)
        }
        for (index, word) in words.enumerated() where !word.isEmpty {
            let columns = Self.columns(of: word)
            let space = glued.contains(index) ? 0 : 1
            if used > 0, used + space + columns > width || breaks.contains(index) { end() }
            if used > 0, space > 0 {
                row.append(Piece(text: " ", faces: [], address: nil))
                used += 1
            }
            guard breaksWords, columns > width else {
                row += word
                used += columns
                continue
            }
            for piece in word {
                for character in piece.text {
                    if used > 0, used + character.columns > width { end() }
                    row.append(Piece(text: String(character), faces: piece.faces, address: piece.address))
                    used += character.columns
                }
            }
        }
        if !row.isEmpty { rows.append(row) }
        return rows.map { (Self.shown($0, style), Self.columns(of: $0)) }
    }

    /// Pieces of one line, those with the same faces together.
    private static func shown(_ row: [Piece], _ style: Style) -> String {
        var (output, text) = ("", "")
        for (index, piece) in row.enumerated() {
            text += piece.text
            let next = index + 1 < row.count ? row[index + 1] : nil
            if let next, next.faces == piece.faces, next.address == piece.address { continue }
            output += shown(piece, text, style)
            text = ""
        }
        return output
    }

    private static func columns(of word: [Piece]) -> Int { word.reduce(0) { $0 + $1.text.columns } }

    private static func shown(_ piece: Piece, _ text: String, _ style: Style) -> String {
        let styled = piece.faces.reduce(text) { style($0, $1) }
        guard let address = piece.address, style.isEnabled else { return styled }
        return "\u{1B}]8;;\(address)\u{1B}\\\(styled)\u{1B}]8;;\u{1B}\\"
    }
}

/// Colours and weights (ECMA-48 SGR); none if the output is not a terminal.
struct Style: Sendable {
    let isEnabled: Bool

    enum Face: String {
        case bold = "1"
        case dim = "2"
        case italic = "3"
        case underlined = "4"
        case marked = "7"
        case struck = "9"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case cyan = "36"
    }

    /// The text with some faces.
    func callAsFunction(_ text: String, _ faces: Face...) -> String {
        guard isEnabled, !text.isEmpty, !faces.isEmpty else { return text }
        return "\u{1B}[\(faces.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}

/// Whether a terminal supports links in text (OSC 8), judging by its environment.
enum Hyperlinks {
    /// Terminals that name themselves in `TERM_PROGRAM`.
    private static let programs: Set<String> = [
        "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal",
    ]
    /// The beginnings of `TERM` of others.
    private static let terms = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]

    /// Whether links can be written for a terminal with this environment.
    ///
    /// If `FORCE_HYPERLINK` is set, it decides; 0 means no. Within tmux and screen, no: these may drop links.
    static func areShown(in environment: [String: String]) -> Bool {
        if let force = environment["FORCE_HYPERLINK"], !force.isEmpty { return force != "0" }
        let term = environment["TERM"] ?? ""
        guard environment["TMUX"] == nil, environment["STY"] == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux")
        else { return false }
        if programs.contains(environment["TERM_PROGRAM"] ?? "") || terms.contains(where: term.hasPrefix) { return true }
        if let version = environment["VTE_VERSION"].flatMap(Int.init) { return version >= 5000 }
        return ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains {
            environment[$0]?.isEmpty == false
        }
    }
}
