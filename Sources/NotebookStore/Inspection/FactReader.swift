import Cores
import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText
import Synchronization

/// Reads one file and collects the facts about it.
struct FactReader: Sendable {
    let path: BundlePath
    let storedPath: String?
    let collectsLinks: Bool
    /// Compares the properties of items with requirements.
    var examine: (@Sendable (ItemFile, BundlePath) -> [PropertyProblem])?
    /// Whether to report an unreadable file instead of failing.
    let goesOn: Bool
    let links: LinkBudget
    let progress: any WorkProgress

    /// The result for a file: its facts, and for `notebook.json` its text.
    struct Reading: Sendable {
        let fact: FileFact
        let text: [UInt8]?
    }

    /// The result of reading a file.
    enum Outcome: Sendable {
        case read(Reading)
        /// The system cannot read it; the other files can still be checked.
        case unreadable(String, SystemError)
    }

    /// The memory that a file of this size needs while several are examined at once.
    func weight(_ size: Int) -> Int { FileType(of: path)?.isItem == true ? min(size, ItemFile.maximumBytes) : 0 }

    /// Whether the other files can still be checked despite an error in this one.
    func passesOver(_ error: SystemError) -> Bool { goesOn && !error.meansInterrupted && path != .notebook }

    /// Reads the content piece by piece.
    func read(_ content: any FileContent, size announced: Int) throws -> Outcome {
        do {
            return .read(try stream(content, size: announced))
        } catch let error as SystemError where passesOver(error) {
            return .unreadable(path.text, error)
        }
    }

    private func stream(_ content: any FileContent, size announced: Int) throws -> Reading {
        var digest = StreamDigest(size: announced)
        var size = 0
        var bytes: [UInt8] = []
        let limit = Self.wanted(of: FileType(of: path))
        try content.stream { piece in
            digest.update(piece)
            size += piece.count
            if bytes.count < limit { bytes += piece.prefix(limit - bytes.count) }
            try progress.step(piece.count, "\(path)")
        }
        return try reading(bytes, size: size, digest.finish())
    }

    /// The result for a whole content, whose digest is known.
    func reading(_ bytes: [UInt8], _ digest: Digest) throws(InspectionLimit) -> Reading {
        progress.advance(bytes.count, "\(path)")
        return try reading(Array(bytes.prefix(Self.wanted(of: FileType(of: path)))), size: bytes.count, digest)
    }

    private func reading(_ bytes: [UInt8], size: Int, _ digest: Digest) throws(InspectionLimit) -> Reading {
        let type = FileType(of: path)
        let item = type.flatMap { type -> ItemFact? in
            guard type.isItem else { return nil }
            guard let examine, TrashedPath(path) == nil else {
                return ItemFact(bytes, type: type, collectsLinks: collectsLinks)
            }
            return ItemFact(bytes, type: type, collectsLinks: collectsLinks) { examine($0, path) }
        }
        let fact = FileFact(
            path: path, size: size, digest: digest, item: item, storedPath: storedPath,
            head: type == .blob ? bytes : [])
        try links.charge(fact)
        return Reading(fact: fact, text: type == .notebook ? bytes : nil)
    }

    /// How many bytes are kept: one more than a text may have, which shows that it is too long.
    private static func wanted(of type: FileType?) -> Int {
        switch type {
        case .notebook: NotebookDescription.maximumBytes + 1
        case .note, .card: ItemFile.maximumBytes + 1
        case .blob: FileFact.headLength
        case .extra, nil: 0
        }
    }
}

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
        let failed = Set(files.map(\.reader.path.text).filter { $0 == error.path || $0.begins(with: error.path + "/") })
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

/// Limits the memory for links and headings, which are kept until all files are known.
final class LinkBudget: Sendable {
    private let left = Mutex(InspectionLimit.linkBytes)

    func charge(_ fact: FileFact) throws(InspectionLimit) {
        guard let item = fact.item?.readable else { return }
        let size = item.links.size + (item.anchors?.size ?? 0)
        let isEnough = left.withLock { left in
            left -= size
            return left >= 0
        }
        if !isEnough { throw InspectionLimit(path: fact.path.text) }
    }
}

/// A notebook with too many links and headings.
package struct InspectionLimit: Failure {
    /// How many bytes links and headings may take in memory.
    package static let linkBytes = 512 << 20

    let path: String

    package var description: String {
        "\(PrintableText.escaped(path)): the links and headings up to this file need more than \(Self.linkBytes >> 20) MiB of memory"
    }
    package var remedy: Remedy? { "split the notebook" }
}
