import Foundation
import TestSupport
import Testing

@testable import BundleCLI

/// What `--json` prints in the transcripts is what docs/output.schema.json describes, by a validator of others.
struct `The output of --json` {
    private static let schema = Project.root.appending(path: "docs/output.schema.json")

    /// The calls with `--json` that printed an object, each with the object.
    private static func answers() throws -> [(call: String, text: String)] {
        var answers: [(call: String, text: String)] = []
        for name in `The tool`.names {
            var isAnswer = false
            let text = try String(contentsOf: `The tool`.folder.appending(path: name), encoding: .utf8)
            for line in text.split(separator: "\n") {
                if line.hasPrefix("$ ") {
                    isAnswer = line.hasPrefix("$ bundle ") && line.contains(" --json")
                    if isAnswer { answers.append((String(line.dropFirst(2)), "")) }
                } else if isAnswer, !["! ", "? ", "> ", "//"].contains(where: line.hasPrefix) {
                    answers[answers.count - 1].text += line + "\n"
                }
            }
        }
        return answers.filter { $0.text.hasPrefix("{\n") }
    }

    @Test func `is shown for each verb that has it`() throws {
        let shown = Set(try Self.answers().compactMap { $0.call.split(separator: " ").dropFirst().first })
        let verbs = BundleTool.verbs.filter { $0.parameters.contains { $0.form.key == Common.json.form.key } }
        #expect(verbs.count > 40)
        // It needs git, and has a test of its own.
        #expect(verbs.map(\.name).filter { !shown.contains($0[...]) } == ["git-setup"])
    }

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"))
    func `conforms to its schema`() throws {
        #expect(try JSONSchema.problems(of: Self.answers().map(\.text), schema: Self.schema) == [])
        #expect(try JSONSchema.problems(of: ["{\"version\": 2}"], schema: Self.schema) != [])
    }

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"))
    func `conforms to its schema for git`() throws {
        let workplace = try Workplace(seed: 3)
        guard try workplace.run("git init -q .").status == 0 else { return }
        let texts = try ["bundle git-setup --json", "bundle git-setup --remove --json"].map { line in
            let result = try workplace.run(line)
            #expect(result.status == 0, "\(line): \(result.errors)")
            return result.output
        }
        #expect(try JSONSchema.problems(of: texts, schema: Self.schema) == [])
    }
}
