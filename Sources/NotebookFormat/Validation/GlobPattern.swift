/// A pattern for paths: `?` is any character and `*` any characters but `/`, `**` any characters at all.
///
/// `notes/Templates/**` is everything in that folder, at any depth; `**/` also stands for no folder at all. Letters are
/// compared as they are.
package struct GlobPattern: Hashable, Sendable {
    /// The pattern as it was written.
    package let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable {
        case character(Unicode.Scalar)
        case oneCharacter
        case withinComponent
        case anything
        case anyFolders
    }

    /// Reads a pattern.
    ///
    /// - Throws: `Problem` if no path can fit.
    package init(_ text: String) throws(Problem) {
        try Self.check(text)
        self.text = text
        var pieces: [Piece] = []
        var rest = text.composed.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "?": pieces.append(.oneCharacter)
            case "*" where rest.first == "*":
                rest.removeFirst()
                let startsComponent = pieces.isEmpty || pieces.last == .character("/")
                if startsComponent, rest.first == "/" {
                    rest.removeFirst()
                    pieces.append(.anyFolders)
                } else {
                    pieces.append(.anything)
                }
            case "*": pieces.append(.withinComponent)
            default: pieces.append(.character(scalar))
            }
        }
        self.pieces = pieces
    }

    /// Why a pattern fits no path.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        /// It has no characters.
        case empty
        /// It begins or ends with a slash, or has two in a row.
        case slashes
        /// It has the component `.` or `..`.
        case dots
        /// A character that has a meaning in patterns of other programs, but none here.
        case foreign(Unicode.Scalar)

        /// Why no path fits.
        package var description: String {
            switch self {
            case .empty: "the pattern is empty"
            case .slashes: "no path begins or ends with “/”, or has two in a row"
            case .dots: "no path has the component “.” or “..”"
            case .foreign(let scalar): "“\(scalar)” means nothing in patterns; “?” stands for any character"
            }
        }
    }

    private static func check(_ text: String) throws(Problem) {
        guard !text.isEmpty else { throw .empty }
        let components = text.split(separator: "/", omittingEmptySubsequences: false)
        guard !components.contains("") else { throw .slashes }
        guard !components.contains("."), !components.contains("..") else { throw .dots }
        if let foreign = text.unicodeScalars.first(where: { "[]{}\\".unicodeScalars.contains($0) }) {
            throw .foreign(foreign)
        }
    }

    /// Whether a path fits.
    package func matches(_ path: String) -> Bool {
        let text = Array(path.unicodeScalars)
        // Which positions of the text the pieces so far can end at.
        var ends: Set<Int> = [0]
        for piece in pieces {
            var next: Set<Int> = []
            for end in ends {
                switch piece {
                case .character(let scalar): if end < text.count, text[end] == scalar { next.insert(end + 1) }
                case .oneCharacter: if end < text.count, text[end] != "/" { next.insert(end + 1) }
                case .withinComponent:
                    next.formUnion(end...(text[end...].firstIndex(of: "/") ?? text.count))
                case .anything: next.formUnion(end...text.count)
                case .anyFolders:
                    next.insert(end)
                    next.formUnion(text.indices[end...].filter { text[$0] == "/" }.map { $0 + 1 })
                }
            }
            ends = next
            if ends.isEmpty { return false }
        }
        return ends.contains(text.count)
    }
}
