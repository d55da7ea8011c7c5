import Foundation
import TestSupport
import Testing

/// ‘status’ says of no notebook that it is clean of which no archive can be made.
struct `A notebook that is clean` {
    static let notebooks: [String] = {
        let names = ((try? ConformanceKit.table())?.notebooks ?? []).map(\.notebook)
        let recipes = (try? ConformanceKit.recipes())?.notebooks ?? [:]
        return names.filter { $0.hasSuffix(".notebundle") && recipes[$0]?.isLarge != true }
    }()

    @Test func `is looked for among many`() { #expect(Self.notebooks.count > 100) }

    @Test(arguments: notebooks)
    func `can be archived, and taken out again`(name: String) throws {
        let workplace = try Workplace()
        _ = try ConformanceKit.make(name, in: workplace.directory, as: "N.notebundle")
        let status = try workplace.run("bundle status N")
        let archive = try workplace.run("bundle archive N -o a.zip")
        #expect((status.status == 0) == status.output.hasSuffix("clean\n"), "\(status.output)")
        if status.status == 0 { #expect(archive.status == 0, "\(archive.errors)") }
        if name.hasPrefix("valid-") { #expect(archive.status == 0, "\(archive.errors)") }
        guard archive.status == 0 else { return }
        #expect(try workplace.run("mkdir out").status == 0)
        let out = try workplace.run("bundle unarchive a.zip -C out")
        #expect(out.status == 0, "\(out.errors)")
    }

    /// What is put beside the files, and what ‘status’ says of it.
    static let beside = [
        ("printf x > 'N.notebundle/notes/a:b.md'", "bad name  notes/a:b.md: the path "),
        ("printf x > \"N.notebundle/notes/$(printf 'a\\377').md\"", "bad name  notes/a\u{FFFD}.md: the path "),
        ("mkdir 'N.notebundle/notes/CON'", "bad name  notes/CON: the path "),
        ("ln -s nowhere N.notebundle/notes/link.md", "link      notes/link.md\n"),
        ("mkfifo N.notebundle/fifo", "special   fifo\n"),
        ("mkdir -p N.notebundle/notes/$(printf 'd/%.0s' $(seq 33))", "bad name  notes/d/d/"),
        ("printf x > N.notebundle/other.txt", "stray     other.txt\n"),
        ("printf x > N.notebundle/notes/new.md", "added     notes/new.md\n"),
        ("printf '{' > N.notebundle/notebook.json", "notebook.json:1:2: "),
        ("rm N.notebundle/notebook.json", "removed   notebook.json\n"),
    ]

    @Test(arguments: beside)
    func `has nothing beside its files that no archive can hold`(line: String, message: String) throws {
        let workplace = try Workplace()
        #expect(try workplace.run("bundle create N").status == 0)
        let before = try workplace.run("bundle status N")
        #expect(before.output == "clean\n", "\(before)")
        #expect(try workplace.run(line).status == 0)
        let status = try workplace.run("bundle status N")
        #expect(
            status.status == 1 && status.output.contains(message) && !status.output.contains("clean"),
            "\(status.output)")
        let json = try workplace.run("bundle status N --json")
        #expect(json.status == 1 && json.output.contains("\"isClean\": false"), "\(json.output)")
        #expect(try workplace.run("bundle archive N").status == 1)
    }

    @Test func `has no two paths that some systems cannot tell apart, even if both are listed`() throws {
        let workplace = try Workplace()
        for line in ["bundle create N", "bundle add N note --title Heron", "bundle add N note --title Wren"] {
            #expect(try workplace.run(line).status == 0)
        }
        let change =
            "cd N.notebundle && mv notes/Wren.md notes/HERON.md && sed -i 's,notes/Wren,notes/HERON,' manifest.json"
        #expect(try workplace.run(change).status == 0)
        let status = try workplace.run("bundle status N")
        #expect(status.status == 1 && status.output.contains("collision notes/Heron.md: "), "\(status.output)")
        let archive = try workplace.run("bundle archive N")
        #expect(archive.status == 1)
        #expect(archive.errors.contains("cannot distinguish notes/Heron.md from"), "\(archive.errors)")
    }

    @Test func `has no two listed items with one uuid`() throws {
        let workplace = try Workplace()
        for line in ["bundle create N", "bundle add N note --title Heron", "bundle add N note --title Wren"] {
            #expect(try workplace.run(line).status == 0)
        }
        let change =
            "cd N.notebundle && cp notes/Heron.md notes/Heron2.md"
            + " && sed -i '/notes.Heron/ { p; s,notes/Heron,notes/Heron2, }' manifest.json"
        #expect(try workplace.run(change).status == 0)
        let status = try workplace.run("bundle status N")
        #expect(
            status.status == 1 && status.output == "same uuid notes/Heron2.md: has the uuid of notes/Heron.md\n",
            "\(status.output)")
        let archive = try workplace.run("bundle archive N")
        #expect(archive.status == 1)
        #expect(archive.errors.contains("notes/Heron2.md has the same uuid as notes/Heron.md"), "\(archive.errors)")
        #expect(try workplace.run("bundle archive N --seal").status == 0)
        #expect(try workplace.run("bundle status N").output == "clean\n")
    }
}
