import Archives
import NotebookFormat

extension Packer.Plan {
    /// About how many bytes the archive will have: text is expected to become half as long, and each file needs a header.
    func estimatedSize(as format: ArchiveFormat) -> Int {
        entries.reduce(text.count) { sum, entry in
            let isText = format != .tar && (entry.type.isItem || !MediaType.isCompressed(entry.path.name))
            return sum + (isText ? entry.size / 2 : entry.size) + (format == .tar ? 1024 : 128)
        }
    }
}
