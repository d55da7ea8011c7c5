import Foundation
import NotebookFormat
import TestSupport
import Testing

@testable import NotebookStore

/// What `validate --fix` may leave alone is known without trying.
@Suite struct `Rules that fixing satisfies` {
    /// Notebooks that break a rule and are directories, but for those of many megabytes and of later versions of the
    /// format.
    static let rows = `The conformance kit`.rows.filter { row in
        let recipe = try? ConformanceKit.recipes().notebooks[row.notebook]
        return row.notebook.hasPrefix("NB") && !row.notebook.hasPrefix("NB103") && row.notebook.hasSuffix(".notebundle")
            && recipe?.isLarge != true
    }

    @Test(arguments: rows, Fixes.Level.allCases)
    func `are those that it says`(row: ConformanceKit.Row, level: Fixes.Level) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            let rule = try #require(row.findings.first?.rule)
            let fixed = try? NotebookDirectory(place.path, world: ConformanceKit.world).fix(level)
            let rest = try ConformanceKit.findings(in: place).filter { $0.rule == rule }
            let isFixed = fixed != nil && rest.isEmpty
            #expect(level.fixes(RuleID(stringLiteral: rule)) == isFixed, "\(row.notebook) \(level)")
        }
    }

    @Test func `are left alone where their findings are spared`() throws {
        for row in Self.rows {
            try TemporaryFolder.with { folder in
                let place = try ConformanceKit.make(row.notebook, in: folder)
                let directory = NotebookDirectory(place.path, world: ConformanceKit.world)
                let found = try RuleBook.findings(in: try directory.inspect(collectsLinks: true))
                let before = try Self.files(in: place)
                _ = try? directory.fix(.everything, sparing: Fixes.Spared(found))
                let after = try Self.files(in: place)
                let changed = Set(found.map(\.path)).filter { before[$0] != after[$0] && $0 != "manifest.json" }
                // Who takes in a file by sealing dates it; what was interrupted is completed before.
                let isSealed = !Set(found.map(\.rule)).isDisjoint(with: ["NB202", "NB203", "NB204", "NB101", "NB702"])
                #expect(changed == [] || isSealed, "\(row.notebook)")
            }
        }
    }

    private static func files(in place: URL) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        return Dictionary(
            paths.compactMap { path in (try? Data(contentsOf: place.appending(path: path))).map { (path, $0) } }
        ) { first, _ in first }
    }
}
