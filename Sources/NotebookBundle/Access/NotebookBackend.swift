import NotebookFiles
public import NotebookText
import Synchronization

/// A store for the files of a notebook: a database, a server, a test double.
///
/// A ``Notebook`` made of it has all functions. All calls may block; they come from any thread,
/// several at a time.
public protocol NotebookBackend: Sendable {
    /// The current content.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: an error if the content cannot be read.
    func contents() throws -> BackendContents

    /// The revision, which changes with each change; the same as that of ``BackendContents``.
    ///
    /// Each reading asks for it first, and asks for nothing else if everything is known; so it should be quick. Blocks as long as the backend takes.
    ///
    /// - Throws: an error if the revision cannot be read.
    func revision() throws -> String

    /// The bytes of a file; `nil` if it does not exist.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter path: The path in the bundle, as in ``contents()``.
    /// - Throws: an error if the file cannot be read.
    func content(of path: String) throws -> [UInt8]?

    /// Makes a change completely, or not at all.
    ///
    /// Blocks as long as the backend takes; when it returns, the change is durable.
    ///
    /// - Returns: Whether the change was made; `false` if the revision is no longer the one that the change is based
    ///   on.
    /// - Throws: an error if the change cannot be made; then nothing has changed.
    func apply(_ change: BackendChange) throws -> Bool
}

/// The content of a backend at one time.
public struct BackendContents: Sendable {
    /// A text that is different after each change.
    public var revision: String
    /// The files, by their paths in the bundle.
    package var files: [String: BackendFile]

    /// Describes the content.
    public init(revision: String, files: [String: BackendFile]) {
        self.revision = revision
        self.files = files
    }
}

/// The properties of a file that a backend knows without reading it.
public struct BackendFile: Hashable, Sendable {
    /// The size in bytes.
    package var size: Int
    /// When the content was last changed.
    package var modified: Timestamp

    /// Describes a file.
    public init(size: Int, modified: Timestamp) {
        self.size = size
        self.modified = modified
    }
}

/// A change of the files of a notebook, to be made completely or not at all.
public struct BackendChange: Sendable {
    /// The revision that the change is based on.
    public let revision: String
    /// New and changed files, with their bytes.
    public let written: [String: [UInt8]]
    /// Deleted files.
    public let removed: Set<String>

    /// Describes a change.
    package init(revision: String, written: [String: [UInt8]], removed: Set<String>) {
        self.revision = revision
        self.written = written
        self.removed = removed
    }
}

/// Reads a backend, and keeps what it read until the revision changes.
final class BackendReader: Sendable {
    private let backend: any NotebookBackend
    private let latest = Mutex<BackendFiles?>(nil)

    init(_ backend: any NotebookBackend) { self.backend = backend }

    /// The files at the current revision.
    ///
    /// - Throws: what the backend throws.
    func current() throws -> BackendFiles {
        if let files = latest.withLock({ $0 }), !files.isStale, try backend.revision() == files.contents.revision {
            return files
        }
        let files = BackendFiles(backend, try backend.contents())
        latest.withLock { $0 = files }
        return files
    }
}

/// The files of a backend at one revision, read on demand.
struct BackendFiles: Sendable {
    let contents: BackendContents
    private let reads: BackendReads
    private let disk: MemoryFiles

    fileprivate init(_ backend: any NotebookBackend, _ contents: BackendContents) {
        let reads = BackendReads(backend, revision: contents.revision)
        let files = contents.files.map { path, file in
            let content = MemoryFiles.Content.elsewhere { try reads.content(of: path) }
            return (DiskPath(path), (content: content, size: file.size, modified: file.modified.secondsSince1970))
        }
        self.contents = contents
        self.reads = reads
        disk = MemoryFiles(Dictionary(files) { first, _ in first })
    }

    /// The files, for a caller that may change them.
    func copy() -> MemoryFiles { disk.copy() }

    /// Whether a file was found to be of another revision.
    var isStale: Bool { reads.isStale }

    /// Whether everything read so far is of this revision; asks the backend if that is unknown.
    ///
    /// - Throws: what the backend throws.
    func isSettled() throws -> Bool { try reads.areSettled() }
}

/// The contents that were read from a backend since a revision.
private final class BackendReads: Sendable {
    private struct State {
        var kept: [String: [UInt8]] = [:]
        /// How many more bytes may be kept.
        var room = 32 << 20
        /// How many contents were read.
        var count = 0
        /// How many of them were read before the backend last said that it still has the revision.
        var settled = 0
        var isStale = false

        mutating func keep(_ bytes: [UInt8], of path: String) {
            guard kept[path] == nil, bytes.count <= min(room, BackendReads.mostBytes) else { return }
            kept[path] = bytes
            room -= bytes.count
        }
    }

    /// A larger file, usually an attachment, is read each time.
    private static let mostBytes = 1 << 20

    private let backend: any NotebookBackend
    private let revision: String
    private let state = Mutex(State())

    init(_ backend: any NotebookBackend, revision: String) {
        self.backend = backend
        self.revision = revision
    }

    var isStale: Bool { state.withLock { $0.isStale } }

    func content(of path: String) throws -> [UInt8] {
        if let kept = state.withLock({ $0.kept[path] }) { return kept }
        // Counted after the reading: the content may be that of any moment until then.
        defer { state.withLock { $0.count += 1 } }
        guard let bytes = try backend.content(of: path) else {
            throw StoreError.changedMeanwhile(PrintableText.escaped(path))
        }
        state.withLock { $0.keep(bytes, of: path) }
        return bytes
    }

    func areSettled() throws -> Bool {
        let (count, isKnown) = state.withLock { ($0.count, $0.isStale || $0.count == $0.settled) }
        if !isKnown {
            let isSame = try backend.revision() == revision
            state.withLock { state in
                if isSame { state.settled = max(state.settled, count) } else { state.isStale = true }
            }
        }
        return !isStale
    }
}
