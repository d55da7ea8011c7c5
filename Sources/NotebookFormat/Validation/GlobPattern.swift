/// A pattern for paths: `?` is any character and `*` any characters but `/`, `**` any characters at all.
///
/// `notes/Templates/**` is everything in that folder, at any depth; `**/` also stands for no folder at all. Letters are
/// compared as they are.
public struct GlobPattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    private let pieces: [Piece]

    private enum Piece: Hashable {
        case character(Unicode.Scalar)
        case oneCharacter
        case withinComponent
        case anything
        case anyFolders
    }

    /// Reads a pattern; `nil` if it is empty.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
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

    /// Whether a path fits.
    public func matches(_ path: String) -> Bool {
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
