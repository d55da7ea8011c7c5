/// The lines of a text.
package enum TextLines {
    /// The lines, each with its line feed; the last may lack it.
    package static func of(_ bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        let bytes = Array(bytes)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// The words of a text and the text between them, each as a separate piece.
    static func words(of bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        let bytes = Array(bytes)
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let kind = Kind(bytes[start])
            var end = start + 1
            while kind != .mark, end < bytes.count, Kind(bytes[end]) == kind { end += 1 }
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }

    private enum Kind {
        case letter
        case space
        case mark

        init(_ byte: UInt8) {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: self = .space
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: self = .letter
            default: self = .mark
            }
        }
    }
}
