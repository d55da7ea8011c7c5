package import NotebookFormat
import NotebookText

/// The files of a notebook at a revision, which a version control system lists and reads.
package struct RevisionTree: FileTree {
    /// A file of the revision.
    package struct File: Sendable {
        /// Its path in the notebook.
        package let path: [UInt8]
        /// The kind of file.
        package let kind: FileKind
        /// The size in bytes.
        package let size: Int
        /// The identifier under which the version control system stores its content.
        package let identifier: String

        /// Makes a file.
        package init(path: [UInt8], kind: FileKind, size: Int, identifier: String) {
            (self.path, self.kind, self.size, self.identifier) = (path, kind, size, identifier)
        }
    }

    package let name: String
    private let files: [File]
    private let contents: ([File]) throws -> [[UInt8]]

    /// How many bytes and files are read at a time.
    private static let bytesAtOnce = 32 << 20
    private static let filesAtOnce = 1000

    /// The files of a revision.
    ///
    /// - Parameter contents: Reads the contents of some files, in their order.
    package init(_ name: String, _ files: [File], contents: @escaping ([File]) throws -> [[UInt8]]) {
        self.name = name
        self.files = files
        self.contents = contents
    }

    package func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        var rest = files[...]
        while !rest.isEmpty {
            var (batch, size) = ([File](), 0)
            while let file = rest.first, batch.count < Self.filesAtOnce,
                batch.isEmpty || size + file.size <= Self.bytesAtOnce
            {
                batch.append(file)
                size += file.size
                rest = rest.dropFirst()
            }
            let isRead = batch.map { $0.kind == .file }
            var read = try contents(zip(batch, isRead).filter(\.1).map(\.0))[...]
            for file in batch {
                let bytes = file.kind == .file ? read.popFirst() ?? [] : []
                guard let found = Self.found(file) else { continue }
                guard try visit(found, RevisionContent(bytes: bytes)) == .goOn else { return }
            }
        }
    }

    private static func found(_ file: File) -> TreeFile? {
        let name = FoundName(file.path, isFile: true)
        if case .systemFile(let path) = name { return TreeFile(place: .systemFile(path)) }
        guard file.kind == .file else {
            let kind = file.kind == .symbolicLink ? IrregularFile.Kind.symbolicLink : .special
            let path = String(decoding: file.path, as: UTF8.self)
            return TreeFile(place: .irregular(IrregularFile(path: path, kind: kind)))
        }
        switch name {
        case .outside, .systemFile: return nil
        case .unportable(let text, let problem): return TreeFile(place: .unportable(text, problem))
        case .path(let path, let stored): return TreeFile(place: .file(path), size: file.size, storedPath: stored)
        }
    }

    package func content(of path: BundlePath, limit: Int) throws -> [UInt8]? {
        guard let file = file(at: path) else { return nil }
        guard file.size <= limit else {
            throw FileTooLong(path: "\(name)/\(PrintableText.escaped(path.text))", limit: limit)
        }
        return try contents([file]).first
    }

    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        guard let file = file(at: path) else { return false }
        for bytes in try contents([file]) { try body(bytes) }
        return true
    }

    private func file(at path: BundlePath) -> File? {
        files.first { $0.kind == .file && $0.path.elementsEqual(path.text.utf8) }
            ?? files.first { $0.kind == .file && Self.found($0)?.place == .file(path) }
    }
}

private struct RevisionContent: FileContent, Sendable {
    let bytes: [UInt8]

    var lasting: (any FileContent & Sendable)? { self }

    func stream(_ body: ([UInt8]) throws -> Void) throws { try body(bytes) }
}
