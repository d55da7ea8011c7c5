import Cores
import Dispatch
package import NotebookText
import Synchronization

extension FileOperations {
    /// The number of bytes to read at once.
    package static var chunkSize: Int { 256 << 10 }

    /// Delivers the content of a file piece by piece.
    package func stream(_ path: DiskPath, _ body: ([UInt8]) throws -> Void) throws {
        let file = try open(path)
        defer { close(file) }
        while true {
            let bytes = try read(file, upTo: Self.chunkSize)
            if bytes.isEmpty { return }
            try body(bytes)
        }
    }

    /// The whole content of a file that is known to be small; one byte more than the limit if the file is longer.
    ///
    /// - Parameter expected: Its size in bytes, if known: then it is read in one piece.
    package func content(
        of path: DiskPath, limit: Int, expecting expected: Int = 0
    ) throws(SystemError) -> [UInt8] {
        let file = try open(path)
        defer { close(file) }
        var content: [UInt8] = []
        var most = max(expected, Self.chunkSize - 1)
        while content.count <= limit {
            let bytes = try read(file, upTo: 1 + min(limit - content.count, most))
            if bytes.isEmpty { break }
            if content.isEmpty { content = bytes } else { content += bytes }
            most = Self.chunkSize - 1
            // Reserving memory for a longer file avoids copying it again and again.
            if content.count == Self.chunkSize, let size = try status(path)?.size {
                content.reserveCapacity(min(max(size, content.count), max(limit, limit &+ 1)))
            }
        }
        return content
    }

    /// The digest of a regular file; `nil` if there is none.
    package func digest(of path: DiskPath) throws(SystemError) -> Digest? { try contentFacts(of: path)?.digest }

    /// The size and the digest of a regular file; `nil` if there is none.
    func contentFacts(of path: DiskPath) throws(SystemError) -> ContentFacts? {
        let file: OpenFile
        do throws(SystemError) { file = try open(path) } catch {
            guard try status(path)?.kind == .file else { return nil }
            throw error
        }
        defer { close(file) }
        var bytes = try read(file, upTo: Self.chunkSize)
        var hasher = StreamDigest(size: bytes.count < Self.chunkSize ? bytes.count : .max)
        var size = 0
        while !bytes.isEmpty {
            size += bytes.count
            hasher.update(bytes)
            bytes = try read(file, upTo: Self.chunkSize)
        }
        return ContentFacts(size: size, digest: hasher.finish())
    }

    /// The contents of files of any directories; consecutive files of one directory are read together.
    ///
    /// - Returns: `nil` for those that cannot be read this way, or are longer than the limit.
    package func contents(of places: [DiskPath], limit: Int) throws(SystemError) -> [[UInt8]?] {
        var contents: [[UInt8]?] = []
        while contents.count < places.count {
            let rest = places[contents.count...]
            guard let directory = rest.first?.parent else { break }
            let names = rest.prefix { $0.parent == directory }.map { Array($0.name) }
            contents += try self.contents(of: names, in: directory, limit: limit)
        }
        return contents
    }

    /// The sizes and the digests of many files, which are read on all cores; those that are large or cannot be read are
    /// left out, and so are all if they are few.
    func contentFacts(ofMany places: [DiskPath]) -> [DiskPath: ContentFacts] {
        guard places.count > 8 * Self.placesAtOnce else { return [:] }
        let facts = try? places.piecesOnAllCores(of: Self.placesAtOnce) { piece in
            try contents(of: Array(piece), limit: Self.chunkSize).map { bytes in
                bytes.map { ContentFacts(size: $0.count, digest: Digest.of($0)) }
            }
        }
        var found: [DiskPath: ContentFacts] = [:]
        for (place, facts) in zip(places, (facts ?? []).joined()) { found[place] = facts }
        return found
    }

    private static var placesAtOnce: Int { 32 }

    /// Writes all of the bytes.
    package func writeAll(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
        try writeAll(bytes[...], to: file)
    }

    /// Writes all of the bytes.
    package func writeAll(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count: Int
            do throws(SystemError) { count = try write(rest, to: file) } catch {
                throw error.lacking(atLeast: rest.count)
            }
            // Without this check, a write of no bytes would repeat forever.
            guard count > 0 else { throw SystemError(.write, file.path.description, code: 5) }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes a directory and missing directories above it; returns the directories that got new entries.
    package func makeDirectories(_ path: DiskPath) throws(SystemError) -> [DiskPath] {
        guard path != .root, try status(path) == nil else { return [] }
        let above = try makeDirectories(path.parent)
        try makeDirectory(path)
        return above + [path.parent]
    }

    /// The entries of a directory in the order of their bytes, which is the same on every disk.
    package func listInOrder(_ directory: DiskPath) throws(SystemError) -> [DirectoryEntry] {
        try list(directory).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// Deletes a directory and everything in it.
    package func removeTree(_ path: DiskPath) throws(SystemError) {
        let entries: [DirectoryEntry]
        do throws(SystemError) { entries = try listInOrder(path) } catch {
            // An empty directory goes without a descriptor, of which there may be none left.
            guard (try? removeDirectory(path)) != nil else { throw error }
            return
        }
        for entry in entries {
            let child = path.appending(entry.name)
            if entry.kind == .directory { try removeTree(child) } else { try unlink(child) }
        }
        try removeDirectory(path)
    }
}

/// What is known about the content of a file that was read.
struct ContentFacts: Sendable {
    /// In bytes.
    let size: Int
    let digest: Digest
}

/// The digest of content that comes piece by piece; for a large file, another core computes it while the next pieces
/// are read or written.
///
/// Reading or writing a cached file takes one core about as long as computing its digest, so this halves the time.
package struct StreamDigest {
    private var way: Way

    private enum Way {
        case inline(SHA256)
        case elsewhere(Chain)
    }

    /// The size above which using another core saves time.
    private static let largeSize = 1 << 20

    /// The digest of a file of about this many bytes.
    package init(size: Int) { way = size > Self.largeSize ? .elsewhere(Chain()) : .inline(SHA256()) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        switch way {
        case .inline(var hasher):
            hasher.update(bytes)
            way = .inline(hasher)
        case .elsewhere(let chain): chain.update(bytes)
        }
    }

    /// The digest of all bytes so far.
    package func finish() -> Digest {
        switch way {
        case .inline(let hasher): hasher.finish()
        case .elsewhere(let chain): chain.finish()
        }
    }

    /// Calls `receive` with the digest as soon as it is known, from any thread.
    package func finish(_ receive: @escaping @Sendable (Digest) -> Void) {
        switch way {
        case .inline(let hasher): receive(hasher.finish())
        case .elsewhere(let chain): chain.finish(receive)
        }
    }

    private final class Chain: Sendable {
        private let jobs = JobChain()
        private let hasher = Mutex(SHA256())
        /// How many pieces may wait.
        private let room = DispatchSemaphore(value: 8)

        func update(_ bytes: [UInt8]) {
            room.wait()
            jobs.add { [self] in
                hasher.withLock { $0.update(bytes) }
                room.signal()
            }
        }

        func finish(_ receive: @escaping @Sendable (Digest) -> Void) {
            jobs.add { [self] in receive(hasher.withLock { $0.finish() }) }
        }

        func finish() -> Digest {
            let isDone = DispatchSemaphore(value: 0)
            jobs.add { isDone.signal() }
            isDone.wait()
            return hasher.withLock { $0.finish() }
        }
    }
}

/// The manifest that was read last: read again only if its file has changed.
///
/// A command reads the manifest several times to find out what its words mean.
package final class ManifestMemory: Sendable {
    private let last = Mutex<(mark: FileIdentity, bytes: [UInt8])?>(nil)

    /// Remembers nothing yet.
    package init() {}

    /// The content of a manifest; one byte more than the limit if the file is longer.
    func content(
        of path: DiskPath, limit: Int, in files: any FileOperations
    ) throws(SystemError) -> [UInt8] {
        guard let mark = try files.settledMark(of: path) else {
            return try files.content(of: path, limit: limit, expecting: files.status(path)?.size ?? 0)
        }
        if let known = last.withLock({ $0?.mark == mark ? $0?.bytes : nil }), known.count <= limit { return known }
        let bytes = try files.content(of: path, limit: limit, expecting: Int(mark.size))
        // Another file may have come between.
        let isRead = try files.status(path)?.identity == mark
        if isRead, bytes.count <= limit { last.withLock { $0 = (mark, bytes) } }
        return bytes
    }
}

extension FileOperations {
    /// The mark of a file that any later change of the file certainly changes; `nil` if there is none.
    package func settledMark(of path: DiskPath) throws(SystemError) -> FileIdentity? {
        let now = SystemCall.clock
        guard let mark = try status(path)?.identity, mark.isSettled(at: now) else { return nil }
        return mark
    }
}
