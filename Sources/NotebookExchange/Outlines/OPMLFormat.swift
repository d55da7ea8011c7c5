import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookText

/// Outlines in OPML 2.0.
package struct OPMLFormat: ForeignFormat {
    package let name = "opml"
    package let sources = "OPML"

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

    static func read(_ text: String) -> Timestamp? {
        let pattern =
            #/(?:[A-Za-z]+,\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+\-]\d{4}|[A-Z]+)?/#
        guard let match = text.trimmedOfSpace.wholeMatch(of: pattern),
            let month = months.firstIndex(of: match.output.2.lowercased())
        else { return Timestamp(asWritten: text) }
        func two(_ number: some StringProtocol) -> String { number.count < 2 ? "0\(number)" : String(number) }
        let zone = match.output.7.map(String.init) ?? "GMT"
        let shift = zone.hasPrefix("+") || zone.hasPrefix("-") ? "\(zone.prefix(3)):\(zone.suffix(2))" : "Z"
        let seconds = match.output.6.map(String.init) ?? "00"
        return Timestamp(
            asWritten:
                "\(match.output.3)-\(two(String(month + 1)))-\(two(match.output.1))T\(two(match.output.4)):\(match.output.5):\(seconds)\(shift)"
        )
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
