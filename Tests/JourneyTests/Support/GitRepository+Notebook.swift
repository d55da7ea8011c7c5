import Foundation
import TestSupport

extension GitRepository {
    /// A repository with the notebook `N` and four notes, which is set up; the lines of bash are in its commit as well.
    static func withNotebook(in place: URL, _ lines: String = "") throws -> GitRepository {
        let repository = try GitRepository(in: place)
        try repository.succeed(
            """
            cp -R '\(try stage.get().path)/N.notebundle' .; bundle git-setup >/dev/null
            \(lines)
            git add -A && git commit -qm base
            """)
        return repository
    }

    /// A folder with the notebook, made once.
    private static let stage = Result {
        let folder = try TemporaryFolder.lasting()
        let lines = """
            export SOURCE_DATE_EPOCH=1700000000; "$BUNDLE" create N >/dev/null
            for title in One Two Three 'Vier ü'; do
                printf 'First paragraph of %s.\\n\\nA line between.\\n\\nAnother line.\\n\\nLast paragraph.\\n' "$title" |
                    "$BUNDLE" add N note --title "$title" >/dev/null
            done
            """
        let result = try Tool.shell(lines, in: folder.url)
        guard result.status == 0 else { throw Tool.Failed(words: [lines], result: result) }
        return folder
    }

    /// Makes two branches, `main` with one side’s changes and `theirs`, and stays in `main`.
    func diverge(mine: String, theirs: String) throws {
        try succeed(
            """
            git checkout -q -b theirs
            \(theirs)
            git add -A && git commit -qm theirs
            git checkout -q main
            \(mine)
            git add -A && git commit -qm mine && git tag mine
            """)
    }

    /// What is wrong with the notebooks of a commit, and with the working tree; empty if each is valid and sealed.
    func problems(in commit: String = "HEAD", notebooks: [String] = ["N.notebundle"]) throws -> String {
        let names = notebooks.map { "'\($0)'" }.joined(separator: " ")
        return try bash(
            """
            rm -rf ../tree && mkdir ../tree && git archive \(commit) | tar x -C ../tree
            for name in \(names); do
                (cd ../tree && bundle status "$name" | grep -vx clean; bundle validate "$name" --ignore NB406 | grep -vE ': valid(; 1 ignored)?$') || true
            done
            git status --short
            """
        ).output
    }
}
