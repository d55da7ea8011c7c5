@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

struct `A text beyond its limit` {
    /// A tree that holds a manifest and a description of some lengths.
    private struct LongTree: FileTree {
        let lengths: [String: Int]
        let name = "Long"

        func forEachFile(_ visit: (TreeFile, any FileContent) throws -> TreeStep) throws {
            for (path, length) in lengths.sorted(by: { $0.key < $1.key }) {
                let file = TreeFile(place: .file(try BundlePath(path)), size: length)
                guard try visit(file, LongContent(length: length)) == .goOn else { return }
            }
        }

        func content(of path: BundlePath, limit: Int) throws -> [UInt8]? { nil }

        func stream(_ path: BundlePath, _ body: ([UInt8]) throws -> Void) throws -> Bool { false }
    }

    private struct LongContent: FileContent {
        let length: Int

        func stream(_ body: ([UInt8]) throws -> Void) throws {
            let head = Array("{\"version\": 1, \"x\": \"".utf8)
            try body(head)
            let piece = [UInt8](repeating: 0x61, count: 1 << 20)
            for start in stride(from: head.count, to: length, by: piece.count) {
                try body(Array(piece.prefix(length - start)))
            }
        }
    }

    @Test func `is reported as that, and as nothing else`() throws {
        let tree = LongTree(lengths: [
            "manifest.json": Manifest.maximumBytes + 1, "notebook.json": NotebookDescription.maximumBytes + 1,
        ])
        let findings = try RuleBook.findings(in: Inspector(tree).inspect())
        #expect(
            findings.map { "\($0.path): \($0.message) [\($0.rule)]" } == [
                "manifest.json: is larger than 256 MiB, the limit of manifest.json [NB108]",
                "notebook.json: is larger than 16 MiB, the limit of notebook.json [NB108]",
            ])
    }
}
