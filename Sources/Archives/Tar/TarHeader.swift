/// A tar's header block, read as what it says itself; extended headers before it may say otherwise.
struct TarHeader {
    let dialect: TarFacts.Dialect
    let path: [UInt8]
    let linkName: [UInt8]
    let typeFlag: UInt8
    let size: UInt64
    let mode: UInt16
    let userID: UInt64
    let groupID: UInt64
    let userName: [UInt8]
    let groupName: [UInt8]
    let modificationTime: Int64

    /// Reads a block of 512 bytes.
    init(_ block: ArraySlice<UInt8>) throws(ArchiveProblem) {
        func field(_ range: Range<Int>) -> ArraySlice<UInt8> {
            block[block.startIndex + range.lowerBound..<block.startIndex + range.upperBound]
        }
        func text(_ range: Range<Int>) -> [UInt8] { Array(field(range).prefix { $0 != 0 }) }
        func positive(_ range: Range<Int>) throws(ArchiveProblem) -> UInt64 {
            UInt64(try TarNumber(field(range)).value)
        }
        guard let dialect = Self.dialect(of: field(TarBlock.magicAndVersion)) else { throw .refused(.headerMalformed) }
        let stored = try? TarNumber(field(TarBlock.checksum)).value
        guard stored == Int64(TarBlock.sum(block)) else { throw .refused(.headerChecksumWrong) }
        self.dialect = dialect
        var path = text(TarBlock.name)
        if dialect == .ustar {
            guard !field(TarBlock.starMagic).elementsEqual(Array("tar\u{0}".utf8)) else {
                throw .refused(.headerMalformed, "star’s own dialect")
            }
            let prefix = text(TarBlock.prefix)
            if !prefix.isEmpty { path = prefix + [UInt8(ascii: "/")] + path }
        }
        self.path = path
        linkName = text(TarBlock.linkName)
        typeFlag = block[block.startIndex + TarBlock.typeFlag]
        size = try positive(TarBlock.contentSize)
        mode = UInt16(try positive(TarBlock.mode) & 0o7777)
        userID = try positive(TarBlock.userID)
        groupID = try positive(TarBlock.groupID)
        modificationTime = try TarNumber(field(TarBlock.modificationTime), mayBeNegative: true).value
        let hasOwners = dialect != .v7
        userName = hasOwners ? text(TarBlock.userName) : []
        groupName = hasOwners ? text(TarBlock.groupName) : []
    }

    private static func dialect(of magicAndVersion: ArraySlice<UInt8>) -> TarFacts.Dialect? {
        if magicAndVersion.elementsEqual(TarBlock.ustarMagic) { return .ustar }
        if magicAndVersion.elementsEqual(TarBlock.gnuMagic) { return .gnu }
        return magicAndVersion.allSatisfy { $0 == 0 } ? .v7 : nil
    }

    /// Whether a first block is a tar's: zero, as in an empty one, or a header by its magic number or its checksum.
    static func isRecognized(_ block: ArraySlice<UInt8>) -> Bool {
        guard block.count == TarBlock.size else { return false }
        let magic = block.dropFirst(TarBlock.magicAndVersion.lowerBound).prefix(5)
        if magic.elementsEqual(Array("ustar".utf8)) || block.allSatisfy({ $0 == 0 }) { return true }
        let field = block.dropFirst(TarBlock.checksum.lowerBound).prefix(TarBlock.checksum.count)
        return (try? TarNumber(field).value) == Int64(TarBlock.sum(block))
    }
}
