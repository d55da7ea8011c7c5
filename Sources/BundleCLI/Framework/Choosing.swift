import TerminalIO

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
