import Foundation
@testable import NotebookCheck
@testable import NotebookFormat
@testable import NotebookStore
import TestSupport
import Testing

/// What `validate --fix` may leave alone is known without trying.
struct `Rules that fixing satisfies` {
    /// Notebooks that break a rule and are directories, but for those of many megabytes and of later versions of the
    /// format.
    static let rows = `The conformance kit`.rows.filter { row in
        let recipe = try? ConformanceKit.recipes().notebooks[row.notebook]
        return row.notebook.hasPrefix("NB") && !row.notebook.hasPrefix("NB103") && row.notebook.hasSuffix(".notebundle")
            && recipe?.isLarge != true
    }

    @Test(arguments: rows, FixLevel.allCases)
    func `are those that it says`(row: ConformanceKit.Row, level: FixLevel) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            let rule = try #require(row.findings.first?.rule)
            let fixed = try? NotebookDirectory(place.path, environment: ConformanceKit.environment).fix(level)
            let rest = try ConformanceKit.findings(in: place).filter { $0.rule == rule }
            let isFixed = fixed != nil && rest.isEmpty
            #expect(level.fixes(RuleID(stringLiteral: rule)) == isFixed, "\(row.notebook) \(level)")
        }
    }

    /// Rules without which a notebook cannot be sealed: where their findings are spared, nothing is fixed.
    static let refusing: Set<RuleID> = [
        "NB111", "NB112", "NB114", "NB201", "NB301", "NB303", "NB305", "NB306", "NB307", "NB308", "NB309", "NB310",
        "NB312", "NB313", "NB314", "NB316", "NB317", "NB401", "NB409", "NB410", "NB701", "NB703",
    ]
    /// Rules that a manifest breaks, which sealing makes anew.
    static let ofManifest: Set<RuleID> = ["NB101", "NB102", "NB104", "NB105", "NB106", "NB107", "NB204"]
    /// Those of them after which the old manifest is set aside.
    static let settingAside: Set<RuleID> = ["NB102", "NB106", "NB107"]
    /// Rules that a file breaks which sealing takes in, and dates.
    static let ofContent: Set<RuleID> = ["NB202", "NB203"]

    @Test(arguments: rows)
    func `are left alone where their findings are spared`(row: ConformanceKit.Row) throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make(row.notebook, in: folder)
            let directory = NotebookDirectory(place.path, environment: ConformanceKit.environment)
            let found = try RuleBook.findings(in: try directory.inspect(collectsLinks: true))
            let rules = Set(found.map(\.rule))
            let before = try Self.files(in: place)
            func fix() throws { _ = try directory.fix(.everything, sparing: Fixes.Spared(found)) }
            if rules.isDisjoint(with: Self.refusing) {
                try fix()
            } else {
                #expect(throws: (any Error).self) { try fix() }
            }
            let after = try Self.files(in: place)
            var changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            let isManifestNew = !rules.isDisjoint(with: Self.ofManifest.union(Self.ofContent))
            #expect((changed.remove("manifest.json") != nil) == isManifestNew)
            let setAside = changed.filter { $0.hasPrefix(".set-aside/") }
            #expect(
                setAside.map { after[$0] }
                    == (rules.isDisjoint(with: Self.settingAside) ? [] : [before["manifest.json"]]))
            let completed = changed.filter { $0.hasPrefix(".bundle/") }
            #expect(completed.isEmpty == !rules.contains("NB702") && completed.allSatisfy { after[$0] == nil })
            let taken = Set(found.filter { Self.ofContent.contains($0.rule) }.map(\.path))
            #expect(changed.subtracting(setAside).subtracting(completed) == taken)
            for path in taken {
                let (old, new) = (try #require(before[path]), try #require(after[path]))
                #expect(try ItemFile(Array(old)).body == ItemFile(Array(new)).body)
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
