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
    private let byTitle: [ComparisonKey: BundlePath?]

    /// The items of a notebook; by default of one that has none.
    init(_ items: [Item] = []) {
        let known = items.compactMap { item in item.uuid.map { ($0, item) } }
        titles = Dictionary(known.map { ($0, $1.title) }) { first, _ in first }
        paths = Dictionary(known.map { ($0, $1.path) }) { first, _ in first }
        byTitle = Dictionary(known.filter { !$1.title.isEmpty }.map { (ComparisonKey($1.title), $1.path) }) { _, _ in
            nil
        }
    }

    /// The item to which a link leads whose note is in none of the sources: one that was made of it before, or the only one
    /// with its title.
    func path(of link: ForeignLink) -> BundlePath? {
        // Ids of notes begin like keys.
        let id = link.key.flatMap { key in key.firstIndex(of: ":").map { "\(key[..<$0])\0\(key[$0...].dropFirst())" } }
        if let id, let path = paths[ForeignIDs.uuid(id)] { return path }
        guard let title = link.title, !title.isEmpty else { return nil }
        return byTitle[ComparisonKey(title)] ?? nil
    }

    /// Whether an item was made of a note with an id before.
    func has(_ id: String) -> Bool { paths[ForeignIDs.uuid(id)] != nil }
}
