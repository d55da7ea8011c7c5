public import NotebookText

/// A store for the files of a notebook: a database, a server, a test double.
///
/// A ``BackendNotebook`` adds all functions of a notebook to it. All calls may block; they come from any thread,
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
    public var files: [String: BackendFile]

    /// Describes the content.
    public init(revision: String, files: [String: BackendFile]) {
        self.revision = revision
        self.files = files
    }
}

/// The properties of a file that a backend knows without reading it.
public struct BackendFile: Hashable, Sendable {
    /// The size in bytes.
    public var size: Int
    /// When the content was last changed.
    public var modified: Timestamp

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
    public init(revision: String, written: [String: [UInt8]], removed: Set<String>) {
        self.revision = revision
        self.written = written
        self.removed = removed
    }
}
