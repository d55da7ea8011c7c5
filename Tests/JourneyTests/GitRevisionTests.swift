import Foundation
import TestSupport
import Testing

/// A notebook compared with itself at revisions of git.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `A revision of a notebook` {
    /// A repository in whose folder `Notes` a notebook has two commits and a change that is not committed.
    private static func withRepository(_ body: (GitRepository) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                """
                mkdir Notes && cd Notes
                bundle create N >/dev/null
                bundle add N note --title Heron --body 'A grey bird.' >/dev/null
                bundle add N note --title 'Étang' --body 'Water.' >/dev/null
                head -c 5000 /dev/urandom > x.bin && bundle attach N Heron x.bin >/dev/null && rm x.bin
                git add -A && git commit -qm one
                bundle rename N Heron Egret >/dev/null
                git add -A && git commit -qm two && git tag second
                bundle edit N Egret --append 'It is white.' >/dev/null
                """)
            try body(repository)
        }
    }

    @Test func `is compared with the folder as it is, or with another revision`() throws {
        try Self.withRepository { repository in
            let now = try repository.bash("cd Notes && bundle diff N --git HEAD")
            #expect(now.status == 1 && now.output.contains("changed   notes/Egret.md  +2 -0 lines"), "\(now.output)")
            #expect(now.output.split(separator: "\n").count == 3)
            let before = try repository.bash("bundle diff Notes/N --git HEAD~1..second")
            #expect(before.status == 1)
            #expect(before.output.contains("renamed   notes/Heron.md -> notes/Egret.md  title Heron -> Egret"))
            #expect(try repository.bash("bundle diff Notes/N --git HEAD~1..").output == before.output)
            let fork = try repository.bash(
                """
                git stash -q; git checkout -q -b side HEAD~1; bundle add Notes/N card --front Q --back A >/dev/null
                git add -A; git commit -qm side; bundle diff Notes/N --git main...side --name-only
                """)
            #expect(fork.status == 1 && fork.output == "cards/Q.md\n", "\(fork.output)\(fork.errors)")
            #expect(try repository.bash("bundle diff Notes/N --git side").status == 0)
        }
    }

    @Test func `names items, and may be in the notebook's own folder`() throws {
        try Self.withRepository { repository in
            let words = try repository.bash("cd Notes/N.notebundle && bundle diff --git second egret")
            #expect(words.status == 1 && words.output.contains("{+It is white.+}"), "\(words.output)\(words.errors)")
            #expect(try repository.bash("cd Notes && bundle diff --git second 'Étang'").status == 0)
            #expect(try repository.bash("cd Notes && bundle diff N --git second Nothing").status == 2)
        }
    }

    @Test func `gives git a patch that leads to it and back`() throws {
        try Self.withRepository { repository in
            try repository.succeed(
                """
                (bundle diff Notes/N --git HEAD~1 --patch > patch || test $? = 1)
                git worktree add -q ../old HEAD~1
                git -C ../old apply --directory=Notes/N.notebundle "$PWD/patch"
                find Notes -type d -empty -delete
                diff -r -x .history Notes/N.notebundle ../old/Notes/N.notebundle
                git -C ../old apply -R --directory=Notes/N.notebundle "$PWD/patch"
                git -C ../old diff --quiet HEAD
                """)
        }
    }

    @Test func `of a repository that is the notebook, with links and modules in it`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                """
                bundle create N >/dev/null; cd N.notebundle; git init -q -b main .
                ln -s manifest.json notes.link; mkdir -p notes; ln -s x notes/l.md
                git add -A && git commit -qm one; bundle add . note --title A --body a > /dev/null
                """)
            let result = try repository.bash("cd N.notebundle && bundle diff . --git HEAD --name-only")
            #expect(result.output == "notes/A.md\n", "\(result.errors)")
            #expect(result.status == 1 && result.errors.contains("did not compare"))
            let link = try repository.bash("ln -s N.notebundle L.notebundle && bundle diff L --git HEAD --name-only")
            #expect(link.output == "notes/A.md\n", "\(link.errors)")
        }
    }

    @Test(arguments: [
        ("none", "git does not know the revision “none”"), ("-p", "git does not know the revision “-p”"),
        ("--output=leak", "git does not know the revision “--output=leak”"), ("HEAD~1..none", "git does not know"),
        ("none...HEAD", "cannot read"), ("HEAD~2", "does not contain N.notebundle"),
    ])
    func `is an error with status 2 where it is not there`(revision: String, error: String) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                """
                echo x > x; git add x; git commit -qm zero
                bundle create N >/dev/null; git add -A; git commit -qm one
                git commit -q --allow-empty -m two
                """)
            let result = try repository.bash("bundle diff N --git='\(revision)'")
            #expect(result.status == 2 && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.hasPrefix("bundle: ") && result.errors.contains(error), "\(result.errors)")
            #expect(!repository.has("leak") && result.errors.split(separator: "\n").count <= 2)
        }
    }

    @Test func `needs git and a working tree, and says so`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                "bundle create N >/dev/null; git add -A; git commit -qm one; cp -R N.notebundle ../N.notebundle")
            let outside = try repository.bash("bundle diff ../N --git HEAD")
            #expect(
                outside.status == 2 && outside.errors.contains("is not in a working tree of git"), "\(outside.errors)")
            let without = try repository.bash(
                "tool=$(command -v bundle); PATH=$(dirname \"$tool\"):/nowhere \"$tool\" diff N --git HEAD")
            #expect(without.status == 2 && without.errors.contains("git"), "\(without.errors)")
        }
    }
}
