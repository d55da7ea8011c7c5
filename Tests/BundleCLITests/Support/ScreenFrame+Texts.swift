@testable import BundleCLI

extension ScreenFrame {
    /// The texts of the rows, without blanks at their ends.
    var texts: [String] {
        rows.map { row in
            var text = row.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}

extension ScreenLine {
    /// The text without looks.
    var text: String { cells.map(\.text).joined() }
}
