import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

@testable import BundleCLI

/// `--expect DIGEST`, on which a script relies so as never to overwrite what it has not read.
struct `An expected digest` {
    /// For each verb that takes one, a change of an item, and the file of that item.
    private static let changes: [String: (change: String, file: String)] = [
        "attach": ("attach N Heron a.txt", "notes/Heron.md"), "copy": ("copy N Heron --to M", "notes/Heron.md"),
        "duplicate": ("duplicate N Heron", "notes/Heron.md"),
        "edit": ("edit N Heron --append More.", "notes/Heron.md"),
        "merge-items": ("merge-items N Heron Weir", "notes/Heron.md"), "move": ("move N Heron Birds", "notes/Heron.md"),
        "pin": ("pin N Heron", "notes/Heron.md"), "rename": ("rename N Heron Stork", "notes/Heron.md"),
        "resolve": ("resolve N Fir --take mine", "notes/Fir.md"),
        "restore": ("restore N Heron --at 1", "notes/Heron.md"),
        "rm": ("rm N Heron --yes", "notes/Heron.md"), "set": ("set N Heron due 2026-11-30", "notes/Heron.md"),
        "tag": ("tag N Heron --add water", "notes/Heron.md"), "tasks": ("tasks N done Heron count", "notes/Heron.md"),
        "today": ("today -n N --append More.", "notes/Daily/2026-11-20.md"), "unpin": ("unpin N Weir", "notes/Weir.md"),
        "unset": ("unset N Weir due", "notes/Weir.md"),
        "yesterday": ("yesterday -n N --append More.", "notes/Daily/2026-11-19.md"),
    ]

    private static func prepared() throws -> Workplace {
        let workplace = try Workplace()
        for line in [
            "bundle create N", "bundle create M", "bundle add N note --title Heron --body 'At the weir.'",
            "bundle edit N Heron --body '- [ ] Count them'", "bundle add N note --title Weir --body Stones.",
            "bundle pin N Weir", "bundle set N Weir due 2026-12-01", "bundle add N note --title Fir --body Green.",
            "bundle folder N add Birds", "bundle today -n N --append Cold.", "bundle yesterday -n N --append Mild.",
            "printf text > a.txt", "cp -r N.notebundle C.notebundle", "bundle edit C Fir --body Blue.",
            "bundle edit N Fir --body Dark.",
        ] {
            let result = try workplace.run(line)
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
        _ = try workplace.run("bundle merge N C")
        return workplace
    }

    /// Every file of both notebooks.
    private static func files(_ workplace: Workplace) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for notebook in ["N.notebundle", "M.notebundle"] {
            let folder = workplace.path(notebook)
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                files["\(notebook)/\(name)"] = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            }
        }
        return files
    }

    @Test func `is known for every verb that takes one`() {
        let verbs = BundleTool.verbs.filter { $0.parameters.contains { $0.form.key == Expectation.option.form.key } }
        #expect(Set(verbs.map(\.name)) == Set(Self.changes.keys))
    }

    @Test(arguments: changes.keys.sorted())
    func `lets a change be made only of the file that has it`(verb: String) throws {
        let (change, file) = try #require(Self.changes[verb])
        let workplace = try Self.prepared()
        let before = try Self.files(workplace)
        let present = try #require(before["N.notebundle/" + file].map { Digest.of([UInt8]($0)).description })
        let stale = String(repeating: "0", count: 64)

        let refused = try workplace.run("bundle \(change) --expect \(stale) --json")
        #expect(refused.status == 1, "\(refused.errors)")
        let answer = try JSONSerialization.jsonObject(with: Data(refused.output.utf8)) as? [String: Any]
        #expect(answer?["changed"] as? [String: String] == ["path": file, "sha256": present])
        #expect(refused.errors.contains("\(file) has changed: its digest is now \(present)\n"))
        #expect(refused.errors.contains("hint: nothing was written; read it again"))
        let after = try Self.files(workplace)
        #expect(after == before, "\(after.keys.filter { after[$0] != before[$0] })")

        let made = try workplace.run("bundle \(change) --expect \(present.uppercased())")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Self.files(workplace) != before)
    }
}
