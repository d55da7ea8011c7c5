import Archives
import Foundation
@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import NotebookTestSupport
import TestSupport

/// The files of a notebook in memory, by their paths.
struct MemoryTree: FileTree {
    var files: [String: [UInt8]]

    let name = "Memory"

    init(_ files: [String: [UInt8]]) { self.files = files }

    /// The files of a directory, but for those that are outside the document.
    init(_ directory: URL) throws {
        files = [:]
        try DirectoryTree(DirectoryFiles(directory.path), name: "", now: FixedClock.now).forEachFile { file, content in
            if case .file(let path) = file.place { files[path.text] = try content.bytes(limit: .max - 1) }
            return .goOn
        }
    }

    func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
        for (path, bytes) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let place: TreeFile.Location
            switch FoundName(Array(path.utf8), isFile: true) {
            case .path(let path, _): place = .file(path)
            case .unportable(let path, let problem): place = .unportable(path, problem)
            case .systemFile(let path): place = .systemFile(path)
            case .outside: continue
            }
            let file = TreeFile(place: place, size: bytes.count)
            guard try visit(file, MemoryContent(bytes: bytes)) == .goOn else { return }
        }
    }

    func content(of path: BundlePath, limit: Int) throws -> [UInt8]? { files[path.text] }

    func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool {
        try files[path.text].map(body) != nil
    }

    /// What all rules find.
    func findings(width: Int? = nil) throws -> [Finding] {
        try RuleBook.findings(in: inspection(width: width))
    }

    /// What one look finds.
    func inspection(width: Int? = nil) throws -> Inspection {
        var inspection = try Inspector(self, collectsLinks: true, width: width).inspect()
        inspection.now = FixedClock.now()
        return inspection
    }

    /// Writes the files into a directory that does not exist yet.
    func write(to directory: URL) throws {
        for (path, bytes) in files {
            // Not `appending(path:)`, which would change the normalisation of the name.
            let file = URL(filePath: directory.path + "/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
    }
}

/// The content of a file that is in memory.
private struct MemoryContent: FileContent, Sendable {
    let bytes: [UInt8]

    func stream(_ body: ([UInt8]) throws -> Void) throws { if !bytes.isEmpty { try body(bytes) } }
}
