package import Archives
package import NotebookFormat

/// The files of a notebook in a zip or tar, read where they are.
package struct ArchiveTree: FileTree {
    package let name: String
    private let path: String
    private let limits: ArchiveLimits

    /// The directory in the archive that is the bundle, with a slash; empty if the files lie at the top level.
    package let root: String

    /// Looks into an archive.
    ///
    /// - Throws: `ArchiveFailure` if it is none, or has nothing in it.
    package init(_ path: String, name: String, limits: ArchiveLimits = ArchiveLimits()) throws {
        self.name = name
        self.path = path
        self.limits = limits
        root = try ArchiveFailure.naming(name) {
            let reader = try ArchiveReader(path: path, limits: limits)
            while let member = try reader.next() {
                if let root = ArchiveRoot.of(member) { return root }
            }
            throw NotebookError.notANotebook(name, "there are no files in it")
        }
    }

    package func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        try ArchiveFailure.naming(name) {
            let reader = try ArchiveReader(path: path, limits: limits)
            let content = ReaderContent(reader)
            while let member = try reader.next() {
                guard let place = place(of: member) else { continue }
                guard let size = Int(exactly: member.size) else { throw FileTooLong(path: name, limit: .max) }
                let isDecomposed = if case .path(_, true) = foundName(of: member) { true } else { false }
                guard try visit(TreeFile(place: place, size: size, isDecomposed: isDecomposed), content) == .goOn else {
                    return
                }
            }
        }
    }

    /// Where a member stands in the notebook; `nil` for directories and what is outside the document.
    private func place(of member: ArchiveMember) -> TreeFile.Place? {
        let text = String(decoding: member.path, as: UTF8.self)
        switch member.kind {
        case .directory: return nil
        case .file: break
        case .symbolicLink: return .irregular(text, "a symbolic link")
        case .hardLink: return .irregular(text, "a hard link")
        case .characterDevice, .blockDevice, .fifo, .other: return .irregular(text, "a special file")
        }
        guard let found = foundName(of: member) else { return .irregular(text, "outside of the notebook’s directory") }
        switch found {
        case .outside: return nil
        case .path(let path, _): return .file(path)
        case .unportable(let text, let problem): return .unportable(text, problem)
        }
    }

    /// The name of a member below the root; `nil` if it lies elsewhere.
    private func foundName(of member: ArchiveMember) -> FoundName? {
        let path = ArchiveRoot.plain(member.path)
        if ArchiveRoot.isJunk(path) { return .outside }
        guard path.starts(with: root.utf8) else { return nil }
        return FoundName(Array(path.dropFirst(root.utf8.count)))
    }

    package func content(of path: BundlePath, limit: Int) throws -> [UInt8]? {
        var content: [UInt8]?
        let name = name
        try find(path) { file in
            let bytes = try file.bytes(limit: limit)
            guard bytes.count <= limit else {
                throw FileTooLong(path: "\(name)/\(PrintableText.escaped(path.text))", limit: limit)
            }
            content = bytes
        }
        return content
    }

    package func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        var isFound = false
        try find(path) { file in
            isFound = true
            try file.stream(body)
        }
        return isFound
    }

    /// Reads one file: in a zip at once, in a tar by going through what comes before it.
    private func find(_ path: BundlePath, _ read: (any FileContent) throws -> Void) throws {
        let isZip = try ArchiveFailure.naming(name) { try findInZip(path, read) }
        guard !isZip else { return }
        try forEachFile { file, content in
            guard case .file(path) = file.place else { return .goOn }
            try read(content)
            return .stop
        }
    }

    /// Says whether the archive is a zip, and reads the file if it is there.
    private func findInZip(_ path: BundlePath, _ read: (any FileContent) throws -> Void) throws -> Bool {
        guard let zip = try ArchiveReader(path: self.path, limits: limits).zip else { return false }
        for member in try zip.members() where place(of: member) == .file(path) {
            try read(StreamContent(try zip.content(of: member)))
        }
        return true
    }
}

/// Where in an archive the notebook lies.
enum ArchiveRoot {
    /// The names with which a path of a notebook can begin.
    private static let beginnings: Set<String> = [
        "manifest.json", "notebook.json", "notes", "cards", "blobs", "trash", "extras",
    ]

    /// The directory that a member shows to be the notebook's, with a slash; `nil` if it shows nothing.
    static func of(_ member: ArchiveMember) -> String? {
        let path = plain(member.path)
        guard !isJunk(path), let text = String(validating: path, as: UTF8.self) else { return nil }
        let first = text.prefix { $0 != "/" }
        if beginnings.contains(String(first)) { return "" }
        guard member.kind == .file || member.kind == .directory, !first.isEmpty, first.count < text.count else {
            return nil
        }
        return first + "/"
    }

    /// A path without `./` before it.
    static func plain(_ path: [UInt8]) -> ArraySlice<UInt8> {
        var rest = path[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        return rest
    }

    /// Whether an operating system put the member in for itself.
    static func isJunk(_ path: ArraySlice<UInt8>) -> Bool {
        path.starts(with: "__MACOSX/".utf8)
            || path.split(separator: UInt8(ascii: "/")).last?.starts(with: "._".utf8) == true
    }
}

/// The content of the member that a reader is at.
private struct ReaderContent: FileContent {
    let reader: ArchiveReader

    init(_ reader: ArchiveReader) { self.reader = reader }

    func stream(_ body: ([UInt8]) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try reader.read(into: &buffer)
            if count == 0 { return }
            try body(count == buffer.count ? buffer : Array(buffer[..<count]))
        }
    }
}

private struct StreamContent: FileContent {
    let source: any ByteStream

    init(_ source: any ByteStream) { self.source = source }

    func stream(_ body: ([UInt8]) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = try source.read(into: &buffer)
            if count == 0 { return }
            try body(count == buffer.count ? buffer : Array(buffer[..<count]))
        }
    }
}

/// What stood in the way of reading or writing an archive, with its name.
package struct ArchiveFailure: Failure {
    package let name: String
    package let problem: ArchiveProblem

    package var description: String { "\(name): \(problem)" }

    package var hint: String? {
        switch problem {
        case .refused(.notAnArchive, _, _): "archives of notebooks are zip or tar files"
        case .refused(.encrypted, _, _), .refused(.directoryEncrypted, _, _): "encrypted archives cannot be read here"
        case .refused: "the archive is damaged or was made to deceive; ask for it again"
        case .exceeded: nil
        case .failed(_, let code): SystemError(.read, "", code: code).hint
        case .unwritable: nil
        }
    }

    package var isFinding: Bool {
        if case .refused = problem { true } else { false }
    }

    /// Calls `body`, and puts the name of an archive before what goes wrong with it.
    static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let problem as ArchiveProblem {
            throw ArchiveFailure(name: name, problem: problem)
        }
    }
}
