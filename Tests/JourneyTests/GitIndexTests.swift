import Foundation
import TestSupport
import Testing

/// The hook seals what git commits, which is its index, whatever the working tree holds.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `A commit of what is staged` {
    /// Changes the last line of a note.
    private static let edit = """
        edit() { sed -i.b "s/^Last.*/Last $2./" "N.notebundle/notes/$1.md"; rm N.notebundle/notes/*.b; }
        notes() { git show "$1:N.notebundle/notes/$2.md" | tail -n 1; }

        """

    /// Commits, by what they are about: what is done, and what git says of the working tree afterwards.
    static let commits: [(name: String, lines: String, status: String)] = [
        (
            "of a file, with others staged",
            """
            edit One mine; edit Two staged; echo new >N.notebundle/notes/New.md
            git add N.notebundle/notes/Two.md N.notebundle/notes/New.md; edit Two later
            git rm -q 'N.notebundle/notes/Vier ü.md'; git mv N.notebundle/notes/Three.md N.notebundle/notes/Drei.md
            git commit -qm one N.notebundle/notes/One.md
            test "$(git show :N.notebundle/notes/Two.md | tail -n 1)" = 'Last staged.'
            ! git fsck --dangling 2>/dev/null | grep blob
            """,
            """
            R  N.notebundle/notes/Three.md -> N.notebundle/notes/Drei.md
            A  N.notebundle/notes/New.md
            MM N.notebundle/notes/Two.md
            D  "N.notebundle/notes/Vier \\303\\274.md"

            """
        ),
        (
            "of the rest, after a commit of a file",
            """
            edit One mine; edit Two staged; git rm -q N.notebundle/notes/Three.md; git add N.notebundle
            git commit -qm one N.notebundle/notes/One.md; git commit -qm rest; test "$(notes HEAD Two)" = 'Last staged.'
            """, ""
        ),
        (
            "of one of two edits by the tool",
            """
            bundle edit N One --append x >/dev/null; bundle edit N Two --append y >/dev/null
            git commit -qm one N.notebundle/notes/One.md; test "$(bundle status N)" = clean
            """, " M N.notebundle/manifest.json\n M N.notebundle/notes/Two.md\n"
        ),
        (
            "of a file, with others staged, and their manifest",
            """
            bundle edit N One --append x >/dev/null; bundle edit N Two --append y >/dev/null; git add -A
            git commit -qm one N.notebundle/notes/One.md; test "$(bundle status N)" = clean
            """, "M  N.notebundle/manifest.json\nM  N.notebundle/notes/Two.md\n"
        ),
        (
            "of a part of a file",
            """
            printf 'a\\n\\nb\\n\\nc\\n\\nd\\n\\ne\\n\\nf\\n\\ng\\n' | bundle edit N Two --body - >/dev/null; git commit -qam two
            sed -i.b 's/^a$/A/; s/^g$/G/' N.notebundle/notes/Two.md; rm N.notebundle/notes/*.b
            printf 'y\\nn\\n' | git add -p >/dev/null; git commit -qm part
            git show HEAD:N.notebundle/notes/Two.md | grep -q '^A$'; git diff | grep -q '^+G$'
            ! git show HEAD:N.notebundle/notes/Two.md | grep -q '^G$'
            """, " M N.notebundle/notes/Two.md\n"
        ),
        (
            "of an attachment, with its note typed on",
            """
            echo pic >N.notebundle/blobs/pic.txt; printf '\\n[p](../blobs/pic.txt)\\n' >>N.notebundle/notes/One.md
            git add N.notebundle/blobs/pic.txt N.notebundle/notes/One.md; echo later >>N.notebundle/notes/One.md
            git commit -qm one; git commit -qam rest; grep -q '(../blobs/pic.[0-9a-f]*.txt)' N.notebundle/notes/One.md
            """, ""
        ),
        (
            "of an attachment, with one of its notes",
            """
            echo pic >'N.notebundle/blobs/Bild ü.txt'; for n in One Two; do echo '![](<../blobs/Bild ü.txt>)' >>N.notebundle/notes/$n.md; done
            git add N.notebundle/blobs; git commit -qm blob; git commit -qm one N.notebundle/notes/One.md; git commit -qam rest
            """, ""
        ),
        (
            "with a file that is only intended",
            """
            echo later >N.notebundle/notes/Later.md; git add -N N.notebundle/notes/Later.md
            edit One mine; git add N.notebundle/notes/One.md; git commit -qm one; edit Two too; git commit -qm two N.notebundle/notes/Two.md
            """, " A N.notebundle/notes/Later.md\n"
        ),
        (
            "with files that git does not look at",
            """
            git update-index --skip-worktree N.notebundle/notes/Two.md
            git update-index --assume-unchanged N.notebundle/notes/Three.md N.notebundle/manifest.json
            edit Two local; edit Three local; edit One mine; git commit -qam one
            test "$(git ls-files -v | grep -v ^H | cut -c1)" = "$(printf 'h\\nh\\nS')"
            test "$(notes HEAD Two)$(notes HEAD Three)" = 'Last paragraph.Last paragraph.'
            tail -n 1 N.notebundle/notes/Two.md | grep -q local; tail -n 1 N.notebundle/notes/Three.md | grep -q local
            """, ""
        ),
        (
            "with a note that git does not track",
            "bundle add N note --title Private --body x >/dev/null; edit One mine; git commit -qam one; ! git show HEAD:N.notebundle/manifest.json | grep Private",
            " M N.notebundle/manifest.json\n?? N.notebundle/notes/Private.md\n"
        ),
        (
            "with a note that git ignores",
            "bundle add N note --title Private --body x >/dev/null; echo Private.md >.git/info/exclude; edit One mine; git add -A; git commit -qm one; ! git show HEAD:N.notebundle/manifest.json | grep Private",
            " M N.notebundle/manifest.json\n"
        ),
        (
            "with others, again, and of one file only",
            """
            edit One mine; edit Two mine; git add N.notebundle/notes/Two.md; git commit -q -i -m both N.notebundle/notes/One.md
            edit One more; edit Two more; git add N.notebundle/notes/Two.md
            git commit -q --amend --no-edit --only N.notebundle/notes/One.md; test "$(notes HEAD Two)" = 'Last mine.'
            git commit -q --amend --no-edit; test "$(notes HEAD Two)" = 'Last more.'; edit Three x; git commit -qam three
            """, ""
        ),
        (
            "of executable files and odd names",
            """
            chmod +x N.notebundle/notes/One.md; edit One mine; echo x >"N.notebundle/notes/It's \\$(a) ;b.md"; echo x >N.notebundle/notes/-d.md
            git add -A; git commit -qm odd; git ls-files -s | grep -q '^100755.*One.md'
            """, ""
        ),
        (
            "from a stash",
            "edit One mine; git stash -q; git stash pop -q; edit Two later; git add N.notebundle/notes/One.md; git commit -qm one; git stash -q; git stash pop -q",
            " M N.notebundle/notes/Two.md\n"
        ),
        (
            "of files that a filter stores otherwise",
            """
            git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'; echo '*.dat filter=up' >.gitattributes
            echo hello >../x.dat; bundle attach N One ../x.dat >/dev/null; git add -A; git commit -qm filtered
            git cat-file -p "HEAD:$(git ls-files | grep dat$)" | grep -qx HELLO; edit Two mine; git add -A; edit Three later; git commit -qm part
            git -c filter.up.smudge='tr A-Z a-z' clone -q . ../clone; test "$(bundle status ../clone/N)" = clean; git checkout -q .
            git rm -q --cached N.notebundle/blobs/*; sed -i.b '/x.*dat/d' N.notebundle/notes/One.md; rm -rf N.notebundle/blobs N.notebundle/notes/*.b .gitattributes
            git commit -qam less
            """, ""
        ),
        (
            "beside another repository",
            """
            git init -q ../sub; git -C ../sub commit -q --allow-empty -m x
            git -c protocol.file.allow=always submodule --quiet add ../sub near; edit One mine; edit Two later
            git add N.notebundle/notes/One.md; git commit -qm one
            """, " M N.notebundle/notes/Two.md\n"
        ),
        (
            "of a file that has another name on the disk than in the manifest",
            """
            name="$(printf 'u\\314\\210')"; echo x >"N.notebundle/notes/$name.md"; git add -A; edit One later; git commit -qm composed
            git -c core.quotePath=false ls-files | grep -q "notes/$(printf '\\303\\274').md"
            """, " M N.notebundle/notes/One.md\n"
        ),
    ]

    @Test(arguments: commits.indices)
    func `is sealed, and leaves all else as it was`(number: Int) throws {
        let (name, lines, status) = Self.commits[number]
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let result = try repository.bash("set -o pipefail; \(Self.edit)\(lines)")
            #expect(result.status == 0, "\(name): \(result.output)\(result.errors)")
            let problems = try repository.problems()
            #expect(problems == status, "\(name): \(problems)")
        }
    }

    @Test(arguments: [
        ("--cone", "N.notebundle/notes/Deep"), ("--cone --sparse-index", "N.notebundle/cards"),
        ("--no-cone", "/N.notebundle/notes/One.md"),
    ])
    func `of a sparse checkout lists what is not there`(kind: String, part: String) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder,
                """
                bundle add N note --title In --folder Deep --body x >/dev/null
                bundle add N card --front Q --back A >/dev/null
                """)
            try repository.succeed(
                """
                git sparse-checkout set \(kind) \(part)
                file="$(git ls-files -t | grep -v '^S' | grep 'md$' | head -n 1 | cut -c3-)"
                echo more >>"$file"; git commit -qam sparse; git sparse-checkout disable
                """)
            let problems = try repository.problems()
            #expect(problems.isEmpty, "\(problems)")
            let names = try repository.succeed("bundle ls N")
            for name in ["One", "Two", "Three", "Vier ü", "In", "Q"] { #expect(names.contains(name)) }
        }
    }

    /// What cannot be sealed, and what the commit says.
    static let refusals = [
        ("ln -s One.md N.notebundle/notes/L.md; git add -A", "N.notebundle/notes/L.md is a symbolic link"),
        (
            "git init -q ../sub; git -C ../sub commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ../sub N.notebundle/extras/x.y",
            "N.notebundle/extras/x.y is a repository of its own"
        ),
        (
            "name=$(git rev-parse HEAD:N.notebundle/notes/Three.md); rm -f .git/objects/${name:0:2}/${name:2}; edit One mine; git add N.notebundle/notes/One.md",
            "invalid object"
        ),
        (
            """
            git config uploadpack.allowFilter true; git clone -q --filter=blob:none --sparse "file://$PWD" ../partial; mv .git away
            cd ../partial; git sparse-checkout set --no-cone /N.notebundle/notes/One.md 2>/dev/null || true; bundle git-setup >/dev/null
            git ls-files -t | head -n 3 >/dev/null; blob=$(echo x | git hash-object -w --stdin)
            git update-index --cacheinfo 100644,$blob,N.notebundle/notes/One.md
            """, "git does not have the content of N.notebundle/"
        ),
    ]

    @Test(arguments: refusals.indices)
    func `is refused where it cannot be known, and names the files`(number: Int) throws {
        let (lines, said) = Self.refusals[number]
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let result = try repository.bash("\(Self.edit)\(lines); git commit -m one")
            #expect(result.status == 1 && result.errors.contains(said), "\(result)")
            #expect(!result.errors.contains("Problem("))
        }
    }

    @Test func `is refused while files have conflicts, or somebody else owns the repository`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(
                mine: "sed -i.b 's/^Last.*/Mine/' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b",
                theirs: "sed -i.b 's/^Last.*/Theirs/' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b")
            _ = try repository.bash("git merge theirs")
            let hook = try repository.bash("bundle git-setup --hook pre-commit")
            #expect(hook.status == 1)
            #expect(hook.errors.contains("cannot commit: N.notebundle/notes/One.md still has conflicts\n"), "\(hook)")
            let foreign = ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]
            for verb in ["git-setup", "git-setup --hook pre-commit", "resolve N --take mine", "diff N --git HEAD"] {
                let result = try repository.bash("bundle \(verb)", environment: foreign)
                #expect(result.errors.contains("fatal: detected dubious ownership in repository"), "\(verb): \(result)")
            }
        }
    }

    @Test func `is sealed in a second working tree, and in a repository that is the notebook`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed(
                """
                \(Self.edit)git worktree add -q ../second -b second; cd ../second; edit One mine; edit Two staged
                git add N.notebundle/notes/Two.md; git commit -qm one N.notebundle/notes/One.md
                test "$(git status --short)" = 'M  N.notebundle/notes/Two.md'
                """)
            #expect(try repository.problems(in: "second").isEmpty)
            try repository.succeed(
                """
                rm -rf ../top; git init -q -b main ../top; cd ../top; bundle create M >/dev/null
                mv M.notebundle/.gitattributes M.notebundle/* .; rmdir M.notebundle; bundle git-setup >/dev/null
                echo Text >notes/A.md; git add -A; git commit -qm base
                echo Text >notes/B.md; echo Text >notes/C.md; git add notes/B.md notes/C.md; git commit -qm one notes/B.md
                test "$(git status --short)" = 'A  notes/C.md'; git stash -q; test "$(bundle status .)" = clean
                """)
        }
    }

    @Test func `is a change in the history of the notebook, as sealing is`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.succeed("\(Self.edit)edit One mine; git commit -qam one; edit Two x; git commit -qam two")
            let log = try repository.succeed("bundle log N")
            #expect(log.contains("git-setup") && log.contains("“One”") && log.contains("“Two”"), "\(log)")
        }
    }
}
