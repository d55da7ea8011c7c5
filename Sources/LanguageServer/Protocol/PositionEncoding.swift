/// How positions count the characters of a line (LSP 3.17, "PositionEncodingKind").
enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// The number of units that the character with this first byte has; 0 for a byte inside a character.
    func units(ofFirstByte byte: UInt8) -> Int {
        if self == .utf8 { return 1 }
        if byte & 0xC0 == 0x80 { return 0 }
        return self == .utf16 && byte >= 0xF0 ? 2 : 1
    }
}
