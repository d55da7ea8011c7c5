import NotebookText

/// A pattern for paths: `?` is any character, `*` any characters except `/`, `**` any characters.
///
/// `notes/Templates/**` is everything in that folder, at any depth; `**/` also matches no folder at all. Letter case
/// matters.
package struct GlobPattern: Hashable, Sendable {
    /// The pattern as written.
    package let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable {
        case character(Unicode.Scalar)
        case oneCharacter
        case withinComponent
        case anything
        case anyFolders
    }

    /// Parses a pattern.
    ///
    /// - Throws: `Problem` if no path can match.
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

    /// Why a pattern matches no path.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        /// It has no characters.
        case empty
        /// It begins or ends with a slash, or has two in a row.
        case slashes
        /// It has the component `.` or `..`.
        case dots
        /// It has a character that means something in patterns of other programs, but not here.
        case foreign(Unicode.Scalar)

        /// Why no path matches.
        package var description: String {
            switch self {
            case .empty: "the pattern is empty"
            case .slashes: "a path does not begin or end with “/”, or have two in a row"
            case .dots: "a path has no component “.” or “..”"
            case .foreign(let scalar): "“\(scalar)” has no meaning in patterns; “?” matches any character"
            }
        }
    }

    private static func check(_ text: String) throws(Problem) {
        guard !text.isEmpty else { throw .empty }
        let components = text.parts(between: "/", omittingEmpty: false)
        guard !components.contains("") else { throw .slashes }
        guard !components.contains("."), !components.contains("..") else { throw .dots }
        if let foreign = text.unicodeScalars.first(where: { "[]{}\\".unicodeScalars.contains($0) }) {
            throw .foreign(foreign)
        }
    }

    /// Whether a path matches.
    package func matches(_ path: String) -> Bool {
        let text = Array(path.unicodeScalars)
        // The positions in the path where the pieces so far can end.
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
