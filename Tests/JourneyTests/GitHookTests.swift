import Foundation
import TestSupport
import Testing

/// The hooks of `git-setup` keep the notebooks of commits sealed.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)")) struct `A commit of notebooks`
{
    private static func edit(_ note: String, _ from: String, _ to: String) -> String {
        "sed -i.b 's/^\(from)/\(to)/' N.notebundle/notes/\(note).md; rm N.notebundle/notes/*.b"
    }

    @Test func `seals what an editor has changed`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed("\(Self.edit("One", "First", "1st")); git commit -qam edited")
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test func `asks git once in each hook where it keeps things`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let trace = folder.path + "/trace"
            let commit = "GIT_TRACE2_EVENT='\(trace)' git commit -qam edited"
            try repository.succeed("\(Self.edit("One", "First", "1st")); \(commit)")
            let started = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
                .filter { $0.contains(#""event":"start""#) }
            #expect(started.count { $0.contains("--git-path") } == 2, "\(started.joined(separator: "\n"))")
            #expect(started.count > 10)
        }
    }

    @Test func `is sealed where git's directory is elsewhere`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed(
                """
                mv .git elsewhere.git; (export GIT_DIR="$PWD/elsewhere.git" GIT_WORK_TREE="$PWD"
                \(Self.edit("One", "First", "1st")); git commit -qam edited) && mv elsewhere.git .git
                """)
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test func `of some files leaves the others as they are`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let both =
                "\(Self.edit("One", "First", "1st")); \(Self.edit("Two", "First", "1st")); echo x >N.notebundle/notes/New.md"
            for commit in [
                "git commit -qm one -- N.notebundle/notes/One.md",
                "git add N.notebundle/notes/One.md; git commit -qm one",
            ] {
                try repository.succeed("\(both); \(commit)")
                let problems = try repository.problems()
                #expect(problems == " M N.notebundle/notes/Two.md\n?? N.notebundle/notes/New.md\n", "\(problems)")
                try repository.succeed("git reset -q --hard HEAD~1; git clean -qfd")
            }
        }
    }

    @Test func `of some files leaves the others as they are, also if none is new`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed("\(Self.edit("One", "First", "1st")); \(Self.edit("Two", "First", "1st"))")
            try repository.succeed("git add N.notebundle/notes/One.md; git commit -qm one")
            #expect(try repository.problems() == " M N.notebundle/notes/Two.md\n")
        }
    }

    @Test func `is sealed where its branches were not`() throws {
        try TemporaryFolder.with { folder in
            for (way, said) in [
                ("git merge --no-edit theirs", "merged N.notebundle as a whole in this commit"),
                ("git rebase theirs", "sealed N.notebundle in this commit"),
                ("git cherry-pick theirs", "‘git commit --amend --no-edit’ seals it"),
            ] {
                let place = folder.appending(path: "\(way.count)")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let repository = try GitRepository.withNotebook(in: place)
                try repository.succeed(
                    """
                    git checkout -q -b theirs; \(Self.edit("One", "First", "1st")); git commit -qam theirs --no-verify
                    git checkout -q main; bundle edit N One --append more >/dev/null; git commit -qam mine
                    """)
                let result = try repository.bash(way)
                #expect(result.status == 0 && result.errors.contains(said), "\(way): \(result.output)\(result.errors)")
                if way.contains("cherry") { try repository.succeed("git commit -q --amend --no-edit") }
                let problems = try repository.problems()
                #expect(problems.isEmpty, "\(way): \(problems)")
                if way.contains("merge") {
                    #expect(try repository.succeed("git log -1 --format=%p").split(separator: " ").count == 2)
                }
            }
        }
    }

    @Test func `of others is not made again`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed(
                "git checkout -q -b theirs; \(Self.edit("One", "First", "1st")); git commit -qam theirs --no-verify; git checkout -q main"
            )
            let merge = try repository.bash("git merge -q theirs")
            #expect(
                merge.status == 0 && merge.errors.contains("N.notebundle is not sealed in this commit"),
                "\(merge.errors)")
            #expect(try repository.succeed("git rev-parse main") == repository.succeed("git rev-parse theirs"))
        }
    }

    @Test func `is seen by the hooks that were there before, after the tool’s`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            let script = "#!/usr/bin/env bash\nset -e\nbundle status N >hook.log\nexit 3\n"
            try repository.write(script, to: ".git/hooks/pre-commit")
            try repository.write("#!/usr/bin/python3\n", to: ".git/hooks/post-merge")
            let setup = try repository.bash("chmod +x .git/hooks/*; bundle create N >/dev/null; bundle git-setup")
            #expect(setup.status == 1)
            #expect(
                setup.errors.contains(
                    "note: the hook post-merge was not changed: .git/hooks/post-merge is not a script of a shell\n"))
            let commit = try repository.bash("echo Text >N.notebundle/notes/A.md; git add -A; git commit -qm one")
            #expect(commit.status == 1)
            #expect(try repository.succeed("cat hook.log") == "clean\n")
            try repository.succeed("bundle git-setup --remove >/dev/null")
            #expect(String(decoding: try repository.content(".git/hooks/pre-commit"), as: UTF8.self) == script)
            #expect(!repository.has(".git/hooks/post-commit") && repository.has(".git/hooks/post-merge"))
        }
    }

    @Test func `in a folder of hooks for all repositories is left to its owner`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            let setup = try repository.bash(
                "bundle create N >/dev/null; git config core.hooksPath ../hooks; bundle git-setup")
            #expect(
                setup.status == 1
                    && setup.errors.contains(
                        "note: no hooks were installed: core.hooksPath is ../hooks, which is not in this repository")
            )
            #expect(try repository.bash("git config core.hooksPath .husky; bundle git-setup").status == 0)
            #expect(repository.has(".husky/pre-commit"))
            try repository.succeed(
                "git add -A; git commit -qm one; echo Text >N.notebundle/notes/A.md; git add -A; git commit -qm two")
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test func `of two notebooks, one in a folder, seals both, also from within`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                """
                mkdir 'a b'; bundle create 'a b/Ü' >/dev/null; bundle create N >/dev/null; bundle git-setup >/dev/null
                for name in 'a b/Ü' N; do bundle add "$name" note --title A --body x >/dev/null; done
                git add -A; git commit -qm base
                """)
            try repository.diverge(
                mine:
                    "for name in 'a b/Ü' N; do bundle tag \"$name\" add m A >/dev/null; echo x >\"$name.notebundle/notes/M.md\"; done",
                theirs:
                    "for name in 'a b/Ü' N; do bundle tag \"$name\" add t A >/dev/null; echo y >\"$name.notebundle/notes/T.md\"; done"
            )
            try repository.succeed("cd 'a b'; git merge -q --no-edit theirs")
            let problems = try repository.problems(notebooks: ["a b/Ü.notebundle", "N.notebundle"])
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test func `of a repository that is the notebook, and of a second working tree, is sealed`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository(in: folder)
            try repository.succeed(
                """
                bundle create M >/dev/null; mv M.notebundle/.gitattributes M.notebundle/* .; rmdir M.notebundle
                bundle git-setup >/dev/null; echo Text >notes/A.md; git add -A; git commit -qm base
                git worktree add -q ../second -b theirs; cd ../second; echo Their >>notes/A.md; echo T >notes/T.md; git add -A; git commit -qm t
                cd ../repository; echo M >notes/M.md; git add -A; git commit -qm m; git merge -q --no-edit theirs
                """)
            #expect(try repository.problems(notebooks: ["."]).isEmpty)
        }
    }

    @Test func `of a notebook that is not set up says so`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let commit = try repository.bash("bundle create Other >/dev/null; git add -A; git commit -qm other")
            #expect(
                commit.status == 0
                    && commit.errors.contains(
                        "git does not merge Other.notebundle as a notebook yet; run ‘bundle git-setup’")
            )
        }
    }

    @Test func `of somebody who commits a link or a repository in a notebook does nothing outside of it`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed(
                """
                echo mine >../profile; bundle create M >/dev/null; rm -f M.notebundle/.gitattributes
                ln -s ../../profile M.notebundle/.gitattributes
                """)
            let refused = try repository.bash("bundle git-setup")
            #expect(
                refused.status == 1
                    && refused.errors.contains("cannot write M.notebundle/.gitattributes: it is no regular file"),
                "\(refused)")
            #expect(try repository.succeed("cat ../profile") == "mine\n")
            try repository.succeed(
                """
                rm -rf M.notebundle; cd N.notebundle; mkdir -p objects/x refs/heads; echo 'ref: refs/heads/main' >HEAD
                printf '[core]\\nbare = false\\nworktree = .\\nfsmonitor = touch %s/../ran; false\\n' "$PWD/.." >config
                """)
            for line in ["bundle seal N", "bundle status N", "bundle edit N One --append x", "bundle repair N"] {
                _ = try repository.bash(line)
                #expect(try repository.bash("test -e ../ran").status == 1, "\(line)")
            }
        }
    }

    @Test func `is shown with the headings and words of its notes, and short lines of its manifest`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder,
                "printf '# Chapter one\\n\\na\\n\\nb\\n\\nc\\n\\nd\\n\\nOld, words.\\n' | bundle edit N One --body - >/dev/null"
            )
            try repository.succeed(
                "sed -i.b 's/Old, /New, /' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b; bundle seal N >/dev/null"
            )
            #expect(try repository.succeed("git diff -U1 -- N.notebundle/notes").contains("@@ # Chapter one\n"))
            #expect(
                try repository.succeed("git diff --word-diff -- N.notebundle/notes").contains("[-Old-]{+New+}, words."))
            let lines = try repository.succeed("git diff -U0 -- N.notebundle/manifest.json").split(separator: "\n")
                .suffix(2)
            for line in lines { #expect(line.contains(/^[-+]notes\/One\.md  \d+  [0-9a-f]{12}$/), "\(line)") }
            try repository.succeed("echo broken >N.notebundle/manifest.json")
            #expect(try repository.succeed("git diff").contains("\n+broken\n"))
        }
    }
}
