package import Archives

/// An archive that needs more space than a disk has.
package struct FullDisk: Error {
    let problem: ArchiveProblem
    /// The estimated size of the whole archive in bytes.
    let size: Int

    /// Makes the value of its parts.
    package init(problem: ArchiveProblem, size: Int) {
        (self.problem, self.size) = (problem, size)
    }

    /// The failure, given how many bytes were free before.
    func failure(_ name: String, room: Int?) -> ArchiveFailure {
        ArchiveFailure(name: name, problem: problem, lacking: max(4096, size - (room ?? size)))
    }
}
