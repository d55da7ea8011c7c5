import Foundation
import TestSupport
import Testing

/// A notebook kept as a person keeps it, by a script of commands.
@Suite(.waitsForPrograms) struct `A shoebox` {
    @Test(
        .enabled(
            if: Corpora.has("kepano-vault") && Corpora.has("ultimate-geography") && Command.path(of: "python3") != nil,
            "\(Corpora.absent), or Python is not"))
    func `is kept by a script of sixty commands and more`() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/shoebox.sh")
        let vault = try #require(Corpora.folder("kepano-vault")).path
        let geography = try #require(Corpora.folder("ultimate-geography")).path
        try TemporaryFolder.with { folder in
            let result = try Command.run(["/bin/sh", script.path, Tool.path, vault, geography], in: folder)
            #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors)")
            let count = result.output.matches(of: /(\d+) commands/).last.flatMap { Int($0.output.1) }
            #expect(try #require(count) >= 60)
        }
    }
}

/// Completion in a real shell.
@Suite(.waitsForPrograms) struct `The completion of bash` {
    @Test(.enabled(if: Command.path(of: "bash") != nil, "bash is not installed"))
    func `offers verbs, options, notebooks and items`() throws {
        try TemporaryFolder.with { folder in
            let home = ["HOME": folder.path]
            let script = """
                set -e
                bundle() { "$BUNDLE" "$@"; }
                mkdir Shelf
                bundle library add Shelf >/dev/null
                bundle create Shelf/Recipes >/dev/null
                bundle add Recipes note --title "Apple pie" --folder Desserts --body x >/dev/null
                eval "$(bundle completion bash)"
                offer() {
                  COMP_LINE="bundle $*"; COMP_POINT=${#COMP_LINE}
                  _bundle
                  printf '%s\n' "${COMPREPLY[@]}"
                }
                offer va
                offer validate --for
                offer validate --format sa
                offer ls Rec
                offer show Recipes Desserts/
                offer show Recipes pie
                offer folder Recipes mo
                offer explain NB60 | head -n 2
                """
            let result = try Command.run(
                ["bash", "-c", script], in: folder,
                environment: home.merging(["BUNDLE": Tool.path]) { $1 })
            #expect(result.errors == "")
            #expect(
                result.output
                    == "validate\n--format\nsarif\nRecipes\nDesserts/Apple\\ pie\nApple\\ pie\nmove\nNB601\nNB602\n")
        }
    }
}
