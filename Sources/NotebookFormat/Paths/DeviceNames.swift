import NotebookText

/// The names that Windows reserves for devices, with any extension (Format, clause 5.2).
enum DeviceNames {
    private static let names: [StaticText] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    private static let ports: [StaticText] = ["COM", "LPT"]

    static func contains(_ name: Span<UInt8>) -> Bool {
        // Few names begin like one of them.
        guard name.count >= 3, Self.isBeginning(name[0] | 0x20) else { return false }
        var count = 0
        while count < name.count, name[count] != UInt8(ascii: ".") { count += 1 }
        while count > 0, name[count - 1] == UInt8(ascii: " ") { count -= 1 }
        let stem = name.extracting(0..<count)
        switch count {
        case 3, 6, 7: return names.contains { stem.equalsIgnoringASCIICase($0) }
        case 4: return isPort(stem) && (0x30...0x39).contains(stem[3])
        // The superscript digits ¹, ² and ³ are C2 B9, C2 B2 and C2 B3.
        case 5: return stem[3] == 0xC2 && [0xB9, 0xB2, 0xB3].contains(stem[4]) && isPort(stem)
        default: return false
        }
    }

    private static func isBeginning(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "l"), UInt8(ascii: "n"), UInt8(ascii: "p"): true
        default: false
        }
    }

    private static func isPort(_ stem: Span<UInt8>) -> Bool {
        ports.contains { stem.extracting(0..<3).equalsIgnoringASCIICase($0) }
    }
}
