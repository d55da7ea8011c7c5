import NotebookBundle
import Synchronization

/// Bytes that can be read once, as from a pipe.
private func piped(_ bytes: [UInt8]) -> ArchiveSource {
    let rest = Mutex(bytes[...])
    return ArchiveSource { (count) throws(ArchiveProblem) in
        rest.withLock { rest in
            let next = Array(rest.prefix(count))
            rest = rest.dropFirst(next.count)
            return next
        }
    }
}

/// Limits as small as the inputs, so that passing them is tried as well.
private func smallLimits() -> ArchiveLimits {
    var limits = ArchiveLimits()
    limits.members = 200
    limits.expandedBytes = 1 << 20
    limits.metadataBytes = 1 << 14
    limits.directoryBytes = 1 << 16
    limits.dictionaryBytes = 1 << 23
    limits.spooledBytes = 1 << 20
    return limits
}

/// Reads everything that there is, member by member.
private func readAll(_ reader: ArchiveReader) throws(ArchiveProblem) {
    while let member = try reader.next() {
        // Names reach terminals and manifests.
        _ = PrintableName(member.path)
        _ = try? BundlePath(String(decoding: member.path, as: UTF8.self))
        try readContent(of: reader)
    }
    guard let zip = reader.zip else { return }
    for member in try zip.members() { readContent(of: member, in: zip) }
}

/// Reads the encrypted members of a zip with the password of the corpus, up to three: a key takes its time.
private func readEncrypted(_ bytes: [UInt8]) throws(ArchiveProblem) {
    let zip = try ZipArchive(MemoryBytes(bytes), limits: smallLimits(), password: Array("password".utf8))
    let encrypted = try zip.members().filter { member in
        guard case .zip(let facts) = member.facts else { return false }
        return facts.isEncrypted
    }
    for member in encrypted.prefix(3) { readContent(of: member, in: zip) }
}

/// What is wrong with the content of a zip's member is wrong with that one alone.
private func readContent(of reader: ArchiveReader) throws(ArchiveProblem) {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    do throws(ArchiveProblem) {
        while try reader.read(into: &buffer) > 0 {}
    } catch {
        if reader.zip == nil { throw error }
    }
}

private func readContent(of member: ArchiveMember, in zip: ZipArchive) {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    do throws(ArchiveProblem) {
        let content = try zip.content(of: member)
        while try content.read(into: &buffer) > 0 {}
    } catch {
        return
    }
}

/// Reads one archive, however it comes.
private func read(_ open: () throws(ArchiveProblem) -> ArchiveReader) {
    do throws(ArchiveProblem) {
        try readAll(try open())
    } catch {
        _ = error.description
    }
}

func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    read { () throws(ArchiveProblem) in try ArchiveReader(MemoryBytes(bytes), limits: smallLimits()) }
    do throws(ArchiveProblem) {
        if bytes.starts(with: [0x50, 0x4B]) { try readEncrypted(bytes) }
    } catch {
        _ = error.description
    }
    // As a stream a zip is spooled to a file, which would take most of the time.
    if !bytes.starts(with: [0x50, 0x4B]) {
        read { () throws(ArchiveProblem) in try piped(bytes).reader(limits: smallLimits()) }
    }
    return 0
}
