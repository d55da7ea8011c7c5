public import NotebookFiles
public import NotebookFormat
import NotebookText

/// A source that cannot be imported.
public struct ImportFailure: Failure {
    /// The source, safe to print.
    public let path: String
    /// The reason, in words.
    public let reason: String

    /// The source and the reason.
    public var description: String { "\(path) cannot be imported: \(reason)" }
    /// What to do about it.
    public var remedy: Remedy? {
        "a source can be notes (.md, .markdown, .txt), folders of them, JSON, notebooks, and exports of other systems"
    }
    /// Always true: the source contains nothing to import.
    public var isFinding: Bool { true }

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Refuses a source that does not exist.
    static func requireSource(_ place: Place) throws {
        guard FileKind.following(place.path) == nil else { return }
        throw ImportFailure(path: PrintableText.escaped(place.path), reason: "no such file or directory")
    }
}
