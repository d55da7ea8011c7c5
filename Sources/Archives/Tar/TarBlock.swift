/// The 512-byte blocks of a tar, and the positions of a header's fields (POSIX.1-2017 `pax`, ustar Interchange Format).
enum TarBlock {
    static let size = 512

    static let name = 0..<100
    static let mode = 100..<108
    static let userID = 108..<116
    static let groupID = 116..<124
    static let contentSize = 124..<136
    static let modificationTime = 136..<148
    static let checksum = 148..<156
    static let typeFlag = 156
    static let linkName = 157..<257
    static let magicAndVersion = 257..<265
    static let userName = 265..<297
    static let groupName = 297..<329
    static let deviceMajor = 329..<337
    static let deviceMinor = 337..<345
    static let prefix = 345..<500
    /// The position of `tar␀` in a header of `star`, which has a shorter prefix.
    static let starMagic = 508..<512
    static let star = Array("tar\u{0}".utf8)
    /// The position of the times of last access and status change in GNU’s dialect.
    static let gnuTimes = [345..<357, 357..<369]
    /// The fields of GNU’s dialect for incremental and sparse files and several volumes.
    static let gnuRest = 369..<512

    static let ustarMagic = Array("ustar\u{0}00".utf8)
    static let gnuMagic = Array("ustar  \u{0}".utf8)

    /// The number of bytes that fill up the last block of `size` bytes.
    static func padding(after size: UInt64) -> Int {
        Int((512 - size % 512) % 512)
    }

    /// The sum of a header's bytes, with the checksum field counted as spaces.
    static func sum(_ block: ArraySlice<UInt8>) -> UInt64 {
        let stored = block[block.startIndex + checksum.lowerBound..<block.startIndex + checksum.upperBound]
        let all = block.reduce(UInt64(0)) { $0 + UInt64($1) }
        return stored.reduce(all) { $0 - UInt64($1) } + UInt64(checksum.count) * UInt64(UInt8(ascii: " "))
    }
}
