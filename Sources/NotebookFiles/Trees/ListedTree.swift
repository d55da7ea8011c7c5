package import NotebookFormat
import NotebookText

/// The files of a notebook in an archive that its manifest lists; nothing else is trusted (Format, clause 17.7).
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
