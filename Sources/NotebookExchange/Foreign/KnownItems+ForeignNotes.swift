import NotebookFormat
import NotebookText

extension KnownItems {
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
