import NotebookText

/// Encodings of one or more bytes for each character (WHATWG Encoding Standard, §9–14).
enum CharacterSteps: Sendable {
    /// The 128 characters above ASCII.
    case single([UInt32])
    case shiftJIS
    case eucJP
    /// Escape sequences say what the next bytes mean.
    case iso2022JP
    case eucKR
    case gb18030
    case bigFive

    /// What some bytes mean.
    enum Found: Equatable {
        case character(UInt32)
        /// They only say what follows means.
        case nothing
        /// They mean nothing in this encoding.
        case invalid
    }

    /// What an escape sequence of ISO-2022-JP began.
    enum Mode: Equatable {
        case roman
        case katakana
        case kanji
    }

    /// What the bytes at an offset mean, and how many they are; `nil` if more bytes decide.
    ///
    /// - Parameter mode: What the last escape sequence began.
    func step(_ bytes: [UInt8], at offset: Int, _ mode: inout Mode) -> (meaning: Found, length: Int)? {
        let first = bytes[offset]
        if case .iso2022JP = self { return Self.escaped(bytes, at: offset, &mode) }
        if first < 0x80 { return (.character(UInt32(first)), 1) }
        if case .single(let characters) = self {
            let code = characters[Int(first) - 0x80]
            return (code == 0xFFFD ? .invalid : .character(code), 1)
        }
        switch (self, first) {
        case (.shiftJIS, 0xA1...0xDF): return (.character(0xFF61 + UInt32(first) - 0xA1), 1)
        case (.eucJP, 0x8F):
            // JIS X 0212, of which there is no table here.
            guard offset + 2 < bytes.count else { return nil }
            return (.invalid, 3)
        case (.gb18030, 0x80): return (.character(0x20AC), 1)
        case (_, 0x80), (_, 0xFF): return (.invalid, 1)
        default: break
        }
        guard offset + 1 < bytes.count else { return nil }
        let second = bytes[offset + 1]
        if case .gb18030 = self, (0x30...0x39).contains(second) {
            guard offset + 3 < bytes.count else { return nil }
            let (third, fourth) = (bytes[offset + 2], bytes[offset + 3])
            guard (0x81...0xFE).contains(third), (0x30...0x39).contains(fourth) else { return (.invalid, 1) }
            let high = (Int(first) - 0x81) * 10 + Int(second) - 0x30
            let number = (high * 126 + Int(third) - 0x81) * 10 + Int(fourth) - 0x30
            return (GBKCharacters.character(number).map { .character($0) } ?? .invalid, 4)
        }
        // What begins a character that does not end is one wrong byte before ASCII.
        guard let code = character(first, second) else { return (.invalid, second < 0x80 ? 1 : 2) }
        return (.character(code), 2)
    }

    private func character(_ first: UInt8, _ second: UInt8) -> UInt32? {
        let (lead, trail) = (Int(first), Int(second))
        switch self {
        case .single, .iso2022JP: return nil
        case .shiftJIS:
            guard (0x40...0xFC).contains(trail), trail != 0x7F, lead <= 0xFC else { return nil }
            let place = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41)
            return CharacterGrid.jis[place / 94, place % 94]
        case .eucJP:
            if lead == 0x8E { return (0xA1...0xDF).contains(trail) ? 0xFF61 + UInt32(trail) - 0xA1 : nil }
            return lead >= 0xA1 && trail >= 0xA1 ? CharacterGrid.jis[lead - 0xA1, trail - 0xA1] : nil
        case .eucKR:
            return lead >= 0xA1 && trail >= 0xA1
                ? CharacterGrid.ks[lead - 0xA1, trail - 0xA1] : UnifiedHangul.character(lead, trail)
        case .gb18030:
            return (0x40...0xFE).contains(trail) && trail != 0x7F ? GBKCharacters.character(first, second) : nil
        case .bigFive:
            guard lead >= 0xA1, (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return nil }
            return CharacterGrid.bigFive[lead - 0xA1, trail - (trail < 0x7F ? 0x40 : 0x62)]
        }
    }

    private static func escaped(
        _ bytes: [UInt8], at offset: Int, _ mode: inout Mode
    ) -> (meaning: Found, length: Int)? {
        let first = bytes[offset]
        if first == 0x1B {
            guard offset + 2 < bytes.count else { return nil }
            let begun: Mode? =
                switch (bytes[offset + 1], bytes[offset + 2]) {
                case (0x28, 0x42), (0x28, 0x4A): .roman
                case (0x28, 0x49): .katakana
                case (0x24, 0x40), (0x24, 0x42): .kanji
                default: nil
                }
            guard let begun else { return (.invalid, 1) }
            mode = begun
            return (.nothing, 3)
        }
        if first >= 0x80 { return (.invalid, 1) }
        // A line feed ends a run of kanji that nothing else ends.
        if first == 0x0A { mode = .roman }
        guard mode != .roman, (0x21...0x7E).contains(first) else { return (.character(UInt32(first)), 1) }
        if mode == .katakana { return first <= 0x5F ? (.character(0xFF61 + UInt32(first) - 0x21), 1) : (.invalid, 1) }
        guard offset + 1 < bytes.count else { return nil }
        let second = bytes[offset + 1]
        guard (0x21...0x7E).contains(second) else { return (.invalid, 1) }
        let code = CharacterGrid.jis[Int(first) - 0x21, Int(second) - 0x21]
        return (code.map { .character($0) } ?? .invalid, 2)
    }
}

/// The syllables of Hangul that EUC-KR lacks, and windows-949 adds.
private enum UnifiedHangul {
    /// In the order of Unicode.
    private static let syllables: [UInt16] = {
        let known = CharacterGrid.ks.characters
        return (0xAC00...0xD7A3).filter { !known.contains($0) }
    }()

    static func character(_ lead: Int, _ trail: Int) -> UInt32? {
        let column: Int
        switch trail {
        case 0x41...0x5A: column = trail - 0x41
        case 0x61...0x7A: column = trail - 0x61 + 26
        case 0x81...0xFE: column = trail - 0x81 + 52
        default: return nil
        }
        let index = lead < 0xA1 ? (lead - 0x81) * 178 + column : 32 * 178 + (lead - 0xA1) * 84 + column
        return syllables.indices.contains(index) ? UInt32(syllables[index]) : nil
    }
}
