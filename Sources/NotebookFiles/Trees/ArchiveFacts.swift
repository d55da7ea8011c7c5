import Archives
package import NotebookFormat

/// The facts about the archive that contains a notebook (Format, section 23).
package struct ArchiveFacts: Sendable {
    /// How a member differs from what a writer would write (clauses 23.2 and E.4).
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

extension ArchiveMember {
    /// 1980-01-01T00:00:00Z, the time of every member (Format, clause 23.2).
    private static let time: Int64 = 315_532_800

    /// How the member differs from what a writer would write (Format, clause 23.2, Annex E).
    var oddities: [ArchiveFacts.Respect] {
        guard kind != .directory else { return [.directory] }
        guard kind == .file else { return [] }
        var oddities: [ArchiveFacts.Respect] = []
        if modificationTime != Self.time { oddities.append(.time) }
        if mode != 0o644 || hasOwner { oddities.append(.mode) }
        if hasForeignHeaders { oddities.append(.header) }
        return oddities
    }

    private var hasOwner: Bool {
        guard case .tar(let facts) = facts else { return false }
        return facts.userID != 0 || facts.groupID != 0 || !facts.userName.isEmpty || !facts.groupName.isEmpty
    }

    private var hasForeignHeaders: Bool {
        switch facts {
        case .tar(let facts):
            return facts.dialect != .ustar || facts.hasLongName || !Set(facts.paxKeys).isSubset(of: ["path", "size"])
        case .zip(let facts):
            // 1 is the extra field of zip64 (APPNOTE 4.5.3), 0x9901 that of encrypted members.
            let known: Set<UInt16> = facts.isEncrypted ? [1, 0x9901] : [1]
            let extras = facts.extraFields + (facts.localExtraFields ?? [])
            return facts.hasDataDescriptor || !facts.comment.isEmpty || !known.isSuperset(of: extras)
                || !facts.declaresUTF8 || facts.versionMadeBy >> 8 != 3
        }
    }
}
