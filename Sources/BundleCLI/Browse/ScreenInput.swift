/// A line that is typed on a screen.
struct ScreenInput: Equatable {
    private(set) var text: String
    /// How many characters are before the cursor.
    private(set) var cursor: Int

    init(_ text: String = "") { (self.text, cursor) = (text, text.count) }

    /// Changes the line according to a key; false if the key does not edit lines.
    mutating func press(_ key: ScreenKey) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .backspace: if cursor > 0 { remove(cursor - 1..<cursor) }
        case .delete, .control("d"): if cursor < text.count { remove(cursor..<cursor + 1) }
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<text.count)
        case .control("w"): remove(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// The part of the line that fits a width, and the column of the cursor in it.
    func shown(width: Int) -> (text: String, cursor: Int) {
        let before = PrintableCharacters.of(text.prefix(cursor))
        var start = before[...]
        // The end of the typed text is the part that matters.
        while start.reduce(0, { $0 + $1.columns }) >= max(1, width) { start = start.dropFirst() }
        let column = start.reduce(0) { $0 + $1.columns }
        return (String(start) + String(PrintableCharacters.of(text.dropFirst(cursor))), column)
    }

    private var wordStart: Int {
        var rest = text.prefix(cursor)
        while rest.last == " " { rest.removeLast() }
        while let last = rest.last, last != " " { rest.removeLast() }
        return rest.count
    }

    private mutating func insert(_ new: String) {
        let place = text.index(text.startIndex, offsetBy: cursor)
        let count = text.count
        text.insert(contentsOf: new, at: place)
        // A combining character joins the previous one.
        cursor = max(0, min(text.count, cursor + text.count - count))
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        text.removeSubrange(start..<text.index(start, offsetBy: range.count))
        cursor = range.lowerBound
    }
}

/// Characters that can be shown while they are typed.
enum PrintableCharacters {
    /// The text with placeholders for characters that would take no column.
    static func of(_ text: some StringProtocol) -> String {
        String(text.map { $0.unicodeScalars.contains(where: isHidden) ? "·" : $0 })
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // A joiner of emoji is visible through what it joins.
        scalar.value < 0x20 || scalar.properties.generalCategory == .format && scalar.value != 0x200D
    }
}
