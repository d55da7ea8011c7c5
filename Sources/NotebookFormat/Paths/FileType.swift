import NotebookText

/// The type of a file in a notebook, which its path alone determines (Format, clause 2.2).
public enum FileType: String, Sendable, CaseIterable {
    /// `notebook.json`.
    case notebook
    /// A Markdown file below `notes/`.
    case note
    /// A Markdown file below `cards/`.
    case card
    /// A file in `blobs/`.
    case blob
    /// A file of another application, below `extras/APPLICATION/`.
    case extra

    /// The type of the file with this path; `nil` if the document cannot contain it.
    package init?(of path: BundlePath) {
        let bytes = path.text.utf8.span
        guard let type = Self.allCases.first(where: { $0.fits(bytes) }) ?? TrashedPath(path)?.type else { return nil }
        self = type
    }

    /// The type of a path outside the trash, other than `notebook.json`.
    static func ofLiveFile(_ path: Span<UInt8>) -> FileType? {
        [note, card, blob, extra].first { $0.fits(path) }
    }

    /// Whether a file of this type can have a path outside the trash.
    func fits(_ path: Span<UInt8>) -> Bool {
        switch self {
        case .notebook: path.equals(Array("notebook.json".utf8))
        case .note: path.starts(with: Self.notes.bytes) && Self.isItemName(path)
        case .card: path.starts(with: Self.cards.bytes) && Self.isItemName(path)
        case .blob: path.starts(with: Self.blobs.bytes) && Self.slash(in: path, after: Self.blobs.bytes.count) == nil
        case .extra: path.starts(with: Self.extras.bytes) && Self.hasApplication(path)
        }
    }

    private static let notes: StaticText = "notes/"
    private static let cards: StaticText = "cards/"
    private static let blobs: StaticText = "blobs/"
    private static let extras: StaticText = "extras/"
    private static let ending: StaticText = ".md"

    private static func hasApplication(_ path: Span<UInt8>) -> Bool {
        guard let end = slash(in: path, after: extras.bytes.count) else { return false }
        for index in extras.bytes.count..<end where path[index] == UInt8(ascii: ".") { return true }
        return false
    }

    private static func isItemName(_ path: Span<UInt8>) -> Bool {
        path.extracting(last: 3).starts(with: ending.bytes) && path[path.count - 4] != UInt8(ascii: "/")
    }

    private static func slash(in path: Span<UInt8>, after start: Int) -> Int? {
        for index in start..<path.count where path[index] == UInt8(ascii: "/") { return index }
        return nil
    }

    /// Whether files of this type are notes or cards.
    package var isItem: Bool { self == .note || self == .card }
}
