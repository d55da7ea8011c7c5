import NotebookText

/// Reads autolinks (CommonMark 0.31.2 §6.5).
enum AutolinkScanner {
    /// The end of the URI autolink whose `<` is at an offset.
    static func uriEnd(_ bytes: [UInt8], at start: Int) -> Int? {
        guard let first = bytes.byte(at: start + 1, before: bytes.count), ASCII.isLetter(first) else { return nil }
        var offset = start + 2
        while offset < bytes.count, isSchemeCharacter(bytes[offset]), offset - start <= 33 { offset += 1 }
        guard (2...32).contains(offset - start - 1), bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: ":")
        else {
            return nil
        }
        while offset < bytes.count, bytes[offset] > 0x20, bytes[offset] != 0x7F, bytes[offset] != UInt8(ascii: "<"),
            bytes[offset] != UInt8(ascii: ">")
        {
            offset += 1
        }
        return bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: ">") ? offset + 1 : nil
    }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "+.-".utf8.contains(byte)
    }

    /// The end of the email autolink whose `<` is at an offset.
    static func emailEnd(_ bytes: [UInt8], at start: Int) -> Int? {
        var offset = start + 1
        while let byte = bytes.byte(at: offset, before: bytes.count), isNameCharacter(byte) { offset += 1 }
        guard offset > start + 1, bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: "@") else { return nil }
        repeat {
            let label = offset + 1
            offset = label
            while let byte = bytes.byte(at: offset, before: bytes.count), offset - label <= 63,
                ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
            {
                offset += 1
            }
            guard (1...63).contains(offset - label), bytes[label] != UInt8(ascii: "-"),
                bytes[offset - 1] != UInt8(ascii: "-")
            else { return nil }
        } while bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: ".")
        return bytes.byte(at: offset, before: bytes.count) == UInt8(ascii: ">") ? offset + 1 : nil
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }
}
