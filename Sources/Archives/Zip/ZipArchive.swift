/// A zip whose members can be read in any order, through its central directory.
///
/// Opening it reads only the directory, and rejects one that is damaged, contradicts itself, or does not account for
/// every byte before it. Opening a member compares the fields that its local header repeats.
package final class ZipArchive: Sendable {
    private let bytes: any RandomAccessBytes
    private let directory: ZipDirectory
    private let password: [UInt8]?

    /// The archive's comment; empty if there is none.
    package let comment: [UInt8]

    /// Reads the directory of a zip.
    package init(
        _ bytes: any RandomAccessBytes, limits: ArchiveLimits = ArchiveLimits(), password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        self.bytes = bytes
        self.password = password
        let end = try ZipEnd(of: bytes)
        comment = end.comment
        directory = try ZipDirectory(of: end, in: bytes, limits: limits)
    }

    /// The number of members.
    package var count: Int { directory.count }

    /// Whether any member is encrypted.
    package var hasEncryptedMembers: Bool { directory.hasEncryptedMembers }

    /// The members in stored order; their ``ZipFacts/localExtraFields`` are not known yet.
    package func members() throws(ArchiveProblem) -> [ArchiveMember] {
        var members: [ArchiveMember] = []
        members.reserveCapacity(count)
        for index in 0..<count { members.append(try directory.entry(at: index).record.member) }
        return members
    }

    /// The members that could have a path with this ending; no other member has one.
    package func members(endingWith path: [UInt8]) throws(ArchiveProblem) -> [ArchiveMember] {
        let isASCII = path.allSatisfy { $0 < 0x80 }
        var members: [ArchiveMember] = []
        for index in 0..<count {
            let name = directory.storedName(at: index)
            // A name may be in code page 437, and the normalisation may differ.
            guard !isASCII || name.suffix(path.count).elementsEqual(path) || name.contains(where: { $0 >= 0x80 }) else {
                continue
            }
            members.append(try directory.entry(at: index).record.member)
        }
        return members
    }

    /// Checks the local header and the extent of a member, and opens its content.
    ///
    /// Only reading the content to its end verifies it. An encrypted member can be opened without the password, but not
    /// read.
    package func content(of member: ArchiveMember) throws(ArchiveProblem) -> any ByteStream {
        guard let index = directory.index(of: member.headerOffset) else {
            throw .refused(.localHeaderMissing, member: member.path, at: member.headerOffset)
        }
        return try open(at: index).content.open()
    }

    /// Checks the local header and the extent of the member at an index; returns the member and its content.
    func open(at index: Int) throws(ArchiveProblem) -> (member: ArchiveMember, content: ZipMemberContent) {
        let entry = try directory.entry(at: index)
        let header = try ZipLocalHeader(of: entry, in: bytes)
        var facts = entry.record.facts
        facts.localExtraFields = header.extraFields
        var member = entry.record.member
        member.facts = .zip(facts)
        let content = ZipMemberContent(
            record: entry.record, offset: header.contentOffset, zip: bytes, password: password)
        return (member, content)
    }
}

/// The content of a member of a zip, which can be read at any time, on any core, together with others.
package struct ZipMemberContent: Sendable {
    let record: ZipDirectoryRecord
    let offset: UInt64
    let zip: any RandomAccessBytes
    let password: [UInt8]?

    /// The content from its beginning; only reading it to its end verifies it.
    package func open() -> any ByteStream { ZipContent(of: record, at: offset, in: zip, password: password) }
}

/// Iterates over the members of a zip.
final class ZipCursor: MemberCursor {
    private let archive: ZipArchive
    private var index = 0
    private var content: (any ByteStream)?

    /// The content of the current member.
    private(set) var lasting: ZipMemberContent?

    init(_ archive: ZipArchive) {
        self.archive = archive
    }

    func next() throws(ArchiveProblem) -> ArchiveMember? {
        content = nil
        lasting = nil
        guard index < archive.count else { return nil }
        let opened = try archive.open(at: index)
        index += 1
        lasting = opened.content
        return opened.member
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if content == nil { content = lasting?.open() }
        return try content?.read(into: &buffer) ?? 0
    }
}
