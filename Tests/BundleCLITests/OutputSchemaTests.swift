import Foundation
import TestSupport
import Testing

/// What `--json` prints is what docs/output.schema.json describes, by a validator of others.
@Suite struct `The output of --json` {
    static let session = [
        "bundle create N --title 'Field Notes' --json",
        "bundle create V --from Vault --json",
        "bundle add N note --title Heron --tag wetland --folder Birds --body Grey. --json",
        "bundle add N card --front Q --back A --json",
        "bundle attach N Heron Vault/todo.taskpaper --json",
        "bundle edit N Heron --append More --json", "bundle tag N Heron --add grey --json", "bundle pin N Heron --json",
        "bundle unpin N Heron --json", "bundle ls N --preview --json", "bundle show N Heron --json",
        "bundle show N Q --json", "bundle move N Heron --to Fish --json", "bundle rename N Heron Egret --json",
        "bundle rm N Egret --yes --json", "bundle ls N --trash --json", "bundle trash N --json",
        "bundle restore N Egret --json", "bundle open N --json", "bundle status N --json",
        "bundle archive N -o N.zip --json", "bundle archive N --check N.zip --json",
        "bundle archive V --check N.zip --json",
        "bundle archive N -o P.zip --only Fish --json", "bundle unarchive N.zip -C out --json",
        "bundle validate N N.zip V --json",
        "bundle explain --json", "bundle seal N --dry-run --json", "bundle validate missing --json",
    ]

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"))
    func `conforms to its schema`() throws {
        let workplace = try Workplace(seed: 3)
        let vault = workplace.directory.appending(path: "Vault")
        try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: workplace.directory.appending(path: "out"), withIntermediateDirectories: true)
        try Data("A [task](todo.taskpaper)\n".utf8).write(to: vault.appending(path: "A.md"))
        try Data("todo\n".utf8).write(to: vault.appending(path: "todo.taskpaper"))
        try Data("other\n".utf8).write(to: vault.appending(path: "other.bin"))
        var texts: [String] = []
        for line in Self.session {
            let result = try workplace.run(line)
            #expect(result.output.hasPrefix("{\n"), "\(line): \(result.errors)")
            texts.append(result.output)
        }
        let problems = try JSONSchema.problems(
            of: texts, schema: Project.root.appending(path: "docs/output.schema.json"))
        #expect(problems == [])
        #expect(
            try JSONSchema.problems(
                of: ["{\"version\": 2}"], schema: Project.root.appending(path: "docs/output.schema.json")) != [])
    }
}
