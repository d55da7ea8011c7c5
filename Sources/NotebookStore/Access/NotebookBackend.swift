public import NotebookFormat

/// Where a program keeps the files of a notebook: in a database, on a server, in a test.
///
/// A ``BackendNotebook`` makes a notebook of it, with all that notebooks can do. All calls may block; they come from any thread,
/// several at once.
public protocol NotebookBackend: Sendable {
    /// What is kept now.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: what keeps it from being known.
    func contents() throws -> BackendContents

    /// The text that is another one after each change; that of ``BackendContents``.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Throws: what keeps it from being known.
    func revision() throws -> String

    /// The bytes of a file; `nil` if it is not there.
    ///
    /// Blocks as long as the backend takes.
    ///
    /// - Parameter path: The path in the bundle, as ``contents()`` gives it.
    /// - Throws: what keeps it from being read.
    func content(of path: String) throws -> [UInt8]?

    /// Makes a change as a whole, or not at all.
    ///
    /// Blocks as long as the backend takes; when it returns, the change is durable.
    ///
    /// - Returns: Whether it was made; `false` if the revision is another one now than that which the change is based on.
    /// - Throws: what keeps it from being made; then nothing has changed.
    func apply(_ change: BackendChange) throws -> Bool
}

/// What a backend keeps at one time.
public struct BackendContents: Sendable {
    /// A text that is another one after each change.
    public var revision: String
    /// The files, by their paths in the bundle.
    public var files: [String: BackendFile]

    /// Describes what is kept.
    public init(revision: String, files: [String: BackendFile]) {
        self.revision = revision
        self.files = files
    }
}

/// What a backend knows of a file without reading it.
public struct BackendFile: Hashable, Sendable {
    /// The size in bytes.
    public var size: Int
    /// When its content was last changed.
    public var modified: Timestamp

    /// Describes a file.
    public init(size: Int, modified: Timestamp) {
        self.size = size
        self.modified = modified
    }
}

/// A change of the files of a notebook, to be made as a whole.
public struct BackendChange: Sendable {
    /// The revision that the change is based on.
    public let revision: String
    /// The files that are new or other ones, with their bytes.
    public let written: [String: [UInt8]]
    /// The files that go.
    public let removed: Set<String>

    /// Describes a change.
    public init(revision: String, written: [String: [UInt8]], removed: Set<String>) {
        self.revision = revision
        self.written = written
        self.removed = removed
    }
}
