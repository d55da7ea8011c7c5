import Archives
import Foundation
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import TestSupport
import Testing

/// What becomes of archives that were made to deceive, in the library and in the built tool.
struct `A hostile archive` {
    /// The whole corpus: notebooks with one irregularity, and archives whose containers are irregular.
    static let corpus: [(name: String, bytes: [UInt8], hostile: HostileArchive?)] =
        HostileArchive.all.map { ($0.testDescription, $0.bytes, $0) } + Refusal.all.map { ($0.name, $0.archive, nil) }

    @Test func `is one of at least two hundred`() { #expect(Self.corpus.count >= 200) }

    @Test(arguments: HostileArchive.all)
    func `is refused for one irregularity, for its reason, and leaves nothing behind`(
        hostile: HostileArchive
    ) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("cage/a.archive", hostile.bytes)
        try folder.makeFolder("cage/out")
        do {
            _ = try NotebookArchive(path).unpack(into: folder.file("cage/out"), as: nil)
            guard case .accepted = hostile.verdict else {
                Issue.record("it was accepted")
                return
            }
            try Self.checkAccepted(in: folder)
        } catch {
            guard case .refused(let reason) = hostile.verdict else {
                Issue.record("\(error)")
                return
            }
            #expect("\(error)".contains(reason), "\(error)")
            #expect(try Self.paths(in: folder.file("cage/out")) == [])
        }
        #expect(
            try Self.paths(in: folder.path).filter { !$0.hasPrefix("cage/out/") } == [
                "cage", "cage/a.archive", "cage/out",
            ])
        #expect(!FileManager.default.fileExists(atPath: "/notebundle-evil"))
    }

    @Test(arguments: HostileArchive.all)
    func `gives what the manifest lists when read in place, or nothing`(hostile: HostileArchive) throws {
        let folder = try TemporaryFolder()
        let archive = NotebookArchive(try folder.write("a.archive", hostile.bytes))
        let expected = HostileNotebook().members.first { $0.path == Array("notes/A.md".utf8) }?.content
        let found = try? archive.read { try $0.content(of: try BundlePath("notes/A.md"), limit: 10_000) }
        #expect(found == expected || (found == nil && hostile.isRefused))
    }

    @Test(arguments: HostileNotebook.Container.allCases, ["=__MACOSX/._A", ".hidden"])
    func `is limited in what is set aside before it is passed over`(
        container: HostileNotebook.Container, path: String
    ) throws {
        var notebook = HostileNotebook()
        notebook.add(path, String(repeating: "x", count: 600))
        notebook.add(path + "2", String(repeating: "x", count: 600))
        let folder = try TemporaryFolder()
        let file = try folder.write("a.archive", notebook.packed(container))
        for (limit, isEnough) in [(599, false), (1_199, false), (1_200, true)] as [(UInt64, Bool)] {
            var limits = ArchiveLimits()
            limits.setAsideBytes = limit
            let tree = try ArchiveTree(ArchiveSource(path: file), name: "a", limits: limits)
            var problem: ArchiveProblem?
            do {
                try tree.forEachFile { _, _ in .goOn }
            } catch let failure as ArchiveFailure {
                problem = failure.problem
            }
            if isEnough {
                #expect(problem == nil)
            } else {
                #expect("\(problem as Any)".contains("more than \(limit) bytes"))
            }
        }
    }

    private static func checkAccepted(in folder: TemporaryFolder) throws {
        let out = folder.file("cage/out")
        let names = try FileManager.default.contentsOfDirectory(atPath: out)
        let bundle = try #require(names.first)
        #expect(names.count == 1 && bundle.hasSuffix(".notebundle"))
        let files = [".gitattributes", "blobs", "cards", "manifest.json", "notebook.json", "notes"]
        #expect(try paths(in: out + "/" + bundle).filter { !$0.contains("/") } == files)
        for path in try paths(in: out) {
            let attributes = try FileManager.default.attributesOfItem(atPath: out + "/" + path)
            let mode = (attributes[.posixPermissions] as? NSNumber)?.uint16Value ?? 0
            #expect(mode & 0o7022 == 0, "\(path)")
        }
    }

    private static func paths(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    }

    /// Runs the tool on each archive of a folder with little memory and time.
    ///
    /// It has 1 GiB of addresses, of which a Swift program has most for nothing, and 20 seconds. A line tells the exit
    /// status, how many lines of errors there are, how many files came out, and whether anything would steer a
    /// terminal.
    private static let script = """
        import os, resource, shutil, subprocess, sys
        tool, verb = sys.argv[1:]
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        for name in sorted(os.listdir("corpus")):
            words = [tool, verb, "corpus/" + name] + (["-C", "out"] if verb == "unarchive" else [])
            ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
            steers = b"\\x1b" in ended.stdout + ended.stderr
            print(ended.returncode, ended.stderr.count(b"\\n"), len(os.listdir("out")), int(steers))
            shutil.rmtree("out")
            os.mkdir("out")
        """

    /// The exit statuses that a verb may have for an archive of the corpus.
    private static func statuses(_ verb: String, _ hostile: HostileArchive?) -> ClosedRange<Int> {
        // Those have no manifest besides, without which an archive is no notebook.
        guard let hostile else { return verb == "validate" ? 1...1 : 1...2 }
        guard hostile.isRefused else { return 0...0 }
        switch verb {
        case "validate": return 1...1
        case "unarchive": return isNotebook(hostile) ? 1...1 : 2...2
        default: return isListed(hostile) ? 0...0 : 1...2
        }
    }

    /// Whether an archive holds a notebook of this version at all.
    private static func isNotebook(_ hostile: HostileArchive) -> Bool {
        !["no manifest", "nothing at all", "a manifest of a later version"].contains(hostile.condition)
    }

    /// Whether the manifest and the description can be read in place; nothing else is looked at for a list.
    private static func isListed(_ hostile: HostileArchive) -> Bool {
        let isDescribed = !hostile.condition.hasPrefix("a manifest ") && hostile.condition != "no notebook.json"
        // The directory of a zip has all names.
        let isInDirectory =
            hostile.condition.hasPrefix("two members of one name") || hostile.condition.hasPrefix("a second manifest")
            || hostile.condition == "a name with NUL"
        return isNotebook(hostile) && isDescribed && !(hostile.container == .zip && isInDirectory)
    }

    @Test(
        .enabled(if: Program.isThere("python3"), "python3 is not installed; .ci/prepare --tests does it"),
        arguments: ["unarchive", "validate", "ls"])
    func `lets the tool end quickly and in order`(verb: String) throws {
        let folder = try TemporaryFolder()
        for (index, archive) in Self.corpus.enumerated() { try folder.write("corpus/\(1_000 + index)", archive.bytes) }
        try folder.makeFolder("out")
        let outcome = try Program("python3").succeed(["-c", Self.script, Project.tool, verb], in: folder.path)
        let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(lines.count == Self.corpus.count, "\(outcome.text.suffix(500))")
        for (line, archive) in zip(lines, Self.corpus) {
            let (status, errors, left, steers) = (line[0], line[1], line[2], line[3])
            #expect(Self.statuses(verb, archive.hostile).contains(status), "\(archive.name): status \(status)")
            if verb == "unarchive" {
                #expect(
                    status == 0 ? left == 1 : left == 0 && (1...2).contains(errors), "\(archive.name): \(line)")
            }
            #expect(steers == 0, "\(archive.name) reaches the terminal")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["corpus", "out"])
    }
}
