import Foundation
import NotebookFormat
import NotebookText
import TestSupport
import Testing

/// `container.py` of the conformance kit was written from part I of docs/Format.md; whoever disagrees with it has found
/// a fault of the document, the reader or the tool.
@Suite(.waitsForPrograms, .enabled(if: Python.has("hashlib"), "\(Python.absent("hashlib"))"))
struct `A second reader of the level Container` {
    static let reader = ConformanceKit.folder.appending(path: "container.py")
    static let mutator = Project.root.appending(path: "Tests/JourneyTests/Judges/mutate.py")

    /// What was found in a notebook, as rules and paths.
    struct Found: Decodable {
        let notebook: String
        let findings: [[String]]
    }

    /// A rule and a path, compared byte by byte: strings are equal in whatever normalisation they are.
    struct Pair: Hashable, CustomStringConvertible {
        private let bytes: [UInt8]

        init(_ rule: String, _ path: String) { bytes = Array("\(rule) \(path)".utf8) }

        var description: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// A line of the tool’s report; not every one is about a finding.
    struct Line: Decodable {
        struct Finding: Decodable {
            let notebook: String
            let rule: String
            let path: String
        }

        let finding: Finding?
    }

    static func readerFindings(_ notebooks: [String]) throws -> [String: Set<Pair>] {
        let result = try Python.run(.file(reader), notebooks)
        try #require(result.status == 0, "\(result.errors.suffix(2_000))")
        let rows = try result.output.split(separator: "\n").map { line in
            try JSONDecoder().decode(Found.self, from: Data(line.utf8))
        }
        return Dictionary(
            rows.map { row in (row.notebook, Set(row.findings.map { Pair($0[0], $0[1]) })) }
        ) { first, _ in first }
    }

    static func toolFindings(_ notebooks: [String]) throws -> [String: Set<Pair>] {
        let result = try Command.run(
            [Tool.path, "validate", "--level", "container", "--no-config", "--format", "jsonl"] + notebooks,
            in: URL(filePath: "/"))
        try #require(result.status < 2, "\(result.errors.suffix(2_000))")
        var found = Dictionary(notebooks.map { ($0, Set<Pair>()) }) { first, _ in first }
        for text in result.output.split(separator: "\n") {
            guard let finding = try JSONDecoder().decode(Line.self, from: Data(text.utf8)).finding else { continue }
            let place = finding.notebook.hasPrefix("/") ? finding.notebook : "/" + finding.notebook
            found[place]?.insert(Pair(finding.rule, finding.path))
        }
        return found
    }

    /// Where both disagree.
    static func disagreements(_ notebooks: [String]) throws -> [String] {
        let (one, other) = (try readerFindings(notebooks), try toolFindings(notebooks))
        return notebooks.compactMap { notebook in
            let (reader, tool) = (one[notebook] ?? [], other[notebook] ?? [])
            if reader == tool { return nil }
            return "\(notebook): reader \(reader.subtracting(tool)), tool \(tool.subtracting(reader))"
        }
    }

    @Test func `is short, and needs nothing but Python`() throws {
        let text = try String(contentsOf: Self.reader, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 420)
        let imports = text.matches(of: #/(?m)^(?:import|from) ([a-z.]+)/#).map { String($0.output.1) }
        let known = ["datetime", "hashlib", "json", "os", "re", "stat", "sys", "unicodedata"]
        #expect(imports == known)
    }

    @Test func `finds in the kit what the table lists`() throws {
        try TemporaryFolder.with { folder in
            let table = try ConformanceKit.table()
            let rules = Set(table.levels["container"] ?? [])
            var places: [String: ConformanceKit.Row] = [:]
            for row in table.notebooks {
                let place = try ConformanceKit.make(row.notebook, in: folder).path
                if row.notebook.hasSuffix(".notebundle") {
                    places[place] = row
                } else if row.valid {
                    // What is in an archive is a notebook like any other, once somebody has unpacked it.
                    let unpacked = folder.appending(path: "\(row.notebook) unpacked").path
                    try FileManager.default.createDirectory(atPath: unpacked, withIntermediateDirectories: true)
                    try Tool.succeed("unarchive", place, "-C", unpacked)
                    for name in try FileManager.default.contentsOfDirectory(atPath: unpacked) {
                        places["\(unpacked)/\(name)"] = row
                    }
                }
            }
            #expect(places.count > 180)
            let found = try Self.readerFindings(places.keys.sorted())
            for (place, row) in places {
                let expected = row.findings.filter { rules.contains($0.rule) }.map { Pair($0.rule, $0.path) }
                #expect(found[place] == Set(expected), "\(row.notebook)")
            }
        }
    }

    @Test(arguments: Seeds.some(2))
    func `agrees with the tool on damaged notebooks`(seed: UInt64) throws {
        try TemporaryFolder.with { folder in
            let bases = [
                "valid-minimal", "valid-breadth", "valid-breadth", "valid-blobs", "valid-outside-the-document",
                "valid-empty",
                "several-trash-error", "valid-card-titles", "NB205-no-conflict-copies-warning",
            ].map { ConformanceKit.folder.appending(path: $0 + ".notebundle").path }
            let made = try Python.run(.file(Self.mutator), ["\(seed)", "500", folder.path] + bases)
            try #require(made.status == 0, "\(made.errors)")
            let notebooks = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                .map { folder.appending(path: $0).path }
            #expect(notebooks.count == 500)
            #expect(try Self.disagreements(notebooks) == [], "seed \(seed)")
        }
    }
}
