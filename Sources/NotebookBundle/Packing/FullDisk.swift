import Archives
import NotebookFormat

/// An archive for which a disk has too little room.
struct FullDisk: Error {
    let problem: ArchiveProblem
    /// About how many bytes the whole archive has.
    let size: Int

    /// The failure, where so many bytes were free before.
    func failure(_ name: String, room: Int?) -> ArchiveFailure {
        ArchiveFailure(name: name, problem: problem, lacking: max(4096, size - (room ?? size)))
    }
}

extension Packer.Plan {
    /// About how many bytes the archive will have: text is expected to become half as long, and each file needs a header.
    func estimatedSize(as format: ArchiveFormat) -> Int {
        entries.reduce(text.count) { sum, entry in
            let isText = format != .tar && (entry.type.isItem || !MediaType.isCompressed(entry.path.name))
            return sum + (isText ? entry.size / 2 : entry.size) + (format == .tar ? 1024 : 128)
        }
    }
}
