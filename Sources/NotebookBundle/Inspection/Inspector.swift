package import NotebookFormat
import Synchronization

/// Collects the facts about all files of a notebook in one pass, on all cores.
///
/// What is found does not depend on how many cores there are.
package struct Inspector {
    private let tree: any FileTree
    private let progress: any Progress
    private let collectsLinks: Bool
    private let width: Int?
    private let goesOn: Bool

    /// What could not be read, in the order in which it was met.
    package let obstacles = Obstacles()
    private let links = LinkBudget()

    /// Files of an archive up to this size are handed to other cores; larger ones are looked at where they are read.
    private static let handedSize = 1 << 20

    /// An inspector; links are looked for only if they are asked for.
    ///
    /// - Parameters:
    ///   - width: How many files are looked at at once; by default as many as there are cores.
    ///   - goesOn: Whether the other files are looked at where one cannot be read, which ``obstacles`` tells then.
    package init(
        _ tree: any FileTree, collectsLinks: Bool = false, width: Int? = nil, goesOn: Bool = false,
        progress: any Progress = NoProgress()
    ) {
        self.tree = tree
        self.goesOn = goesOn
        self.collectsLinks = collectsLinks
        self.width = width
        self.progress = progress
    }

    /// Reads every file.
    ///
    /// - Throws: what keeps a file from being read; findings about content are no errors.
    package func inspect() throws -> Inspection {
        var inspection = Inspection()
        inspection.archive = tree.archiveDirectory.map(ArchiveFacts.init)
        let jobs = OrderedJobs<Outcome>(width: width)
        do {
            try tree.forEachFile { file, content in
                for respect in file.oddities { inspection.archive?.note(respect, of: file.place.path) }
                if file.isBeside { inspection.archive?.noteBeside(file.place.path) }
                try visit(file, content, jobs, &inspection)
                return .goOn
            }
        } catch {
            jobs.wait()
            throw error
        }
        inspection.archive?.container = tree.containerOddities
        var readings: [FactReader.Reading] = []
        for outcome in try jobs.values() {
            switch outcome {
            case .read(let reading): readings.append(reading)
            case .unreadable(let path, let error): note(error, at: path, &inspection)
            }
        }
        if let text = readings.compactMap(\.text).first {
            inspection.description = Self.reading(text) { (bytes) throws(TextProblem) in
                try NotebookDescription(bytes)
            }
        }
        inspection.files = readings.map(\.fact).sorted { $0.path < $1.path }
        if collectsLinks {
            inspection.followLinks()
            inspection.unreferencedBlobs = try unmentioned(&inspection)
        }
        return inspection
    }

    /// What came of reading a file.
    private enum Outcome: Sendable {
        case read(FactReader.Reading)
        /// The system does not give it; the other files can be judged.
        case unreadable(String, SystemError)
    }

    private func note(_ error: SystemError, at path: String, _ inspection: inout Inspection) {
        inspection.unreadable.append(path)
        obstacles.note(error)
    }

    private func visit(
        _ file: TreeFile, _ content: any FileContent, _ jobs: OrderedJobs<Outcome>, _ inspection: inout Inspection
    ) throws {
        switch file.place {
        case .irregular(let found): inspection.irregular.append(found)
        case .unportable(let path, let problem):
            // The members of an archive tell of the same directory again and again.
            let found = Inspection.Unportable(path: path, problem: problem)
            if inspection.unportable.last != found { inspection.unportable.append(found) }
        case .systemFile(let path):
            if inspection.systemFiles.last != path { inspection.systemFiles.append(path) }
        case .directory: break
        case .unreadable(let path, let error): note(error, at: path, &inspection)
        case .file(let path):
            inspection.archive?.noteOrder(of: path)
            guard path != .manifest else {
                let bytes = try content.bytes(limit: Manifest.maximumBytes)
                inspection.manifest = Self.reading(bytes) { (bytes) throws(TextProblem) in try Manifest(bytes) }
                return
            }
            let reader = FactReader(path: path, storedPath: file.storedPath, collectsLinks: collectsLinks)
            let progress = progress
            let (links, goesOn) = (links, goesOn)
            let weight = FileType(of: path)?.isItem == true ? min(file.size, ItemFile.maximumBytes) : 0
            @Sendable func read(_ content: any FileContent) throws -> Outcome {
                let reading = try reader.read(content, progress)
                try links.take(reading.fact)
                return .read(reading)
            }
            if let content = content.lasting {
                jobs.add(weight: weight) {
                    do {
                        return try read(content)
                    } catch let error as SystemError where goesOn && !error.meansInterrupted && path != .notebook {
                        return .unreadable(path.text, error)
                    }
                }
            } else if file.size <= Self.handedSize {
                let bytes = try content.bytes(limit: Self.handedSize)
                jobs.add(weight: weight) { try read(MemoryContent(bytes: bytes)) }
            } else {
                let outcome = try read(content)
                jobs.add { outcome }
            }
        }
    }

    /// Looks for the names of blobs that no link leads to; only where there are such blobs is anything read again.
    private func unmentioned(_ inspection: inout Inspection) throws -> [BundlePath] {
        // A file that could not be read may mention each of them.
        guard !inspection.unlinkedBlobs.isEmpty, inspection.unreadable.isEmpty else { return [] }
        var mentions = BlobMentions(of: inspection.unlinkedBlobs)
        var unread: (path: String, error: SystemError)?
        try tree.forEachFile { file, content in
            if case .unreadable(let path, let error) = file.place {
                unread = (path, error)
                return .stop
            }
            guard case .file(let path) = file.place, let type = FileType(of: path), type.isItem || type == .extra else {
                return .goOn
            }
            do {
                mentions.read(try content.bytes(limit: ItemFile.maximumBytes))
                return .goOn
            } catch let error as SystemError where goesOn && !error.meansInterrupted {
                unread = (path.text, error)
                return .stop
            }
        }
        guard let unread else { return mentions.unmentioned }
        note(unread.error, at: unread.path, &inspection)
        return []
    }

    private static func reading<Value>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(TextProblem) -> Value
    ) -> Inspection.Reading<Value> {
        do throws(TextProblem) {
            return .read(try read(bytes), bytes: bytes)
        } catch {
            // A text that is not even JSON is told from one that says the wrong things, unless only its beginning is known.
            let syntax = error.kind == .tooLong ? nil : JSONText.syntaxProblem(in: bytes)
            let problem = JSONText.laterVersion(in: bytes) ?? syntax ?? error
            return .malformed(problem, problem.position(in: bytes))
        }
    }
}

/// What a pass over a notebook could not read.
package final class Obstacles: Sendable {
    private let errors = Mutex<[SystemError]>([])

    func note(_ error: SystemError) { errors.withLock { $0.append(error) } }

    /// The first, and how many more there are; `nil` if everything could be read.
    package var failure: (any Failure)? {
        errors.withLock { errors in errors.first.map { UnreadFiles(first: $0, more: errors.count - 1) } }
    }
}

/// Files that could not be read.
private struct UnreadFiles: Failure {
    let first: SystemError
    let more: Int

    var description: String { "\(first)" + (more > 0 ? " (and \(more) more)" : "") }
    var hint: String? { first.hint }
}

/// Limits the memory that links and headings take, which are kept until all files are known.
private final class LinkBudget: Sendable {
    private let left = Mutex(InspectionLimit.linkBytes)

    func take(_ fact: FileFact) throws(InspectionLimit) {
        guard let item = fact.item?.readable else { return }
        let size = item.links.size + (item.anchors?.size ?? 0)
        let isEnough = left.withLock { left in
            left -= size
            return left >= 0
        }
        if !isEnough { throw InspectionLimit(path: fact.path.text) }
    }
}

/// A notebook with more links and headings than are looked at.
package struct InspectionLimit: Failure {
    /// How many bytes links and headings may take in memory.
    package static let linkBytes = 512 << 20

    let path: String

    package var description: String {
        "\(PrintableText.escaped(path)): links and headings up to here take more than \(Self.linkBytes >> 20) MiB of memory"
    }
    package var hint: String? { "split the notebook" }
}

/// Tells a person how far long work is; work on several cores tells it from any of them.
public protocol Progress: Sendable {
    /// So many bytes more are done; `path` is where the work is.
    func advance(_ bytes: Int, _ path: @autoclosure () -> String)
}

/// Tells nobody.
public struct NoProgress: Progress {
    /// Somebody who listens to nothing.
    public init() {}

    /// Does nothing.
    public func advance(_ bytes: Int, _ path: @autoclosure () -> String) {}
}
