/// Counts what the members of an archive take, so that each is within the limits and has a name of its own.
struct MemberLedger {
    private let limits: ArchiveLimits
    private var names: Set<[UInt8]> = []
    private var directoryBytes = 0

    init(limits: ArchiveLimits) {
        self.limits = limits
    }

    /// Enters a member's name; a directory's trailing slash makes no difference.
    mutating func enter(_ path: [UInt8], at offset: UInt64) throws(ArchiveProblem) {
        let place = ArchivePlace(member: path, offset: offset)
        if path.isEmpty { throw .refused(.emptyName, at: offset) }
        if path.contains(0) { throw .refused(.nameWithNUL, member: path, at: offset) }
        if path.count > limits.pathBytes { throw .exceeded(.pathBytes(limits.pathBytes), place) }
        if names.count == limits.members { throw .exceeded(.members(limits.members), place) }
        try enter(directoryBytes: path.count, at: offset)
        let name = path.count > 1 && path.last == UInt8(ascii: "/") ? Array(path.dropLast()) : path
        guard names.insert(name).inserted else { throw .refused(.duplicateName, member: path, at: offset) }
    }

    /// Enters bytes of headers.
    mutating func enter(directoryBytes count: Int, at offset: UInt64) throws(ArchiveProblem) {
        directoryBytes += count
        if directoryBytes > limits.directoryBytes {
            throw .exceeded(.directoryBytes(limits.directoryBytes), ArchivePlace(offset: offset))
        }
    }
}
