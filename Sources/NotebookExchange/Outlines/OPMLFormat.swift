import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// Outlines in OPML 2.0.
package struct OPMLFormat: ForeignFormat {
    package let name = "opml"
    package let sources = "OPML"
    package let looseFiles = LooseFiles(.unlessNamed, [".opml"], areHardlyAttached: true)

    /// The largest file, in bytes.
    private static let maximumBytes = 128 << 20

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isDirectory, let start = place.start(8192), Self.begins(start) else { return nil }
        let files = try DirectoryFiles(ExternalPath.parent(of: place.path), name: place.shown)
        let bytes = try files.readWhole(ExternalPath.name(of: place.path), limit: Self.maximumBytes)
        return OPMLSource(TextDecoding.text(ofXML: bytes), place)
    }

    private static func begins(_ start: [UInt8]) -> Bool {
        let text = TextDecoding.text(ofXML: start).text
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return false }
        var scanner = XMLScanner(Array(text.utf8))
        guard case .start(let name, _)? = try? scanner.next() else { return false }
        return name == "opml"
    }
}

/// An outline: a text, and what is below it.
struct OPMLOutline {
    let attributes: [XMLAttribute]
    var children: [OPMLOutline] = []

    subscript(_ name: String) -> String? { attributes.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// The head and the outlines of a text.
struct OPMLDocument {
    private(set) var head: [String: String] = [:]
    private(set) var outlines: [OPMLOutline] = []

    /// Reads a text.
    ///
    /// - Throws: `XMLProblem`.
    init(_ bytes: [UInt8]) throws {
        var scanner = XMLScanner(bytes)
        var stack: [OPMLOutline] = []
        while let event = try scanner.next() {
            switch event {
            case .start("outline", let attributes): stack.append(OPMLOutline(attributes: attributes))
            case .end("outline"):
                guard let outline = stack.popLast() else { break }
                if stack.isEmpty { outlines.append(outline) } else { stack[stack.count - 1].children.append(outline) }
            case .start(let name, _) where stack.isEmpty && scanner.depth == 3:
                head[name] = try scanner.elementText(limit: 1 << 16)?.trimmedOfSpace
            default: break
            }
        }
    }
}

/// Dates of electronic mail, as OPML has them: `Tue, 15 Mar 2005 16:35:45 GMT` (RFC 822, §5).
enum MailDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    static func read(_ text: String) -> Timestamp? { Timestamp(asWritten: iso(text) ?? text) }

    /// The date in ISO 8601; `nil` if it is written in another way.
    private static func iso(_ text: String) -> String? {
        var reader = TextReader(text.trimmedOfSpace)
        if reader.take(1..., where: ASCII.isLetter) != nil {
            guard reader.skip(",") else { return nil }
            reader.skipSpace()
        }
        guard let day = reader.take(1...2, where: ASCII.isDigit), reader.skipSpace(),
            let name = reader.take(3...3, where: ASCII.isLetter), let month = months.firstIndex(of: name.lowercased()),
            reader.take(0..., where: { ASCII.isLetter($0) && !ASCII.isCapital($0) }) != nil, reader.skipSpace(),
            let written = reader.take(2...4, where: ASCII.isDigit), let year = year(written), reader.skipSpace(),
            let time = time(&reader)
        else { return nil }
        reader.skipSpace()
        let sign = reader.take(1...1) { "+-".utf8.contains($0) }
        guard let sign else {
            // The name of a time zone, which is hardly ever another than that of UTC.
            _ = reader.take(1..., where: ASCII.isCapital)
            return reader.isAtEnd ? "\(year)-\(two(String(month + 1)))-\(two(day))T\(time)Z" : nil
        }
        guard let shift = reader.take(4...4, where: ASCII.isDigit), reader.isAtEnd else { return nil }
        return "\(year)-\(two(String(month + 1)))-\(two(day))T\(time)\(sign)\(shift)"
    }

    /// A year with four digits; `nil` for three.
    ///
    /// RFC 822 has two; those before 50 are in this century (RFC 5322, §4.3).
    private static func year(_ written: Substring) -> String? {
        switch written.count {
        case 2: (written < "50" ? "20" : "19") + written
        case 4: String(written)
        default: nil
        }
    }

    /// A time of the day, with seconds.
    private static func time(_ reader: inout TextReader) -> String? {
        guard let hour = reader.take(1...2, where: ASCII.isDigit), reader.skip(":"),
            let minute = reader.take(2...2, where: ASCII.isDigit)
        else { return nil }
        guard reader.skip(":") else { return "\(two(hour)):\(minute):00" }
        return reader.take(2...2, where: ASCII.isDigit).map { "\(two(hour)):\(minute):\($0)" }
    }

    private static func two(_ number: some StringProtocol) -> String {
        number.utf8.count < 2 ? "0\(number)" : "\(number)"
    }

    /// A date in that form.
    static func text(_ time: Timestamp) -> String {
        let parts = "\(time)".split { "-T:Z".contains($0) }.map(String.init)
        guard parts.count == 6, let month = Int(parts[1]) else { return "\(time)" }
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let number = Int(time.secondsSince1970 / 86_400) - (time.secondsSince1970 % 86_400 < 0 ? 1 : 0)
        let day = days[((number % 7) + 7) % 7]
        let name = months[month - 1].prefix(1).uppercased() + months[month - 1].dropFirst()
        return "\(day), \(parts[2]) \(name) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }
}
