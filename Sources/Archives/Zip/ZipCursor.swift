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
