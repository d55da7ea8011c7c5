/// How a tar is compressed as a whole; told from the first bytes.
package enum ArchiveCompression: String, Sendable, CaseIterable {
    case none
    case gzip
    case zstandard
    case xz

    /// The compressions that libarchive's filters expand to the end of their input.
    enum Filter {
        case xz
        case zstandard

        var coding: DecompressionEngine.Coding {
            switch self {
            case .xz: .xz
            case .zstandard: .zstandard
            }
        }
    }

    /// Tells the compression from the magic numbers of RFC 1952, RFC 8878 (skippable frames included) and the xz file
    /// format 1.2.
    ///
    /// - Throws: `ArchiveProblem` for a compression that is known by its name only.
    init(recognizing start: ArraySlice<UInt8>) throws(ArchiveProblem) {
        // “BZh”, a digit, and the first half of the sign of a block.
        if start.starts(with: "BZh".utf8), start.dropFirst(4).starts(with: [0x31, 0x41, 0x59]) {
            throw .refused(.unsupportedCompression, at: 0, "bzip2")
        }
        self =
            if start.starts(with: [0x1F, 0x8B]) {
                .gzip
            } else if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
                .zstandard
            } else if let first = start.first, first & 0xF0 == 0x50, start.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
            {
                .zstandard
            } else if start.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
                .xz
            } else {
                .none
            }
    }

    /// The expansion of a stream.
    func expansion(
        of stream: BufferedStream, limits: ArchiveLimits, notes: ContainerNotes
    ) throws(ArchiveProblem) -> any ByteStream {
        switch self {
        case .none: return stream
        case .gzip: return GzipStream(stream, notes: notes)
        case .zstandard: return try FilteredStream(.zstandard, of: stream, limits: limits, notes: notes)
        case .xz: return try FilteredStream(.xz, of: stream, limits: limits, notes: notes)
        }
    }
}
