package import NotebookText

/// The path of a folder, relative to `notes/` and `cards/` (Format, section 1); the top level has the empty path.
public struct FolderPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The components, joined by `/`.
    public let text: String

    /// The top level.
    public static let root = FolderPath(unchecked: "")

    /// The default folder of new notes (clause 16.2).
    static let inbox = FolderPath(unchecked: "Inbox")
    /// The default folder of daily notes (clause 16.2).
    static let daily = FolderPath(unchecked: "Daily")
    /// The default folder of templates (clause 16.2).
    static let templates = FolderPath(unchecked: "Templates")

    /// Parses a path in any normalisation, which becomes Normalization Form C; the empty text is the top level.
    ///
    /// - Throws: an error if a component is not valid.
    public init(_ text: String) throws { try self.init(checking: text) }

    /// The same, where the kind of the error matters.
    package init(checking text: String) throws(PathProblem) { try self.init(exactly: text.composed) }

    /// Parses a path in Normalization Form C.
    package init(exactly text: String) throws(PathProblem) {
        if !text.isEmpty { _ = try BundlePath(checking: text) }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    private static let notes = Array("notes/".utf8)
    private static let cards = Array("cards/".utf8)

    /// The folder of an item; `nil` for paths that are not below `notes/` or `cards/`.
    package init?(of path: BundlePath) {
        let bytes = path.text.utf8
        guard bytes.starts(with: Self.notes) || bytes.starts(with: Self.cards),
            let slash = path.lastSlash
        else { return nil }
        let (start, end) = (Self.notes.count, slash)
        text =
            end < start
            ? ""
            : String(
                path.text[
                    bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end)])
    }

    /// The components, from the outermost.
    package var components: [Substring] { text.parts(between: "/") }

    /// The last component; empty for the top level.
    public var name: Substring { components.last ?? "" }

    /// The parent folder; `nil` for the top level.
    package var parent: FolderPath? {
        text.isEmpty ? nil : FolderPath(unchecked: components.dropLast().joined(separator: "/"))
    }

    /// Whether this is that folder, or is in it at any depth.
    package func isInside(_ folder: FolderPath) -> Bool {
        folder.text.isEmpty || self == folder || text.utf8.starts(with: (folder.text + "/").utf8)
    }

    /// The key for comparisons, equal for paths that differ only in case and normalisation.
    package var key: ComparisonKey { ComparisonKey(text) }

    /// Compares by the bytes of UTF-8.
    public static func < (left: FolderPath, right: FolderPath) -> Bool {
        left.text.utf8.span.precedes(right.text.utf8.span)
    }

    /// The path as text.
    public var description: String { text }
}
