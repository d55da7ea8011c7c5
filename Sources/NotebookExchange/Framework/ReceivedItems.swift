package import NotebookStore
package import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the items of a notebook were when they were last imported, kept in the user's cache: by it, an item that was changed
/// here since is told from one that was not.
///
/// Without it, for instance on another machine, every item that another version is imported of counts as changed.
package struct ReceivedItems {
    /// The digests of the files, by the uuids of the items.
    package var digests: [UniqueIdentifier: Digest]
    private let place: Place

    /// What is known of a notebook; nothing if there is no such file, or it is damaged.
    package init(of notebook: UniqueIdentifier, in cache: Place) {
        place = cache.subpath("imports", "\(notebook).json")
        let rows = (try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: place.url))) ?? [:]
        digests = Dictionary(
            rows.compactMap { uuid, digest in
                guard let uuid = UniqueIdentifier(uuid), let digest = Digest(hexadecimal: digest) else { return nil }
                return (uuid, digest)
            }
        ) { first, _ in first }
    }

    /// Keeps what is known, completely or not at all.
    ///
    /// - Throws: an error if it cannot be written; nothing is lost by that but this knowledge.
    package func save() throws {
        try place.parent.create()
        let rows = Dictionary(uniqueKeysWithValues: digests.map { ("\($0)", "\($1)") })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = [UInt8](try encoder.encode(rows))
        try DirectoryFiles(place.parent.path).replaceFile(place.name, with: text, world: .system)
    }
}
