import Foundation
import TestSupport
import Testing

/// Every form of the report of `validate`, judged by somebody else, where every rule finds something.
@Suite(.waitsForPrograms) struct `Reports of findings` {
    static let canJudge = Python.has() && Python.has("jsonschema") && Python.has("junitparser")

    /// Hands on a stage, and a folder to write into.
    private static func withStage(
        _ stage: Result<ReportStage, any Error> = ReportStage.shared, _ body: (ReportStage, URL) throws -> Void
    ) throws {
        let stage = try stage.get()
        try TemporaryFolder.with { folder in try body(stage, folder) }
    }

    @Test(
        .enabled(if: canJudge, "\(Python.absent("jsonschema", "junitparser"))"),
        arguments: ReportStage.forms.filter { $0 != "json" })
    func `are what those read who they are for`(form: String) throws {
        try Self.withStage { stage, folder in
            let (report, json) = try (ReportStage.report(form), ReportStage.report("json"))
            #expect(report.status == 2 && json.status == 2)
            let problems = try ReportJudge.problems(
                with: report.bytes, form: form, json: json.bytes, of: stage, in: folder)
            #expect(problems == "")
        }
    }

    @Test(.enabled(if: canJudge, "\(Python.absent("jsonschema", "junitparser"))"))
    func `have a place for what is found behind 16 MiB of one line`() throws {
        try TemporaryFolder.with { folder in
            let stage = try ReportStage(in: folder, .large)
            let (report, json) = try (stage.run("--format", "sarif"), stage.run("--format", "json"))
            #expect(report.output.contains("\"startColumn\" : 16777217"))
            let problems = try ReportJudge.problems(
                with: report.bytes, form: "sarif", json: json.bytes, of: stage, in: folder)
            #expect(problems == "")
        }
    }

    @Test(.enabled(if: canJudge, "\(Python.absent("jsonschema", "junitparser"))"))
    func `tell of every rule, and of what could not be looked at`() throws {
        try Self.withStage { stage, _ in
            let json = try JSONDecoder().decode(Report.self, from: try stage.run("--json").bytes)
            let rules = try JSONDecoder().decode(
                Rules.self, from: try Data(Tool.succeed("explain", "--json").utf8))
            // The files that break the other rules have 16 MiB, and no settings require properties.
            let unbroken = Set(rules.rules.map(\.id)).subtracting(json.findings.map(\.rule))
            #expect(unbroken.filter { !$0.hasPrefix("NB9") }.sorted() == ["NB108", "NB411"])
            #expect(json.verdicts.count { $0.verdict == "unknown" } == ReportStage.countOfUnknown)
            #expect(json.summary.status == 2 && json.summary.notebooks == json.verdicts.count)
            let plain = try ReportStage.report("text")
            let errors = plain.errors.split(separator: "\n").filter { $0.hasPrefix("bundle: ") }
            #expect(errors.count == ReportStage.countOfUnknown)
        }
    }

    @Test(.enabled(if: JSONSchema.isInstalled && Corpora.has("sarif"), "\(JSONSchema.absent), or \(Corpora.absent)"))
    func `in SARIF conform to the schema of OASIS`() throws {
        try Self.withStage { stage, _ in
            let schema = try #require(Corpora.folder("sarif")).appending(path: "sarif-schema-2.1.0.json")
            let report = try ReportStage.report("sarif").output
            #expect(try JSONSchema.problems(of: [report], schema: schema) == [])
            let broken = report.replacing("\"level\" : \"error\"", with: "\"level\" : \"grave\"")
            #expect(try JSONSchema.problems(of: [broken], schema: schema) != [])
        }
    }

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"))
    func `in JSON conform to the schema of the output`() throws {
        try Self.withStage { stage, _ in
            let schema = Project.root.appending(path: "docs/output.schema.json")
            #expect(try JSONSchema.problems(of: [stage.run("--json").output], schema: schema) == [])
            let lines = try ReportStage.report("jsonl").output.split(separator: "\n").map(String.init)
            #expect(lines.count > 200)
            #expect(try JSONSchema.problems(of: lines, schema: schema, definition: "line") == [])
            #expect(try JSONSchema.problems(of: ["{}"], schema: schema, definition: "line") != [])
        }
    }

    @Test(.enabled(if: canJudge, "\(Python.absent("jsonschema"))"), arguments: ["sarif", "gitlab", "github"])
    func `lead into the checked out directory that a CI server names`(form: String) throws {
        try Self.withStage { stage, folder in
            let root = stage.repository.deletingLastPathComponent().path
            let environment = [form == "gitlab" ? "CI_PROJECT_DIR" : "GITHUB_WORKSPACE": root]
            let report = try stage.run("--format", form, environment: environment)
            #expect(report.output.contains("repository/note"))
        }
    }

    @Test func `are coloured only if that is asked for, and else the same`() throws {
        try Self.withStage(ReportStage.small) { stage, _ in
            let plain = try stage.run("--format", "text")
            let coloured = try stage.run(environment: ["CLICOLOR_FORCE": "1"])
            #expect(!plain.output.contains("\u{1B}") && coloured.output.contains("\u{1B}[31m"))
            let isSame = coloured.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output
            #expect(isSame)
            for form in ReportStage.forms.dropFirst() {
                let forced = try stage.run("--format", form, environment: ["CLICOLOR_FORCE": "1"])
                #expect(!forced.output.contains("\u{1B}"), "\(form)")
            }
        }
    }

    @Test(arguments: ReportStage.forms)
    func `are the same in a file as on standard output`(form: String) throws {
        try Self.withStage(ReportStage.small) { stage, folder in
            let file = folder.appending(path: "report")
            let expected = try stage.run("--format", form)
            let result = try stage.run("--format", form, "--output", file.path)
            let isPrinted = result.bytes == expected.bytes
            #expect(isPrinted && result.status == expected.status && result.errors == expected.errors)
            let written = try Data(contentsOf: file)
            if form == "text" {
                // A file has no standard error beside it.
                let lines = String(decoding: written, as: UTF8.self).split(separator: "\n")
                let told = expected.errors.split(separator: "\n").map { $0.trimmingPrefix("bundle: ") }
                for line in told where !line.hasPrefix("hint: ") { #expect(lines.contains { $0 == line }, "\(line)") }
                #expect(lines.count { $0.hasSuffix(": unknown") } == ReportStage.countOfUnknown)
                let rest = lines.filter { line in !told.contains { $0 == line.trimmingPrefix("    ") } }
                let all = try stage.run("--all").output.split(separator: "\n")
                let isRest = rest.filter { !$0.hasSuffix(": unknown") } == all
                #expect(isRest)
            } else {
                let isSame = written == expected.bytes
                #expect(isSame)
            }
            // Standard output by its own name, where it is a file and something stands in it already.
            let line =
                "{ echo first; \"$BUNDLE\" validate . '\(ReportStage.missing)' -o /dev/stdout --format \(form); echo last; } > '\(file.path)'"
            _ = try Tool.shell(line, in: stage.directory)
            let isWhole = try Data(contentsOf: file) == Data("first\n".utf8) + expected.bytes + Data("last\n".utf8)
            #expect(isWhole)
        }
    }

    /// The forms by the endings of files.
    static let endings = [
        ("sarif", "sarif"), ("sarif.json", "sarif"), ("json", "json"), ("jsonl", "jsonl"), ("ndjson", "jsonl"),
        ("xml", "junit"), ("txt", "text"), ("SARIF", "sarif"), ("gitlab.json", "gitlab"), ("github.txt", "github"),
        ("junit.xml", "junit"),
    ]

    @Test(arguments: endings)
    func `have the form that the name of the file says`(ending: String, form: String) throws {
        try TemporaryFolder.with { folder in
            _ = try ConformanceKit.make("NB603-wiki-links-resolve-warning.notebundle", in: folder)
            try Tool.succeed("validate", ".", "-o", "report.\(ending)", in: folder)
            let isSame =
                try Data(contentsOf: folder.appending(path: "report.\(ending)"))
                == Tool.run("validate", ".", "--format", form, in: folder).bytes
            #expect(isSame)
        }
    }

    @Test func `replace a file, and write to what a link leads to`() throws {
        try TemporaryFolder.with { folder in
            _ = try ConformanceKit.make("valid-minimal.notebundle", in: folder)
            let file = folder.appending(path: "report.json")
            for name in ["report.json", "link.json"] {
                try Data(repeating: 0x78, count: 5_000).write(to: file)
                if name == "link.json" {
                    try FileManager.default.createSymbolicLink(
                        atPath: folder.appending(path: name).path, withDestinationPath: "report.json")
                }
                try Tool.succeed("validate", ".", "-o", name, in: folder)
                let expected = try Tool.succeed("validate", ".", "--json", in: folder)
                #expect(try String(contentsOf: file, encoding: .utf8) == expected)
            }
            let type = try FileManager.default.attributesOfItem(
                atPath: folder.appending(path: "link.json").path)[.type]
            #expect(type as? FileAttributeType == .typeSymbolicLink)
        }
    }

    @Test(arguments: ReportStage.forms)
    func `take a closed pipe for no failure, and a full disk for one`(form: String) throws {
        try TemporaryFolder.with { folder in
            // More than a pipe holds.
            for number in 0..<60 {
                _ = try ConformanceKit.make(
                    "NB606-links-do-not-lead-into-the-trash-warning.notebundle", in: folder,
                    as: "\(number) \(String(repeating: "x", count: 200)).notebundle")
            }
            let words = "validate . --format \(form)"
            let run = "{ \"$BUNDLE\" \(words) 2>errors; echo $? >status; }"
            let closed = run + " | head -c 10 >/dev/null; cat status errors"
            #expect(try Tool.shell(closed, in: folder).output == "0\n")
            // The verdict outlives whoever stops reading.
            _ = try ConformanceKit.make("NB203-digests-match-error.notebundle", in: folder)
            #expect(try Tool.shell(closed, in: folder).output == "1\n")
            let late = "{ sleep 0.2; \"$BUNDLE\" \(words) -o r.sarif; echo $? >status; } | true; cat status"
            #expect(try Tool.shell(late, in: folder).output == "1\n")
            let report = try String(contentsOf: folder.appending(path: "r.sarif"), encoding: .utf8)
            #expect(report.contains("NB203"))
            let full = try Tool.shell("\"$BUNDLE\" \(words) >/dev/full", in: folder)
            #expect(full.status == 2)
            let hint = "hint: make room on the disk and try again\n"
            let outputHint = "hint: only the output is incomplete; see what was done before you try again\n"
            #expect(full.errors == "bundle: cannot write standard output: No space left on device\n" + outputHint)
            let file = try Tool.shell("\"$BUNDLE\" \(words) -o /dev/full", in: folder)
            #expect(file.status == 2)
            #expect(file.errors == "bundle: cannot write /dev/full: No space left on device\n" + hint)
        }
    }

    /// A line that is inserted above moves findings, and changes nothing else about them.
    @Test func `have fingerprints that outlive other lines`() throws {
        try TemporaryFolder.with { folder in
            var count = 0
            for row in try ConformanceKit.table().notebooks where row.notebook.hasSuffix(".notebundle") {
                guard let path = row.findings.first(where: { $0.line ?? 0 > 5 && $0.path.hasSuffix(".md") })?.path,
                    try ConformanceKit.recipes().notebooks[row.notebook] == nil
                else { continue }
                let place = try ConformanceKit.make(row.notebook, in: folder)
                let before = try Self.findings(in: place)
                let file = place.appending(path: path)
                let bytes = try Data(contentsOf: file)
                let end = try #require(bytes.firstRange(of: Data("\n---\n".utf8))?.upperBound)
                // What stands in front matter does not move.
                let head = bytes[..<end].count { $0 == 0x0A }
                guard before.contains(where: { $0.path == path && $0.line ?? 0 > head }) else { continue }
                try (bytes[..<end] + Data("\nSomething *else*.\n\n".utf8) + bytes[end...]).write(to: file)
                let after = try Self.findings(in: place)
                func fingerprints(_ findings: [Report.Finding]) -> [String] {
                    findings.filter { !["NB202", "NB203"].contains($0.rule) }.map(\.fingerprint)
                }
                #expect(fingerprints(before) == fingerprints(after), "\(row.notebook)")
                #expect(before.compactMap(\.line) != after.compactMap(\.line), "\(row.notebook)")
                count += 1
            }
            #expect(count >= 12)
        }
    }

    /// Equal findings of a file, of which one goes away.
    @Test func `tell equal findings apart by counting`() throws {
        try TemporaryFolder.with { folder in
            let place = try ConformanceKit.make("valid-minimal.notebundle", in: folder)
            let file = place.appending(path: "notes/Heron.md")
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data((text + "\n[[None]]\n\n[[None]], [[None]]\n").utf8).write(to: file)
            let three = try Self.findings(in: place).filter { $0.rule == "NB603" }.map(\.fingerprint)
            #expect(three.count == 3 && Set(three).count == 3)
            try Data((text + "\n[[None]], [[None]]\n").utf8).write(to: file)
            #expect(try Self.findings(in: place).filter { $0.rule == "NB603" }.map(\.fingerprint) == three.dropLast())
        }
    }

    private static func findings(in place: URL) throws -> [Report.Finding] {
        try JSONDecoder().decode(Report.self, from: try Tool.run("validate", place.path, "--json").bytes).findings
    }

    private struct Rules: Decodable {
        struct Rule: Decodable { let id: String }
        let rules: [Rule]
    }
}

/// The parts of a report in JSON that tests look at.
struct Report: Decodable {
    struct Finding: Decodable, Equatable {
        let notebook: String
        let rule: String
        let severity: String
        let path: String
        let member: String?
        let line: Int?
        let column: Int?
        let message: String
        let fingerprint: String
    }

    struct Verdict: Decodable {
        let notebook: String
        let verdict: String
        let problem: String?
    }

    struct Summary: Decodable {
        let notebooks: Int
        let status: Int
    }

    let findings: [Finding]
    let verdicts: [Verdict]
    let summary: Summary
}
