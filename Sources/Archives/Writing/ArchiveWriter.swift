/// Writes an archive of files, the same to the byte wherever it is written.
///
/// Nothing of the machine gets into it: every member is a regular file with mode 0644, nobody's, of 1980-01-01T00:00:00Z;
/// there are no members for directories. `docs/Format.md` defines the plain tar to the byte; the compressed forms are the
/// same for equal versions of the compression libraries (``CompressionLibraries``), on any number of processors.
public final class ArchiveWriter {
    private let members: any MemberWriter
    private var paths: Set<[UInt8]> = []
    private var isUsable = true

    /// Begins an archive, encrypted with AES-256 if there is a password.
    ///
    /// Of encrypted ones no two are the same, and names and sizes can still be seen. Throws ``ArchiveWritingFault/notEncryptable`` for another format than zip, and ``ArchiveWritingFault/levelOutOfRange`` for a level that the format doesn't have.
    public init(
        _ format: ArchiveFormat, to sink: any ArchiveSink, level: Int? = nil, password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        guard password == nil || format == .zip else { throw .unwritable(.notEncryptable, path: "", detail: "") }
        let level = level ?? format.defaultLevel ?? 0
        if let levels = format.levels, !levels.contains(level) {
            throw .unwritable(
                .levelOutOfRange, path: "", detail: "\(level) is not in \(levels.lowerBound)…\(levels.upperBound)")
        }
        members =
            switch format {
            case .zip: ZipWriter(sink, level: level, password: password)
            case .tar: TarWriter(sink)
            case .tarGzip: try TarWriter(sink, .gzip(level: level))
            case .tarZstandard: try TarWriter(sink, .zstandard(level: level, threads: Self.zstandardThreads))
            case .tarXZ: try TarWriter(sink, .xz(level: level, threads: Self.xzThreads))
            }
    }

    /// Numbers from which on the bytes no longer depend on them: 0 for Zstandard and 1 for xz give others.
    ///
    /// They are fixed so that the memory doesn't depend on the machine.
    private static let zstandardThreads = 2
    private static let xzThreads = 2

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - path: its path in the archive, with slashes; not empty, without NUL, without a slash at either end.
    ///   - size: the number of bytes of its content.
    ///   - isAlreadyCompressed: whether a zip stores it as it is, without trying to make it smaller.
    ///   - content: called once, or twice for a large member of a zip that can't be overwritten or can't be deflated; it
    ///     must deliver the same each time.
    /// - Throws: ``ArchiveProblem/unwritable(_:path:detail:)``, what the sink throws, or what `content` throws. The archive
    ///   can't be continued after that.
    public func add(
        _ path: String, size: UInt64, isAlreadyCompressed: Bool = false, content: MemberContent
    ) throws {
        guard isUsable else { throw ArchiveProblem.unwritable(.alreadyFinished, path: path, detail: "") }
        let member = NewMember(path: path, size: size, isAlreadyCompressed: isAlreadyCompressed)
        try member.checkPath()
        guard paths.insert(member.name).inserted else {
            throw ArchiveProblem.unwritable(.duplicatePath, path: path, detail: "")
        }
        isUsable = false
        try members.add(member, content)
        isUsable = true
    }

    /// Adds a file whose content is in memory.
    public func add(_ path: String, bytes: [UInt8], isAlreadyCompressed: Bool = false) throws {
        try add(path, size: UInt64(bytes.count), isAlreadyCompressed: isAlreadyCompressed) { try $0(bytes[...]) }
    }

    /// Ends the archive.
    ///
    /// The sink has everything then; it is neither synced nor closed.
    public func finish() throws {
        guard isUsable else { throw ArchiveProblem.unwritable(.alreadyFinished, path: "", detail: "") }
        isUsable = false
        try members.finish()
    }
}
