/// Reads an untrusted archive, member by member, in constant memory apart from the members' names.
///
/// It recognises a zip or a tar, plain or compressed with gzip, Zstandard or xz, by its content. It rejects whatever is
/// damaged or ambiguous while reading; the archive as a whole is verified only when ``next()`` has returned nil or
/// ``finish()`` has returned.
package final class ArchiveReader {
    private let cursor: any MemberCursor
    private var failure: ArchiveProblem?
    private let notes = ContainerNotes()

    /// The properties of the archive as a whole that the format does not define; complete when ``next()`` has returned
    /// nil.
    package var oddities: [ContainerOddity] {
        if let zip, !zip.comment.isEmpty { notes.record(.zipComment) }
        if !globalPaxKeys.isEmpty { notes.record(.globalHeader) }
        return notes.all
    }

    /// The format of the archive.
    package let format: ArchiveFormat

    /// The zip, for reading members in any order; nil for a tar.
    package let zip: ZipArchive?

    /// The keys of a tar's global pax extended headers so far, sorted and safe to print; their values are not applied
    /// to the members.
    package var globalPaxKeys: [String] { (cursor as? TarCursor)?.globalKeys.sorted() ?? [] }

    /// The content of the current member, which can be read later and on other cores, in a zip; nil in a tar.
    package var lastingContent: ZipMemberContent? { (cursor as? ZipCursor)?.lasting }

    /// Reads a zip that is already open.
    package init(_ zip: ZipArchive) {
        self.zip = zip
        format = .zip
        cursor = ZipCursor(zip)
    }

    /// Reads an archive with random access.
    package convenience init(
        _ bytes: any RandomAccessBytes, limits: ArchiveLimits = ArchiveLimits(), password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        try self.init(BufferedStream(WindowStream(bytes)), of: bytes, limits: limits, password: password)
    }

    /// Reads an archive from a stream.
    ///
    /// Reads a tar as it arrives, so that reading can stop after its first members. First stores a zip, whose directory
    /// is at the end, in a temporary file (``SpooledBytes``).
    package convenience init(
        _ stream: any ByteStream, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveProblem) {
        try self.init(BufferedStream(stream), of: nil, limits: limits)
    }

    /// Reads the archive at a path: a file, or anything else that delivers bytes.
    package convenience init(
        path: String, limits: ArchiveLimits = ArchiveLimits(), password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        try self.init(Descriptor(reading: path), limits: limits, password: password)
    }

    /// Reads a stream only as far as needed; a zip completely.
    convenience init(_ bytes: GrowingBytes, limits: ArchiveLimits, password: [UInt8]?) throws(ArchiveProblem) {
        try self.init(
            BufferedStream(GrowingStream(bytes)), of: nil, kept: bytes, limits: limits, password: password)
    }

    private convenience init(
        _ descriptor: consuming Descriptor, limits: ArchiveLimits, password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        if try descriptor.regularFileSize() != nil {
            let bytes = try FileBytes(descriptor)
            try self.init(
                BufferedStream(WindowStream(bytes)), of: bytes, limits: limits, password: password)
        } else {
            try self.init(DescriptorStream(descriptor), limits: limits)
        }
    }

    private init(
        _ stream: BufferedStream, of bytes: (any RandomAccessBytes)?, kept: GrowingBytes? = nil, limits: ArchiveLimits,
        password: [UInt8]? = nil
    ) throws(ArchiveProblem) {
        let start = try stream.peek(TarBlock.size)
        let recognized = try ArchiveFormat.recognized(by: start)
        if try Self.isZip(recognized, of: bytes) {
            // Readers of tars go by this checksum, and would find a different archive.
            if TarHeader.hasChecksum(start) { throw .refused(.zipBeginsAsTar, at: 0) }
            let whole: any RandomAccessBytes
            if let bytes {
                whole = bytes
            } else if let kept {
                try kept.complete()
                whole = kept
            } else {
                whole = try SpooledBytes(stream, limit: limits.spooledBytes)
            }
            let zip = try ZipArchive(whole, limits: limits, password: password)
            self.zip = zip
            format = .zip
            cursor = ZipCursor(zip)
            return
        }
        let format = recognized ?? .tar
        let expansion = try format.tar?(stream, limits, notes) ?? stream
        let tar = BufferedStream(MeteredStream(expansion, limit: limits.expandedBytes))
        guard TarHeader.isRecognized(try tar.peek(TarBlock.size)) else { throw .refused(.notAnArchive, at: 0) }
        zip = nil
        self.format = format
        cursor = TarCursor(tar, limits: limits)
    }

    /// Whether it is a zip: begins with a zip's signature, or ends with an end record, after data that is rejected.
    private static func isZip(
        _ recognized: ArchiveFormat?, of bytes: (any RandomAccessBytes)?
    ) throws(ArchiveProblem) -> Bool {
        guard recognized == nil, let bytes else { return recognized == .zip }
        return try ZipEnd.exists(in: bytes)
    }

    /// Advances to the next member in stored order; nil at the end, after verifying everything except content.
    ///
    /// Skips the rest of the current member's content: in a zip without reading it, in a tar without keeping it.
    package func next() throws(ArchiveProblem) -> ArchiveMember? {
        if let failure { throw failure }
        do throws(ArchiveProblem) {
            return try cursor.next()
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads some of the current member's content to the front of `buffer`, at most its length, and returns the number
    /// of bytes; 0 at the end.
    ///
    /// Delivers the last bytes of a member of a zip only after verifying all of them. A problem with a member of a zip,
    /// such as encryption, affects only that member: ``next()`` continues. A tar ends there.
    package func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        if let failure { throw failure }
        do throws(ArchiveProblem) {
            return try cursor.read(into: &buffer)
        } catch {
            if zip == nil { failure = error }
            throw error
        }
    }

    /// Reads the rest of the current member's content; throws ``ArchiveProblem/exceeded(_:_:)`` beyond `limit` bytes.
    package func content(limit: Int) throws(ArchiveProblem) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let read = try read(into: &buffer)
            if read == 0 { return content }
            guard content.count + read <= limit else {
                throw .exceeded(.expandedBytes(UInt64(limit)), ArchiveLocation())
            }
            content += buffer[..<read]
        }
    }

    /// Reads to the end of the archive, skipping the remaining members.
    package func finish() throws(ArchiveProblem) {
        while try next() != nil {}
    }
}
