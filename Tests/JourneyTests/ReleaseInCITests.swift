import Foundation
import TestSupport
import Testing

/// A release as CI servers fetch it, from a server on this machine.
@Suite(.waitsForPrograms, .enabled(if: PinnedRelease.isPossible, PinnedRelease.missing))
struct `A release in CI` {
    /// A repository with a notebook, in which there is no `bundle` in the search path.
    private static func withRepository(valid: Bool, _ body: (GitRepository) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed("bundle create Garden && bundle add Garden note --title Heron --body '[[Bittern]]'")
            if !valid { try repository.succeed("echo more >> Garden.notebundle/notes/Heron.md") }
            try repository.succeed("git add -A && git commit -qm first && rm \"$(command -v bundle)\"")
            try body(repository)
        }
    }

    @Test(.enabled(if: `A release`.isExhaustive, `A release`.onlyExhaustive))
    func `is pinned once, however often it is pinned, and after another it is the default`() throws {
        try TemporaryFolder.with { folder in
            let lines = """
                cp -R "$0" project && cp -RL "$1" v1 && cp -R v1 v2 && cd project && git add -A && git commit -qm pinned
                ../project/.ci/pin ../v1 "$2" registry.example.org/notebundle && git diff --exit-code
                sed -i 's/-[0-9.]*-linux/-99.0.0-linux/; s/-[0-9.]*-py3/-99.0.0-py3/' ../v2/SHA256SUMS
                .ci/pin ../v2 "$2" registry.example.org/notebundle
                git show pre-commit-99.0.0:requirements.txt && tail -n 1 .github/actions/validate/SHA256SUMS
                wc -l <.github/actions/validate/SHA256SUMS && grep -rho 'v99.0.0/notebundle-99.0.0-py3' .ci
                """
            let files = try PinnedRelease.path("files")
            let words = ["\(files)/v\(`A release`.version)", "file://\(files)"]
            let result = try Command.run(
                ["bash", "-ec", lines, try PinnedRelease.path("project")] + words, in: folder,
                environment: PinnedRelease.identity)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("/v99.0.0/notebundle-99.0.0-py3-none-manylinux"))
            #expect(result.output.contains("  bundle-99.0.0-linux-"))
            #expect(result.output.hasSuffix("2\nv99.0.0/notebundle-99.0.0-py3\nv99.0.0/notebundle-99.0.0-py3\n"))
        }
    }

    // MARK: The action

    /// Runs the action's script as its step does: every input is a variable, by default that of the action.
    private static func act(
        in repository: GitRepository, serving kind: String = "right", _ inputs: [String: String] = [:]
    ) throws -> (result: Command.Result, status: String) {
        let action: Recipes.Action = try Recipes.read(PinnedRelease.text(".github/actions/validate/action.yml"))
        let step = try #require(action.runs.steps.first)
        var environment = ["GITHUB_OUTPUT": repository.folder.path + "/../output", "GITHUB_REPOSITORY": "a/b"]
        environment["GITHUB_ACTION_PATH"] = try PinnedRelease.path("project/.github/actions/validate")
        for (variable, expression) in step.env {
            let name = expression.firstMatch(of: /inputs\.([a-z0-9-]+)/).map { String($0.output.1) } ?? ""
            environment[variable] = inputs[name] ?? action.inputs[name]?.default ?? ""
        }
        // The address of the server is known only to what it runs.
        let run = inputs["base"] == nil ? "BASE=$SERVER/\(kind); export BASE; \(step.run)" : step.run
        let script = Project.root.appending(path: "Tests/JourneyTests/Scripts/serve.py").path
        let words = ["python3", script, try PinnedRelease.path("files"), step.shell, "-c", run]
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let result = try repository.bash("rm -f ../output; " + line, environment: environment)
        let output = try String(contentsOf: repository.folder.appending(path: "../output"), encoding: .utf8)
        return (result, output)
    }

    @Test(.enabled(if: Python.has("yaml"), "PyYAML is not installed"), arguments: [true, false])
    func `is fetched by the action, which annotates and writes SARIF`(valid: Bool) throws {
        try Self.withRepository(valid: valid) { repository in
            let inputs = ["sarif": "a report.sarif"]
            let (result, status) = try Self.act(in: repository, inputs)
            #expect(result.status == (valid ? 0 : 1) && status == "status=\(valid ? 0 : 1)\n", "\(result)")
            let annotation = "::error file=Garden.notebundle/notes/Heron.md,title=NB202"
            #expect(result.output.contains(annotation) == !valid)
            let report = try repository.content("a report.sarif")
            #expect(String(decoding: report, as: UTF8.self).contains("\"ruleId\" : \"NB202\"") == !valid)
        }
    }

    @Test(.enabled(if: Python.has("yaml"), "PyYAML is not installed"))
    func `gives the action its statuses`() throws {
        try Self.withRepository(valid: true) { repository in
            let cases: [(inputs: [String: String], kind: String, status: Int32, says: String)] = [
                (["paths": "Garden.notebundle\n"], "right", 0, "\nvalid: Garden.notebundle\n"),
                (["paths": "Garden.notebundle", "strict": "true"], "right", 1, "NB603"),
                (["paths": "Garden.notebundle\nno such folder"], "right", 2, "no such folder"),
                (["changed-since": "HEAD"], "right", 0, ""),
                (["changed-since": "--x"], "right", 2, "cannot tell what changed since"),
                (["strict": "yes"], "right", 64, "strict is yes"),
                (["version": "99.0.0"], "right", 64, "version 99.0.0 is not pinned"),
                (["version": "../1\n::x"], "right", 64, "is not a version"),
                (["sha256": String(repeating: "0", count: 64)], "right", 2, "has the SHA-256"),
                (["version": "99.0.0", "sha256": "0"], "right", 2, "404"),
                ([:], "tampered", 2, "has the SHA-256"),
                ([:], "truncated", 2, "cannot download"),
                ([:], "nothing", 2, "404"),
                (["base": "http://127.0.0.1:1"], "", 2, "cannot download http://127.0.0.1:1/v"),
            ]
            for (inputs, kind, status, says) in cases {
                let (result, output) = try Self.act(in: repository, serving: kind, inputs)
                #expect(result.status == status, "\(inputs) \(kind): \(result)")
                #expect(output == "status=\(status)\n")
                let isSaid = says.isEmpty || (result.output + result.errors).contains(says)
                #expect(isSaid, "\(inputs) \(kind): \(result)")
                // No input becomes a command of the runner.
                #expect(!result.output.contains("\n::x"))
            }
        }
    }

    // MARK: What pip installs

    @Test(
        .enabled(if: `The recipes for CI`.hasPreCommit, "pre-commit is not installed"),
        arguments: `A release`.isExhaustive ? [true, false] : [false])
    func `is installed by pre-commit, which needs nothing else`(valid: Bool) throws {
        try Self.withRepository(valid: valid) { repository in
            let configuration = try Recipes.block("yaml", holding: "repos:")
                .replacing(/repo: .*/, with: "repo: \(try PinnedRelease.path("project"))")
                .replacing(/rev: .*/, with: "rev: pre-commit-\(`A release`.version)")
            try repository.write(configuration, to: ".pre-commit-config.yaml")
            let line = "PATH=/usr/local/bin:/usr/bin:/bin PIP_NO_INDEX=1 pre-commit run --all-files"
            let result = try repository.bash(line)
            #expect(result.status == (valid ? 0 : 1), "\(result.output)\(result.errors)")
            #expect(result.output.contains("Garden.notebundle: not valid (1 error, 1 warning)") == !valid)
        }
    }

    @Test(
        .enabled(if: Python.has("venv", "ensurepip", "yaml"), "Python has no venv or no PyYAML"),
        .enabled(if: `A release`.isExhaustive, `A release`.onlyExhaustive))
    func `is installed by GitLab and MegaLinter, unless a byte of it is another`() throws {
        try Self.withRepository(valid: false) { repository in
            try repository.succeed("python3 -m venv ../venv")
            let path = ["PATH": repository.folder.path + "/../venv/bin:/usr/bin:/bin"]
            // As GitLab takes the template, with its variables.
            let template: Recipes.GitLabTemplate = try Recipes.read(PinnedRelease.text(".ci/gitlab.yml"))
            let job = template.job
            let variables = template.variables.merging(path) { $1 }
            let script = job.script.joined(separator: "\n")
            let result = try repository.bash(script, environment: variables)
            #expect(result.status == 1, "\(result.output)\(result.errors)")
            #expect(job.artifacts.when == "always")
            let issues = try JSONSerialization.jsonObject(
                with: try repository.content(try #require(job.artifacts.reports["codequality"])))
            #expect((issues as? [Any])?.isEmpty == false)
            let tests = try repository.content(try #require(job.artifacts.reports["junit"]))
            #expect(String(decoding: tests, as: UTF8.self).contains("failures=\"1\""))
            // As MegaLinter takes its descriptor: the commands of RUN lines, then one call for the project.
            let place = ".ci/mega-linter-plugin-notebundle/notebundle.megalinter-descriptor.yml"
            let descriptor: Recipes.MegaLinterDescriptor = try Recipes.read(PinnedRelease.text(place))
            try repository.succeed("rm -r ../venv && python3 -m venv ../venv")
            for command in descriptor.install.dockerfile {
                let line = command.replacing("RUN ", with: "")
                let installed = try repository.bash(line, environment: path)
                #expect(installed.status == 0, "\(installed.errors)")
                // The address has the digest: other bytes are refused.
                let other = line.replacing(/sha256=[0-9a-f]{8}/, with: "sha256=00000000")
                try repository.succeed("rm -r ../venv && python3 -m venv ../venv")
                let refused = try repository.bash(other, environment: path)
                #expect(refused.status == 1 && refused.errors.contains("00000000"), "\(refused)")
                #expect(try repository.bash(line, environment: path).status == 0)
            }
            let linter = try #require(descriptor.linters.first)
            let words = [linter.executable] + linter.arguments + linter.lastArguments
            let linted = try repository.bash(words.joined(separator: " "), environment: path)
            #expect(linted.status == 1)
            let counted = try Regex(linter.errorsPattern, as: (Substring, Substring).self)
            #expect(linted.output.firstMatch(of: counted)?.output.1 == "1", "\(linted.output)")
        }
    }

    // MARK: The image

    @Test(
        .enabled(if: `A release`.isExhaustive, `A release`.onlyExhaustive),
        .enabled(
            if: ["buildah", "skopeo", "umoci"].allSatisfy { Command.path(of: $0) != nil } && getuid() == 0,
            "needs buildah, skopeo and umoci, and the superuser"),
        .enabled(if: EmptyRoot.isPossible, "the root cannot be changed"))
    func `is an image of at most 35 MB, which validates`() throws {
        try TemporaryFolder.with { folder in
            let lines = """
                mkdir -p context/amd64 context/arm64 && tar -xzf "$0" -C context/amd64 --strip-components=1
                cp -R context/amd64/. context/arm64
                buildah --storage-driver vfs --root "$PWD/store" --runroot "$PWD/run" \
                    build --quiet --file "$1" --tag made context
                buildah --storage-driver vfs --root "$PWD/store" --runroot "$PWD/run" push --quiet made "oci:$PWD/oci:made"
                skopeo inspect --config "oci:$PWD/oci:made" >config
                umoci unpack --image oci:made unpacked
                find unpacked/rootfs -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }' >size
                cp -R "$2" unpacked/rootfs/notebooks/N.notebundle
                """
            let words = [
                try `A release`.file(".tar.gz"), Project.root.appending(path: ".ci/Dockerfile").path,
                Project.samples.appending(path: "Field Guide.notebundle").path,
            ]
            let built = try Command.run(["bash", "-ec", lines] + words, in: folder)
            #expect(built.status == 0, "\(built.output)\(built.errors)")
            let size = try String(contentsOf: folder.appending(path: "size"), encoding: .utf8)
            #if !DEBUG
                #expect((Int(size.dropLast()) ?? .max) <= 35_000_000, "\(size)")
            #endif
            let data = try Data(contentsOf: folder.appending(path: "config"))
            let image = try JSONDecoder().decode(Image.self, from: data)
            #expect(image.config.user == "65532:65532" && image.config.folder == "/notebooks")
            #expect(image.config.entrypoint == ["/bin/bundle"] && image.config.words == ["validate", "."])
            // Who runs it can read what is mounted, and nothing more.
            let changingRoot = ["env", "-i", "/usr/sbin/chroot", "--userspec=\(image.config.user)"]
            let validated = try Command.run(
                changingRoot + [folder.path + "/unpacked/rootfs"] + image.config.entrypoint + [
                    "validate", "/notebooks",
                ])
            #expect(validated.status == 0 && validated.output.contains("valid"), "\(validated)")
        }
    }

    private struct Image: Decodable {
        struct Config: Decodable {
            let user: String
            let folder: String
            let entrypoint: [String]
            let words: [String]

            enum CodingKeys: String, CodingKey {
                case user = "User"
                case folder = "WorkingDir"
                case entrypoint = "Entrypoint"
                case words = "Cmd"
            }
        }

        let config: Config
    }
}
