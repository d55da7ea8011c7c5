import Cores
import NotebookFormat

/// Small files that one core reads and finds out about together: with fewer calls, and with their digests at once.
struct FactBatch {
    /// Larger files are looked at alone.
    static let largestFile = 1 << 20

    private let directory: DirectoryReader?
    private let progress: any Progress
    private var files: [File] = []
    private var size = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 18

    private struct File: Sendable {
        let reader: FactReader
        let content: Content
    }

    private enum Content: Sendable {
        /// What can be read only at once has been read.
        case bytes([UInt8])
        case lasting(any FileContent & Sendable)
    }

    /// No files so far.
    ///
    /// - Parameter reader: Reads several files of a directory at once, if there is one.
    init(reader: DirectoryReader?, _ progress: any Progress) {
        directory = reader
        self.progress = progress
    }

    /// Whether so much has come together that it should be passed on.
    var isFull: Bool { files.count >= Self.enoughFiles || size >= Self.enoughBytes }

    mutating func add(_ reader: FactReader, _ content: any FileContent, size: Int) throws {
        let content: Content =
            if let lasting = content.lasting {
                .lasting(lasting)
            } else {
                .bytes(try content.bytes(limit: Self.largestFile))
            }
        files.append(File(reader: reader, content: content))
        self.size += size
    }

    /// Has the files looked at by a job, and begins anew.
    mutating func pass(to jobs: OrderedJobs<[FactReader.Reading]>) {
        if files.isEmpty { return }
        let batch = self
        (files, size) = ([], 0)
        jobs.add { try batch.readings() }
    }

    private func readings() throws -> [FactReader.Reading] {
        let contents = try wholeContents()
        var digests = SHA256.digests(of: contents.compactMap(\.self))[...]
        return try zip(files, contents).map { file, bytes in
            if let bytes, let digest = digests.popFirst() { return file.reader.reading(bytes, digest, progress) }
            switch file.content {
            case .lasting(let content): return try file.reader.read(content, size: 0, progress)
            case .bytes(let bytes): return file.reader.reading(bytes, Digest.of(bytes), progress)
            }
        }
    }

    /// The contents; `nil` for what must be read piece by piece after all, since it is longer than it seemed.
    private func wholeContents() throws -> [[UInt8]?] {
        if let directory {
            let paths = files.filter { $0.reader.storedPath == nil }.map(\.reader.path)
            var contents = try directory.contents(of: paths, limit: Self.largestFile)[...]
            return files.map { $0.reader.storedPath == nil ? contents.popFirst() ?? nil : nil }
        }
        return try files.map { file in
            switch file.content {
            case .bytes(let bytes): return bytes
            case .lasting(let content):
                let bytes = try content.bytes(limit: Self.largestFile)
                return bytes.count <= Self.largestFile ? bytes : nil
            }
        }
    }
}
