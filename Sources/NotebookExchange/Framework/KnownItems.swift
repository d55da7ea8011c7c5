import NotebookFormat
import NotebookStore
import NotebookText

/// The items that the notebook has already.
package struct KnownItems: Sendable {
    /// Their titles.
    let titles: [UniqueIdentifier: String]
    /// Their paths.
    let paths: [UniqueIdentifier: BundlePath]
    /// The only item outside of the trash with a title.
    let byTitle: [ComparisonKey: BundlePath?]

    /// The items of a notebook; by default of one that has none.
    init(_ items: [Item] = []) {
        let known = items.compactMap { item in item.uuid.map { ($0, item) } }
        titles = Dictionary(known.map { ($0, $1.title) }) { first, _ in first }
        paths = Dictionary(known.map { ($0, $1.path) }) { first, _ in first }
        byTitle = Dictionary(known.filter { !$1.title.isEmpty }.map { (ComparisonKey($1.title), $1.path) }) { _, _ in
            nil
        }
    }
}
