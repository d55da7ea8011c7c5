/// An alphabet of formulas, whose letters Unicode has as characters of their own (Unicode, section 22.2).
enum FormulaFont: Hashable {
    case upright
    case italic
    case bold
    /// Bold, and italic where letters are.
    case boldItalic
    case script
    case fraktur
    case doubleStruck
    case sansSerif
    case monospace

    /// The alphabet that a command selects.
    init?(command: String) {
        switch command {
        case "mathrm", "mathup", "rm": self = .upright
        case "mathit", "mathnormal", "it": self = .italic
        case "mathbf", "bf": self = .bold
        case "boldsymbol", "bm", "mathbfit", "pmb": self = .boldItalic
        case "mathcal", "mathscr", "cal": self = .script
        case "mathfrak", "frak": self = .fraktur
        case "mathbb", "Bbb": self = .doubleStruck
        case "mathsf", "sf": self = .sansSerif
        case "mathtt", "tt": self = .monospace
        default: return nil
        }
    }

    /// The first of the capital letters, the small ones, the digits, and the capital and small Greek letters.
    private var starts: (upper: UInt32, lower: UInt32, digits: UInt32?, greekUpper: UInt32?, greekLower: UInt32?)? {
        switch self {
        case .upright: nil
        case .italic: (0x1D434, 0x1D44E, nil, 0x1D6E2, 0x1D6FC)
        case .bold: (0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2)
        case .boldItalic: (0x1D468, 0x1D482, 0x1D7CE, 0x1D71C, 0x1D736)
        case .script: (0x1D49C, 0x1D4B6, nil, nil, nil)
        case .fraktur: (0x1D504, 0x1D51E, nil, nil, nil)
        case .doubleStruck: (0x1D538, 0x1D552, 0x1D7D8, nil, nil)
        case .sansSerif: (0x1D5A0, 0x1D5BA, 0x1D7E2, nil, nil)
        case .monospace: (0x1D670, 0x1D68A, 0x1D7F6, nil, nil)
        }
    }

    /// A letter or digit of this alphabet; others stay as they are.
    func shown(_ scalar: Unicode.Scalar) -> String {
        guard let starts else { return String(scalar) }
        let value = scalar.value
        let mapped: UInt32? =
            switch value {
            case 0x41...0x5A: starts.upper + value - 0x41
            case 0x61...0x7A: starts.lower + value - 0x61
            case 0x30...0x39: starts.digits.map { $0 + value - 0x30 }
            case 0x391...0x3A9: starts.greekUpper.map { $0 + value - 0x391 }
            case 0x3B1...0x3C9: starts.greekLower.map { $0 + value - 0x3B1 }
            default: nil
            }
        guard let mapped, let shown = Unicode.Scalar(Self.older[mapped] ?? mapped) else { return String(scalar) }
        return String(shown)
    }

    /// Letters that Unicode had before, whose places in the alphabets are empty.
    private static let older: [UInt32: UInt32] = [
        0x1D455: 0x210E, 0x1D49D: 0x212C, 0x1D4A0: 0x2130, 0x1D4A1: 0x2131, 0x1D4A3: 0x210B, 0x1D4A4: 0x2110,
        0x1D4A7: 0x2112, 0x1D4A8: 0x2133, 0x1D4AD: 0x211B, 0x1D4BA: 0x212F, 0x1D4BC: 0x210A, 0x1D4C4: 0x2134,
        0x1D506: 0x212D, 0x1D50B: 0x210C, 0x1D50C: 0x2111, 0x1D515: 0x211C, 0x1D51D: 0x2128, 0x1D53A: 0x2102,
        0x1D53F: 0x210D, 0x1D545: 0x2115, 0x1D547: 0x2119, 0x1D548: 0x211A, 0x1D549: 0x211D, 0x1D551: 0x2124,
    ]
}
