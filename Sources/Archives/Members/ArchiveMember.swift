/// A member as the archive describes it; none of it can be trusted.
package struct ArchiveMember: Equatable, Sendable {
    /// The kind of a member.
    package enum Kind: String, Sendable, CaseIterable {
        case file
        case directory
        case symbolicLink
        case hardLink
        case characterDevice
        case blockDevice
        case fifo
        case other
    }

    /// The bytes of the effective path: after pax and GNU long names, and Info-ZIP's Unicode path; otherwise as stored,
    /// with a leading `./` or a directory's trailing slash where there is one.
    package var path: [UInt8]

    /// Its kind.
    package var kind: Kind

    /// The declared number of bytes of its content, after expansion.
    package var size: UInt64

    /// The offset of its first header, from the archive's first byte; in a compressed tar, from the tar's first.
    package var headerOffset: UInt64

    /// The bytes of a link's effective target in a tar; a zip has them as the member's content.
    package var linkTarget: [UInt8]?

    /// The permission bits, with set-user-id and the like; nil where none are stored.
    package var mode: UInt16?

    /// Seconds since 1970-01-01T00:00:00Z.
    ///
    /// A zip stores the local time of an unknown zone, which is taken for UTC, unless its extended timestamp says more;
    /// nil where no valid time is stored.
    package var modificationTime: Int64?

    /// Values that only its format has.
    package var facts: Facts

    /// Values of a member that only its format has.
    package enum Facts: Equatable, Sendable {
        case zip(ZipFacts)
        case tar(TarFacts)
    }
}

/// The values of a zip's member (APPNOTE 4.3.12, 4.4).
package struct ZipFacts: Equatable, Sendable {
    /// The compression method (APPNOTE 4.4.5): 0 is stored, 8 deflated.
    package var method: UInt16

    /// The general purpose bit flags (APPNOTE 4.4.4).
    package var flags: UInt16

    /// The declared number of bytes that the content takes in the archive.
    package var compressedSize: UInt64

    /// The declared CRC-32 of the content.
    package var checksum: UInt32

    /// The version made by (APPNOTE 4.4.2), whose high byte is the system: 3 is Unix.
    package var versionMadeBy: UInt16

    /// The version needed to extract (APPNOTE 4.4.3), times ten.
    package var versionNeeded: UInt16

    /// The external file attributes (APPNOTE 4.4.15): made on Unix, the mode is in the upper half.
    package var externalAttributes: UInt32

    /// The DOS time in the lower half and the DOS date in the upper one (APPNOTE 4.4.6).
    package var dosTime: UInt32

    /// The identifiers of the extra fields in the directory, in order.
    package var extraFields: [UInt16]

    /// The identifiers of the extra fields in the local header; nil until it has been read.
    package var localExtraFields: [UInt16]?

    /// The bytes of the member's comment.
    package var comment: [UInt8]

    /// How it is encrypted, if that is with WinZip's AES.
    package var aes: ZipAES?

    /// Whether the name is declared to be UTF-8 (bit 11).
    package var declaresUTF8: Bool { flags & ZipFlag.utf8 != 0 }

    /// Whether the content is encrypted (bits 0 and 6).
    package var isEncrypted: Bool { ZipFlag.isEncrypted(flags) }

    /// Whether a data descriptor follows the content (bit 3).
    package var hasDataDescriptor: Bool { flags & 1 << 3 != 0 }
}

/// The values of a tar's member.
package struct TarFacts: Equatable, Sendable {
    /// The dialect of a header, by its magic number.
    package enum Dialect: String, Sendable, CaseIterable {
        /// The seventh edition's: no magic number.
        case v7
        /// POSIX's, which pax extends.
        case ustar
        /// The old GNU format.
        case gnu
    }

    /// The dialect of the member's own header.
    package var dialect: Dialect

    /// The member's type as stored, `"0"` for a file.
    package var typeFlag: UInt8

    /// The effective user number.
    package var userID: UInt64

    /// The effective group number.
    package var groupID: UInt64

    /// The bytes of the effective user name.
    package var userName: [UInt8]

    /// The bytes of the effective group name.
    package var groupName: [UInt8]

    /// The keys of the member's own pax extended header, sorted; empty where it has none.
    package var paxKeys: [String]

    /// Whether GNU's long name or long link precedes it.
    package var hasLongName: Bool
}

/// Iterates over an archive's members in stored order.
protocol MemberCursor: AnyObject {
    /// Advances to the next member and skips the rest of the current one; nil at the end, after checking everything
    /// behind the last member.
    func next() throws(ArchiveProblem) -> ArchiveMember?

    /// Reads some of the member's content to the front of `buffer` and returns how many bytes; 0 at its end.
    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int
}
