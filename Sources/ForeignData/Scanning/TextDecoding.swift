import NotebookText

/// Decodes texts in the encodings that files declare: UTF-8, UTF-16, Latin-1 and its superset windows-1252 (WHATWG
/// Encoding Standard, §4.2).
package enum TextDecoding {
    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let windows: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
    private static let latin: Set<String> = [
        "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii", "iso-8859-15", "macintosh",
    ]

    /// The text of a page, whose encoding a byte order mark or an element of its head declares.
    package static func text(ofPage bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let declared = head.firstMatch(of: #/(?i)charset\s*=\s*["']?([a-z0-9_\-]+)/#)?.output.1
        return text(bytes, declared.map { $0.lowercased() })
    }

    /// The text of XML, whose encoding a byte order mark or its declaration says.
    package static func text(ofXML bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        let declared = head.firstMatch(of: #/encoding\s*=\s*["']([A-Za-z0-9_\-]+)/#)?.output.1
        return text(bytes, declared.map { $0.lowercased() })
    }

    private static func text(_ bytes: [UInt8], _ declared: String?) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes) }
        // A text that is valid as UTF-8 is hardly ever anything else.
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let declared, latin.contains(declared) || declared.hasPrefix("windows") || declared.hasPrefix("iso")
        else {
            return declared == nil ? single(bytes) : String(decoding: bytes, as: UTF8.self)
        }
        return single(bytes)
    }

    private static func single(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let value = (0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte)
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }

    private static func utf16(_ bytes: [UInt8]) -> String {
        let isLittle = bytes[0] == 0xFF
        var units: [UInt16] = []
        for start in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
