import Archives

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
