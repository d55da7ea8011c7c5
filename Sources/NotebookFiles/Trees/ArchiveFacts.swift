package import NotebookFormat

/// The facts about the archive that contains a notebook (Format, section 17).
package struct ArchiveFacts: Sendable {
    /// How a member differs from what a writer would write (clauses 17.2 and 17.6).
    package enum Respect: Hashable, Sendable, CaseIterable {
        /// It is out of order.
        case order
        /// Its time is not the standard one.
        case time
        /// Its mode or owner is not the standard one.
        case mode
        /// It is a directory.
        case directory
        /// It has headers that the format does not define.
        case header
    }

    /// Members that differ from what a writer would write in one way.
    package struct Oddity: Sendable, Hashable {
        /// The first of them, as it was found.
        package let first: String
        /// Their number.
        package var count = 1

        /// The number of the others, for a message.
        package var more: String { count > 1 ? " (and \(count - 1) more)" : "" }
    }

    /// The bundle's directory in the archive, with a slash; empty if the files are at the top level.
    package let directory: String
    /// The unusual members.
    package private(set) var oddities: [Respect: Oddity] = [:]
    /// Unusual properties of the archive as a whole, in words.
    package var container: [String] = []
    /// Members outside the notebook's directory, by their own paths.
    package private(set) var beside: Set<String> = []
    private var last = (rank: 0, path: BundlePath.manifest)

    /// Makes facts about an archive with the bundle in this directory.
    package init(directory: String) { self.directory = directory }

    /// Records an unusual member.
    package mutating func record(_ respect: Respect, of path: String) {
        oddities[respect, default: Oddity(first: path, count: 0)].count += 1
    }

    /// Records a member outside the notebook's directory.
    package mutating func recordBeside(_ path: String) { beside.insert(path) }

    /// Records the next file of the document, in stored order.
    package mutating func recordOrder(of path: BundlePath) {
        let place = (rank: path == .manifest ? 0 : path == .notebook ? 1 : 2, path: path)
        if place < last { record(.order, of: path.text) }
        last = place
    }
}
