/// The members `format` and `version` that identify each JSON text of a bundle.
package struct FormatHeader {
    /// The latest supported version of the format.
    package static let latestVersion = 1

    let name: String
    let version: Int
    private var hasFormat = false
    private var hasVersion = false
    /// The end of the text that was read.
    private var end = 0

    package init(name: String, version: Int) {
        self.name = name
        self.version = version
    }

    /// Reads a whole text, an object that has these members anywhere, and calls `member` with each other key; it reads the
    /// value that follows.
    package mutating func read(
        _ reader: inout JSONReader, _ member: (inout JSONReader, String) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        var seen = SeenKeys()
        try reader.object { (reader, key) throws(TextProblem) in
            let name = try reader.text(of: key.string)
            try seen.insert(name, at: key.offset)
            switch name {
            case "format": try readFormat(&reader)
            case "version": try readVersion(&reader)
            default: try member(&reader, name)
            }
        }
        try reader.end()
        end = reader.offset
        guard hasFormat else { throw TextProblem("“format” is missing", at: end) }
        guard hasVersion else { throw TextProblem("“version” is missing", at: end) }
    }

    /// A value that the text has to have under a key.
    ///
    /// - Throws: `TextProblem` if it is `nil`.
    package func required<Value>(_ value: Value?, _ key: String) throws(TextProblem) -> Value {
        guard let value else { throw TextProblem("“\(key)” is missing", at: end) }
        return value
    }

    private mutating func readFormat(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        guard try reader.text(of: reader.string()) == name else {
            throw TextProblem("“format” is not “\(name)”", at: start)
        }
        hasFormat = true
    }

    private mutating func readVersion(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        try check(version: try reader.integer(), at: start)
        hasVersion = true
    }

    /// Rejects a newer version at once, since anything after it may differ.
    func check(version found: Int, at offset: Int) throws(TextProblem) {
        if let later = Self.laterVersion(String(found), at: offset) { throw later }
        guard found == version else { throw TextProblem("there is no version \(found)", at: offset) }
    }

    /// The error for a newer version, however large the number; `nil` for any other number.
    package static func laterVersion(_ spelling: String, at offset: Int) -> TextProblem? {
        let digits = Array(spelling.utf8)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30, spelling != "\(latestVersion)"
        else { return nil }
        let shown = digits.count > 20 ? spelling.prefix(20) + "…" : spelling[...]
        let message = "version \(shown) is newer than \(latestVersion), the latest supported version"
        return TextProblem(message, at: offset, kind: .newerVersion)
    }
}
