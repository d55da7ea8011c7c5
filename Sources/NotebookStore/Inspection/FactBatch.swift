import Cores
import NotebookFiles
import NotebookFormat
import NotebookText

/// Small files that one core reads and examines together: with fewer calls, and several digests at once.
struct FactBatch {
    /// Larger files are examined alone.
    static let largestFile = 1 << 20

    private let directory: DirectoryReader?
    private var files: [File] = []
    private var size = 0
    private var weight = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 18

    private struct File: Sendable {
        let reader: FactReader
        let content: Content
    }

    private enum Content: Sendable {
        /// The content that could only be read at once.
        case bytes([UInt8])
        case lasting(any FileContent & Sendable)
    }

    /// An empty batch.
    ///
    /// - Parameter reader: Reads several files of a directory at once, if there is one.
    init(reader: DirectoryReader?) { directory = reader }

    /// Whether the batch is large enough to be passed on.
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
        weight += reader.weight(size)
    }

    /// Has a job examine the files, and starts a new batch.
    mutating func pass(to jobs: OrderedJobs<[FactReader.Outcome]>) {
        if files.isEmpty { return }
        let batch = self
        (files, size, weight) = ([], 0, 0)
        jobs.add(weight: batch.weight) { try batch.outcomes() }
    }

    private func outcomes() throws -> [FactReader.Outcome] {
        let contents: [[UInt8]?]
        do {
            contents = try wholeContents()
        } catch let error as SystemError where files.allSatisfy({ $0.reader.passesOver(error) }) {
            return try outcomes(without: error)
        }
        var digests = SHA256.digests(of: contents.compactMap(\.self))[...]
        return try zip(files, contents).map { file, bytes in
            if let bytes, let digest = digests.popFirst() { return .read(try file.reader.reading(bytes, digest)) }
            return try outcome(file)
        }
    }

    private func outcome(_ file: File) throws -> FactReader.Outcome {
        switch file.content {
        case .lasting(let content): try file.reader.read(content, size: 0)
        case .bytes(let bytes): .read(try file.reader.reading(bytes, Digest.of(bytes)))
        }
    }

    /// The facts of each file, except for files with errors.
    private func outcomes(without error: SystemError) throws -> [FactReader.Outcome] {
        let failed = Set(files.map(\.reader.path.text).filter { $0 == error.path || $0.hasPrefix(error.path + "/") })
        guard !failed.isEmpty else { throw error }
        return try files.map { file in
            let path = file.reader.path.text
            return failed.contains(path) ? .unreadable(path, error) : try outcome(file)
        }
    }

    /// The contents; `nil` for files that must be read piece by piece because they are longer than expected.
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
