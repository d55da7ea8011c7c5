package import NotebookFormat
import NotebookMarkdown
import NotebookText

/// Possible spellings of a new destination of a Markdown or HTML link, the one most like the old one first.
struct DestinationSpellings {
    private let written: LinkDestination
    private let isBracketed: Bool
    private let source: BundlePath

    /// Makes spellings in the style of a destination, for a link in a file.
    init(_ written: LinkDestination, _ form: MarkdownDestination.Form, from source: BundlePath) {
        self.written = written
        isBracketed = form == .bracketed
        self.source = source
    }

    /// The destinations that name a path of the bundle, with the query and fragment of the old one.
    func all(to path: String) -> [String] {
        let rawPath = written.rawPath
        let isAbsolute = rawPath.begins(with: "/")
        let isWhole = written.path?.ends(in: ".md") ?? true
        let ending = rawPath.ends(in: "/") ? "/" : ""
        let bare = path.without(ending: ".md").map(String.init) ?? path
        let styled = isWhole ? [path] : [bare, path]
        let relative = styled.map { path in
            let relative = relativePath(to: path) + ending
            return rawPath.begins(with: "./") && !relative.begins(with: "../") ? "./" + relative : relative
        }
        let absolute = styled.map { "/" + $0 + ending }
        return (isAbsolute ? absolute : relative + absolute).map { spelled($0) + written.suffix }
    }

    private func relativePath(to path: String) -> String {
        let directory = LinkResolver.directory(of: source).parts(between: "/")
        let target = path.parts(between: "/")
        let common = zip(directory, target.dropLast()).prefix { $0 == $1 }.count
        let up = Array(repeating: Substring(".."), count: directory.count - common)
        return (up + target.dropFirst(common)).joined(separator: "/")
    }

    /// The path, percent-encoded unless the old one was unencoded in `<…>`.
    private func spelled(_ path: String) -> String {
        let isPlain = isBracketed && !written.rawPath.contains("%") && !path.contains { "%?#\\<>".contains($0) }
        return isPlain ? path : PercentEncoding.encode(path)
    }
}

/// Possible spellings of a new target of a wiki link, the one most like the old one first.
package struct WikiSpellings {
    /// How a wiki link names a file (Format, clause 21.3).
    private enum Notation {
        /// By its path from the bundle, after `/`.
        case absolute
        /// By its path from the item, after `./` or `../`.
        case relative
        /// By its path from the bundle.
        case whole
        /// By its path below `notes/`, `cards/` or `blobs/`.
        case inFolder
        /// By its name and this many components before it.
        case ending(Int)
        /// By its title, or the name that it was attached under.
        case title
    }

    private let style: Notation
    private let hasEnding: Bool

    /// Makes spellings in the style of an old target that named a file.
    package init(_ written: String, ledTo path: BundlePath) {
        let key = ComparisonKey(seen: written).text
        func isIn(_ texts: [String]) -> Bool { texts.contains { ComparisonKey(seen: $0).text == key } }
        let names = Names(path)
        hasEnding = names.isItem && key.ends(in: ".md") && !isIn([names.whole, names.inFolder, names.name])
        let count = written.parts(between: "/").count
        if written.begins(with: "/") {
            style = .absolute
        } else if written.begins(with: "./") || written.begins(with: "../") {
            style = .relative
        } else if isIn([names.whole, path.text]) {
            style = .whole
        } else if count > 1, isIn([names.inFolder, names.inFolder + ".md"]) {
            style = .inFolder
        } else if isIn([names.ending(count), names.ending(count) + ".md"]) {
            style = .ending(count)
        } else {
            style = .title
        }
    }

    /// The targets that can name a file.
    package func all(to path: BundlePath, title: String?, from source: BundlePath) -> [String] {
        let names = Names(path)
        let count = names.whole.parts(between: "/").count
        func styled(_ name: String) -> String { hasEnding && names.isItem ? name + ".md" : name }
        let relative = RelativePath.from(source, to: path)
        let bare = names.isItem ? relative.without(ending: ".md").map(String.init) : nil
        let beside = (relative.begins(with: "../") ? "" : "./") + (bare ?? relative)
        let endings = (1..<max(count, 2)).map { styled(names.ending($0)) }
        let absolute = ["/" + styled(names.whole), "/" + names.whole, "/" + path.text]
        let full = [styled(names.whole)] + absolute
        let titles = [title ?? names.name] + [names.readable].compactMap(\.self)
        // If the full path cannot be written, a part of it may.
        let shorter = endings.reversed() + titles
        switch style {
        case .absolute: return absolute + shorter
        case .relative: return [styled(beside)] + full + shorter
        case .whole: return full + shorter
        case .inFolder: return [styled(names.inFolder)] + full + shorter
        case .ending(let count):
            let place = min(count, endings.count) - 1
            return endings.dropFirst(place) + full + endings.prefix(place).reversed() + titles
        case .title: return titles + endings + full
        }
    }
}

/// The names of a file in wiki links.
private struct Names {
    let isItem: Bool
    /// The path; for an item without `.md`.
    let whole: String
    /// The path without its root.
    let inFolder: String
    /// The last component.
    let name: String
    /// The name that a blob was attached under.
    let readable: String?

    init(_ path: BundlePath) {
        isItem = FileType(of: path)?.isItem ?? false
        whole = isItem ? String(path.text.dropLast(3)) : path.text
        inFolder = whole.parts(between: "/").dropFirst().joined(separator: "/")
        name = whole.parts(between: "/").last.map(String.init) ?? whole
        readable = isItem ? nil : BlobName(name)?.readableName
    }

    func ending(_ count: Int) -> String { whole.parts(between: "/").suffix(count).joined(separator: "/") }
}

/// Destinations of links, as people read them.
package enum ReadableDestination {
    /// Whether a destination leads out of the notebook: it has a scheme such as `https:`.
    package static func isAddress(_ destination: String) -> Bool {
        guard let colon = destination.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = destination.utf8[..<colon]
        guard scheme.count > 1, let first = scheme.first, ASCII.isLetter(first) else { return false }
        return scheme.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Whether an address only opens something harmless: a page on the web, a new message, or a call.
    package static func onlyOpens(_ address: String) -> Bool {
        ["http", "https", "mailto", "tel"].contains(address.prefix { $0 != ":" }.lowercased())
    }

    /// Whether browsers would run an address, in which they skip white space.
    package static func runsScript(_ address: String) -> Bool {
        let start = address.utf8.lazy.filter { $0 > 0x20 }.prefix(20).map(ASCII.lowercased)
        return ["javascript:", "vbscript:", "data:text/html"].contains { start.starts(with: $0.utf8) }
    }

    /// A destination without percent-encoding; for an attachment, the name that it was attached under.
    package static func text(_ destination: String) -> String {
        guard !isAddress(destination) else { return destination }
        let decoded = PercentEncoding.decode(destination) ?? destination
        let name = decoded.parts(between: "/").last ?? ""
        return BlobName(name)?.readableName ?? decoded
    }

    /// The name at the end of a destination, without the ending of notes and cards.
    package static func name(_ destination: String) -> String {
        let path = Substring(text(destination).utf8.prefix { $0 != UInt8(ascii: "#") })
        let name = path.parts(between: "/").last.map(String.init) ?? String(path)
        return name.lowercased().ends(in: ".md") ? String(Substring(name.utf8.dropLast(3))) : name
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

/// Paths in links, relative to the file that contains them (RFC 3986 §5.2).
package enum RelativePath {
    /// Resolves a relative path from a directory; `nil` if it leaves the bundle.
    ///
    /// The directory and the result have no `/` at either end; a leading `/` of `path` starts at the bundle.
    package static func resolve(_ path: String, from directory: String) -> String? {
        var components = path.utf8.first == UInt8(ascii: "/") ? [] : directory.components
        for component in path.components {
            switch component {
            case ".": continue
            case "..":
                guard components.popLast() != nil else { return nil }
            default: components.append(component)
            }
        }
        return components.joined(separator: "/")
    }

    /// Whether a path starts at the bundle, or at the item's directory.
    static func isAnchored(_ path: String) -> Bool {
        ["/", "./", "../"].contains { path.utf8.starts(with: $0.utf8) }
    }

    /// The relative path from a file to another.
    package static func from(_ source: BundlePath, to target: BundlePath) -> String {
        let directory = source.components.dropLast()
        let path = target.components
        let common = zip(directory, path.dropLast()).prefix { $0 == $1 }.count
        let up = Array(repeating: Substring(".."), count: directory.count - common)
        return (up + path.dropFirst(common)).joined(separator: "/")
    }
}

extension String {
    /// The components of a path; a mark that combines with a slash belongs to a name.
    var components: [Substring] { utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }
}

/// The parts of a destination of a Markdown or HTML link (Format, clause 21.2).
package struct LinkDestination: Hashable, Sendable {
    /// The path, percent-decoded and in NFC; `nil` if that is not UTF-8.
    package let path: String?
    /// The path as it is written.
    package let rawPath: String
    /// The text after the path: the query and the fragment, with `?` and `#`.
    package let suffix: String
    /// Whether the link leads outside the notebook.
    package let isExternal: Bool

    /// Splits a destination.
    package init(_ destination: String) {
        let pathEnd = destination.utf8.firstIndex { $0 == 0x23 || $0 == 0x3F } ?? destination.endIndex
        rawPath = String(destination[..<pathEnd])
        suffix = String(destination[pathEnd...])
        path = PercentEncoding.decode(rawPath)?.composed
        isExternal = destination.utf8.starts(with: "//".utf8) || Self.hasScheme(destination)
    }

    /// The text after `#`, percent-decoded; `nil` if there is no `#`.
    package var fragment: String? {
        guard let number = suffix.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let written = String(suffix[suffix.utf8.index(after: number)...])
        return PercentEncoding.decode(written) ?? written
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first) else { return false }
        return scheme.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+.-".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
