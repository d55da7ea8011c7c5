package import NotebookFormat

/// The read port: the files of a notebook, wherever they are.
///
/// Reading, listing, validating and packing are written once
/// against it.
package protocol FileTree {
    /// What messages call the notebook, safe to print.
    var name: String { get }

    /// The directory in an archive that is the bundle, with a slash, or empty; `nil` if this is no archive.
    var archiveDirectory: String? { get }

    /// What is odd about an archive as a whole, after a pass over all of it, in words; empty if this is no archive.
    var containerOddities: [String] { get }

    /// Calls `visit` with every file that is not outside the document (Format, section 14), in the order in which they
    /// are stored; the content can be read during the call, once.
    func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws

    /// The content of a small file; `nil` if there is none. A longer one than the limit is an error.
    func content(of path: BundlePath, limit: Int) throws -> [UInt8]?

    /// Reads several files of one directory at once, on any core; `nil` where files can be read only one after the
    /// other.
    var directoryReader: DirectoryReader? { get }

    /// Hands on the content of a file piece by piece; false if there is none.
    func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool
}

extension FileTree {
    /// Most trees are no archives.
    package var archiveDirectory: String? { nil }

    /// Most trees are no archives.
    package var containerOddities: [String] { [] }

    /// Most trees are read one file after the other.
    package var directoryReader: DirectoryReader? { nil }
}

/// Reads files of a directory with as few calls as can be.
package struct DirectoryReader: Sendable {
    let files: any FileOperations

    /// The contents of files; `nil` for one that is not there under this very name, or is longer than the limit.
    func contents(of names: [Substring], in directory: BundlePath, limit: Int) throws -> [[UInt8]?] {
        try files.contents(of: names.map { Array($0.utf8) }, in: DiskPath(directory), limit: limit)
    }

    /// The same for files of any directories, of which those that come one after the other are read together.
    func contents(of paths: [BundlePath], limit: Int) throws -> [[UInt8]?] {
        let places = paths.map { DiskPath($0) }
        var contents: [[UInt8]?] = []
        while contents.count < places.count {
            let rest = places[contents.count...]
            guard let directory = rest.first?.parent else { break }
            let names = rest.prefix { $0.parent == directory }.map { Array($0.name) }
            contents += try files.contents(of: names, in: directory, limit: limit)
        }
        return contents
    }
}

/// Whether to go on with a pass over files.
package enum TreeStep {
    case goOn
    case stop
}

/// A file as a tree has it.
package struct TreeFile: Hashable, Sendable {
    /// What can stand at a place of a tree.
    package enum Location: Hashable, Sendable {
        /// A file that can be part of a notebook by its name.
        case file(BundlePath)
        /// A file or directory whose name is not portable.
        case unportable(String, PathProblem)
        /// A link or special file, or a member that lies elsewhere.
        case irregular(IrregularFile)
        /// A file or directory that an operating system keeps for itself.
        case systemFile(String)
        /// A directory of its own, which only archives have.
        case directory(String)
        /// A file or directory that the system refuses to read; what is below it is unknown.
        case unreadable(String, SystemError)

        /// Whether this is no part of a notebook, and does no harm to one.
        var isSetAside: Bool { if case .systemFile = self { true } else { false } }

        /// The path as it was found.
        var path: String {
            switch self {
            case .file(let path): path.text
            case .unportable(let path, _), .systemFile(let path), .directory(let path), .unreadable(let path, _): path
            case .irregular(let file): file.path
            }
        }
    }

    package let place: Location
    /// The size in bytes that is declared, 0 for what is no file.
    package let size: Int
    /// The path as it is stored, where that is in another normalisation.
    package let storedPath: String?
    /// Whether a member of an archive lies beside the notebook; then its path is the member’s own.
    let isBeside: Bool
    /// In what respects a member of an archive is not as a writer writes it.
    let oddities: [ArchiveFacts.Respect]
    /// Tells whether a file on the disk was changed.
    let stamp: FileMark?

    package init(
        place: Location, size: Int = 0, storedPath: String? = nil, isBeside: Bool = false,
        oddities: [ArchiveFacts.Respect] = [], stamp: FileMark? = nil
    ) {
        self.stamp = stamp
        self.place = place
        self.size = size
        self.storedPath = storedPath
        self.isBeside = isBeside
        self.oddities = oddities
    }
}

/// The content of the file that a pass is at.
package protocol FileContent {
    /// Hands the content on, piece by piece.
    func stream(_ body: ([UInt8]) throws -> Void) throws

    /// The same content, to be read later and on any core; `nil` if it can be read only now.
    var lasting: (any FileContent & Sendable)? { get }
}

extension FileContent {
    /// Most content passes by.
    package var lasting: (any FileContent & Sendable)? { nil }

    /// The whole content; a longer one than the limit gives one byte more than it.
    package func bytes(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream { piece in
            if bytes.count <= limit { bytes += piece.prefix(max(limit - bytes.count, (limit - bytes.count) &+ 1)) }
        }
        return bytes
    }
}
