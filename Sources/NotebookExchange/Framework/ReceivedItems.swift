package import NotebookCopies
package import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
package import NotebookText

/// The state of a notebook's items when they were last imported, in the user's cache; it shows whether an item was
/// changed here since.
///
/// Without it, for example on another machine, every imported item counts as changed here.
package struct ReceivedItems {
    /// The state of the files, by uuid.
    package var states: [UniqueIdentifier: ReceivedState]
    private let place: FileLocation

    /// Reads the record of a notebook; it is empty if the file is missing or damaged.
    package init(of notebook: UniqueIdentifier, in cache: FileLocation) {
        place = cache.subpath("imports", "\(notebook).json")
        let bytes = (try? DirectoryFiles(place.parent.path).content(of: DiskPath(place.name), limit: .max)) ?? []
        var rows: [JSONValue.Member] = []
        if case .object(let members)? = (try? JSONValue.read(bytes))?.content { rows = members }
        states = Dictionary(
            rows.compactMap { row in
                guard case .string(let text) = row.value.content else { return nil }
                let digests = text.parts(between: " ").compactMap { Digest(hexadecimal: $0) }
                guard let uuid = UniqueIdentifier(row.key), let digest = digests.first else { return nil }
                return (uuid, ReceivedState(digest: digest, meaning: digests.count > 1 ? digests[1] : nil))
            }
        ) { first, _ in first }
    }

    /// Saves the record, completely or not at all.
    ///
    /// - Throws: an error if it cannot be written; only the record is lost then.
    package func save() throws {
        try place.parent.create()
        let rows = states.map { uuid, state in
            let digests = [state.digest, state.meaning].compactMap { $0?.description }
            return JSONValue.Member(key: "\(uuid)", value: .text(digests.joined(separator: " ")))
        }
        let text = CanonicalJSON.text(of: rows.sorted { $0.key < $1.key })
        try DirectoryFiles(place.parent.path).replaceFile(place.name, with: text, environment: .system)
    }
}

extension NewBundle {
    /// Gives new uuids to items that have the uuid of an earlier item, in the order of the paths, and reports them.
    ///
    /// The new uuids are derived from the old ones in the same way as for an import into a notebook, so that the items
    /// are recognized later.
    mutating func separateTwins() throws -> [BundlePath] {
        let items = try written.compactMap { fact in
            fact.item?.readable?.metadata.uuid.map { (path: fact.path, uuid: $0) }
        }
        var taken: Set<UniqueIdentifier> = []
        var numbers: [UniqueIdentifier: Int] = [:]
        var separated: [BundlePath] = []
        for (path, uuid) in items.sorted(by: { $0.path < $1.path }) where !taken.insert(uuid).inserted {
            var number = numbers[uuid] ?? 1
            while !taken.insert(uuid.twin(number)).inserted { number += 1 }
            numbers[uuid] = number + 1
            let item = try Draft.item(try read(path, limit: ItemFile.maximumBytes), path)
            var metadata = item.metadata
            metadata.uuid = uuid.twin(number)
            try replace(try item.setting(metadata).bytes, at: path)
            separated.append(path)
        }
        return separated
    }
}
