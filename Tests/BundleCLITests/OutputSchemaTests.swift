import Foundation
import TestSupport
import Testing

@testable import BundleCLI

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
        "bundle create W --json", "bundle new -n W Call the plumber --json", "bundle today W --append Line --json",
        "bundle yesterday W --append Line --json", "bundle set W 'Call the plumber' rating 4 --json",
        "bundle props W --json", "bundle props W 'Call the plumber' --json",
        "bundle unset W 'Call the plumber' rating --json", "bundle duplicate W 'Call the plumber' --json",
        "bundle undo W --dry-run --json", "bundle undo W --json", "bundle redo W --json", "bundle log W --json",
        "bundle log W 'Call the plumber' --files --json", "bundle copy W 'Call the plumber' --to V --json",
        "bundle extract N todo.taskpaper -o todo.txt --json", "bundle folder W add Empty --icon 🍰 --json",
        "bundle folder W rename Empty Full --json", "bundle folder W --json",
        "bundle folder W rm Full --yes --json", "bundle tag W 'Call the plumber' --add call --json",
        "bundle tag W rename call talk --json", "bundle tag W color talk '#ff8800' --json", "bundle tag W --json",
        "bundle smart W add Talks \"tag == 'talk'\" --icon 🍰 --json", "bundle smart W --json",
        "bundle import W Vault --dry-run --json", "bundle import W Vault --json", "bundle export W -o Exported --json",
        "bundle tasks W add 'Call the plumber' 'Buy apples' --due today --priority high --json",
        "bundle tasks W --json",
        "bundle tasks W done 'Call the plumber' apples --json", "bundle tasks W undo 'Call the plumber' apples --json",
        "bundle export W --format html -o W.html --json", "bundle add W card --front Q --back A --json",
        "bundle study W --due --json", "bundle study W --suspend Q --json", "bundle study W --held --json",
        "bundle study W --release Q --json",
        "bundle study W --stats --json", "bundle study W --history Q --json",
        "cp -R W.notebundle Copy.notebundle", "bundle edit W Q --append Mine --json",
        "bundle edit Copy Q --append Theirs --json", "bundle merge W Copy --dry-run --json",
        "bundle merge W Copy --json", "bundle resolve W --json", "bundle resolve W --take both --json",
        "mkdir Place", "bundle sync W Place --json", "bundle edit W Q --append More --json",
        "bundle sync W Place --json", "mkdir Shelf", "bundle library add Shelf --sync Place --json",
        "bundle library sync --json", "bundle library places --json",
        "bundle setup --prefix usr --dry-run --json", "bundle setup --prefix usr --json",
        "bundle setup --prefix usr --remove --json",
    ]

    /// The statuses of those that find something, or cannot look.
    static let statuses: [String: Int32] = [
        "bundle diff N out/N --words --json": 1, "bundle diff V N --patch --json": 1,
        "bundle unresolved N --json": 1, "bundle diff N N.zip Egret --json": 1, "bundle validate missing --json": 2,
        "bundle merge W Copy --dry-run --json": 1, "bundle merge W Copy --json": 1, "bundle resolve W --json": 1,
    ]

    /// What has its own test, since it does not print JSON yet.
    static let settings = [
        "bundle config set sortOrder name --json", "bundle config get sortOrder --json", "bundle config list --json",
    ]

    @Test func `is tried for each verb that has it`() {
        let tried = Set((Self.session + Self.settings).compactMap { $0.split(separator: " ").dropFirst().first })
        let verbs = BundleTool.verbs.filter { $0.parameters.contains { $0.form.key == Common.json.form.key } }
        #expect(verbs.count > 40)
        #expect(verbs.map(\.name).filter { !tried.contains($0[...]) } == [])
    }

    @Test(.enabled(if: JSONSchema.isInstalled, "\(JSONSchema.absent)"), arguments: settings)
    func `is one object for settings`(line: String) throws {
        let workplace = try Workplace()
        #expect(try workplace.run(Self.settings[0]).status == 0)
        let result = try workplace.run(line)
        #expect(result.status == 0 && result.output.hasPrefix("{\n"), "\(result.output)")
        #expect(
            try JSONSchema.problems(
                of: [result.output], schema: Project.root.appending(path: "docs/output.schema.json")) == [])
    }

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
            #expect(result.status == Self.statuses[line] ?? 0, "\(line): \(result.errors)")
            guard line.hasPrefix("bundle ") else { continue }
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
