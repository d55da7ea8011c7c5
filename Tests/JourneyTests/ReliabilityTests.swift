import Foundation
import TestSupport
import Testing

/// The programs in `Tests/Reliability`, each for a short while; `NOTEBUNDLE_EXHAUSTIVE=1` gives them the time that
/// `docs/Reliability.md` tells of.
@Suite(.waitsForPrograms) struct `What must not be lost` {
    static let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1"

    /// Runs a program, which ends with one line that tells what it has done.
    private static func run(_ program: String, _ arguments: [String], modules: [String] = ["yaml"]) throws {
        let file = Project.root.appending(path: "Tests/Reliability/\(program).py")
        let result = try Python.run(.file(file), arguments, modules: modules, environment: ["BUNDLE": Tool.path])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: Python.has("yaml"), "\(Python.absent("yaml"))"), arguments: Seeds.some(1))
    func `is not by many hands`(seed: UInt64) throws {
        try Self.run("hands", (Self.isExhaustive ? [] : ["--edits", "6", "--readers", "1"]) + ["--seed", "\(seed)"])
    }

    @Test(.enabled(if: Python.has("yaml"), "\(Python.absent("yaml"))"), arguments: Seeds.some(1))
    func `is not by any sequence of verbs, kills and edits by others`(seed: UInt64) throws {
        try Self.run(
            "model", (Self.isExhaustive ? ["--seconds", "600"] : ["--steps", "40"]) + ["--seed", "\(seed)"])
    }

    @Test(
        .enabled(if: Python.has("yaml"), "\(Python.absent("yaml"))"),
        .enabled(if: FileSystemImage.ext4.canMount, "ext4 cannot be mounted here"))
    func `is not on a disk that fills`() throws {
        try FileSystemImage.ext4.mounted(megabytes: 8) { folder in
            try Self.run("full", ["--on", folder.path, "--step", Self.isExhaustive ? "4096" : "32768"])
        }
    }

    @Test(.enabled(if: Python.has("yaml"), "\(Python.absent("yaml"))"))
    func `is not touched by notebooks of strangers`() throws {
        try Self.run(
            "strangers", Self.isExhaustive ? [] : ["--files", "1000", "--levels", "300", "--megabytes", "17"])
    }

    @Test(
        .enabled(if: Python.has("yaml"), "\(Python.absent("yaml"))"),
        .enabled(if: Command.path(of: "git") != nil, "git is not installed"),
        .enabled(if: Corpora.folder("kepano-vault") != nil, "\(Corpora.absent)"),
        arguments: Seeds.some(isExhaustive ? 20 : 1))
    func `is not by merging two copies in whatever way`(seed: UInt64) throws {
        let notes = try #require(Corpora.folder("kepano-vault"))
        try Self.run(
            "copies", ["--notes", notes.path, "--seed", "\(seed)", "--edits", Self.isExhaustive ? "100" : "30"])
    }

    /// Each seed is a world of its own, so that one that fails is named; a process makes each kind of world once.
    @Test(.enabled(if: GitRepository.canMake, "\(GitRepository.absent)"), arguments: 1...2)
    func `is not between copies, names and programs`(part: Int) throws {
        let worlds = Self.isExhaustive ? 500 : 5
        let seeds = "\((part - 1) * worlds + 1)-\(part * worlds)"
        try Self.run(
            "conservation", ["--scenarios", "--part", "\(part)/2", "--seeds", seeds, "--moves", "40"], modules: [])
    }
}
