import NotebookLinks
import NotebookText

extension LinkTable {
    /// The links, in the order of the source; for very frequent names only the first ones.
    var links: [FoundLink] {
        (0..<count).flatMap { places(at: $0).links }.sorted { $0.position < $1.position }
    }
}
