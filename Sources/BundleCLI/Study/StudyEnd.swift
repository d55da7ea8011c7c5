import TerminalIO

/// What the terminal shows when no card is left: the last answer can still be undone.
struct StudyEnd {
    /// What comes next.
    let text: String
    /// A message for the user.
    let message: String

    /// Shows it until a key is pressed; whether that is a key that undoes the last answer.
    func isUndone(_ keyboard: Keyboard, _ style: Style) throws -> Bool {
        while true {
            let size = keyboard.size()
            try keyboard.write(StudyRun.picture(of: lines(width: size.width, height: size.height, style)))
            guard let bytes = try keyboard.next(size) else { continue }
            guard !bytes.isEmpty else { return false }
            for key in PressedKey.keys(in: bytes) {
                switch key {
                case .character("u"), .backspace: return true
                case .suspend: keyboard.suspend()
                default: return false
                }
            }
        }
    }

    /// The lines to draw, fewer than the terminal has.
    func lines(width: Int, height: Int, _ style: Style) -> [String] {
        let width = max(20, width - 1)
        let keys = style("u undo · any other key quits".cut(to: width), .dim)
        let said = message.isEmpty ? [] : FittedText.wrapped(message, to: width, indent: 0)
        let lines = FittedText.wrapped(text, to: width, indent: 0) + [""] + said + [keys]
        return Array(lines.suffix(max(1, height - 1)))
    }
}
