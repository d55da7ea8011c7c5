import Foundation
import TestSupport
import Testing

/// The recipes of docs/CI.md, run as they stand there, but for installing the tool.
@Suite(
    .waitsForPrograms,
    .enabled(if: GitRepository.canMake && Python.has("yaml"), "\(GitRepository.absent), or \(Python.absent("yaml"))"))
struct `The recipes for CI` {
    private static func withRepository(valid: Bool, _ body: (GitRepository) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed("bundle create Garden && bundle add Garden note --title Heron --body Grey.")
            if !valid { try repository.succeed("echo more >> Garden.notebundle/notes/Heron.md") }
            try repository.succeed("git add -A && git commit -qm first")
            try body(repository)
        }
    }

    @Test func `name the action and the template of GitLab that there are`() throws {
        let workflow: Recipes.Workflow = try Recipes.yaml(holding: "runs-on:")
        let steps = try #require(workflow.jobs["validate"]).steps
        let action = try #require(steps[1].uses?.firstMatch(of: /^OWNER\/notebundle\/(.*)@COMMIT$/)).output.1
        let file = Project.root.appending(path: "\(action)/action.yml")
        let declared: Recipes.Action = try Recipes.read(String(contentsOf: file, encoding: .utf8))
        let given = try #require(steps[1].with)
        #expect(Set(given.keys).isSubset(of: declared.inputs.keys))
        let page = try String(contentsOf: Project.root.appending(path: "docs/CI.md"), encoding: .utf8)
        for name in declared.inputs.keys { #expect(page.contains("`\(name)`"), "\(name)") }
        let upload = try #require(steps.last)
        #expect(upload.uses?.hasPrefix("github/codeql-action/upload-sarif@") == true && upload.if == "always()")
        #expect(upload.with?["sarif_file"] == given["sarif"])
        let template = try Recipes.block("yaml", holding: "include:")
        let path = try #require(template.firstMatch(of: /COMMIT\/(.*)/)).output.1
        #expect(FileManager.default.fileExists(atPath: Project.root.appending(path: "\(path)").path))
    }

    @Test(.enabled(if: Command.path(of: "make") != nil, "make is not installed"))
    func `make archives of what is valid alone, as often as one likes`() throws {
        try Self.withRepository(valid: true) { repository in
            try repository.write(try Recipes.block("make", holding: ".PHONY"), to: "Makefile")
            // Neither a name with a space nor a file that is called like a target is in the way.
            try repository.succeed("bundle create 'My Garden' && date > check && make check archives")
            #expect(repository.has("My Garden.notebundle.zip"))
            try repository.succeed("make 'My Garden.notebundle.zip' && rm *.zip && echo x > old.notebundle.zip")
            for _ in 0..<2 { try repository.succeed("make Garden.notebundle.zip") }
            let first = try repository.content("Garden.notebundle.zip")
            try repository.succeed("bundle edit Garden Heron --append more && make Garden.notebundle.zip")
            #expect(try repository.content("Garden.notebundle.zip") != first)
            try repository.succeed("bundle validate Garden.notebundle.zip && rm Garden.notebundle.zip")
            // A warning fails here, too.
            try repository.succeed("bundle edit Garden Heron --append '[[Bittern]]'")
            for target in ["check", "Garden.notebundle.zip"] {
                #expect(try repository.bash("make \(target)").status == 2)
                #expect(!repository.has("Garden.notebundle.zip"))
            }
        }
    }

    // MARK: Hooks

    /// Ways to commit, in a repository whose notebook is changed.
    static let commits = ["git commit -qm x", "git commit -qam x", "git commit -qm x Garden.notebundle"]

    private static func install(in repository: GitRepository) throws {
        try repository.write(try Recipes.block("bash", holding: "checkout-index"), to: ".git/hooks/pre-commit")
        try repository.succeed("chmod +x .git/hooks/pre-commit")
    }

    @Test(arguments: commits)
    func `let a hook of git refuse what is not valid`(commit: String) throws {
        try Self.withRepository(valid: true) { repository in
            try Self.install(in: repository)
            try repository.succeed("bundle edit Garden Heron --append more && git add -A && \(commit)")
            try repository.succeed("echo more >> Garden.notebundle/notes/Heron.md && git add -A")
            let result = try repository.bash(commit)
            #expect(result.status == 1)
            #expect((result.output + result.errors).contains("Garden.notebundle/notes/Heron.md: error: has "))
            #expect(try repository.succeed("git log --oneline | wc -l").trimmingPrefix(" ") == "2\n")
            // What is left out of the commit does not matter, nor does a deleted file that is not staged.
            try repository.succeed("git reset -q --hard && rm Garden.notebundle/notes/Heron.md && date > other")
            try repository.succeed("git add other && git commit -qm other")
            #expect(try repository.bash("git add -A && git commit -qm gone").status == 1)
        }
    }

    @Test func `let a hook of git look at what is staged, not at the working tree`() throws {
        try Self.withRepository(valid: true) { repository in
            try Self.install(in: repository)
            // Staged is what is not valid; the working tree is fine.
            try repository.succeed("echo more >> Garden.notebundle/notes/Heron.md && git add -A")
            try repository.succeed("bundle seal Garden && bundle validate .")
            #expect(try repository.bash("git commit -qm x").status == 1)
            // The other way round.
            try repository.succeed("git add -A && echo again >> Garden.notebundle/notes/Heron.md")
            #expect(try repository.bash("bundle validate .").status == 1)
            try repository.succeed("git commit -qm x")
            // A repository without notebooks is fine.
            try repository.succeed(
                "git stash -q && git rm -rq Garden.notebundle && git commit -qm none && git reset -q --hard HEAD~1 && git stash pop -q"
            )
            // Nothing is left of the copies.
            #expect(try repository.succeed("git status --short") == " M Garden.notebundle/notes/Heron.md\n")
        }
    }

    static let hasPreCommit = Command.path(of: "pre-commit") != nil

    /// A repository that holds the project's hooks, and how a user's configuration names it.
    private static func hooks(_ place: URL, _ repository: GitRepository) throws -> (url: String, revision: String) {
        let hooks = try GitRepository(in: place.appending(path: "hooks"))
        let file = try String(contentsOf: Project.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        try hooks.write(file, to: ".pre-commit-hooks.yaml")
        let revision = try hooks.succeed("git add -A && git commit -qm hooks && git rev-parse HEAD")
        return (hooks.folder.path, revision.trimmingCharacters(in: .newlines))
    }

    @Test(.enabled(if: hasPreCommit, "pre-commit is not installed"), arguments: [true, false])
    func `are tried by pre-commit`(valid: Bool) throws {
        try Self.withRepository(valid: valid) { repository in
            let hooks = try Self.hooks(repository.folder.deletingLastPathComponent(), repository)
            let result = try repository.bash("pre-commit try-repo '\(hooks.url)' bundle-validate-system --all-files")
            #expect(result.status == (valid ? 0 : 1), "\(result.output)\(result.errors)")
            #expect(result.output.contains("validate notebooks"))
            #expect(result.output.contains("Garden.notebundle/notes/Heron.md: error: has ") == !valid)
        }
    }

    @Test(.enabled(if: hasPreCommit, "pre-commit is not installed"))
    func `let pre-commit refuse what is not valid`() throws {
        try Self.withRepository(valid: true) { repository in
            let hooks = try Self.hooks(repository.folder.deletingLastPathComponent(), repository)
            let configuration = try Recipes.block("yaml", holding: "repos:")
                .replacing(/repo: .*/, with: "repo: \(hooks.url)").replacing(/rev: .*/, with: "rev: \(hooks.revision)")
                .replacing(/id: .*/, with: "id: bundle-validate-system")
            try repository.write(configuration, to: ".pre-commit-config.yaml")
            try repository.succeed("pre-commit install && git add -A && git commit -qm configured")
            try repository.succeed("echo more >> Garden.notebundle/notes/Heron.md && git add -A")
            let refused = try repository.bash("git commit -qm x")
            #expect(refused.status == 1)
            #expect((refused.output + refused.errors).contains("Garden.notebundle: not valid (1 error)"))
            try repository.succeed("bundle seal Garden && git add -A && git commit -qm x")
            // A notebook that is nobody's business yet is none of the hook's.
            try repository.succeed(
                "echo x > Draft.notebundle && date > other && git add other && git commit -qm other && rm Draft.notebundle"
            )
            // A file of a notebook that is only deleted is noticed.
            #expect(try repository.bash("git rm -q Garden.notebundle/notes/Heron.md && git commit -qm x").status == 1)
        }
    }
}
