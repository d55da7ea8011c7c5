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

    /// Shows the rows until one is chosen, then restores the terminal.
    ///
    /// - Parameter preview: The preview of a row, by its number; called once for each.
    func choose(_ question: String, _ rows: [Picker.Row], preview: (Int) -> String) throws -> Choice {
        var choice = Choice.cancelled
        let isPossible = try session.terminal.withKeys { keyboard in
            var previews: [Int: String] = [:]
            var picker = Picker(question, rows)
            defer { try? keyboard.write(Self.erased) }
            while true {
                let text = picker.selected.map { number in
                    let text = previews[number] ?? preview(number)
                    previews[number] = text
                    return text
                }
                try keyboard.write(picture(of: picker, text ?? "", keyboard.height))
                let bytes = try keyboard.next()
                guard !bytes.isEmpty else { return }
                for key in PressedKey.keys(in: bytes) {
                    switch picker.press(key) {
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
    private func picture(of picker: Picker, _ preview: String, _ height: Int) -> [UInt8] {
        let lines = picker.lines(
            width: session.terminal.width, height: height, preview: preview, session.style)
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        let right = (lines.first?.columns).map { $0 > 0 ? "\u{1B}[\($0)C" : "" } ?? ""
        return Self.erased + Array((lines.joined(separator: "\r\n") + up + "\r" + right).utf8)
    }
}
