/// Limits on reading an archive.
///
/// Every limit takes effect while reading, in constant memory.
public struct ArchiveLimits: Equatable, Sendable {
    /// Members, directories and links included; 1,000,000 by default.
    public var members: Int = 1_000_000

    /// Bytes after expansion, the tar's own blocks included; 64 GiB by default.
    public var expandedBytes: UInt64 = 64 << 30

    /// Bytes of skipped files (hidden ones and those of operating systems), after expansion; 256 MiB by
    /// default.
    package var setAsideBytes: UInt64 = 256 << 20

    /// Bytes of one path; 4,096 by default.
    package var pathBytes: Int = 4_096

    /// Bytes of one member's extended header or long name (tar); 1 MiB by default.
    package var metadataBytes: Int = 1 << 20

    /// Records of one extended header (tar), and keys of all global ones; 1,000 by default.
    package var metadataRecords: Int = 1_000

    /// Bytes of all names and headers together: a zip's directory, a tar's paths and extended headers; 256 MiB by
    /// default.
    ///
    /// Only these determine the memory use: a zip of a million members needs 130 MB, a tar 70 MB.
    package var directoryBytes: Int = 256 << 20

    /// Bytes of the dictionary that an xz or Zstandard stream may need; 128 MiB by default, which `xz -9` and
    /// `zstd --ultra -22` stay below.
    ///
    /// Zstandard's library itself never holds more than that.
    package var dictionaryBytes: UInt64 = 128 << 20

    /// Bytes of a zip that arrives as a stream and must be kept in a temporary file; 16 GiB by default.
    package var spooledBytes: UInt64 = 16 << 30

    /// Creates the default limits.
    public init() {}
}

/// A limit of ``ArchiveLimits`` that was exceeded, with its value.
package enum ArchiveLimit: Equatable, Sendable, CustomStringConvertible {
    case members(Int)
    case expandedBytes(UInt64)
    case setAsideBytes(UInt64)
    case pathBytes(Int)
    case metadataBytes(Int)
    case metadataRecords(Int)
    case directoryBytes(Int)
    case dictionaryBytes(UInt64)
    case spooledBytes(UInt64)

    /// The limit in words.
    package var description: String {
        switch self {
        case .members(let most): "more than \(most) \(most == 1 ? "member" : "members")"
        case .expandedBytes(let most): "expands to more than \(most) bytes"
        case .setAsideBytes(let most): "files outside the notebook with more than \(most) bytes"
        case .pathBytes(let most): "a path of more than \(most) bytes"
        case .metadataBytes(let most): "an extended header of more than \(most) bytes"
        case .metadataRecords(let most): "extended headers of more than \(most) records"
        case .directoryBytes(let most): "names and headers of more than \(most) bytes"
        case .dictionaryBytes(let most): "a compression dictionary of more than \(most) bytes"
        case .spooledBytes(let most): "a zip of more than \(most) bytes from a stream"
        }
    }
}
