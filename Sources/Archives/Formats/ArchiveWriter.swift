/// Writes an archive of files, with the same bytes wherever it is written.
///
/// The archive does not depend on the machine: every member is a regular file with mode 0644, no owner, and the time
/// 1980-01-01T00:00:00Z; directories are not members. `docs/Format.md` defines the bytes of the plain tar. The bytes
/// of the compressed formats depend on the versions of the compression libraries (``CompressionLibraries``), but not
/// on the number of processors.
///
/// All cores read and compress contents. The thread that adds files writes them while other files are still being
/// compressed, so an error may belong to a file that was added earlier.
package final class ArchiveWriter {
    private let members: any MemberWriter
    private var paths: Set<[UInt8]> = []
    private var isUsable = true
    /// Small files that were added one by one, to process together.
    private var gathered: (members: [NewMember], contents: [[UInt8]], size: UInt64) = ([], [], 0)
    private static let gatheredMembers = 64

    /// The maximum size of files that can be added several at once: 1 MiB.
    package static let smallSize = ZipEncodedMember.largest

    /// Starts an archive, encrypted with AES-256 if there is a password.
    ///
    /// Encrypted archives always differ, and their names and sizes stay visible.
    ///
    /// - Throws: ``ArchiveWritingFault/notEncryptable`` for formats other than zip,
    ///   ``ArchiveWritingFault/emptyPassword`` for one without a character, ``ArchiveWritingFault/levelOutOfRange`` for a
    ///   level that the format doesn't have, or what the sink throws.
    package init(
        _ format: ArchiveFormat, to sink: any ArchiveSink, level: Int? = nil, password: [UInt8]? = nil
    ) throws {
        guard password == nil || format.canEncrypt else {
            throw ArchiveProblem.unwritable(.notEncryptable, path: "", detail: "")
        }
        if let password, password.isEmpty {
            throw ArchiveProblem.unwritable(.emptyPassword, path: "", detail: "")
        }
        let level = level ?? format.defaultLevel ?? 0
        if let levels = format.levels, !levels.contains(level) {
            throw ArchiveProblem.unwritable(
                .levelOutOfRange, path: "", detail: "\(level) is not in \(levels.lowerBound)…\(levels.upperBound)")
        }
        members = try format.members(sink, level, password)
    }

    /// A file of an archive.
    package struct File: Sendable {
        let member: NewMember

        /// Describes a file.
        ///
        /// - Parameters:
        ///   - path: Its path in the archive, with slashes; not empty, without NUL, without a slash at either end.
        ///   - size: The number of bytes of its content.
        ///   - isAlreadyCompressed: Whether a zip stores it as it is, without trying to make it smaller.
        package init(_ path: String, size: UInt64, isAlreadyCompressed: Bool = false) {
            member = NewMember(path: path, size: size, isAlreadyCompressed: isAlreadyCompressed)
        }
    }

    /// Adds several files of up to ``smallSize`` bytes each.
    ///
    /// - Parameter contents: Called once, on any core; returns the contents in the order of the files.
    /// - Throws: as ``add(_:size:isAlreadyCompressed:content:)`` does.
    package func add(_ files: [File], contents: @escaping @Sendable () throws -> [[UInt8]]) throws {
        try using {
            let members = files.map(\.member)
            for member in members { try enter(member) }
            try passGathered()
            try self.members.add(members) {
                let contents = try contents()
                for (member, content) in zip(members, contents) { try member.check(content) }
                return contents
            }
        }
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - path: its path in the archive, with slashes; not empty, without NUL, without a slash at either end.
    ///   - size: the number of bytes of its content.
    ///   - isAlreadyCompressed: whether a zip stores it as it is, without trying to make it smaller.
    ///   - content: called once, or twice for a large member of a zip that can't be overwritten or can't be deflated;
    ///     it must deliver the same each time.
    /// - Throws: ``ArchiveProblem/unwritable(_:path:detail:)``, what the sink throws, or what `content` throws. The
    ///   archive can't be continued after that.
    package func add(
        _ path: String, size: UInt64, isAlreadyCompressed: Bool = false, content: MemberContent
    ) throws {
        try add(File(path, size: size, isAlreadyCompressed: isAlreadyCompressed), content: content)
    }

    /// Adds a file.
    package func add(_ file: File, content: MemberContent) throws {
        let (member, size) = (file.member, file.member.size)
        try using {
            try enter(member)
            guard size <= Self.smallSize else {
                try passGathered()
                return try members.add(large: member, content)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(size))
            try member.deliver(content) { bytes += $0 }
            gathered.members.append(member)
            gathered.contents.append(bytes)
            gathered.size += size
            if gathered.members.count >= Self.gatheredMembers || gathered.size >= Self.smallSize { try passGathered() }
        }
    }

    /// Adds a file whose content is in memory.
    package func add(_ path: String, bytes: [UInt8], isAlreadyCompressed: Bool = false) throws {
        try add(path, size: UInt64(bytes.count), isAlreadyCompressed: isAlreadyCompressed) { try $0(bytes[...]) }
    }

    /// Ends the archive.
    ///
    /// Afterwards the sink has all bytes; it is neither synced nor closed.
    package func finish() throws {
        try using {
            try passGathered()
            try members.finish()
        }
        isUsable = false
    }

    /// Does a step of the work; after an error, all further steps fail.
    private func using(_ step: () throws -> Void) throws {
        guard isUsable else { throw ArchiveProblem.unwritable(.alreadyFinished, path: "", detail: "") }
        isUsable = false
        try step()
        isUsable = true
    }

    private func enter(_ member: NewMember) throws(ArchiveProblem) {
        try member.checkPath()
        guard paths.insert(member.name).inserted else {
            throw .unwritable(.duplicatePath, path: member.path, detail: "")
        }
    }

    private func passGathered() throws {
        if gathered.members.isEmpty { return }
        let (some, contents) = (gathered.members, gathered.contents)
        gathered = ([], [], 0)
        try members.add(some) { contents }
    }
}
