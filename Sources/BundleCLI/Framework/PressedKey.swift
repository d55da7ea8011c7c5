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

    /// A key of several bytes: `ESC [ … letter` or `ESC O letter` (ECMA-48, 5.4; xterm).
    private static func sequence(_ rest: inout ArraySlice<UInt8>) -> [PressedKey] {
        guard rest.dropFirst().first.map({ [UInt8(ascii: "["), UInt8(ascii: "O")].contains($0) }) == true else {
            rest = rest.dropFirst()
            return [.escape]
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
