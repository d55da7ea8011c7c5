/// One way in which an archive can be damaged or be shaped as none is accepted; the raw value says it in words.
///
/// The names in the zip part follow PKWARE's APPNOTE 6.3, those in the tar part POSIX.1-2017 `pax`.
public enum ArchiveIrregularity: String, CaseIterable, Sendable {
    // Every format
    case notAnArchive = "this is neither a zip nor a tar archive"
    case duplicateName = "a name occurs twice"
    case emptyName = "a member has no name"
    case nameWithNUL = "a name holds a NUL byte"
    case directoryWithContent = "a directory has content"
    case contentTruncated = "the archive ends within a member’s content"
    case garbageAfterEnd = "something follows the end of the archive"

    // Zip: the directory as a whole
    case endRecordMissing = "the end of central directory record is missing"
    case endRecordAmbiguous = "there is more than one end of central directory record"
    case severalDisks = "the zip is a part of several"
    case directoryMisplaced = "the central directory does not end where its end record begins"
    case directoryCountWrong = "the central directory does not hold as many records as declared"
    case directorySizeWrong = "the central directory does not have the declared size"
    case directoryRecordMalformed = "a record of the central directory is malformed"
    case zip64Inconsistent = "the zip64 values are inconsistent"
    case directoryEncrypted = "the central directory is encrypted"

    // Zip: how members lie
    case garbageBeforeFirstMember = "something precedes the first member"
    case membersOverlap = "members overlap"
    case gapBetweenMembers = "there are bytes that belong to no member"
    case offsetOutOfRange = "a member lies outside of the archive"

    case zipBeginsAsTar = "the zip begins with a block that is a tar’s header as well"
    case zipCommentMalformed = "a comment is too long, or no text"

    // Zip: one member
    case localHeaderMissing = "no local header is where the directory says"
    case namesDisagree = "local header and directory disagree in the name"
    case methodsDisagree = "local header and directory disagree in the compression method"
    case flagsDisagree = "local header and directory disagree in the flags"
    case sizesDisagree = "local header and directory disagree in the size"
    case checksumsDisagree = "local header and directory disagree in the CRC-32"
    case descriptorDisagrees = "the data descriptor disagrees with the directory"
    case storedSizesDiffer = "a stored member has two sizes"
    case kindDisagrees = "the name and the attributes disagree on whether this is a directory"
    case extraFieldMalformed = "an extra field is malformed"
    case extraFieldTooLong = "an extra field holds too much"
    case unicodePathDisagrees = "the Unicode path extra field disagrees with the name"
    case unsupportedMethod = "the compression method is not supported"
    case encrypted = "the member is encrypted"
    case wrongPassword = "the password is not that of the member"
    case notEncrypted = "the member is not encrypted, though a password is given"
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
    case headerHoldsMore = "the header holds something behind the end of a field"
    case contentOnNonFile = "a member that is not a file has a size"
    case paddingNotZero = "the padding after the content is not zero"
    case paddingTruncated = "the archive ends within the padding"
    case unsupportedMemberType = "the member type is not supported"
    case sparse = "the member is sparse"
    case severalVolumes = "the tar is a part of several"
    case volumeHeader = "the tar has a volume header"

    // Tar: extended headers
    case paxMalformed = "the extended header is malformed"
    case paxHoldsMore = "the extended header holds too much that is of no member"
    case targetWithoutLink = "a member that is no link has the target of one"
    case paxKeyTwice = "the extended header has a key twice"
    case paxGlobalOverride = "a global extended header sets what belongs to one member"
    case longNameMalformed = "the long name is malformed"
    case metadataTruncated = "the archive ends within an extended header"
    case metadataRepeated = "a member has two extended headers of one kind"
    case metadataWithoutMember = "an extended header is followed by no member"
    case namesConflict = "two extended headers give different names"
    case tarSizesDisagree = "header and extended header disagree in the size"

    // Tar: the end
    case endBlocksMissing = "the two zero blocks at the end are missing"
    case loneZeroBlock = "a single zero block stands between members"
    case endTruncated = "the padding at the end is not made of whole blocks"

    // Compression around a tar
    case compressionHeaderMalformed = "the header of the compressed data is malformed"
    case compressionTruncated = "the compressed data ends too early"
    case compressionDamaged = "the compressed data is damaged"
    case gzipHeaderHoldsMore = "the gzip header holds more than a name"
    case skippableFrame = "the compressed data holds a frame that is no content"
    case unsupportedCompression = "the compression is not supported"
    case compressionDictionary = "the compressed data needs a dictionary"
    case garbageAfterCompression = "something follows the compressed data"
    case compressionChecksumWrong = "the checksum of the compressed data is wrong"
    case compressionLengthWrong = "the length of the compressed data is wrong"
}
