import Archives
import NotebookFormat

extension Packer.Plan {
    /// The estimated size of the archive in bytes: text is expected to shrink by half, and each file needs a header.
    func estimatedSize(as format: ArchiveFormat) -> Int {
        let isCompressed = format.levels != nil
        return entries.reduce(text.count) { sum, entry in
            let shrinks = isCompressed && (entry.type.isItem || !MediaType.isCompressed(entry.path.name))
            return sum + (shrinks ? entry.size / 2 : entry.size) + (isCompressed ? 128 : 1024)
        }
    }
}
