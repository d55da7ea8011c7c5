import Archives
import NotebookFormat

extension Packer.Plan {
    /// About how many bytes the archive will have: text is expected to become half as long, and each file needs a header.
    func estimatedSize(as format: ArchiveFormat) -> Int {
        let isCompressed = format.levels != nil
        return entries.reduce(text.count) { sum, entry in
            let shrinks = isCompressed && (entry.type.isItem || !MediaType.isCompressed(entry.path.name))
            return sum + (shrinks ? entry.size / 2 : entry.size) + (isCompressed ? 128 : 1024)
        }
    }
}
