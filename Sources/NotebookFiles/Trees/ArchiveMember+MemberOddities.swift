import Archives

extension ArchiveMember {
    /// 1980-01-01T00:00:00Z, the time of every member (Format, clause 17.2).
    private static let time: Int64 = 315_532_800

    /// How the member differs from what a writer would write (Format, clauses 17.2 to 17.6).
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
