import NotebookBundle
import TerminalIO

/// A list to choose from: typing narrows it, arrow keys move the selection.
struct Picker {
    /// A row of the list.
    struct Row: Equatable {
        let name: String
        /// A text that distinguishes rows of the same name.
        let detail: String
    }

    /// The effect of a key.
    enum Outcome: Equatable {
        case goesOn
        /// The number of the row.
        case chosen(Int)
        case cancelled
    }

    private let question: String
    private let rows: [Row]
    private var typed = ""
    /// The numbers of the rows that match the typed text.
    private(set) var shown: [Int]
    /// The index of the selected row among these.
    private var place = 0

    /// The maximum number of visible rows.
    private static let maximumRows = 20
    /// The maximum number of lines of the preview.
    private static let previewLines = 4

    init(_ question: String, _ rows: [Row]) {
        (self.question, self.rows) = (question, rows)
        shown = Array(rows.indices)
    }

    /// The number of the selected row; `nil` if none is left.
    var selected: Int? { shown.indices.contains(place) ? shown[place] : nil }

    /// The number of rows that a terminal shows.
    private static func room(in height: Int) -> Int { max(1, min(maximumRows, height - 2 - previewLines)) }

    /// Applies a key to the list.
    ///
    /// - Parameter height: The height of the terminal, which is that of a page.
    mutating func press(_ key: PressedKey, height: Int) -> Outcome {
        switch key {
        case .enter: return selected.map { .chosen($0) } ?? .goesOn
        case .escape, .interrupt: return .cancelled
        case .up: place = max(0, place - 1)
        case .down: place = max(0, min(shown.count - 1, place + 1))
        case .pageUp: place = max(0, place - Self.room(in: height))
        case .pageDown: place = max(0, min(shown.count - 1, place + Self.room(in: height)))
        case .home: place = 0
        case .end: place = max(0, shown.count - 1)
        case .character(let character): narrow(typed + String(character))
        case .backspace: narrow(String(typed.dropLast()))
        case .clear: narrow("")
        case .suspend: break
        }
        return .goesOn
    }

    private mutating func narrow(_ text: String) {
        (typed, place) = (text, 0)
        guard let parts = NameParts(text) else {
            shown = Array(rows.indices)
            return
        }
        shown = rows.indices.filter { parts.fit(rows[$0].name + " " + rows[$0].detail) != nil }
    }

    /// The lines to draw, none wider than the terminal: the question with the typed text, rows, and a preview.
    ///
    /// - Parameter preview: The preview of the selected row.
    func lines(width: Int, height: Int, preview: String, _ style: Style) -> [String] {
        let width = max(20, width - 1)
        let count = shown.count == rows.count ? "\(rows.count)" : "\(shown.count) of \(rows.count)"
        let tail = " (\(count)): "
        let head = question.cut(to: max(1, width * 2 / 3 - tail.columns)) + tail
        var lines = [(head + PrintableText.escaped(typed)).cut(to: width)]
        let room = Self.room(in: height)
        let first = max(0, min(place - room / 2, shown.count - room))
        let visible = Array(shown.indices.dropFirst(first).prefix(room))
        let names = visible.map { PrintableText.escaped(rows[shown[$0]].name).cut(to: width * 2 / 3) }
        let column = min(width / 2, names.map(\.columns).max() ?? 0)
        for (index, name) in zip(visible, names) {
            let detail = PrintableText.escaped(rows[shown[index]].detail)
            let left = "\(index == place ? ">" : " ") \(name.padded(to: column))"
            let right = left.columns + 4 > width ? "" : "  " + detail.cut(to: width - left.columns - 2)
            lines.append(
                index == place ? style(left, .bold) + style(right, .dim) : left + style(right, .dim))
        }
        if visible.isEmpty { lines.append(style("  nothing matches", .dim)) }
        var text = StyledText()
        text.append(PrintableText.escaped(preview), [])
        let previewed = text.lines(width: width - 4, Style(isEnabled: false)).prefix(Self.previewLines)
        return lines + previewed.map { style("  │ " + $0.cut(to: width - 4), .dim) }
    }
}

/// Lets the user choose one of several rows at the terminal.
struct Choosing {
    /// The result.
    enum Choice: Equatable {
        /// The number of the chosen row.
        case row(Int)
        case cancelled
        /// There is no terminal.
        case impossible
    }

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Shows the rows until one is chosen, then restores the terminal; impossible if the terminal cannot move its cursor.
    ///
    /// - Throws: `KeyboardInterrupt` after Ctrl-C.
    /// - Parameter preview: The preview of a row, by its number; called once for each.
    func choose(_ question: String, _ rows: [Picker.Row], preview: (Int) -> String) throws -> Choice {
        guard session.terminal.environment["TERM"] != "dumb" else { return .impossible }
        var choice = Choice.cancelled
        let isPossible = try session.terminal.withKeys { keyboard in
            var previews: [Int: String] = [:]
            var picker = Picker(question, rows)
            var drawn: (columns: Int, size: Keyboard.Size)?
            func erased(at size: Keyboard.Size) -> [UInt8] {
                // In a narrower terminal, the line with the cursor takes several.
                guard let drawn, drawn.columns > size.width else { return Self.erased }
                return Array("\u{1B}[\((drawn.columns - 1) / size.width)A".utf8) + Self.erased
            }
            defer { try? keyboard.write(erased(at: keyboard.size())) }
            while true {
                let text = picker.selected.map { number in
                    let text = previews[number] ?? preview(number)
                    previews[number] = text
                    return text
                }
                let size = keyboard.size()
                let lines = picker.lines(width: size.width, height: size.height, preview: text ?? "", session.style)
                try keyboard.write(erased(at: size) + Self.picture(of: lines))
                drawn = (lines.first?.columns ?? 0, size)
                guard let bytes = try keyboard.next(size) else { continue }
                guard !bytes.isEmpty else { return }
                for key in PressedKey.keys(in: bytes) {
                    if key == .interrupt { throw KeyboardInterrupt() }
                    if key == .suspend {
                        try keyboard.write(erased(at: keyboard.size()))
                        keyboard.suspend()
                        drawn = nil
                        break
                    }
                    switch picker.press(key, height: size.height) {
                    case .goesOn: continue
                    case .chosen(let number): choice = .row(number)
                    case .cancelled: choice = .cancelled
                    }
                    return
                }
            }
        }
        return isPossible ? choice : .impossible
    }

    /// Clears the screen from the line of the cursor.
    private static let erased = Array("\r\u{1B}[J".utf8)

    /// The lines, followed by a move of the cursor to the end of the first.
    private static func picture(of lines: [String]) -> [UInt8] {
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        let right = (lines.first?.columns).map { $0 > 0 ? "\u{1B}[\($0)C" : "" } ?? ""
        return Array((lines.joined(separator: "\r\n") + up + "\r" + right).utf8)
    }
}

/// A key that was pressed in a terminal.
enum PressedKey: Equatable {
    case character(Character)
    case backspace
    /// Ctrl-U: deletes the typed text.
    case clear
    case up, down, pageUp, pageDown, home, end
    case enter
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend

    /// The keys in the bytes from a terminal; unknown sequences are ignored.
    static func keys(in bytes: [UInt8]) -> [PressedKey] {
        var keys: [PressedKey] = []
        var rest = bytes[...]
        while let first = rest.first {
            switch first {
            case 0x1B where rest.count > 1: keys += sequence(&rest)
            case 0x20...0x7E, 0x80...:
                let text = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
                keys += String(decoding: text, as: UTF8.self).map(PressedKey.character)
                rest = rest.dropFirst(text.count)
            default:
                keys += control(first).map { [$0] } ?? []
                rest = rest.dropFirst()
            }
        }
        return keys
    }

    private static func control(_ byte: UInt8) -> PressedKey? {
        switch byte {
        case 0x03: .interrupt
        case 0x08, 0x7F: .backspace
        case 0x09, 0x0E: .down
        case 0x0A, 0x0D: .enter
        case 0x10: .up
        case 0x15: .clear
        case 0x1A: .suspend
        case 0x1B, 0x04: .escape
        default: nil
        }
    }

    /// A key of several bytes: `ESC [ … letter` or `ESC O letter` (ECMA-48, 5.4; xterm); none for a key with Alt.
    private static func sequence(_ rest: inout ArraySlice<UInt8>) -> [PressedKey] {
        switch rest.dropFirst().first {
        case UInt8(ascii: "["), UInt8(ascii: "O"): break
        case 0x1B:
            rest = rest.dropFirst()
            return [.escape]
        default:
            // The character may have more bytes.
            rest = rest.dropFirst(2).drop { $0 & 0xC0 == 0x80 }
            return []
        }
        // A function key of the Linux console: another bracket, and a letter.
        if rest.starts(with: Array("\u{1B}[[".utf8)) {
            rest = rest.dropFirst(4)
            return []
        }
        let parameters = rest.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
        let final = rest.dropFirst(2 + parameters.count).first
        rest = rest.dropFirst(3 + parameters.count)
        switch (final, parameters.first) {
        case (UInt8(ascii: "A"), _): return [.up]
        case (UInt8(ascii: "B"), _): return [.down]
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")), (UInt8(ascii: "~"), UInt8(ascii: "7")):
            return [.home]
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")), (UInt8(ascii: "~"), UInt8(ascii: "8")):
            return [.end]
        case (UInt8(ascii: "~"), UInt8(ascii: "5")): return [.pageUp]
        case (UInt8(ascii: "~"), UInt8(ascii: "6")): return [.pageDown]
        default: return []
        }
    }
}
