package import NotebookFormat
package import NotebookText

/// Reads the files of a notebook, wherever they are stored.
///
/// Reading, listing, validating and packing are written once, against this protocol.
package protocol FileTree {
    /// The name of the notebook in messages, safe to print.
    var name: String { get }

    /// The bundle's directory in an archive, with a slash, or empty; `nil` if this is not an archive.
    var archiveDirectory: String? { get }

    /// The irregularities of an archive as a whole, after a complete pass, in words; empty if this is not an archive.
    var containerOddities: [String] { get }

    /// Calls `visit` with every file of the document (Format, sections 10 and 14), in the order in which they are stored;
    /// during the call, the content can be read once.
    func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws

    /// The content of a small file; `nil` if there is none. Fails if it is longer than the limit.
    func content(of path: BundlePath, limit: Int) throws -> [UInt8]?

    /// Reads several files of one directory at once, on any core; `nil` if files can only be read one by one.
    var directoryReader: DirectoryReader? { get }

    /// What was read before; `nil` if there is none.
    var cache: NotebookCache? { get }

    /// Delivers the content of a file piece by piece; false if there is none.
    func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool
}

extension FileTree {
    /// None: most trees are not archives.
    package var archiveDirectory: String? { nil }

    /// None: most trees are not archives.
    package var containerOddities: [String] { [] }

    /// None: most trees are read one file after another.
    package var directoryReader: DirectoryReader? { nil }

    /// None: most trees have no cache.
    package var cache: NotebookCache? { nil }

    /// The manifest in a text, which the cache may know, and the digest of the text if that was needed.
    ///
    /// - Parameter parse: Parses the text.
    /// - Throws: what `parse` throws.
    package func manifest(
        in text: [UInt8], _ parse: ([UInt8]) throws(TextProblem) -> Manifest = Manifest.init
    ) throws(TextProblem) -> (manifest: Manifest, digest: Digest?) {
        guard let cache else { return (try parse(text), nil) }
        return try cache.manifest(in: text, parse)
    }
}

/// Reads files of a directory with as few calls as possible.
package struct DirectoryReader: Sendable {
    package let files: any FileOperations

    /// Makes the value of its parts.
    package init(files: any FileOperations) {
        self.files = files
    }

    /// The contents of files; `nil` for one that does not exist under this exact name, or is longer than the limit.
    package func contents(of names: [Substring], in directory: BundlePath, limit: Int) throws -> [[UInt8]?] {
        try files.contents(of: names.map { Array($0.utf8) }, in: DiskPath(directory), limit: limit)
    }

    /// The same for files of any directories; consecutive files of one directory are read together.
    package func contents(of paths: [BundlePath], limit: Int) throws -> [[UInt8]?] {
        try files.contents(of: paths.map { DiskPath($0) }, limit: limit)
    }
}

/// Whether to continue a pass over files.
package enum TreeStep {
    case goOn
    case stop
}

/// A file in a tree.
package struct TreeFile: Hashable, Sendable {
    /// The kinds of entries in a tree.
    package enum Location: Hashable, Sendable {
        /// A file whose name allows it to be part of a notebook.
        case file(BundlePath)
        /// A file or directory whose name is not portable.
        case unportable(String, PathProblem)
        /// A link or special file, or a member outside the root.
        case irregular(IrregularFile)
        /// A file or directory of an operating system.
        case systemFile(String)
        /// An explicit directory, which only archives have.
        case directory(String)
        /// A file or directory that the system refuses to read; its content is unknown.
        case unreadable(String, SystemError)

        /// Whether this is not part of a notebook, and harmless.
        var isSetAside: Bool { if case .systemFile = self { true } else { false } }

        /// The path as it was found.
        package var path: String {
            switch self {
            case .file(let path): path.text
            case .unportable(let path, _), .systemFile(let path), .directory(let path), .unreadable(let path, _): path
            case .irregular(let file): file.path
            }
        }
    }

    package let place: Location
    /// The declared size in bytes; 0 if this is not a file.
    package let size: Int
    /// The stored path, if it is in another normalisation.
    package let storedPath: String?
    /// Whether a member of an archive is outside the notebook's directory; its path is then the full one.
    package let isBeside: Bool
    /// How a member of an archive differs from what a writer would write.
    package let oddities: [ArchiveFacts.Respect]
    /// Shows whether a file on the disk was changed.
    package let identity: FileIdentity?

    package init(
        place: Location, size: Int = 0, storedPath: String? = nil, isBeside: Bool = false,
        oddities: [ArchiveFacts.Respect] = [], identity: FileIdentity? = nil
    ) {
        self.identity = identity
        self.place = place
        self.size = size
        self.storedPath = storedPath
        self.isBeside = isBeside
        self.oddities = oddities
    }
}

/// The content of the current file of a pass.
package protocol FileContent {
    /// Delivers the content piece by piece.
    func stream(_ body: ([UInt8]) throws -> Void) throws

    /// The same content, for reading later on any core; `nil` if it can only be read now.
    var lasting: (any FileContent & Sendable)? { get }
}

extension FileContent {
    /// None: most content can only be read during the pass.
    package var lasting: (any FileContent & Sendable)? { nil }

    /// Delivers the content, of any length, in windows that overlap: what is no longer than that is whole in one of them.
    ///
    /// - Parameter body: Called with a window, and how many of its bytes are new.
    package func windows(overlap: Int, _ body: (_ window: [UInt8], _ new: Int) throws -> Void) throws {
        var window: [UInt8] = []
        try stream { piece in
            window += piece
            try body(window, piece.count)
            window = Array(window.suffix(overlap))
        }
    }

    /// The whole content; one byte more than the limit if it is longer.
    package func bytes(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream { piece in
            if bytes.count <= limit { bytes += piece.prefix(max(limit - bytes.count, (limit - bytes.count) &+ 1)) }
        }
        return bytes
    }
}

/// A link or special file, or a member of an archive outside the notebook's directory.
package struct IrregularFile: Sendable, Hashable {
    /// What exists instead of a file.
    package enum Kind: Hashable, Sendable, CustomStringConvertible {
        /// A symbolic link.
        case symbolicLink
        /// A hard link, in an archive.
        case hardLink
        /// A device, a socket or a FIFO.
        case special
        /// A member outside the notebook’s directory.
        case outside

        /// What it is, as a phrase after “is”.
        package var description: String {
            switch self {
            case .symbolicLink: "a symbolic link"
            case .hardLink: "a hard link"
            case .special: "a special file"
            case .outside: "outside of the notebook’s directory"
            }
        }
    }

    /// The path as it was found.
    package let path: String
    /// Its kind.
    package let kind: Kind

    /// Makes the value from a path and a kind.
    package init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
