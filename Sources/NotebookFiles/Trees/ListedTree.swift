package import NotebookFormat
import NotebookText

/// The files of a notebook in an archive that its manifest lists; nothing else is trusted (Format, clause 23.3).
///
/// Whatever contradicts the manifest is an error as soon as it is found.
package struct ListedTree: FileTree {
    private let tree: ArchiveTree
    /// `nil` if it cannot be read; opening the notebook reports that.
    package let manifest: Manifest?
    private let manifestBytes: [UInt8]?

    /// Reads the manifest of an archive.
    ///
    /// - Throws: `ArchiveFailure`, or `FileTooLong`.
    package init(_ tree: ArchiveTree) throws {
        self.tree = tree
        manifestBytes = try tree.content(of: .manifest, limit: Manifest.maximumBytes)
        manifest = manifestBytes.flatMap { try? Manifest($0) }
    }

    package var name: String { tree.name }
    package var archiveDirectory: String? { tree.archiveDirectory }

    package func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        try tree.forEachFile { file, content in
            guard let manifest, let entry = try manifest.entry(of: file, in: name) else {
                return try visit(file, content)
            }
            return try visit(file, ListedContent(content, entry, of: name))
        }
    }

    package func content(of path: BundlePath, limit: Int) throws -> [UInt8]? {
        if path == .manifest { return manifestBytes }
        guard let manifest else { return try tree.content(of: path, limit: limit) }
        guard let entry = manifest[path] else { return nil }
        guard entry.size <= limit else {
            throw FileTooLong(path: "\(name)/\(PrintableText.escaped(path.text))", limit: limit)
        }
        var bytes: [UInt8] = []
        return try stream(path) { bytes += $0 } ? bytes : nil
    }

    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        guard path != .manifest, let manifest else { return try tree.stream(path, body) }
        guard let entry = manifest[path] else { return false }
        return try tree.reading(path) { try ListedContent($0, entry, of: name).stream(body) }
    }
}

/// The content of a member, which must match the manifest: reading stops when it becomes longer, and fails at the end
/// if it differs.
package struct ListedContent: FileContent {
    private let content: any FileContent
    private let entry: Entry
    private let name: String

    package init(_ content: any FileContent, _ entry: Entry, of name: String) {
        self.content = content
        self.entry = entry
        self.name = name
    }

    package func stream(_ body: ([UInt8]) throws -> Void) throws {
        var size = 0
        var hasher = StreamDigest(size: entry.size)
        try content.stream { bytes in
            size += bytes.count
            guard size <= entry.size else { throw UntrueArchive.wrongContent(name, entry.path.text) }
            hasher.update(bytes)
            try body(bytes)
        }
        guard size == entry.size, hasher.finish() == entry.digest else {
            throw UntrueArchive.wrongContent(name, entry.path.text)
        }
    }
}

extension Manifest {
    /// The manifest's entry for a file of an archive; `nil` for the manifest itself, for directories and for files set
    /// aside.
    package func entry(of file: TreeFile, in name: String) throws(UntrueArchive) -> Entry? {
        switch file.place {
        case .systemFile, .directory, .unreadable, .file(.manifest): return nil
        case .irregular(let found): throw .irregular(name, path: found.path, kind: "\(found.kind)")
        case .unportable(let path, let problem): throw .unportable(name, path, problem)
        case .file(let path):
            guard let entry = self[path] else { throw .unlisted(name, path.text) }
            return entry
        }
    }
}

/// How an archive differs from its manifest (Format, clause 23.3).
package enum UntrueArchive: Failure {
    /// A file that the manifest does not list.
    case unlisted(String, String)
    /// A listed file is missing, and this many other files.
    case missing(String, String, Int)
    /// A file has different content.
    case wrongContent(String, String)
    /// A link or special file.
    case irregular(String, path: String, kind: String)
    /// A path that is not portable, and why.
    case unportable(String, String, PathProblem)
    /// Two paths that some systems cannot distinguish.
    case collision(String, String, String)
    /// A file occurs twice.
    case twice(String, String)

    /// The archive and the file, in one line.
    package var description: String {
        switch self {
        case .unlisted(let name, let path): "\(name): \(PrintableText.quoted(path)) is not in the manifest"
        case .missing(let name, let path, let more):
            "\(name): \(PrintableText.quoted(path)) is missing" + (more > 0 ? " (and \(more) more)" : "")
        case .wrongContent(let name, let path):
            "\(name): \(PrintableText.quoted(path)) does not match its digest in the manifest"
        case .irregular(let name, let path, let kind): "\(name): \(PrintableText.quoted(path)) is \(kind)"
        case .unportable(let name, let path, let problem):
            "\(name): the path \(PrintableText.quoted(path)) \(problem.phrase)"
        case .collision(let name, let path, let other):
            "\(name): some systems cannot distinguish \(PrintableText.quoted(path)) from \(other)"
        case .twice(let name, let path): "\(name): \(PrintableText.quoted(path)) occurs twice"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? { "get the archive again, or \(.validate)" }

    /// Always true: the archive is the cause.
    package var isFinding: Bool { true }
}
