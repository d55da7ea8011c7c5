import NotebookStore
import NotebookFormat

extension NewBundle {
    /// Gives items other uuids that have the one of an earlier item, in the order of the paths, and tells which.
    ///
    /// Their new uuids follow from the old ones as when the same items are imported into a notebook, so that they are known
    /// again.
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
