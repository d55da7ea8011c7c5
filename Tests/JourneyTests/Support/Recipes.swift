import Foundation
import TestSupport

/// The recipes of docs/CI.md, read from the document.
enum Recipes {
    /// A workflow of GitHub Actions.
    struct Workflow: Decodable {
        struct Job: Decodable { let steps: [Step] }

        struct Step: Decodable {
            let name: String?
            let run: String?
            let uses: String?
            let `if`: String?
            let with: [String: String]?
        }

        let jobs: [String: Job]
    }

    /// A composite action of GitHub.
    struct Action: Decodable {
        struct Input: Decodable { let `default`: String? }

        struct Runs: Decodable { let steps: [Step] }

        struct Step: Decodable {
            let shell: String
            let run: String
            let env: [String: String]
        }

        let inputs: [String: Input]
        let runs: Runs
    }

    /// A template of GitLab with one job.
    struct GitLabTemplate: Decodable {
        struct Job: Decodable {
            let script: [String]
            let artifacts: Artifacts
        }

        struct Artifacts: Decodable {
            let when: String
            let reports: [String: String]
        }

        let variables: [String: String]
        let job: Job

        enum CodingKeys: String, CodingKey {
            case variables
            case job = "validate notebooks"
        }
    }

    /// A descriptor of a plugin for MegaLinter.
    struct MegaLinterDescriptor: Decodable {
        struct Install: Decodable { let dockerfile: [String] }

        struct Linter: Decodable {
            let executable: String
            let arguments: [String]
            let lastArguments: [String]
            let errorsPattern: String

            enum CodingKeys: String, CodingKey {
                case executable = "cli_executable"
                case arguments = "cli_lint_extra_args"
                case lastArguments = "cli_lint_extra_args_after"
                case errorsPattern = "cli_lint_errors_regex"
            }
        }

        let install: Install
        let linters: [Linter]
    }

    /// The blocks of the document in a language.
    static func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOf: Project.root.appending(path: "docs/CI.md"), encoding: .utf8)
        var blocks: [String] = []
        var block: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let whole = block {
                blocks.append(whole)
                block = nil
            } else if line == "```\(language)" {
                block = ""
            } else {
                block? += line + "\n"
            }
        }
        return blocks
    }

    /// The one block that holds a text.
    static func block(_ language: String, holding text: String) throws -> String {
        let found = try blocks(language).filter { $0.contains(text) }
        guard found.count == 1 else { throw Missing(text: text) }
        return found[0]
    }

    /// A block of YAML, as PyYAML reads it.
    static func yaml<Value: Decodable>(holding text: String) throws -> Value {
        try read(try block("yaml", holding: text))
    }

    /// YAML as PyYAML reads it.
    static func read<Value: Decodable>(_ yaml: String) throws -> Value {
        // YAML 1.1 takes the key “on” for true, which JSON writes as a text again.
        let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.argv[1])))"
        let result = try Python.run(.text(script), [yaml], modules: ["yaml"])
        guard result.status == 0 else { throw Tool.Failed(words: ["yaml"], result: result) }
        return try JSONDecoder().decode(Value.self, from: result.bytes)
    }

    struct Missing: Error {
        let text: String
    }
}
