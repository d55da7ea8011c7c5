/// Counts the members of an archive, checks the limits, and makes sure that names are unique.
struct MemberLedger {
    private let limits: ArchiveLimits
    private var names: Set<NameDigest> = []
    private var directoryBytes = 0

    init(limits: ArchiveLimits) {
        self.limits = limits
    }

    /// Adds a member's name, ignoring a leading `./` and a directory's trailing slash.
    mutating func enter(_ path: ArraySlice<UInt8>, at offset: UInt64) throws(ArchiveProblem) {
        var location: ArchiveLocation { ArchiveLocation(member: Array(path), offset: offset) }
        if path.isEmpty { throw .refused(.emptyName, at: offset) }
        if path.contains(0) { throw .refused(.nameWithNUL, member: Array(path), at: offset) }
        if path.count > limits.pathBytes { throw .exceeded(.pathBytes(limits.pathBytes), location) }
        if names.count == limits.members { throw .exceeded(.members(limits.members), location) }
        try enter(directoryBytes: path.count, at: offset)
        let isDirectory = path.count > 1 && path.last == UInt8(ascii: "/")
        var plain = isDirectory ? path.dropLast() : path
        while plain.count > 2, plain.starts(with: "./".utf8) { plain = plain.dropFirst(2) }
        let name = NameDigest(plain)
        guard names.insert(name).inserted else { throw .refused(.duplicateName, member: Array(path), at: offset) }
    }

    /// Adds bytes of headers.
    mutating func enter(directoryBytes count: Int, at offset: UInt64) throws(ArchiveProblem) {
        directoryBytes += count
        if directoryBytes > limits.directoryBytes {
            throw .exceeded(.directoryBytes(limits.directoryBytes), ArchiveLocation(offset: offset))
        }
    }
}

/// A short key for a name in a very large set: the standard library's hash, whose seed is random in every process, and
/// the CRC-32.
///
/// The probability that two of a million names have the same key by chance, so that a valid archive is rejected, is
/// below one in 10^17.
private struct NameDigest: Hashable {
    private let hash: Int
    private let checksum: UInt32

    init(_ name: ArraySlice<UInt8>) {
        // The array’s own hash takes the bytes one by one.
        var hasher = Hasher()
        unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hash = hasher.finalize()
        checksum = CRC32.of(name)
    }
}
