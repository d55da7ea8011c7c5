/// The formats in which archives are written.
public enum ArchiveFormat: String, Sendable, CaseIterable {
    case zip
    case tar
    case tarGzip
    case tarZstandard
    case tarXZ

    /// The ending of a file's name by which people and programs know the format, without a leading dot.
    public var fileNameEnding: String {
        switch self {
        case .zip: "zip"
        case .tar: "tar"
        case .tarGzip: "tar.gz"
        case .tarZstandard: "tar.zst"
        case .tarXZ: "tar.xz"
        }
    }

    /// Tells the format by the ending of a file's name, in any case of its letters: the canonical ones, `tgz`, `tzst` and
    /// `txz`; nil for any other.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        let short: [(String, ArchiveFormat)] = [("tgz", .tarGzip), ("tzst", .tarZstandard), ("txz", .tarXZ)]
        let known = Self.allCases.map { ($0.fileNameEnding, $0) } + short
        guard let (_, format) = known.first(where: { name.hasSuffix("." + $0.0) }) else { return nil }
        self = format
    }

    /// The compression levels that can be asked for.
    public var levels: ClosedRange<Int>? {
        switch self {
        case .tar: nil
        case .zip, .tarGzip: 1...9
        case .tarZstandard: 1...19
        case .tarXZ: 0...9
        }
    }

    /// The level where none is asked for: 6 for zip and gzip, 3 for Zstandard, 2 for xz, with which two cores pack anything in
    /// less than 64 MB of memory.
    ///
    /// Higher ones need more: 150 MB for Zstandard's 9, well over 1 GB for xz’s 9.
    public var defaultLevel: Int? {
        switch self {
        case .tar: nil
        case .zip, .tarGzip: 6
        case .tarZstandard: 3
        case .tarXZ: 2
        }
    }
}
