/// A tar's header block, without the extended headers before it.
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
        func text(_ range: Range<Int>) throws(ArchiveProblem) -> [UInt8] {
            let text = field(range).prefix { $0 != 0 }
            guard field(range).dropFirst(text.count).allSatisfy({ $0 == 0 }) else { throw .refused(.headerHoldsMore) }
            return Array(text)
        }
        func positive(_ range: Range<Int>) throws(ArchiveProblem) -> UInt64 {
            UInt64(try TarNumber(field(range)).value)
        }
        guard let dialect = Self.dialect(of: field(TarBlock.magicAndVersion)) else { throw .refused(.headerMalformed) }
        let stored = try? TarNumber(field(TarBlock.checksum)).value
        guard stored == Int64(TarBlock.sum(block)) else { throw .refused(.headerChecksumWrong) }
        self.dialect = dialect
        try Self.checkRest(block, dialect)
        var path = try text(TarBlock.name)
        if dialect == .ustar {
            guard !field(TarBlock.starMagic).elementsEqual(TarBlock.star) else {
                throw .refused(.headerMalformed, "star’s own dialect")
            }
            let prefix = try text(TarBlock.prefix)
            if !prefix.isEmpty { path = prefix + [UInt8(ascii: "/")] + path }
        }
        self.path = path
        linkName = try text(TarBlock.linkName)
        typeFlag = block[block.startIndex + TarBlock.typeFlag]
        size = try positive(TarBlock.contentSize)
        mode = UInt16(try positive(TarBlock.mode) & 0o7777)
        userID = try positive(TarBlock.userID)
        groupID = try positive(TarBlock.groupID)
        modificationTime = try TarNumber(field(TarBlock.modificationTime), mayBeNegative: true).value
        let hasOwners = dialect != .v7
        userName = hasOwners ? try text(TarBlock.userName) : []
        groupName = hasOwners ? try text(TarBlock.groupName) : []
    }

    /// Checks that unused fields are empty, except for numbers that a dialect defines: of devices, and GNU’s two times.
    private static func checkRest(_ block: ArraySlice<UInt8>, _ dialect: TarFacts.Dialect) throws(ArchiveProblem) {
        func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
            block[block.startIndex + range.lowerBound..<block.startIndex + range.upperBound]
        }
        let devices = [TarBlock.deviceMajor, TarBlock.deviceMinor]
        let times = dialect == .gnu ? TarBlock.gnuTimes : []
        let empty: [Range<Int>] =
            switch dialect {
            case .v7:
                [
                    TarBlock.linkName.upperBound..<TarBlock.deviceMajor.lowerBound,
                    TarBlock.deviceMinor.upperBound..<TarBlock.size,
                ]
            case .ustar: [TarBlock.prefix.upperBound..<TarBlock.size]
            case .gnu: [TarBlock.gnuRest]
            }
        // star’s own dialect has its magic number at the end.
        let isStar = dialect == .ustar && bytes(TarBlock.starMagic).elementsEqual(TarBlock.star)
        guard isStar || empty.allSatisfy({ bytes($0).allSatisfy { $0 == 0 } }),
            devices.allSatisfy({ (try? TarNumber(bytes($0))) != nil }),
            times.allSatisfy({ (try? TarNumber(bytes($0), mayBeNegative: true)) != nil })
        else { throw .refused(.headerHoldsMore) }
    }

    private static func dialect(of magicAndVersion: ArraySlice<UInt8>) -> TarFacts.Dialect? {
        if magicAndVersion.elementsEqual(TarBlock.ustarMagic) { return .ustar }
        if magicAndVersion.elementsEqual(TarBlock.gnuMagic) { return .gnu }
        return magicAndVersion.allSatisfy { $0 == 0 } ? .v7 : nil
    }

    /// Whether a first block is that of a tar: zero, as in an empty tar, or a header by its magic number or checksum.
    static func isRecognized(_ block: ArraySlice<UInt8>) -> Bool {
        guard block.count == TarBlock.size else { return false }
        let magic = block.dropFirst(TarBlock.magicAndVersion.lowerBound).prefix(5)
        if magic.elementsEqual(Array("ustar".utf8)) || block.allSatisfy({ $0 == 0 }) { return true }
        return hasChecksum(block)
    }

    /// Whether a block contains its checksum like a header.
    static func hasChecksum(_ block: ArraySlice<UInt8>) -> Bool {
        guard block.count == TarBlock.size else { return false }
        let field = block.dropFirst(TarBlock.checksum.lowerBound).prefix(TarBlock.checksum.count)
        return (try? TarNumber(field).value) == Int64(TarBlock.sum(block))
    }
}

/// A number in a tar's header: octal digits, with spaces before and spaces or NULs after them, or for larger numbers
/// GNU's big-endian binary, whose highest bit is set.
struct TarNumber {
    let value: Int64

    /// Reads a field; empty is 0.
    ///
    /// Only a time may be negative.
    init(_ field: ArraySlice<UInt8>, mayBeNegative: Bool = false) throws(ArchiveProblem) {
        guard let first = field.first, first & 0x80 != 0 else {
            value = try Self.octal(field)
            return
        }
        let isNegative = first & 0x40 != 0
        guard mayBeNegative || !isNegative else { throw .refused(.numberNegative) }
        // The highest bit is no digit, and the next one is the sign.
        let bytes = [isNegative ? first : first & 0x7F] + field.dropFirst()
        value = Int64(bitPattern: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        guard bytes.dropLast(8).allSatisfy({ $0 == (isNegative ? 0xFF : 0) }), (value < 0) == isNegative else {
            throw .refused(.numberTooLarge)
        }
    }

    private static func octal(_ field: ArraySlice<UInt8>) throws(ArchiveProblem) -> Int64 {
        let digits = field.drop { $0 == UInt8(ascii: " ") }
        var value: Int64 = 0
        for (index, byte) in zip(digits.indices, digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else {
                guard digits[index...].allSatisfy({ $0 == 0 || $0 == UInt8(ascii: " ") }) else {
                    let isNegative = byte == UInt8(ascii: "-")
                    throw .refused(isNegative ? .numberNegative : .numberMalformed)
                }
                break
            }
            // A field has at most twelve digits: 36 bits.
            value = value << 3 | Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
