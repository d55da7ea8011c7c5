extension StringProtocol {
    /// The text as readers see it: each white space is a space, none is at the ends, and nothing is invisible (Format,
    /// clause 21.3).
    ///
    /// Links compare names so; paths, tags and keys are exact.
    package var seen: String { String(self).seenWhole }
}

extension String {
    fileprivate var seenWhole: String {
        guard !utf8.span.isPrintableASCII,
            unicodeScalars.contains(where: { $0 != " " && ($0.isWhiteSpace || $0.isInvisible) })
        else {
            return trimmingSpaces
        }
        var seen = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isInvisible { seen.append(scalar.isWhiteSpace ? " " : scalar) }
        return String(seen).trimmingSpaces
    }

    /// The text without spaces at its ends.
    package var trimmingSpaces: String {
        guard utf8.first == 0x20 || utf8.last == 0x20 else { return self }
        var text = utf8[...]
        while text.first == 0x20 { text.removeFirst() }
        while text.last == 0x20 { text.removeLast() }
        return String(Substring(text))
    }
}

extension Unicode.Scalar {
    /// Whether the code point is white space (Unicode 15.0.0, White_Space).
    package var isWhiteSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether nobody sees the code point, such as U+00AD or U+200B (Unicode 15.0.0, Default_Ignorable_Code_Point).
    package var isInvisible: Bool {
        switch value {
        case ..<0xAD: false
        case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3,
            0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}

extension ComparisonKey {
    /// The key of a name in a link, as readers see it.
    package init(seen text: some StringProtocol) { self.init(text.seen) }

    /// Whether this is the key of a name, which has no control characters, as readers see it; makes no key for ASCII.
    package func isKey(ofSeen name: Span<UInt8>) -> Bool {
        name.isSeen ? isKey(of: name) : ComparisonKey(seen: String(copying: name)) == self
    }
}

extension KeyHash {
    /// The hash of a name, which has no control characters, as readers see it.
    package static func of(seen name: Span<UInt8>) -> UInt64 {
        name.isSeen ? of(name) : of(ComparisonKey(seen: String(copying: name)))
    }
}

extension Span<UInt8> {
    /// Whether the text is as readers see it, unless it has control characters.
    fileprivate var isSeen: Bool { isEmpty || self[0] != 0x20 && self[count - 1] != 0x20 && isASCII }
}
