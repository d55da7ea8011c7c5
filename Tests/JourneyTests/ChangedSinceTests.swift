import Foundation
import TestSupport
import Testing

/// `validate --changed-since` in real histories.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `Notebooks that changed since a revision` {
    /// Two notebooks, the second under a name that is a pattern which fits the first, with two commits.
    private static func withRepository(_ body: (GitRepository) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            for name in ["A", "[AB]*"] {
                try repository.succeed(
                    "bundle create '\(name)' && bundle add '\(name)' note --title N --body x && git add -A")
            }
            try repository.succeed("git commit -qm one && git tag one")
            try repository.succeed("date > other && git add -A && git commit -qm two && git tag two")
            try body(repository)
        }
    }

    private static func validate(_ revision: String, in repository: GitRepository) throws -> Command.Result {
        try repository.bash("bundle validate . --changed-since '\(revision)'")
    }

    @Test func `are none where nothing was touched`() throws {
        try Self.withRepository { repository in
            for revision in ["one", "HEAD", "one..two", "one...HEAD", "HEAD~1"] {
                let result = try Self.validate(revision, in: repository)
                #expect(result.output == "no notebook changed since \(revision)\n" && result.status == 0)
            }
            #expect(try repository.bash("bundle validate . --changed-since one --format jsonl").output.contains(":0,"))
        }
    }

    /// What touches the notebook `A`, and whether it leaves it valid.
    static let touches = [
        ("bundle edit A N --append y", true), ("bundle edit A N --append y && git add -A", true),
        ("bundle edit A N --append y && git add -A && git commit -qm three", true),
        ("echo y >> A.notebundle/notes/N.md", false), ("date > A.notebundle/notes/new.md", false),
        ("rm A.notebundle/notes/N.md", false), ("git rm -q A.notebundle/notes/N.md", false),
        ("git rm -q A.notebundle/notes/N.md && git commit -qm three", false),
        ("git mv A.notebundle/notes/N.md A.notebundle/notes/M.md", false),
    ]

    @Test(arguments: touches)
    func `are those that were touched, and no others`(line: String, valid: Bool) throws {
        try Self.withRepository { repository in
            try repository.succeed(line)
            let result = try Self.validate("one", in: repository)
            #expect(result.output.hasSuffix("A.notebundle: \(valid ? "valid" : "not valid (1 error)")\n") || !valid)
            #expect(result.output.contains("A.notebundle: \(valid ? "valid" : "not valid")"))
            #expect(!result.output.contains("[AB]") && result.status == (valid ? 0 : 1), "\(result.output)")
            // In a range, what is not committed does not count, but for what git does not know.
            let range = try Self.validate("one..two", in: repository)
            let isUnknown = line.contains("new.md")
            #expect(range.output.hasPrefix("no notebook") == !isUnknown, "\(range.output)")
        }
    }

    @Test func `are named by names, and not by patterns`() throws {
        try Self.withRepository { repository in
            try repository.succeed("bundle edit '[AB]*' N --append y")
            #expect(try Self.validate("two", in: repository).output == "[AB]*.notebundle: valid\n")
            try repository.succeed("git add -A && git commit -qm x && bundle edit A N --append y")
            #expect(try Self.validate("HEAD", in: repository).output == "A.notebundle: valid\n")
        }
    }

    @Test func `are those of a branch since it left the other`() throws {
        try Self.withRepository { repository in
            try repository.succeed(
                """
                git checkout -q -b topic && bundle edit A N --append y && git commit -qam topic
                git checkout -q main && bundle edit '[AB]*' N --append y && git commit -qam main
                git checkout -q topic
                """)
            #expect(try Self.validate("main...HEAD", in: repository).output == "A.notebundle: valid\n")
            let both = "A.notebundle: valid\n[AB]*.notebundle: valid\n2 notebooks: 2 valid\n"
            #expect(try Self.validate("main", in: repository).output == both)
            // From below the repository, and in another working tree of it.
            try repository.succeed("mkdir below && cd below && bundle validate .. --changed-since main...HEAD")
            try repository.succeed("git worktree add -q ../tree topic^ 2>/dev/null")
            let tree = try repository.bash("cd ../tree && bundle validate . --changed-since main")
            #expect(tree.output == "[AB]*.notebundle: valid\n")
        }
    }

    @Test func `may be repositories themselves`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed("bundle create A && cd A.notebundle && git init -q -b main . && git add -A")
            try repository.succeed("cd A.notebundle && git commit -qm one && cd .. && mv A.notebundle ..")
            let line = "cd .. && rm -Rf repository/.git && bundle validate A.notebundle --changed-since HEAD"
            #expect(try repository.bash(line).output == "no notebook changed since HEAD\n")
            try repository.succeed("cd .. && bundle add A note --title N")
            #expect(try repository.bash(line).output == "A.notebundle: valid\n")
        }
    }

    /// What changes how a notebook is judged, and which notebooks have to be judged again.
    static let settings = [
        ("echo '{\"version\": 1}' > .bundle-validate.json", "", ["A", "[AB]*"]),
        ("echo '{\"version\": 1}' > .bundle-validate.json && git add -A && git commit -qm x", "", ["A", "[AB]*"]),
        (
            "mkdir sub && git mv A.notebundle sub && git commit -qm x && git tag -f two && echo '{\"version\": 1}' > sub/.bundle-validate.json",
            "", ["sub/A"]
        ),
        ("echo '{\"version\": 1}' > all.json", "--config all.json", ["A", "[AB]*"]),
        ("bundle validate . --write-baseline known.json", "--baseline known.json", ["A", "[AB]*"]),
        ("echo '{\"version\": 1}' > .bundle-validate.json", "--no-config", []),
        (
            "git init -q ../other && mv A.notebundle ../other && ln -s ../other/A.notebundle A.notebundle && cd ../other && git add -A && git commit -qm x && git tag two && bundle edit A N --append y",
            "", ["A"]
        ),
    ]

    @Test(arguments: settings)
    func `are those whose settings changed, too`(line: String, options: String, names: [String]) throws {
        try Self.withRepository { repository in
            try repository.succeed(line)
            let result = try repository.bash("bundle validate . --changed-since two \(options)")
            let lines = result.output.split(separator: "\n").filter { $0.hasSuffix(".notebundle: valid") }
            #expect(lines == names.map { "\($0).notebundle: valid" }, "\(result.output)\(result.errors)")
        }
    }

    @Test func `are those whose settings are gone`() throws {
        try Self.withRepository { repository in
            try repository.succeed(
                "echo '{\"version\": 1}' > .bundle-validate.json && git add -A && git commit -qm x && git tag set")
            #expect(try Self.validate("set", in: repository).output.hasPrefix("no notebook changed"))
            try repository.succeed("git rm -q .bundle-validate.json")
            #expect(try Self.validate("set", in: repository).output.hasSuffix("2 notebooks: 2 valid\n"))
        }
    }

    @Test func `are told in a hook of another working tree, too`() throws {
        try Self.withRepository { repository in
            try repository.succeed("mkdir sub && git mv A.notebundle sub && git commit -qm moved")
            try repository.write(
                "#!/bin/sh\nexec bundle validate . --changed-since HEAD > ../told\n", to: ".git/hooks/pre-commit")
            try repository.succeed("chmod +x .git/hooks/pre-commit && git worktree add -q ../tree -b topic")
            try repository.succeed("cd ../tree && bundle edit '[AB]*' N --append y && git add -A && git commit -qm y")
            #expect(try repository.succeed("cat ../told") == "[AB]*.notebundle: valid\n")
            try repository.succeed("cd ../tree && bundle edit sub/A N --append y && git commit -qam y")
            #expect(try repository.succeed("cat ../told") == "sub/A.notebundle: valid\n")
        }
    }

    @Test(arguments: ["none", "one..none", "--output=leak", "-p", "one two", "A.notebundle", "HEAD:other"])
    func `are not known since what is no revision`(revision: String) throws {
        try Self.withRepository { repository in
            let result = try repository.bash("bundle validate . --changed-since='\(revision)'")
            #expect(result.status == 2, "\(result.output)\(result.errors)")
            let error = "bundle: cannot tell what changed since “\(revision)”: "
            #expect(result.errors.hasPrefix(error), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 2 && !repository.has("leak"))
        }
    }

    @Test func `are not known without a repository`() throws {
        try Self.withRepository { repository in
            try repository.succeed("rm -R .git")
            for revision in ["HEAD", "other", "A.notebundle", "one..two"] {
                let result = try Self.validate(revision, in: repository)
                #expect(result.status == 2, "\(revision): \(result.output)\(result.errors)")
                #expect(result.errors.hasPrefix("bundle: cannot tell what changed since “\(revision)”: "))
            }
        }
    }
}
