import ForeignData
import NotebookText

/// Pictures in SVG, as far as readers of books show them.
enum EPUBDrawing {
    /// The largest one, in bytes.
    static let maximumBytes = 16 << 20

    /// Whether a text is an SVG that is well-formed, runs nothing and needs no other file.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        guard beginsSoundly(String(decoding: bytes, as: UTF8.self)) else { return false }
        var scanner = XMLScanner(bytes)
        do {
            while let event = try scanner.next() {
                if case .start(let name, let attributes) = event, !isSound(name, attributes) { return false }
            }
            return true
        } catch {
            return false
        }
    }

    private static func isSound(_ element: String, _ attributes: [XMLAttribute]) -> Bool {
        let name = local(element)
        return name != "script"
            && attributes.allSatisfy { attribute in
                let isOutside = !attribute.value.hasPrefix("#") && !attribute.value.hasPrefix("data:")
                return !attribute.name.lowercased().hasPrefix("on")
                    && !(local(attribute.name) == "href" && name != "a" && isOutside)
            }
    }

    /// A name without the prefix of its namespace, in lower case.
    private static func local(_ name: String) -> String { name.parts(between: ":").last?.lowercased() ?? "" }

    /// Whether nothing stands before the root but a byte order mark, the declaration, comments, and the type of document
    /// that books may have (EPUB 3.3, §B).
    private static func beginsSoundly(_ text: String) -> Bool {
        var reader = TextReader(text)
        _ = reader.skip("\u{FEFF}")
        while true {
            reader.skipSpace()
            let end: String
            if reader.skip("<?xml ") {
                end = "?>"
            } else if reader.skip("<!--") {
                end = "-->"
            } else if reader.skip("<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\"") {
                end = ">"
            } else {
                return reader.skip("<svg")
            }
            guard let place = reader.rest.place(of: end) else { return false }
            reader = TextReader(reader.rest[place.upperBound...])
        }
    }
}
