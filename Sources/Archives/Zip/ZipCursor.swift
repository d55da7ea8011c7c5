/// Goes through the members of a zip.
final class ZipCursor: MemberCursor {
    private let archive: ZipArchive
    private var index = 0
    private var content: ZipContent?

    init(_ archive: ZipArchive) {
        self.archive = archive
    }

    func next() throws(ArchiveProblem) -> ArchiveMember? {
        content = nil
        guard index < archive.count else { return nil }
        let opened = try archive.open(at: index)
        index += 1
        content = opened.content
        return opened.member
    }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        try content?.read(into: &buffer) ?? 0
    }
}
