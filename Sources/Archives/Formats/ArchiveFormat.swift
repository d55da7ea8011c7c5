/// A format of archives.
public enum ArchiveFormat: CaseIterable, CustomStringConvertible, Sendable {
    /// A zip, whose members are compressed separately.
    case zip
    /// An uncompressed tar.
    case tar
    /// A tar compressed with gzip (RFC 1952).
    case tarGzip
    /// A tar compressed with Zstandard (RFC 8878).
    ///
    /// Levels above the default need more memory: 9 takes 150 MB.
    case tarZstandard
    /// A tar compressed with xz (file format 1.2).
    ///
    /// With the default level two cores pack anything in less than 64 MB of memory; level 9 needs well over 1 GB.
    case tarXZ

    /// How to name, recognise, read and write the format.
    struct Row: Sendable {
        /// The usual ending of its file names, without a leading dot.
        let fileNameEnding: String
        /// Another common ending.
        let shortEnding: String?
        /// The media type by which desktops know such archives (shared-mime-info).
        let mediaType: String
        /// The available compression levels; `nil` if nothing is compressed.
        let levels: ClosedRange<Int>?
        /// The default level.
        let defaultLevel: Int?
        /// Whether contents can be encrypted with a password.
        let canEncrypt: Bool
        /// Whether bytes are the beginning of such an archive.
        let begins: @Sendable (ArraySlice<UInt8>) -> Bool
        /// The tar in a compressed stream; `nil` for other formats.
        let tar: Expansion?
        /// Makes the writer of members.
        let members: @Sendable (any ArchiveSink, _ level: Int, _ password: [UInt8]?) throws -> any MemberWriter
    }

    /// Expands a stream.
    typealias Expansion =
        @Sendable (BufferedStream, ArchiveLimits, ContainerNotes) throws(ArchiveProblem) -> any ByteStream

    private var row: Row {
        switch self {
        case .zip: .zip
        case .tar: .tar
        case .tarGzip: .tarGzip
        case .tarZstandard: .tarZstandard
        case .tarXZ: .tarXZ
        }
    }

    /// The usual ending of its file names, without a leading dot, which also serves as the name of the format.
    package var fileNameEnding: String { row.fileNameEnding }
    /// The ending of a file's name, which is also the name of the format.
    public var description: String { fileNameEnding }
    /// Another common ending.
    var shortEnding: String? { row.shortEnding }
    /// The media type by which desktops know such archives (shared-mime-info).
    package var mediaType: String { row.mediaType }
    /// The available compression levels; `nil` if nothing is compressed.
    package var levels: ClosedRange<Int>? { row.levels }
    /// The default level.
    package var defaultLevel: Int? { row.defaultLevel }
    /// Whether contents can be encrypted with a password.
    public var canEncrypt: Bool { row.canEncrypt }
    /// The tar in a compressed stream; `nil` for other formats.
    var tar: Expansion? { row.tar }
    /// Makes the writer of members.
    var members: @Sendable (any ArchiveSink, _ level: Int, _ password: [UInt8]?) throws -> any MemberWriter {
        row.members
    }

    /// Whether bytes are the beginning of such an archive.
    func begins(_ start: ArraySlice<UInt8>) -> Bool { row.begins(start) }

    /// Whether it is a tar, compressed or not.
    package var isTar: Bool { tar != nil }
}

extension ArchiveFormat.Row {
    static let zip = ArchiveFormat.Row(
        fileNameEnding: "zip", shortEnding: nil, mediaType: "application/zip",
        levels: 1...9, defaultLevel: 6, canEncrypt: true,
        begins: { ZipSignature.isAtStart(of: $0) }, tar: nil,
        members: { ZipWriter($0, level: $1, password: $2) })

    static let tar = ArchiveFormat.Row(
        fileNameEnding: "tar", shortEnding: nil, mediaType: "application/x-tar",
        levels: nil, defaultLevel: nil, canEncrypt: false,
        begins: { TarHeader.isRecognized($0) }, tar: { (stream, _, _) throws(ArchiveProblem) in stream },
        members: { sink, _, _ in TarWriter(PlainOutput(sink)) })

    static let tarGzip = ArchiveFormat.Row(
        fileNameEnding: "tar.gz", shortEnding: "tgz", mediaType: "application/x-compressed-tar",
        levels: 1...9, defaultLevel: 6, canEncrypt: false,
        begins: { $0.starts(with: [0x1F, 0x8B]) },
        tar: { (stream, _, notes) throws(ArchiveProblem) in GzipStream(stream, notes: notes) },
        members: { sink, level, _ in TarWriter(try GzipOutput(sink, level: level)) })

    static let tarZstandard = ArchiveFormat.Row(
        fileNameEnding: "tar.zst", shortEnding: "tzst", mediaType: "application/x-zstd-compressed-tar",
        levels: 1...19, defaultLevel: 3, canEncrypt: false,
        begins: { start in
            start.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
                || start.first.map { $0 & 0xF0 == 0x50 } == true && start.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
        },
        tar: { (stream, limits, notes) throws(ArchiveProblem) in
            try FilteredStream(.zstandard, of: stream, limits: limits, notes: notes)
        },
        members: { sink, level, _ in TarWriter(try ZstandardOutput(sink, level: level)) })

    static let tarXZ = ArchiveFormat.Row(
        fileNameEnding: "tar.xz", shortEnding: "txz", mediaType: "application/x-xz-compressed-tar",
        levels: 0...9, defaultLevel: 2, canEncrypt: false,
        begins: { $0.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) },
        tar: { (stream, limits, notes) throws(ArchiveProblem) in
            try FilteredStream(.xz, of: stream, limits: limits, notes: notes)
        },
        members: { sink, level, _ in TarWriter(try XZOutput(sink, level: level)) })
}

extension ArchiveFormat {
    /// The format with a name, such as `tar.gz`; `nil` if there is none.
    package init?(name: String) {
        guard let format = Self.allCases.first(where: { $0.fileNameEnding == name }) else { return nil }
        self = format
    }

    /// The format for the ending of a file's name, in any letter case: the canonical endings, `tgz`, `tzst` and `txz`;
    /// nil for any other.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        let known = Self.allCases.first { format in
            [format.fileNameEnding, format.shortEnding].contains { $0.map { name.hasSuffix("." + $0) } ?? false }
        }
        guard let known else { return nil }
        self = known
    }

    /// The format of an archive according to its first bytes; `nil` if there is none.
    ///
    /// - Throws: `ArchiveProblem` for a compression that is known but not supported.
    static func recognized(by start: ArraySlice<UInt8>) throws(ArchiveProblem) -> ArchiveFormat? {
        // “BZh”, a digit, and the first half of a block's magic number.
        if start.starts(with: "BZh".utf8), start.dropFirst(4).starts(with: [0x31, 0x41, 0x59]) {
            throw .refused(.unsupportedCompression, at: 0, "bzip2")
        }
        // The name of a tar’s first member can begin with any bytes.
        return allCases.first { $0 != .tar && $0.begins(start) } ?? (Self.tar.begins(start) ? Self.tar : nil)
    }
}
