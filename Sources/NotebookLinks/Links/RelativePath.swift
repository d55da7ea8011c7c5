package import NotebookFormat
import NotebookText

/// Paths in links, relative to the file that contains them (RFC 3986 §5.2).
package enum RelativePath {
    /// Resolves a relative path from a directory; `nil` if it leaves the bundle.
    ///
    /// The directory and the result have no `/` at either end; a leading `/` of `path` starts at the bundle.
    package static func resolve(_ path: String, from directory: String) -> String? {
        var components = path.hasPrefix("/") ? [] : directory.split(separator: "/")
        for component in path.split(separator: "/") {
            switch component {
            case ".": continue
            case "..":
                guard components.popLast() != nil else { return nil }
            default: components.append(component)
            }
        }
        return components.joined(separator: "/")
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
        let pathEnd = destination.firstIndex { $0 == "#" || $0 == "?" } ?? destination.endIndex
        rawPath = String(destination[..<pathEnd])
        suffix = String(destination[pathEnd...])
        path = PercentEncoding.decode(rawPath)?.composed
        isExternal = destination.hasPrefix("//") || Self.hasScheme(destination)
    }

    /// The text after `#`, percent-decoded; `nil` if there is no `#`.
    package var fragment: String? {
        guard let number = suffix.firstIndex(of: "#") else { return nil }
        let written = String(suffix[suffix.index(after: number)...])
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
