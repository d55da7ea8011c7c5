public import NotebookFiles
public import NotebookFormat
public import NotebookLinks
public import NotebookQuery

// The errors of queries, of searches and of links.

extension QueryError: Failure {
    /// The position and the problem; the suggestion is the remedy.
    public var errorDescription: String? { "column \(column): \(message)" }

    /// What was probably meant, or what to write instead.
    public var remedy: Remedy? { suggestion.map { Remedy($0) } ?? "change the query there" }
}

extension SearchError: Failure {
    /// What to do about it.
    public var remedy: Remedy? { hint.map { Remedy($0) } ?? "search for at least one word, tag or property" }
}

extension BrokenLink.Problem: Failure {
    /// What to do about it.
    public var remedy: Remedy? {
        switch self {
        case .missingBlob: "\(.attach), or change the link"
        case .missingFile, .missingTarget: "change the link, or add an item with this name"
        case .missingHeading: "change the link, or add the heading"
        case .ambiguous: "write the path of the one that is meant"
        case .trashed: "restore it, or remove the link"
        case .outside: "link to a file of the notebook"
        }
    }

    /// Always true: the content is the cause.
    public var isFinding: Bool { true }
}
