import Foundation
import TestSupport
import Testing

/// Git merges file by file; the hook and ‘resolve’ merge what only a notebook as a whole can tell.
@Suite(.waitsForPrograms, .enabled(if: Command.path(of: "git") != nil, "git is not installed"))
struct `A notebook that git merges as a whole` {
    private static let notes = "bundle add N note --title Two --body x >/dev/null"

    @Test func `has links that follow, and keeps what one side edited and the other deleted`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, Self.notes)
            try repository.diverge(
                mine: """
                    bundle add N note --title New --body 'see [[One]]' >/dev/null; bundle edit N Two --append more >/dev/null
                    """, theirs: "bundle rename N One Uno >/dev/null; bundle rm N Two --yes >/dev/null")
            let merged = try repository.bash("git merge --no-edit theirs")
            #expect(merged.status == 0 && merged.errors.contains("merged N.notebundle as a whole"), "\(merged)")
            #expect(try repository.problems().isEmpty)
            #expect(try repository.succeed("bundle show N New --body") == "see [[Uno]]\n")
            #expect(try repository.succeed("bundle show N notes/Two.md --body").contains("more\n"))
            #expect(try repository.succeed("git rev-list --parents -n 1 HEAD | wc -w").contains("3"))
        }
    }

    /// Files that one side adds, which no notebook lists.
    private static let loose = """
        cd N.notebundle; echo a > README.txt; echo b > notes/plan.txt; mkdir loose; echo c > loose/z
        printf 'bad \\377\\n' > notes/bad.md; echo d > 'notes/a:b.md'; cd ..
        """
    private static let looseNames = [
        "README.txt", "loose/z", "notes/a:b.md", "notes/bad.md", "notes/plan.txt",
    ].map { "N.notebundle/" + $0 }

    @Test(arguments: [true, false])
    func `keeps the files that it does not list`(isClean: Bool) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, Self.notes)
            // The hook refuses to commit what a notebook cannot hold, but others commit without it.
            try repository.succeed(
                """
                git checkout -q -b theirs
                \(isClean ? "" : "bundle rename N One Uno >/dev/null")
                bundle add N note --title Other --body there >/dev/null
                \(Self.loose)
                git add -A && git commit -q --no-verify -m theirs
                git checkout -q main
                \(isClean ? "" : "bundle rename N One Eins >/dev/null")
                bundle add N note --title New --body here >/dev/null
                git add -A && git commit -qm mine
                """)
            let merged = try repository.bash("git merge --no-edit theirs")
            #expect((merged.status == 0) == isClean, "\(merged)")
            if !isClean { _ = try repository.bash("bundle resolve N --take both") }
            let listed = try repository.succeed("git -c core.quotePath=false ls-files").split(separator: "\n").map(
                String.init)
            #expect(Set(listed).isSuperset(of: Self.looseNames), "\(listed) \(merged)")
            for name in Self.looseNames {
                #expect(try repository.bash("test -f '\(name)'").status == 0, "\(name)")
            }
            #expect(try repository.succeed("bundle show N Other --body") == "there\n")
            #expect(try repository.succeed("bundle show N New --body") == "here\n")
        }
    }

    @Test(arguments: ["git merge --no-edit theirs", "git rebase theirs", "git cherry-pick theirs"])
    func `is resolved as a whole where git has stopped, if nobody has begun with that`(way: String) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, Self.notes)
            let line = { (text: String) in "bundle edit N Two --append \(text) >/dev/null" }
            try repository.diverge(
                mine: "bundle rename N One Eins >/dev/null; \(line("here"))",
                theirs: "bundle rename N One Uno >/dev/null; \(line("there"))")
            #expect(try repository.bash(way).status == 1)
            let resolved = try repository.bash("bundle resolve N --take both")
            #expect(resolved.status == 0 && resolved.errors.contains("hint: finish with ‘git "), "\(resolved)")
            // One item with one of the names, and both lines.
            #expect(try repository.succeed("bundle ls N | grep -c 'Eins\\|Uno'") == "1\n")
            let text = try repository.succeed("bundle show N Two --body")
            #expect(text.contains("here\n") && text.contains("there\n"), "\(text)")
            #expect(try repository.succeed("git ls-files -u") == "")
            let end = way.contains("rebase") ? "GIT_EDITOR=true git rebase --continue" : "git commit -q --no-edit"
            #expect(try repository.bash(end).status == 0)
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test(arguments: ["merge --no-edit", "rebase"])
    func `is not committed while somebody has to choose between two folders and two colours`(way: String) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder, "bundle add N note --title Fern --tag old --body x >/dev/null")
            let change = { (place: String, color: String) in
                "bundle move N Fern --to \(place) >/dev/null; bundle tag N color old '\(color)'"
            }
            try repository.diverge(mine: change("Here", "#111111"), theirs: change("There", "#222222"))
            let isRebase = way == "rebase"
            // A rebase takes what is checked out for theirs.
            let (mine, theirs, color) = isRebase ? ("There", "Here", "#111111") : ("Here", "There", "#222222")
            #expect(try repository.bash("git \(way) theirs").status == 1)
            #expect(try repository.bash("bundle resolve N").status == 1)
            #expect(
                try repository.succeed("git ls-files -u | cut -f2 | sort -u")
                    == "N.notebundle/notebook.json\nN.notebundle/notes/\(mine)/Fern.md\n")
            // git itself refuses, since it knows these files to be open.
            let end = isRebase ? "GIT_EDITOR=true git rebase --continue" : "git commit -q --no-edit"
            let refused = try repository.bash(end)
            #expect(refused.status != 0, "\(refused)")
            // Somebody who adds them as they are is told by the hook, which a rebase does not call.
            if !isRebase {
                let added = try repository.bash("cp .git/index ../index; git add -A; \(end)")
                #expect(
                    added.status == 1 && added.errors.contains("N.notebundle: 2 files, among them notebook.json,"))
                #expect(added.errors.contains("resolve them with ‘bundle resolve’"), "\(added)")
                try repository.succeed("cp ../index .git/index")
            }
            let one = try repository.bash("bundle resolve N Fern --take theirs")
            #expect(
                one.status == 0 && !one.errors.contains("hint: finish with ‘git "),
                "git is told when nothing is left: \(one)")
            #expect(try repository.bash(end).status != 0)
            let all = try repository.bash("bundle resolve N --take theirs")
            #expect(all.status == 0 && all.errors.contains("hint: finish with ‘git "), "\(all)")
            #expect(try repository.succeed("git diff --stat") == "")
            #expect(try repository.bash(end).status == 0)
            #expect(try repository.problems().isEmpty)
            #expect(
                try repository.succeed("git ls-files N.notebundle/notes").contains(
                    "N.notebundle/notes/\(theirs)/Fern.md"))
            #expect(try repository.succeed("bundle tag N").contains(color))
            #expect(
                try repository.bash("git grep -q conflict HEAD -- N.notebundle/notes N.notebundle/notebook.json").status
                    == 1)
        }
    }

    @Test func `is merged with what git brings now, not with what an earlier rebase brought`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, Self.notes)
            let line = { (text: String) in "bundle edit N Two --append \(text) >/dev/null" }
            try repository.diverge(
                mine: line("here"), theirs: "\(line("there")); bundle rename N One Uno >/dev/null")
            #expect(try repository.bash("git checkout -q theirs; git rebase main").status == 1)
            #expect(try repository.bash("bundle resolve N --take both").status == 0)
            try repository.succeed("GIT_EDITOR=true git rebase --continue; git checkout -q main")
            // As git leaves it, in some cases.
            try repository.succeed("git rev-parse theirs > .git/REBASE_HEAD")
            for text in ["one", "two"] {
                try repository.succeed("\(line(text)); git commit -qam \(text)")
            }
            #expect(try repository.bash("git revert --no-edit HEAD~1").status == 1)
            #expect(try repository.bash("bundle resolve N --take both").status == 0)
            // Both texts may be what is there already.
            try repository.succeed("git commit -q --no-edit --allow-empty")
            #expect(try repository.problems().isEmpty)
            #expect(try !repository.succeed("bundle ls N").contains("Uno"))
        }
    }

    @Test func `can be given up while somebody has to choose`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder, "bundle add N note --title Fern --body x >/dev/null")
            try repository.diverge(
                mine: "bundle move N Fern --to Here >/dev/null", theirs: "bundle move N Fern --to There >/dev/null")
            #expect(try repository.bash("git merge --no-edit theirs").status == 1)
            #expect(try repository.bash("bundle resolve N").status == 1)
            try repository.succeed("git merge --abort")
            #expect(try repository.succeed("git status --porcelain --ignored -- N.notebundle/notes") == "")
            #expect(try repository.problems().isEmpty)
            #expect(try repository.succeed("ls N.notebundle/notes/Here") == "Fern.md\n")
        }
    }

    @Test func `stays as somebody has begun to resolve it`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, Self.notes)
            let line = { (text: String) in "bundle edit N Two --append \(text) >/dev/null" }
            try repository.diverge(mine: line("here"), theirs: line("there"))
            #expect(try repository.bash("git merge --no-edit theirs").status == 1)
            try repository.succeed("echo 'By hand.' >> N.notebundle/notes/One.md")
            let resolved = try repository.bash("bundle resolve N --take mine")
            #expect(resolved.output == "resolved notes/Two.md\n", "\(resolved)")
            #expect(try repository.succeed("bundle show N One --body").hasSuffix("By hand.\n"))
        }
    }
}
