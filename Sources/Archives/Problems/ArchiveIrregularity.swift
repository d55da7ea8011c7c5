import Synchronization

/// A kind of damage, or a structure that is never accepted; the raw value describes it.
///
/// The names in the zip part follow PKWARE's APPNOTE 6.3, those in the tar part POSIX.1-2017 `pax`.
package enum ArchiveIrregularity: String, CaseIterable, Sendable {
    // Every format
    case notAnArchive = "not a zip or tar archive"
    case duplicateName = "a name occurs twice"
    case emptyName = "a member has no name"
    case nameWithNUL = "a name contains a NUL byte"
    case directoryWithContent = "a directory has content"
    case contentTruncated = "the archive ends within a member’s content"
    case garbageAfterEnd = "there is data after the end of the archive"

    // Zip: the directory as a whole
    case endRecordMissing = "the end of central directory record is missing"
    case endRecordAmbiguous = "there are several end of central directory records"
    case severalDisks = "the zip is split into several files"
    case directoryMisplaced = "the central directory does not end where its end record begins"
    case directoryCountWrong = "the central directory has a different number of records than declared"
    case directorySizeWrong = "the central directory has a different size than declared"
    case directoryRecordMalformed = "a record of the central directory is malformed"
    case zip64Inconsistent = "the zip64 values are inconsistent"
    case directoryEncrypted = "the central directory is encrypted"

    // Zip: the layout of members
    case garbageBeforeFirstMember = "there is data before the first member"
    case membersOverlap = "members overlap"
    case gapBetweenMembers = "there are bytes between members"
    case offsetOutOfRange = "a member is outside the archive"

    case zipBeginsAsTar = "the zip begins with a block that is also a tar header"

    // Zip: one member
    case localHeaderMissing = "there is no local header where the directory says"
    case namesDisagree = "the local header and the directory have different names"
    case methodsDisagree = "the local header and the directory have different compression methods"
    case flagsDisagree = "the local header and the directory have different flags"
    case sizesDisagree = "the local header and the directory have different sizes"
    case checksumsDisagree = "the local header and the directory have different CRC-32s"
    case descriptorDisagrees = "the data descriptor disagrees with the directory"
    case storedSizesDiffer = "a stored member has two different sizes"
    case kindDisagrees = "the name and the attributes disagree on whether this is a directory"
    case extraFieldMalformed = "an extra field is malformed"
    case unsupportedMethod = "the compression method is not supported"
    case encrypted = "the member is encrypted"
    case wrongPassword = "wrong password"
    case notEncrypted = "a password is given, but the member is not encrypted"
    case authenticationFailed = "the encrypted content was changed"

    // Zip: a member's content
    case wrongChecksum = "the content’s CRC-32 is wrong"
    case contentTooLong = "the content expands beyond the declared size"
    case contentTooShort = "the content is shorter than declared"
    case deflateEndsEarly = "the compressed data ends before its declared size"
    case deflateEndsLate = "the compressed data does not end within its declared size"
    case deflateDamaged = "the member’s compressed data is damaged"

    // Tar: headers
    case headerTruncated = "the archive ends within a header"
    case headerMalformed = "this is not a tar header"
    case headerChecksumWrong = "the header’s checksum is wrong"
    case numberMalformed = "a number in the header is malformed"
    case numberNegative = "a number in the header is negative"
    case numberTooLarge = "a number in the header is too large"
    case headerHoldsMore = "the header has data after the end of a field"
    case contentOnNonFile = "a member that is not a file has a size"
    case paddingNotZero = "the padding after the content is not zero"
    case paddingTruncated = "the archive ends within the padding"
    case unsupportedMemberType = "the member type is not supported"
    case sparse = "the member is sparse"
    case severalVolumes = "the tar is split into several volumes"
    case volumeHeader = "the tar has a volume header"

    // Tar: extended headers
    case paxMalformed = "the extended header is malformed"
    case targetWithoutLink = "a member that is not a link has a link target"
    case paxKeyTwice = "the extended header contains a key twice"
    case paxGlobalOverride = "a global extended header sets a value of a single member"
    case longNameMalformed = "the long name is malformed"
    case metadataTruncated = "the archive ends within an extended header"
    case metadataRepeated = "a member has two extended headers of one kind"
    case metadataWithoutMember = "no member follows an extended header"
    case namesConflict = "two extended headers give different names"
    case tarSizesDisagree = "the header and the extended header have different sizes"

    // Tar: the end
    case endBlocksMissing = "the two zero blocks at the end are missing"
    case loneZeroBlock = "there is a single zero block between members"
    case endTruncated = "the padding at the end has an incomplete block"

    // Compression around a tar
    case compressionHeaderMalformed = "the header of the compressed data is malformed"
    case compressionTruncated = "the compressed data ends too early"
    case compressionDamaged = "the compressed data is damaged"
    case gzipHeaderHoldsMore = "the gzip header contains more than a name"
    case skippableFrame = "the compressed data contains a frame without content"
    case unsupportedCompression = "the compression is not supported"
    case compressionDictionary = "the compressed data needs a dictionary"
    case garbageAfterCompression = "there is data after the compressed data"
    case compressionChecksumWrong = "the checksum of the compressed data is wrong"
    case compressionLengthWrong = "the length of the compressed data is wrong"
}

/// A property of an archive as a whole that the format does not define, but that does not make it unacceptable.
package enum ContainerOddity: String, CaseIterable, Sendable {
    case zipComment = "the zip has a comment"
    case globalHeader = "the tar has global extended headers"
    case gzipName = "the gzip header contains a file name"
    case gzipHeaderChecksum = "the gzip header has a checksum"
    case severalStreams = "the compressed data has several streams"
    case streamPadding = "padding follows the compressed data"
}

/// The oddities seen so far in one archive.
final class ContainerNotes: Sendable {
    private let seen = Mutex<Set<ContainerOddity>>([])

    func record(_ oddity: ContainerOddity) { seen.withLock { _ = $0.insert(oddity) } }

    /// The oddities, in the order of their declaration.
    var all: [ContainerOddity] { seen.withLock { seen in ContainerOddity.allCases.filter(seen.contains) } }
}
