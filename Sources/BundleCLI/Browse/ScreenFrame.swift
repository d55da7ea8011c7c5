/// What a screen shows at one time.
struct ScreenFrame: Equatable {
    let width: Int
    let height: Int
    private(set) var rows: [[ScreenCell]]
    /// Where the cursor is shown, if it is.
    var cursor: (column: Int, row: Int)?

    init(width: Int, height: Int) {
        (self.width, self.height) = (max(1, width), max(1, height))
        rows = Array(repeating: Array(repeating: .blank, count: self.width), count: self.height)
    }

    static func == (left: ScreenFrame, right: ScreenFrame) -> Bool {
        left.width == right.width && left.rows == right.rows && left.cursor?.column == right.cursor?.column
            && left.cursor?.row == right.cursor?.row
    }

    /// Puts a line at a place; it takes this many columns, as far as they are on the screen.
    ///
    /// - Parameter look: The look of the columns after the line.
    mutating func put(_ line: ScreenLine, column: Int, row: Int, width: Int, fill look: ScreenLook = ScreenLook()) {
        let room = min(width, self.width - column)
        guard rows.indices.contains(row), column >= 0, room > 0 else { return }
        // Half of a wide character is not shown.
        if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1].text = " " }
        let end = column + room
        if end < self.width, rows[row][end].text.isEmpty { rows[row][end].text = " " }
        rows[row].replaceSubrange(column..<end, with: line.fitted(to: room, fill: look))
    }
}

/// Writes what is needed for a terminal to show another frame: only the differences.
struct ScreenDifference {
    private let hasColors: Bool
    private var output = ""
    /// Where the terminal's cursor is; `nil` if that is not certain.
    private var place: (column: Int, row: Int)?
    private var look: ScreenLook?

    /// The bytes that turn a frame, or a screen with any content, into another frame.
    static func bytes(from old: ScreenFrame?, to new: ScreenFrame, hasColors: Bool) -> [UInt8] {
        var difference = ScreenDifference(hasColors: hasColors)
        difference.draw(old?.width == new.width && old?.height == new.height ? old : nil, new)
        return Array(difference.output.utf8)
    }

    private init(hasColors: Bool) { self.hasColors = hasColors }

    private mutating func draw(_ old: ScreenFrame?, _ new: ScreenFrame) {
        guard old != new else { return }
        if old?.cursor != nil { output += "\u{1B}[?25l" }
        if old == nil { output += "\u{1B}[0m\u{1B}[?25l\u{1B}[2J" }
        for (number, row) in new.rows.enumerated() { draw(old?.rows[number], row, number) }
        if look != nil, look != ScreenLook() { output += "\u{1B}[0m" }
        if let cursor = new.cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    }

    private mutating func draw(_ old: [ScreenCell]?, _ row: [ScreenCell], _ number: Int) {
        guard old != row else { return }
        let before = old ?? Array(repeating: .blank, count: row.count)
        // The blank rest of a row is erased at once.
        let end = (row.lastIndex { $0 != .blank } ?? -1) + 1
        let oldEnd = (before.lastIndex { $0 != .blank } ?? -1) + 1
        var column = 0
        while column < end {
            guard row[column] != before[column] else {
                column += 1
                continue
            }
            // A wide character begins one column earlier.
            if row[column].text.isEmpty, column > 0 { column -= 1 }
            column = write(row, from: column, to: end, number, before)
        }
        guard end < oldEnd else { return }
        move(to: end, number)
        set(ScreenLook())
        output += "\u{1B}[K"
    }

    /// Writes cells up to the next one that is unchanged; returns its column.
    private mutating func write(
        _ row: [ScreenCell], from start: Int, to end: Int, _ number: Int, _ before: [ScreenCell]
    ) -> Int {
        move(to: start, number)
        var (column, isCertain) = (start, true)
        while column < end {
            // Writing a few unchanged cells is shorter than moving the cursor.
            let same = zip(row[column..<end], before[column..<end]).prefix { $0 == $1 }.count
            if same > 6 || same == end - column { break }
            let cell = row[column]
            set(cell.look)
            if cell.text.unicodeScalars.count > 1, column + 1 < row.count, row[column + 1].text.isEmpty {
                // A terminal that gives the character one column must show nothing old in the other.
                output += "\u{1B}[\(column + 2)G \u{1B}[\(column + 1)G"
            }
            output += cell.text
            if !cell.text.utf8.allSatisfy({ $0 < 0x80 }) { isCertain = false }
            column += 1
            // Terminals do not agree on the width of every character.
            if !isCertain, column < end, row[column].text.utf8.allSatisfy({ $0 < 0x80 }), !row[column].text.isEmpty {
                output += "\u{1B}[\(column + 1)G"
                isCertain = true
            }
        }
        place = isCertain && column < row.count ? (column, number) : nil
        return column
    }

    private mutating func move(to column: Int, _ row: Int) {
        defer { place = (column, row) }
        if let place, place == (column, row) { return }
        output += "\u{1B}[\(row + 1);\(column + 1)H"
    }

    private mutating func set(_ new: ScreenLook) {
        guard look != new else { return }
        output += new.sequence(hasColors: hasColors)
        look = new
    }
}
