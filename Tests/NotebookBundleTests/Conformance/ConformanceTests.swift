import Archives
import Foundation
import NotebookFormat
import TestSupport
import Testing

@testable import NotebookBundle

@Suite struct `The conformance kit` {
    static let rows: [ConformanceKit.Row] = (try? ConformanceKit.table().notebooks) ?? []

    @Test func `has a row for every notebook, and a notebook for every row`() throws {
        let samples = try FileManager.default.contentsOfDirectory(atPath: ConformanceKit.folder.path)
            .filter { $0.contains(".notebundle") }
        let made = try ConformanceKit.recipes().notebooks.keys
        #expect(Set(Self.rows.map(\.notebook)) == Set(samples + made))
        #expect(Self.rows.count >= 150)
    }

    @Test(arguments: RuleBook.all.map(\.id.description))
    func `has a notebook for every rule that breaks only it`(rule: String) {
        #expect(Self.rows.contains { row in row.notebook.hasPrefix(rule) && Set(row.findings.map(\.rule)) == [rule] })
    }

    @Test(arguments: rows)
    func `says the verdict in the name`(row: ConformanceKit.Row) {
        let stem = row.notebook.split(separator: ".notebundle")[0]
        #expect(row.valid == !row.findings.contains { $0.severity == "error" })
        if stem.hasPrefix("valid-") {
            #expect(row.findings == [])
        } else {
            #expect(Set(row.findings.map(\.rule)) == [String(stem.prefix { $0 != "-" })])
            #expect(Set(row.findings.map(\.severity)) == [stem.split(separator: "-").last.map(String.init)])
        }
    }

    @Test(arguments: rows)
    func `finds what the table lists`(row: ConformanceKit.Row) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            #expect(try ConformanceKit.findings(in: place) == row.findings)
        }
    }

    @Test(arguments: rows, [ArchiveFormat.zip, .tar, .tarGzip])
    func `finds the same in an archive`(row: ConformanceKit.Row, format: ArchiveFormat) throws {
        // What only a folder can have.
        let isOfFolders = row.findings.contains { $0.rule == "NB702" }
        let isLarge = try ConformanceKit.recipes().notebooks[row.notebook]?.isLarge == true
        guard row.notebook.hasSuffix(".notebundle"), !isOfFolders, !isLarge || format == .zip else { return }
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            guard let bytes = try ConformanceKit.pack(place, format) else { return }
            let archive = folder.appending(path: "archive")
            try Data(bytes).write(to: archive)
            #expect(try ConformanceKit.findings(in: archive) == row.findings)
        }
    }
}
