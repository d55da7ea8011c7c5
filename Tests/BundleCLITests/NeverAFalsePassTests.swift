import Archives
import Foundation
import NotebookBundle
import NotebookCheck
import NotebookFiles
import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

/// What cannot be looked at is never taken for valid: whatever fails, in whatever form the report is.
struct `A validation that cannot be done` {
    private struct Fault: Error {}

    /// A rule that fails in place of another.
    private static func failing(_ rule: Rule) -> Rule {
        var rule = rule
        rule.check = { _, _ in throw Fault() }
        return rule
    }

    /// Looks for whatever could be taken for a pass in a report on one notebook, `N.notebundle`, that is unknown.
    private static func judge(_ result: Workplace.Result, _ form: ReportFormat, _ problem: String) {
        #expect(result.status == 2, "\(form)")
        #expect(result.errors.hasPrefix("bundle: ") && result.errors.contains(problem), "\(form): \(result.errors)")
        let said: [String] =
            switch form {
            case .text: []
            case .json:
                ["\"fails\": true, \"notebook\": \"N.notebundle\"", "\"verdict\": \"unknown\"", "\"status\": 2"]
            case .jsonl:
                ["\"fails\":true,\"notebook\":\"N.notebundle\"", "\"verdict\":\"unknown\"", "\"status\":2"]
            case .sarif: ["\"executionSuccessful\" : false", "\"exitCode\" : 2"]
            case .github: ["::error file=N.notebundle,title=could not be validated::", "unknown: N.notebundle\n"]
            case .gitlab: ["\"severity\" : \"blocker\""]
            case .junit: ["tests=\"1\" failures=\"0\" errors=\"1\">\n  <testsuite", "<error message="]
            }
        for text in said { #expect(result.output.contains(text), "\(form): \(result.output)") }
        #expect(!result.output.contains(/\bvalid\b/.ignoresCase()), "\(form): \(result.output)")
        #expect(result.output.contains(problem) == (form != .text), "\(form)")
    }

    /// Whether a text says that nobody knows, and nothing else.
    private static func isNoPass(_ result: Workplace.Result) -> Bool {
        result.output.isEmpty
            || result.output.contains("N.notebundle: unknown") && !result.output.contains(/\bvalid\b/.ignoresCase())
    }

    private static func workplace(_ notebook: String = "valid-breadth.notebundle") throws -> Workplace {
        let workplace = try Workplace()
        _ = try ConformanceKit.make(
            notebook, in: workplace.directory,
            as: "N.notebundle" + notebook.split(separator: ".notebundle").dropFirst().joined())
        return workplace
    }

    @Test(arguments: RuleBook.all.map(\.id.description))
    func `since a rule fails is unknown in every form, whatever is ignored`(rule: String) throws {
        let workplace = try Self.workplace()
        workplace.rules = RuleBook.all.map { $0.id.description == rule ? Self.failing($0) : $0 }
        for form in ReportFormat.allCases {
            let result = try workplace.run("bundle validate N --format \(form.rawValue)")
            Self.judge(result, form, "the rule \(rule) failed: Fault()")
        }
        let other = rule == "NB101" ? "NB201" : "NB101"
        let options = [
            "--fail-on never", "--ignore \(rule)", "--select \(other)", "--write-baseline b.json", "--strict",
        ]
        for words in options { #expect(try workplace.run("bundle validate N \(words)").status == 2, "\(words)") }
    }

    /// Notebooks with different ways through the files: attachments that nothing mentions are looked for in all items.
    static let walked = [
        "valid-breadth.notebundle", "NB504-blobs-are-referenced-note.notebundle",
        "NB702-no-change-is-pending-error.notebundle", "NB201-listed-files-exist-error.notebundle",
        "NB304-names-are-composed-warning.notebundle",
    ]

    @Test(arguments: walked, [5, 13])
    func `since an operation on its directory fails is unknown, at each of them`(
        notebook: String, code: Int32
    ) throws {
        let workplace = try Self.workplace(notebook)
        let right = try workplace.run("bundle validate N --json")
        var count = 0
        for number in 0... {
            let counter = FailingFiles.Counter()
            workplace.port = { FailingFiles($0, .error(code, at: number), counter) }
            let result = try workplace.run("bundle validate N --json")
            guard counter.wasHit else {
                #expect(result.output == right.output && result.status == right.status)
                break
            }
            #expect(result.status == 2, "operation \(number): \(result.output)")
            #expect(result.output.contains("\"verdict\": \"unknown\""), "operation \(number)")
            count += 1
        }
        #expect(count >= 10)
        // The text shows lines of the files, which are read again; without them it says the same.
        for number in [0, count / 2, count - 1] {
            let counter = FailingFiles.Counter()
            workplace.port = { FailingFiles($0, .errors(code, from: number), counter) }
            let result = try workplace.run("bundle validate N")
            #expect(result.status == 2 && Self.isNoPass(result), "operations from \(number) on: \(result.output)")
        }
    }

    @Test(arguments: [1, 7, 4_095])
    func `is not one of a directory that gives its files in small pieces`(length: Int) throws {
        for notebook in Self.walked {
            let workplace = try Self.workplace(notebook)
            let right = try workplace.run("bundle validate N")
            workplace.port = { FailingFiles($0, .pieces(length), FailingFiles.Counter()) }
            let result = try workplace.run("bundle validate N")
            #expect(result.output == right.output && result.status == right.status, "\(notebook)")
        }
    }

    @Test func `since the medium fails that cannot lock either is unknown`() throws {
        let workplace = try Self.workplace()
        let right = try workplace.run("bundle validate N --no-lock")
        #expect(right.status == 0)
        var count = 0
        for number in 0... {
            let counter = FailingFiles.Counter()
            workplace.port = { FailingFiles($0, .error(5, at: number), counter) }
            let result = try workplace.run("bundle validate N --no-lock")
            guard counter.wasHit else {
                #expect(result.output == right.output && result.status == right.status)
                break
            }
            #expect(result.status == 2 && Self.isNoPass(result), "operation \(number): \(result.output)")
            count += 1
        }
        #expect(count >= 10)
    }

    // MARK: Archives

    /// Archives beyond the limits of a reader, and what is said of them.
    static let beyond = [
        ("path", "a path of more than 4096 bytes"), ("metadata", "an extended header of more than 1048576 bytes"),
        ("dictionary", "a compression dictionary of more than 134217728 bytes"),
    ]

    private static let script = """
        import binascii, io, lzma, struct, sys, tarfile
        kind, place = sys.argv[1:]
        content, info = io.BytesIO(), tarfile.TarInfo("N.notebundle/manifest.json")
        with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
            if kind == "path": info.name = "N.notebundle/notes/" + "a/" * 3000 + "b.md"
            if kind == "metadata": info.pax_headers = {"comment": "x" * (1 << 20)}
            archive.addfile(info, io.BytesIO())
        data = content.getvalue()
        if kind == "dictionary":
            data = bytearray(lzma.compress(data, lzma.FORMAT_XZ))
            # The block's header: its size, flags, the filter's identifier, the size of its properties, the dictionary.
            assert data[12:16] == b"\\x02\\x00\\x21\\x01"
            data[16] = 34  # 512 MiB
            data[20:24] = struct.pack("<I", binascii.crc32(data[12:20]))
        open(place, "wb").write(data)
        """

    @Test(.enabled(if: Python.has("lzma"), "\(Python.absent("lzma"))"), arguments: beyond)
    func `since an archive is beyond a limit is unknown in every form`(kind: String, words: String) throws {
        let workplace = try Workplace()
        let made = try Python.run(.text(Self.script), [kind, workplace.path("N.notebundle")], modules: ["lzma"])
        try #require(made.status == 0, "\(made.errors)")
        for form in ReportFormat.allCases {
            let result = try workplace.run("bundle validate N --format \(form.rawValue)")
            Self.judge(result, form, words)
        }
    }

    /// Every limit, so small that a notebook passes it.
    static let limits: [(String, ArchiveLimits)] = {
        func limits(_ change: (inout ArchiveLimits) -> Void) -> ArchiveLimits {
            var limits = ArchiveLimits()
            change(&limits)
            return limits
        }
        return [
            ("members", limits { $0.members = 3 }), ("expanded bytes", limits { $0.expandedBytes = 1_000 }),
            ("path", limits { $0.pathBytes = 30 }), ("directory", limits { $0.directoryBytes = 100 }),
        ]
    }()

    @Test(arguments: limits.map(\.0), ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"])
    func `since an archive is beyond a smaller limit throws`(limit: String, ending: String) throws {
        let limits = try #require(Self.limits.first { $0.0 == limit }).1
        let workplace = try Self.workplace()
        #expect(try workplace.run("bundle archive N -o a.\(ending)").status == 0)
        #expect(throws: ArchiveFailure.self) {
            do {
                let tree = try ArchiveTree(
                    ArchiveSource(path: workplace.path("a.\(ending)")), name: "a", limits: limits)
                _ = try Inspector(tree, collectsLinks: true).inspect()
            } catch let failure as ArchiveFailure {
                #expect(!failure.isFinding)
                guard case .exceeded = failure.problem else {
                    Issue.record("\(failure)")
                    throw failure
                }
                throw failure
            }
        }
    }

    // MARK: What stands around

    static let surroundings = [
        (
            "printf '{\"version\": 2}' > .bundle-validate.json", "",
            ".bundle-validate.json:1:13: version 2 is not supported"
        ),
        ("mkdir .bundle-validate.json", "", "cannot read .bundle-validate.json: Is a directory"),
        ("ln -s none .bundle-validate.json", "", "cannot read .bundle-validate.json: No such file or directory"),
        ("true", "--config none.json", "cannot read none.json: No such file or directory"),
        ("true", "--baseline none.json", "cannot read none.json: No such file or directory"),
        ("printf '{}' > b.json", "--baseline b.json", "b.json:1:1: "),
        ("mv N.notebundle M.notebundle", "", "N: no such file or directory"),
        ("rm -R N.notebundle; mkfifo N", "", "N is not a notebook: neither a directory nor a file"),
        ("mkdir empty", "empty", "there are no notebooks in empty"),
        ("true", "--changed-since HEAD", "cannot tell what changed since “HEAD”: "),
    ]

    @Test(arguments: surroundings)
    func `since something around it is wrong is unknown`(line: String, options: String, problem: String) throws {
        let workplace = try Self.workplace()
        #expect(try workplace.run(line).status == 0)
        let result = try workplace.run("bundle validate N \(options)")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("bundle: \(problem)"), "\(result.errors)")
    }

    @Test func `is not one whose settings stand behind a link`() throws {
        let workplace = try Self.workplace("NB603-wiki-links-resolve-warning.notebundle")
        #expect(try workplace.run("bundle validate N").status == 0)
        _ = try workplace.run("echo '{\"version\": 1, \"failOn\": \"warning\"}' > all.json")
        _ = try workplace.run("ln -s all.json .bundle-validate.json")
        #expect(try workplace.run("bundle validate N").status == 1)
        #expect(try workplace.run("bundle validate N --config .bundle-validate.json").status == 1)
    }
}
