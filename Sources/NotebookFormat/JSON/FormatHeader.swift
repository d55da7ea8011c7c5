/// The members `format` and `version`, with which each JSON text of a bundle says what it is.
struct FormatHeader {
    let name: String
    let version: Int
    private var hasFormat = false
    private var hasVersion = false

    init(name: String, version: Int) {
        self.name = name
        self.version = version
    }

    mutating func readFormat(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        guard try reader.text(of: reader.string()) == name else {
            throw TextProblem("“format” is not “\(name)”", at: start)
        }
        hasFormat = true
    }

    mutating func readVersion(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        try check(version: try reader.integer(), at: start)
        hasVersion = true
    }

    /// A newer version is refused at once: it may differ in anything that follows.
    func check(version found: Int, at offset: Int) throws(TextProblem) {
        if found > version {
            let message = "version \(found) is newer than \(version), the latest that is known here"
            throw TextProblem(message, at: offset, kind: .newerVersion)
        }
        guard found == version else { throw TextProblem("there is no version \(found)", at: offset) }
    }

    func checkComplete(end: Int) throws(TextProblem) {
        guard hasFormat else { throw TextProblem("“format” is missing", at: end) }
        guard hasVersion else { throw TextProblem("“version” is missing", at: end) }
    }
}
