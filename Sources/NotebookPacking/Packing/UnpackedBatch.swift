import Cores
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText

/// Small files of an archive that one core expands, verifies and writes together.
struct UnpackedBatch {
    /// Larger files are handled alone.
    static let largestFile = 1 << 20

    private let name: String
    private let progress: any WorkProgress
    private var files: [File] = []
    private var size = 0

    private static let enoughFiles = 64
    private static let enoughBytes = 1 << 18

    private struct File: Sendable {
        let entry: Entry
        let place: NewFile
        let content: Content
    }

    private enum Content: Sendable {
        /// The content that could only be read at once.
        case bytes([UInt8])
        case lasting(any FileContent & Sendable)

        /// The content, or one byte more than is allowed.
        func bytes(limit: Int) throws -> [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .lasting(let content): try content.bytes(limit: limit)
            }
        }
    }

    /// An empty batch for an archive with this name.
    init(_ name: String, _ progress: any WorkProgress) {
        self.name = name
        self.progress = progress
    }

    /// Whether the batch is large enough to be passed on.
    var isFull: Bool { files.count >= Self.enoughFiles || size >= Self.enoughBytes }

    mutating func add(_ entry: Entry, _ content: any FileContent, _ place: NewFile) throws {
        let content: Content =
            if let lasting = content.lasting { .lasting(lasting) } else { .bytes(try content.bytes(limit: entry.size)) }
        files.append(File(entry: entry, place: place, content: content))
        size += entry.size
    }

    /// Has a job unpack the files, and starts a new batch.
    mutating func pass(to jobs: OrderedJobs<[FileFact]>) {
        if files.isEmpty { return }
        let batch = self
        (files, size) = ([], 0)
        jobs.add { try batch.unpack() }
    }

    /// Writes only what the manifest lists.
    private func unpack() throws -> [FileFact] {
        let contents = try files.map { try $0.content.bytes(limit: $0.entry.size) }
        for (file, (content, digest)) in zip(files, zip(contents, SHA256.digests(of: contents))) {
            guard content.count == file.entry.size, digest == file.entry.digest else {
                throw UntrueArchive.wrongContent(name, file.entry.path.text)
            }
            try progress.step(content.count, file.entry.path.text)
        }
        try NewFile.write(zip(files, contents).map { ($0.place, $1) })
        return files.map { FileFact(path: $0.entry.path, size: $0.entry.size, digest: $0.entry.digest, item: nil) }
    }
}
