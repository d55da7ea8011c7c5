import Foundation
import TestSupport
import Testing

/// What `--dry-run` writes where nobody reads it is a patch: git makes of it what the tool itself would have made.
@Suite(.enabled(if: Command.path(of: "git") != nil, "git is not installed")) struct `A dry run` {
    /// A notebook whose texts and names are hard on patches.
    static let setup = [
        "bundle create N",
        "bundle add N note --title Heron --folder Birds --body '[w](../Places/Weir.md), [[Étoile]]'",
        "bundle add N note --title Weir --folder Places --body 'A [[Heron]].'",
        "bundle add N note --title 'Étoile du \"soir\"' --body 'Up.'",
        "printf 'tab\\there [[Heron]]\\r\\n[[Heron]]\\r\\n' > 'N.notebundle/notes/Crlf\u{7F8E}.md'",
        "printf 'none\\n[[Heron]]' > 'N.notebundle/notes/No end.md'",
        "printf '\\\\ a \\342\\200\\250 b [[Heron]]\\f\\n' > \"N.notebundle/notes/It's.md\"",
        "printf x > x.bin", "bundle seal N", "bundle attach N Weir x.bin", "bundle tag N add bird Heron",
        "bundle folder N add Empty",
    ]

    @Test(arguments: [
        "rename N Heron 'Grey heron é'", "rename N \"It's\" 'It\u{7F8E} is'", "move N Heron Weir --to 'New (2026)/é'",
        "folder N rename Birds 'Bob s'", "folder N move Birds Places --to Empty/Inside", "folder N rm Birds Empty",
        "tag N rename bird birds/heron", "tag N color bird '#ff0000'", "tag N add far 'No end' 'Crlf\u{7F8E}'",
        "merge-items N Weir Heron", "move N 'No end' --to Birds --no-links",
    ])
    func `gives git what the command does`(command: String) throws {
        let (tried, done, below) = (try Workplace(), try Workplace(), try Workplace())
        for line in Self.setup { for place in [tried, done, below] { #expect(try place.run(line).status == 0) } }
        #expect(try done.run("SOURCE_DATE_EPOCH=1800000000 bundle \(command)").status == 0)
        for place in [tried, below] {
            let patch = try place.run("SOURCE_DATE_EPOCH=1800000000 bundle \(command) --dry-run")
            #expect(patch.status == 0)
            try Data(patch.output.utf8).write(to: place.directory.appending(path: "patch"))
        }
        let applied = try tried.run("cd N.notebundle && git apply ../patch")
        #expect(applied.status == 0, Comment(rawValue: applied.errors))
        #expect(try below.run("git apply --directory=N.notebundle patch").status == 0)
        let list = "cd N.notebundle && find . -type f ! -path './.history/*' -exec sha256sum {} + | sort"
        let wanted = try done.run(list).output
        #expect(try tried.run(list).output == wanted)
        #expect(try below.run(list).output == wanted)
        #expect(try tried.run("bundle status N").output == "clean\n")
    }

    @Test func `of what would be fixed is such a patch as well`() throws {
        let (tried, done) = (try Workplace(), try Workplace())
        for line in Self.setup + ["bundle edit N Heron --append '[[Weir]]'"] {
            for place in [tried, done] { #expect(try place.run(line).status == 0) }
        }
        let fix = "SOURCE_DATE_EPOCH=1800000000 bundle validate N --fix"
        let patch = try tried.run("\(fix) --diff")
        #expect(patch.status == 1)
        try Data(patch.output.utf8).write(to: tried.directory.appending(path: "patch"))
        #expect(try tried.run("git apply patch").status == 0)
        #expect(try done.run(fix).status == 0)
        // A seal follows: the patch is of texts.
        let list =
            "cd N.notebundle && find . -type f ! -name manifest.json ! -path './.history/*' -exec sha256sum {} + | sort"
        let wanted = try done.run(list).output
        #expect(try tried.run(list).output == wanted)
        #expect(try tried.run("grep -c '\r' 'N.notebundle/notes/Crlf\u{7F8E}.md'").output == "0\n")
    }
}
