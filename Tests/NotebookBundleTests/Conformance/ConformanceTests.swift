import Archives
import Foundation
import NotebookFormat
import TestSupport
import Testing

@testable import NotebookBundle

@Suite struct `The conformance kit` {
    static let rows: [ConformanceKit.Row] = (try? ConformanceKit.table().notebooks) ?? []

    @Test func `has a row for every notebook, and a notebook for every row`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: ConformanceKit.folder.path)
            .filter { $0.hasSuffix(".notebundle") }
        let made = try ConformanceKit.recipes().notebooks.keys
        #expect(Self.rows.map(\.notebook) == (folders + made).sorted())
        #expect(Self.rows.count >= 70)
    }

    @Test(arguments: RuleBook.all.map(\.id.description))
    func `has a notebook for every rule that breaks only it`(rule: String) {
        #expect(Self.rows.contains { row in row.notebook.hasPrefix(rule) && Set(row.findings.map(\.rule)) == [rule] })
    }

    @Test(arguments: rows)
    func `says the verdict in the name`(row: ConformanceKit.Row) {
        let stem = row.notebook.dropLast(".notebundle".count)
        #expect(row.valid == !row.findings.contains { $0.severity == "error" })
        if stem.hasPrefix("valid-") {
            #expect(row.findings == [])
        } else {
            #expect(Set(row.findings.map(\.rule)) == [String(stem.prefix { $0 != "-" })])
            #expect(Set(row.findings.map(\.severity)) == [stem.split(separator: "-").last.map(String.init)])
        }
    }

    @Test(arguments: rows)
    func `finds what the table lists, in a folder`(row: ConformanceKit.Row) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            let bundle = NotebookDirectory(place.path, world: ConformanceKit.world)
            let findings = RuleBook.findings(in: try bundle.inspect(collectsLinks: true, progress: NoProgress()))
            #expect(findings.map(ConformanceKit.Found.init) == row.findings)
        }
    }

    @Test(arguments: rows, [ArchiveFormat.zip, .tar])
    func `finds the same in an archive`(row: ConformanceKit.Row, format: ArchiveFormat) throws {
        // What only a folder can have.
        let isOfFolders = row.findings.contains { $0.rule == "NB702" }
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            guard !isOfFolders, let bytes = try ConformanceKit.pack(place, format) else { return }
            let archive = folder.appending(path: "archive")
            try Data(bytes).write(to: archive)
            let tree = try ArchiveTree(archive.path, name: "archive")
            let findings = RuleBook.findings(in: try Inspector(tree, collectsLinks: true).inspect())
            #expect(findings.map(ConformanceKit.Found.init) == row.findings)
        }
    }
}
