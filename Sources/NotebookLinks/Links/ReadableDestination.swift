import NotebookFormat
import NotebookText

/// Destinations of links, as people read them.
package enum ReadableDestination {
    /// Whether a destination leads out of the notebook: it has a scheme such as `https:`.
    package static func isAddress(_ destination: String) -> Bool {
        guard let colon = destination.firstIndex(of: ":"), let first = destination.first, first.isASCII, first.isLetter
        else { return false }
        let scheme = destination[..<colon]
        return scheme.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Whether an address only opens something harmless: a page on the web, a new message, or a call.
    package static func onlyOpens(_ address: String) -> Bool {
        ["http", "https", "mailto", "tel"].contains(address.prefix { $0 != ":" }.lowercased())
    }

    /// A destination without percent-encoding; for an attachment, the name that it was attached under.
    package static func text(_ destination: String) -> String {
        guard !isAddress(destination) else { return destination }
        let decoded = PercentEncoding.decode(destination) ?? destination
        let name = decoded.split(separator: "/").last ?? ""
        return BlobName(name)?.readableName ?? decoded
    }

    /// The name at the end of a destination, without the ending of notes and cards.
    package static func name(_ destination: String) -> String {
        let path = text(destination).prefix { $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? String(path)
        return name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
    }

    /// An address for a terminal: printable ASCII, with anything else percent-encoded.
    package static func encoded(_ address: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return address.utf8.reduce(into: "") { text, byte in
            if byte > 0x20, byte < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 0xF)])"
            }
        }
    }
}
