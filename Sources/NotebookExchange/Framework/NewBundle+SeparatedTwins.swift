import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText

extension NewBundle {
    /// Gives new uuids to items that have the uuid of an earlier item, in the order of the paths, and reports them.
    ///
    /// The new uuids are derived from the old ones in the same way as for an import into a notebook, so that the items
    /// are recognized later.
    mutating func separateTwins() throws -> [BundlePath] {
        let items = written.compactMap { fact in
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
