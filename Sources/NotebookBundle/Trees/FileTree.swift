package import NotebookFormat

/// The read port: the files of a notebook, wherever they are.
///
/// Reading, listing, validating and packing are written once
/// against it.
package protocol FileTree {
    /// What messages call the notebook, safe to print.
    var name: String { get }

    /// Calls `visit` with every file that is not outside the document (Format, section 14), in the order in which they are
    /// stored; the content can be read during the call, once.
    func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws

    /// The content of a small file; `nil` if there is none. A longer one than the limit is an error.
    func content(of path: BundlePath, limit: Int) throws -> [UInt8]?

    /// Hands on the content of a file piece by piece; false if there is none.
    func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool
}

/// Whether to go on with a pass over files.
package enum TreeStep {
    case goOn
    case stop
}

/// A file as a tree has it.
package struct TreeFile: Hashable, Sendable {
    /// What can stand at a place of a tree.
    package enum Place: Hashable, Sendable {
        /// A file that can be part of a notebook by its name.
        case file(BundlePath)
        /// A file or directory whose name is not portable.
        case unportable(String, PathProblem)
        /// A link or special file, in words.
        case irregular(String, String)
    }

    package let place: Place
    /// The size in bytes that is declared, 0 for what is no file.
    package let size: Int
    /// Whether the name is stored in another normalisation.
    package let isDecomposed: Bool
}

/// The content of the file that a pass is at.
package protocol FileContent {
    /// Hands the content on, piece by piece.
    func stream(_ body: ([UInt8]) throws -> Void) throws
}

extension FileContent {
    /// The whole content; a longer one than the limit gives one byte more than it.
    package func bytes(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream { piece in
            if bytes.count <= limit { bytes += piece.prefix(limit + 1 - bytes.count) }
        }
        return bytes
    }
}
