import Foundation
import TestSupport
import Testing

/// What `--json` prints is what docs/output.schema.json describes, by a validator of others.
@Suite struct `The output of --json` {
    static let session = [
        "bundle create N --title 'Field Notes' --json",
        "bundle create V --from Vault --json",
        "bundle add N note --title Heron --tag wetland --folder Birds --body Grey. --json",
        "bundle add N card --front Q --back A --json", "bundle add N card --front Q2 --back B --json",
        "bundle attach N Heron Vault/todo.taskpaper --json",
        "bundle edit N Heron --append More --json", "bundle tag N Heron --add grey --json", "bundle pin N Heron --json",
        "bundle unpin N Heron --json", "bundle ls N --preview --json", "bundle show N Heron --json",
        "bundle show N Q --json", "bundle move N Heron --to Fish --json", "bundle rename N Heron Egret --json",
        "bundle rm N Egret --yes --json", "bundle ls N --trash --json", "bundle trash N --json",
        "bundle restore N Egret --json", "bundle open N --json",
        "bundle edit N Egret --append '# H\n[[Q]] [[Nothing]] [x](https://example.org) [y](../Fish)' --json",
        "bundle search N nothing --lines --json", "bundle search N egret --json", "bundle suggest N E --json",
        "bundle links N Egret --json", "bundle backlinks N Q --json", "bundle unresolved N --json",
        "bundle orphans N --json", "bundle graph N --json --attachments", "bundle outline N Egret --json",
        "bundle status N --json",
        "bundle blobs N --json", "bundle gc N --json", "bundle add N note --title Twin --body [[Egret]] --json",
        "bundle rename N Twin Double --dry-run --json", "bundle merge-items N Q Q2 --json", "bundle gc N --yes --json",
        "bundle rm N Egret --json", "bundle restore N Egret --json", "bundle archive N -o N.zip --json",
        "bundle unarchive N.zip -C out --json", "bundle pin N Egret --json", "bundle diff N out/N --words --json",
        "bundle diff V N --patch --json", "bundle diff N N.zip Egret --json", "bundle validate N N.zip V --json",
        "bundle explain --json", "bundle seal N --dry-run --json", "bundle validate missing --json",
        "bundle repair Damaged --json", "bundle library add . --json", "bundle library use N --json",
        "bundle library --json", "bundle open --json", "bundle git-setup --json", "bundle git-setup --remove --json",
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
        let damaged = workplace.directory.appending(path: "Damaged.notebundle")
        try FileManager.default.createDirectory(at: damaged, withIntermediateDirectories: true)
        try Data("loose\n".utf8).write(to: damaged.appending(path: "loose"))
        try Data("{".utf8).write(to: damaged.appending(path: "notebook.json"))
        let hasGit = try workplace.run("git init -q .").status == 0
        var texts: [String] = []
        for line in Self.session where hasGit || !line.contains("git-setup") {
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
