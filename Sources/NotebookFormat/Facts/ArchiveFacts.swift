/// What one pass found out about the archive that a notebook lies in (Format, section 17).
package struct ArchiveFacts: Sendable {
    /// In what respect a member is not as a writer writes it (clauses 17.2 and 17.6).
    package enum Respect: Hashable, Sendable, CaseIterable {
        /// It is not where the order of members puts it.
        case order
        /// It has a time of its own.
        case time
        /// It has a mode or an owner of its own.
        case mode
        /// It is a directory.
        case directory
        /// It has headers that the format does not define.
        case header
    }

    /// Members that are not as a writer writes them, in one respect.
    package struct Oddity: Sendable, Hashable {
        /// The first of them, as it was found.
        package let first: String
        /// How many there are.
        package var count = 1

        /// What a message says of the others.
        var more: String { count > 1 ? " (and \(count - 1) more)" : "" }
    }

    /// The directory in the archive that is the bundle, with a slash; empty if the files lie at the top level.
    package let directory: String
    /// What is odd about members.
    package private(set) var oddities: [Respect: Oddity] = [:]
    /// What the archive as a whole has that a writer does not write, in words.
    package var container: [String] = []
    /// What lies beside the notebook, by the members’ own paths.
    package private(set) var beside: Set<String> = []
    private var last = (rank: 0, path: BundlePath.manifest)

    /// Facts about an archive with the bundle in this directory.
    package init(directory: String) { self.directory = directory }

    /// Notes that a member is odd.
    package mutating func note(_ respect: Respect, of path: String) {
        oddities[respect, default: Oddity(first: path, count: 0)].count += 1
    }

    /// Notes that something lies beside the notebook.
    package mutating func noteBeside(_ path: String) { beside.insert(path) }

    /// Notes the next file of the document, in the order in which they are stored.
    package mutating func noteOrder(of path: BundlePath) {
        let place = (rank: path == .manifest ? 0 : path == .notebook ? 1 : 2, path: path)
        if place < last { note(.order, of: path.text) }
        last = place
    }
}
