import Foundation
import TestSupport
import Testing

/// What CI servers read from the repository, judged by programs that know their formats.
@Suite(.waitsForPrograms) struct `The files for CI` {
    private static func has(_ program: String) -> Bool { (try? Command.run([program, "--version"]).status) == 0 }

    @Test(.enabled(if: has("zizmor"), "zizmor is not installed; .ci/prepare --tests does it"))
    func `give zizmor nothing to find`() throws {
        let result = try Command.run(["zizmor", "--offline", "--no-progress", ".github"], in: Project.root)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        for file in ["action.yml", "release.yml"] { #expect(result.errors.contains(file), "\(result.errors)") }
    }

    @Test(.enabled(if: has("actionlint"), "actionlint is not installed"))
    func `give actionlint nothing to find`() throws {
        let files = [".github/workflows/release.yml"]
        let result = try Command.run(["actionlint"] + files, in: Project.root)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(.enabled(if: has("hadolint"), "hadolint is not installed"))
    func `give hadolint nothing to find`() throws {
        let result = try Command.run(["hadolint", ".ci/Dockerfile"], in: Project.root)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(.enabled(if: has("check-jsonschema"), "check-jsonschema is not installed"))
    func `conform to the schemas of GitHub and GitLab`() throws {
        for (schema, file) in [
            ("github-actions", ".github/actions/validate/action.yml"),
            ("github-workflows", ".github/workflows/release.yml"), ("gitlab-ci", ".ci/gitlab.yml"),
        ] {
            let words = ["check-jsonschema", "--builtin-schema", "vendor.\(schema)", file]
            let result = try Command.run(words, in: Project.root)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
        }
    }

    @Test(.enabled(if: has("pre-commit"), "pre-commit is not installed"))
    func `have hooks as pre-commit specifies them`() throws {
        let files = [".pre-commit-hooks.yaml", ".ci/pre-commit/hooks.yaml"]
        let result = try Command.run(["pre-commit", "validate-manifest"] + files, in: Project.root)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// A plugin is taken from a folder and a file with such names (MegaLinter, `plugin_factory.py`).
    @Test func `have a descriptor where MegaLinter takes plugins from`() throws {
        let page = try String(contentsOf: Project.root.appending(path: "docs/CI.md"), encoding: .utf8)
        let link = /\(\.\.\/(.*\/mega-linter-plugin-\w+\/\w+\.megalinter-descriptor\.yml)\)/
        let path = try #require(page.firstMatch(of: link))
        #expect(FileManager.default.fileExists(atPath: Project.root.appending(path: "\(path.output.1)").path))
    }
}
