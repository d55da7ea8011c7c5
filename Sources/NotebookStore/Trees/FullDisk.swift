import Archives

/// An archive that needs more space than a disk has.
struct FullDisk: Error {
    let problem: ArchiveProblem
    /// The estimated size of the whole archive in bytes.
    let size: Int

    /// The failure, given how many bytes were free before.
    func failure(_ name: String, room: Int?) -> ArchiveFailure {
        ArchiveFailure(name: name, problem: problem, lacking: max(4096, size - (room ?? size)))
    }
}
