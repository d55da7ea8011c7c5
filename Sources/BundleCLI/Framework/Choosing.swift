import TerminalIO

/// Lets somebody choose one of several things at the terminal.
struct Choosing {
    /// What came of it.
    enum Choice: Equatable {
        /// The number of the row that was chosen.
        case row(Int)
        case cancelled
        /// There is no terminal to choose at.
        case impossible
    }

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Shows the rows until one is chosen; the terminal is as it was afterwards.
    ///
    /// - Parameter preview: A text about a row, by its number; asked for once.
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

    /// Takes away what stands from the cursor's line on.
    private static let erased = Array("\r\u{1B}[J".utf8)

    /// The lines, and the cursor back behind the first.
    private func picture(of picker: Picker, _ preview: String, _ height: Int) -> [UInt8] {
        let lines = picker.lines(
            width: session.terminal.width, height: height, preview: preview, session.style)
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        let right = (lines.first?.columns).map { $0 > 0 ? "\u{1B}[\($0)C" : "" } ?? ""
        return Self.erased + Array((lines.joined(separator: "\r\n") + up + "\r" + right).utf8)
    }
}
