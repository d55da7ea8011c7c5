/// A terminal as far as the tool uses one: what it shows after some bytes.
public struct TerminalModel: Equatable {
    /// A column: a character, empty behind a wide one, and how it is drawn.
    public struct Cell: Equatable {
        /// The character.
        public var text = " "
        /// The parameters of the control sequence that chose its look.
        public var look = ""
    }

    /// The columns of each row.
    public private(set) var rows: [[Cell]]
    /// Whether the alternate screen is shown.
    public private(set) var isAlternate = false
    /// Whether the cursor is shown.
    public private(set) var showsCursor = true
    /// The column of the cursor.
    public private(set) var column = 0
    /// The row of the cursor.
    public private(set) var row = 0
    private let width: Int
    private let height: Int
    private var look = ""

    /// A blank terminal.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows = Array(repeating: Array(repeating: Cell(), count: width), count: height)
    }

    /// The rows without blanks at their ends.
    public var texts: [String] {
        rows.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Shows more bytes.
    public mutating func write(_ text: String) {
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}": sequence(&rest)
            case "\r": column = 0
            case "\n": row = min(row + 1, height - 1)
            case "\r\n": (column, row) = (0, min(row + 1, height - 1))
            default: put(character)
            }
        }
    }

    private mutating func put(_ character: Character) {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x20 else { return }
        let columns = Self.isWide(character) ? 2 : 1
        guard row < height, column + columns <= width else { return }
        // Half of a wide character is none.
        if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1].text = " " }
        rows[row][column] = Cell(text: String(character), look: look)
        if columns == 2 { rows[row][column + 1] = Cell(text: "", look: look) }
        let next = column + columns
        if next < width, rows[row][next].text.isEmpty { rows[row][next].text = " " }
        column = next
    }

    private static func isWide(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
            || (0x2E80...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
    }

    private mutating func sequence(_ rest: inout Substring) {
        guard rest.popFirst() == "[" else { return }
        let parameters = rest.prefix { $0.isNumber || $0 == ";" || $0 == "?" }
        rest = rest[parameters.endIndex...]
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch rest.popFirst() {
        case "H": (row, column) = (min((numbers.first ?? 1) - 1, height - 1), (numbers.dropFirst().first ?? 1) - 1)
        case "G": column = (numbers.first ?? 1) - 1
        case "K": for place in column..<width { rows[row][place] = Cell() }
        case "J":
            self = TerminalModel(
                width: width, height: height, keeping: (isAlternate, showsCursor, column, row, look))
        case "m": look = parameters == "0" ? "" : String(parameters)
        case "h" where parameters == "?1049": isAlternate = true
        case "l" where parameters == "?1049": isAlternate = false
        case "h" where parameters == "?25": showsCursor = true
        case "l" where parameters == "?25": showsCursor = false
        default: break
        }
    }

    private init(width: Int, height: Int, keeping state: (Bool, Bool, Int, Int, String)) {
        self.init(width: width, height: height)
        (isAlternate, showsCursor, column, row, look) = state
    }
}
