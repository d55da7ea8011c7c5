import Foundation
import TestSupport
import Testing

/// Edits from outside: a stream editor, git.
@Suite(.waitsForPrograms) struct `A notebook that others edit` {
    @Test func `names exactly the file that sed changed, and sealing makes it valid again`() throws {
        try TemporaryFolder.with { folder in
            let bundle = folder.appending(path: "G.notebundle").path
            try FileManager.default.copyItem(
                atPath: Project.samples.appending(path: "Field Guide.notebundle").path, toPath: bundle)
            let edit = try Tool.shell("sed -i.orig '$s/$/ More./' 'G.notebundle/notes/Birds/Bittern.md'", in: folder)
            #expect(edit.status == 0)
            try FileManager.default.removeItem(atPath: bundle + "/notes/Birds/Bittern.md.orig")
            let result = try Tool.run("validate", "G", in: folder)
            #expect(result.status == 1)
            let paths = result.output.matches(of: /(?m)^(.*?): error:/).map { String($0.output.1) }
            #expect(Set(paths) == ["G.notebundle/notes/Birds/Bittern.md"])
            #expect(try Tool.run("status", "G", in: folder).output == "changed   notes/Birds/Bittern.md\n")
            try Tool.succeed("seal", "G", in: folder)
            #expect(try Tool.run("validate", "G", in: folder).output == "G.notebundle: valid\n")
        }
    }

    private static let git = "git -c user.name=A -c user.email=a@example.org -c init.defaultBranch=main"

    private static func history(_ folder: URL, _ left: String, _ right: String) throws -> Command.Result {
        let script = """
            set -e
            g() { \(git) "$@"; }
            "$BUNDLE" create N >/dev/null
            "$BUNDLE" add N note --title One --body One >/dev/null
            "$BUNDLE" add N note --title Two --body Two >/dev/null
            g init -q . && g add -A && g commit -qm base
            g checkout -q -b left
            \(left)
            g add -A && g commit -qm left
            g checkout -q main
            \(right)
            g add -A && g commit -qm right
            g merge -q left -m merge
            """
        return try Tool.shell(script, in: folder)
    }

    @Test(.enabled(if: Command.path(of: "git") != nil, "git is not installed"))
    func `merges in git where different items were changed, and sealing makes the manifest right`() throws {
        try TemporaryFolder.with { folder in
            let result = try Self.history(
                folder,
                """
                "$BUNDLE" edit N One --append left >/dev/null
                "$BUNDLE" add N note --title Left --body Left >/dev/null
                """,
                """
                "$BUNDLE" edit N Two --append right >/dev/null
                "$BUNDLE" add N card --front Right --back R >/dev/null
                """)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            try Tool.succeed("seal", "N", in: folder)
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            let titles = try Tool.succeed("ls", "N", "--json", in: folder).matches(of: /"title": "([^"]*)"/)
            #expect(Set(titles.map { String($0.output.1) }) == ["One", "Two", "Left", "Right"])
            let bodies = try ["One", "Two"].map { try Tool.succeed("show", "N", $0, "--body", in: folder) }
            #expect(bodies == ["One\n\nleft\n", "Two\n\nright\n"])
        }
    }

    @Test(.enabled(if: Command.path(of: "git") != nil, "git is not installed"))
    func `tells of conflict markers in the manifest, and sealing fixes it`() throws {
        try TemporaryFolder.with { folder in
            // Without the bundle's attributes, git leaves markers.
            let result = try Self.history(
                folder, "rm N.notebundle/.gitattributes; \"$BUNDLE\" add N note --title Aa --body L >/dev/null",
                "rm N.notebundle/.gitattributes; \"$BUNDLE\" add N note --title Ab --body R >/dev/null")
            #expect(result.status == 1)
            let validation = try Tool.run("validate", "N", in: folder)
            #expect(validation.status == 1)
            #expect(validation.output.contains("conflict marker") && validation.output.contains("seal’"))
            try Tool.succeed("seal", "N", in: folder)
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
            #expect(try Tool.succeed("ls", "N", in: folder).split(separator: "\n").count == 4)
        }
    }
}
