import Foundation
import TestSupport
import Testing

/// The hooks after a merge, and ‘resolve’, lose nothing and take nothing that nobody gave them.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `A merge by git` {
    private static let rename = "bundle rename N One Uno >/dev/null"
    private static let link = "bundle add N note --title Link --body 'see [[One]]' >/dev/null"

    @Test func `takes in no note that git does not track, whatever status shows`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(mine: Self.link, theirs: Self.rename)
            try repository.succeed(
                """
                git config status.showUntrackedFiles no; echo secret >N.notebundle/notes/Private.md
                echo Ignored.md >.git/info/exclude; echo secret >N.notebundle/notes/Ignored.md
                git merge -q --no-edit theirs 2>../said; grep -q 'merged N.notebundle as a whole' ../said
                ! git ls-files | grep -e Private -e Ignored; ! git grep -q -e Private -e Ignored HEAD
                git config --unset status.showUntrackedFiles; cat N.notebundle/notes/Private.md
                """)
            #expect(try repository.problems() == "?? N.notebundle/notes/Private.md\n")
            #expect(try repository.succeed("bundle show N Link --body") == "see [[Uno]]\n")
        }
    }

    @Test func `keeps what is changed in the working tree and not committed`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(mine: Self.link, theirs: Self.rename)
            try repository.succeed(
                """
                echo dirty >>N.notebundle/notes/Two.md; git merge -q --no-edit theirs; tail -n 1 N.notebundle/notes/Two.md | grep -qx dirty
                """)
            #expect(try repository.problems() == " M N.notebundle/notes/Two.md\n")
            #expect(try repository.succeed("git show HEAD:N.notebundle/notes/Link.md | tail -n 1") == "see [[Uno]]\n")
        }
    }

    @Test func `takes nothing from a side that git was told to pass over`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(mine: Self.link, theirs: Self.rename)
            try repository.succeed("git merge -q --no-edit -s ours theirs")
            #expect(try repository.succeed("git diff HEAD mine").isEmpty)
        }
    }

    @Test(arguments: ["git pull -q --ff ../other main", "git pull -q --rebase ../other main"])
    func `that only follows others makes none of their commits again`(pull: String) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed(
                """
                git clone -q . ../other; cd ../other; git checkout -q -b side; echo one >>N.notebundle/notes/One.md; git commit -qam one
                git checkout -q main; echo two >>N.notebundle/notes/Two.md; git commit -qam two; git merge -q --no-edit side
                """)
            #expect(try repository.bash(pull).status == 0)
            #expect(
                try repository.succeed("git rev-parse HEAD") == repository.succeed("git -C ../other rev-parse HEAD"))
            // What a commit here makes of it is sealed.
            try repository.succeed("echo three >>N.notebundle/notes/Three.md; git commit -qam three")
            #expect(try repository.problems().isEmpty)
            // A commit that became empty in a rebase is not one of ours either.
            try repository.succeed(
                """
                cd ../other; git pull -q --no-rebase --no-edit ../repository main; echo four >>N.notebundle/notes/One.md; git commit -qam four
                cd ../repository; echo four >>N.notebundle/notes/One.md; git commit -qam mine --no-verify; git pull -q --rebase ../other main
                """)
            #expect(
                try repository.succeed("git rev-parse HEAD") == repository.succeed("git -C ../other rev-parse HEAD"))
        }
    }

    @Test func `that a tag names is not made again`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(mine: Self.link, theirs: Self.rename)
            try repository.succeed(
                """
                printf '#!/bin/sh\\ngit tag made\\n%s\\n' "$(sed 1d .git/hooks/post-merge)" >../hook; cat ../hook >.git/hooks/post-merge
                git merge -q --no-edit theirs; test "$(git rev-parse made)" = "$(git rev-parse HEAD)"
                """)
        }
    }

    @Test func `is finished by resolve without files that nobody has added`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let edit = { (text: String) in
                "sed -i.b 's/^Last.*/\(text)/' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b; bundle rename N Two \(text) >/dev/null"
            }
            try repository.diverge(mine: edit("Here"), theirs: edit("There"))
            #expect(try repository.bash("git merge theirs").status == 1)
            try repository.succeed(
                """
                echo secret >N.notebundle/notes/Private.md; bundle resolve N --take both >/dev/null 2>&1 || true
                git add -u; ! git ls-files | grep Private; cat N.notebundle/notes/Private.md
                """)
            try repository.succeed("git reset -q --hard; git merge theirs >/dev/null 2>&1 || true")
            try repository.succeed(
                """
                git config status.showUntrackedFiles no; echo Ignored.md >.git/info/exclude; echo s >N.notebundle/notes/Ignored.md
                rm -f N.notebundle/notes/Private.md; echo s >'N.notebundle/notes/Three (conflicted copy 2026-01-01).md'
                bundle resolve N --take both; ! git ls-files | grep -e Ignored -e conflicted -e trash; git commit -q --no-edit
                ! git grep -q Ignored HEAD
                """)
        }
    }

    @Test func `leaves two items at one place to a person`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            // One side deletes One and gives its name to Two; the other edits One.
            try repository.diverge(
                mine: "sed -i.b 's/^Last.*/Mine/' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b",
                theirs: "mv N.notebundle/notes/Two.md N.notebundle/notes/One.md")
            let merged = try repository.bash("git merge --no-edit theirs")
            #expect(merged.status == 1, "\(merged)")
            #expect(try repository.succeed("git ls-files -u | cut -f2 | sort -u").contains("N.notebundle/notes/One.md"))
            let text = String(decoding: try repository.content("N.notebundle/notes/One.md"), as: UTF8.self)
            #expect(text.contains("First paragraph of One") && text.contains("First paragraph of Two"), "\(text)")
            #expect(text.contains("<<<<<<<"))
            try repository.succeed("bundle resolve N --take both; git commit -q --no-edit")
            #expect(try repository.problems().isEmpty)
            let texts = try repository.succeed("cat N.notebundle/notes/*.md")
            #expect(texts.contains("First paragraph of One") && texts.contains("First paragraph of Two"))
        }
    }
}
