import Archives
import Foundation
@testable import NotebookCheck
@testable import NotebookFormat
import TestSupport
import Testing

struct `The conformance kit` {
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
        } else if stem.hasPrefix("several-") {
            #expect(Set(row.findings.map(\.rule)).count > 1)
            #expect(stem.hasSuffix(row.valid ? "warning" : "error"))
        } else {
            #expect(Set(row.findings.map(\.rule)) == [String(stem.prefix { $0 != "-" })])
            #expect(Set(row.findings.map(\.severity)) == [stem.split(separator: "-").last.map(String.init)])
        }
    }

    @Test func `lists the rules of each level`() throws {
        let levels = try ConformanceKit.table().levels
        let rules = Dictionary(grouping: RuleBook.all) { $0.level.rawValue }.mapValues { $0.map(\.id.description) }
        for level in FormatLevel.allCases { #expect(levels[level.rawValue] == rules[level.rawValue] ?? []) }
        #expect(levels.count == FormatLevel.allCases.count)
    }

    @Test(arguments: rows)
    func `names the level of a notebook`(row: ConformanceKit.Row) throws {
        let level = try #require(FormatLevel(rawValue: row.level))
        let needed = row.findings.compactMap { RuleBook.rule($0.rule)?.level }.max()
        #expect(needed.map { $0 <= level } ?? true)
        #expect(needed == level || row.findings.isEmpty || level == .archives)
        #expect(row.notebook.hasSuffix(".notebundle") || level == .archives)
    }

    @Test(arguments: rows)
    func `finds at each level what its rules and those before it find`(row: ConformanceKit.Row) throws {
        let isLarge = try ConformanceKit.recipes().notebooks[row.notebook]?.isLarge == true
        guard !isLarge else { return }
        try TemporaryFolder.with { folder in
            let inspection = try ConformanceKit.inspection(of: try ConformanceKit.make(row.notebook, in: folder))
            for level in FormatLevel.allCases {
                let rules = RuleBook.rules(of: level)
                let known = Set(rules.map(\.id.description))
                let found = try RuleBook.findings(in: inspection, by: rules).map {
                    ConformanceKit.Found($0, in: inspection)
                }
                #expect(found == row.findings.filter { known.contains($0.rule) }, "\(level)")
            }
        }
    }

    @Test(arguments: rows)
    func `finds what the table lists`(row: ConformanceKit.Row) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            #expect(try ConformanceKit.findings(in: place) == row.findings)
        }
    }

    /// Bundles that archives can hold.
    static let packable = rows.filter { row in
        // What only a folder can have.
        let isOfFolders = row.findings.contains { ["NB701", "NB702", "NB703", "NB706"].contains($0.rule) }
        return row.notebook.hasSuffix(".notebundle") && !isOfFolders
    }

    @Test func `has many bundles that archives can hold`() { #expect(Self.packable.count > 150) }

    @Test(arguments: packable, [ArchiveFormat.zip, .tar, .tarGzip])
    func `finds the same in an archive`(row: ConformanceKit.Row, format: ArchiveFormat) throws {
        let isLarge = try ConformanceKit.recipes().notebooks[row.notebook]?.isLarge == true
        guard !isLarge || format == .zip else { return }
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            let bytes = try #require(try ConformanceKit.pack(place, format))
            let archive = folder.appending(path: "archive")
            try Data(bytes).write(to: archive)
            #expect(try ConformanceKit.findings(in: archive) == row.findings)
        }
    }
}
