import NotebookText

/// The conditions that components of paths have to meet for every system (Format, clause 5.2).
package enum PathRules {
    static let maximumPathBytes = 1024
    static let maximumComponents = 32
    /// The components that come before a path in the trash: `trash` and the batch.
    static let componentsOfTrash = 2
    static let maximumComponentBytes = 240

    /// The forbidden bytes below 64, and in the next 64: control characters and `"*/:<>?\|`.
    private static let forbiddenLow: UInt64 = 0xD400_8404_FFFF_FFFF
    private static let forbiddenHigh: UInt64 = 0x9000_0000_1000_0000

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? forbiddenLow : forbiddenHigh) &>> UInt64(byte & 63) & 1 == 1
    }

    /// Checks one component, given as UTF-8.
    package static func check(_ name: Span<UInt8>) -> ComponentProblem? {
        guard name.count > 0 else { return .empty }
        guard name.count <= Self.maximumComponentBytes else { return .tooLong }
        var union: UInt8 = 0
        var hasForbidden = false
        for index in 0..<name.count {
            hasForbidden = hasForbidden || isForbidden(name[index])
            union |= name[index]
        }
        let text = union < 0x80 && !hasForbidden ? nil : String(copying: name)
        if let scalar = text?.unicodeScalars.first(where: isForbidden) { return .character(scalar) }
        let (first, last) = (name[0], name[name.count - 1])
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return .edgeSpace }
        if first == UInt8(ascii: ".") { return .leadingFullStop }
        if last == UInt8(ascii: ".") { return .trailingFullStop }
        if DeviceNames.contains(name) { return .deviceName }
        if JunkNames.contains(name) { return .systemJunk }
        guard union >= 0x80, let text else { return nil }
        return text.composed.isIdentical(to: text) ? nil : .notComposed
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && isForbidden(UInt8(scalar.value)) || PrintableText.isUnsafe(scalar)
            || scalar.properties.generalCategory == .privateUse
    }
}

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

/// The classes of characters that names cannot contain (Format, clause 5.2).
package enum CharacterClass: Hashable {
    /// Characters that some system reserves: `< > : " / \ | ? *`.
    case reserved
    /// General Category Cc.
    case control
    /// Characters that change the display of the text around them: bidirectional controls, line separators, the byte
    /// order mark.
    case invisible
    /// Private-use characters and noncharacters.
    case privateUse

    /// The class of a rejected character.
    package init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control: self = .control
        case .privateUse: self = .privateUse
        default:
            self =
                scalar.value < 0x80
                ? .reserved : scalar.properties.isNoncharacterCodePoint ? .privateUse : .invisible
        }
    }
}
