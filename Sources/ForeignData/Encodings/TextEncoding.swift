import NotebookText

/// An encoding of texts, as files declare it (WHATWG Encoding Standard, §4.2).
package struct TextEncoding: Sendable {
    enum Form: Sendable {
        case utf8
        case utf16(isLittle: Bool)
        case characters(CharacterSteps)
        /// It is known by its name alone.
        case unknown
    }

    /// The name, for messages.
    package let name: String
    let form: Form

    /// Whether what is ASCII in it means the same in ASCII, and nothing else does.
    var extendsASCII: Bool {
        switch form {
        case .utf8: true
        case .utf16, .characters(.iso2022JP): false
        case .characters: true
        case .unknown: !["utf-7", "utf-32", "hz", "2022"].contains { name.contains($0) }
        }
    }

    static let utf8 = TextEncoding(name: "UTF-8", form: .utf8)

    private init(name: String, form: Form) { (self.name, self.form) = (name, form) }

    /// The encoding of a text that begins with some bytes and declares an encoding, or none.
    init(start: [UInt8], _ declared: String?) {
        let start = Array(start.prefix(4)) + [0x20, 0x20, 0x20, 0x20].dropFirst(min(4, start.count))
        if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8
        } else if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] {
            self.init(name: "utf-32", form: .unknown)
        } else if start.starts(with: [0xFF, 0xFE]) || start[0] != 0 && start[1] == 0 {
            self.init(name: "UTF-16", form: .utf16(isLittle: true))
        } else if start.starts(with: [0xFE, 0xFF]) || start[0] == 0 && start[1] != 0 {
            self.init(name: "UTF-16", form: .utf16(isLittle: false))
        } else if let declared {
            self.init(label: declared)
        } else {
            self = .utf8
        }
    }

    /// The encoding with a label, in any case.
    private init(label: String) {
        let label = label.lowercased()
        let plain = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let name = Self.names[plain] ?? plain
        switch name {
        // A text that can say so in ASCII is not in UTF-16.
        case "utf8", "utf16", "utf16le", "utf16be", "unicode": self = .utf8
        case "shiftjis": self.init(name: label, form: .characters(.shiftJIS))
        case "eucjp": self.init(name: label, form: .characters(.eucJP))
        case "iso2022jp": self.init(name: label, form: .characters(.iso2022JP))
        case "euckr": self.init(name: label, form: .characters(.eucKR))
        case "gb18030": self.init(name: label, form: .characters(.gb18030))
        case "big5": self.init(name: label, form: .characters(.bigFive))
        default:
            let table = Self.tables[name]
            self.init(name: label, form: table.map { .characters(.single($0)) } ?? .unknown)
        }
    }

    /// ISO-2022-JP, which its escape sequences declare.
    static let escaped = TextEncoding(label: "iso-2022-jp")

    /// The tables of one byte for each character, by their names without hyphens.
    private static let tables: [String: [UInt32]] = {
        var tables: [String: [UInt32]] = [:]
        for (name, characters) in SingleByteTables.characters {
            let codes = characters.unicodeScalars.map(\.value)
            tables[name.replacing("-", with: "")] = (0x80..<0x80 + UInt32(128 - codes.count)) + codes
        }
        tables["windows1252"] = (0x80...0xFF).map { Windows1252.character($0).value }
        return tables
    }()

    /// Other labels, without signs, of the names that are decoded.
    private static let names: [String: String] = {
        var names = [
            "sjis": "shiftjis", "xsjis": "shiftjis", "mskanji": "shiftjis", "windows31j": "shiftjis",
            "cp932": "shiftjis", "ms932": "shiftjis", "csshiftjis": "shiftjis", "xeucjp": "eucjp", "ujis": "eucjp",
            "csiso2022jp": "iso2022jp", "ksc56011987": "euckr", "ksc5601": "euckr", "korean": "euckr",
            "windows949": "euckr", "cp949": "euckr", "uhc": "euckr", "cseuckr": "euckr", "gbk": "gb18030",
            "xgbk": "gb18030", "gb2312": "gb18030", "gb231280": "gb18030", "euccn": "gb18030", "cp936": "gb18030",
            "ms936": "gb18030", "windows936": "gb18030", "chinese": "gb18030", "xxbig5": "big5", "cnbig5": "big5",
            "csbig5": "big5", "cp950": "big5", "windows950": "big5", "koi": "koi8r", "koi8": "koi8r",
            "cskoi8r": "koi8r", "koi8ru": "koi8u", "cp866": "ibm866", "866": "ibm866", "xmacroman": "macintosh",
            "mac": "macintosh", "macroman": "macintosh", "xmaccyrillic": "xmaccyrillic", "usascii": "windows1252",
            "ascii": "windows1252", "latin1": "windows1252", "l1": "windows1252", "latin2": "iso88592",
            "latin3": "iso88593", "latin4": "iso88594", "cyrillic": "iso88595", "arabic": "iso88596",
            "greek": "iso88597", "hebrew": "iso88598", "iso88598i": "iso88598", "iso88598e": "iso88598",
            "latin5": "windows1254", "iso88599": "windows1254", "latin6": "iso885910", "tis620": "windows874",
            "iso885911": "windows874", "dos874": "windows874", "latin9": "iso885915", "latin0": "iso885915",
            "unicode11utf8": "utf8", "iso88591": "windows1252",
        ]
        for number in 1250...1258 {
            for prefix in ["cp", "xcp"] { names["\(prefix)\(number)"] = "windows\(number)" }
        }
        return names
    }()
}
