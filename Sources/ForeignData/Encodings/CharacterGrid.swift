/// The characters of an encoding of two bytes, in rows.
struct CharacterGrid: Sendable {
    private let rows: [[UInt16]]

    /// Makes a grid of a text with a row after each “|”; U+FFFD stands for places that mean nothing.
    init(_ text: String) {
        rows = text.utf16.split(separator: 0x7C, omittingEmptySubsequences: false).dropFirst().map { row in
            row.filter { $0 != 0x0A }
        }
    }

    /// A character by its row and its column; `nil` where none is.
    subscript(row: Int, column: Int) -> UInt32? {
        guard rows.indices.contains(row), rows[row].indices.contains(column) else { return nil }
        let unit = rows[row][column]
        return unit == 0xFFFD ? nil : UInt32(unit)
    }

    /// All codes in it.
    var characters: Set<UInt16> { Set(rows.joined()) }
}
