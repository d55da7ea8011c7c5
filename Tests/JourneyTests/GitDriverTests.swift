import Foundation
import TestSupport
import Testing

/// Two branches change one notebook in a repository that is set up, and git brings them together.
@Suite(.waitsForPrograms, .enabled(if: GitRepository.canMake, "\(GitRepository.absent)"))
struct `A notebook that git merges with the tool` {
    /// Changes that go together, by what they are about: of one side, of the other, and of the base.
    static let harmonies: [(name: String, mine: String, theirs: String, base: String)] = [
        (
            "paragraphs and tags",
            """
            sed -i.b -e 's/^First/My first/' -e 's/^modified:.*/modified: 2024-01-01T00:00:00Z/' N.notebundle/notes/Two.md
            rm N.notebundle/notes/*.b; bundle seal N >/dev/null; bundle tag N add mine Three >/dev/null
            """,
            """
            sed -i.b -e 's/^Last/Their last/' -e 's/^modified:.*/modified: 2024-01-02T00:00:00Z/' N.notebundle/notes/Two.md
            rm N.notebundle/notes/*.b; bundle seal N >/dev/null; bundle tag N add theirs Three >/dev/null
            """, ""
        ),
        (
            "the same new name", "bundle rename N One Eins >/dev/null",
            "bundle rename N One Eins >/dev/null; bundle tag N add x Eins >/dev/null", ""
        ),
        (
            "a new name and an edit", "bundle rename N 'Vier ü' 'Vier ö' >/dev/null",
            "bundle edit N 'Vier ü' --append more >/dev/null", ""
        ),
        ("the trash and an edit", "bundle rm N One >/dev/null", "bundle edit N One --append more >/dev/null", ""),
        (
            "attachments", "printf 'a\\0b' >p.bin; bundle attach N One p.bin >/dev/null; rm p.bin",
            "printf 'c\\0d' >p.bin; bundle attach N Two p.bin >/dev/null; rm p.bin", ""
        ),
        (
            "cards", "bundle tag N add a Q >/dev/null", "bundle edit N Q --back 'Another answer.' >/dev/null",
            "bundle add N card --front Q --back A >/dev/null"
        ),
        (
            "folders", "bundle folder N rename F G >/dev/null", "bundle edit N Inside --append more >/dev/null",
            "bundle add N note --title Inside --folder F --body x >/dev/null"
        ),
        (
            "the description", "bundle tag N color a '#ff0000' >/dev/null",
            "bundle folder N add Y >/dev/null; bundle tag N color b '#00ff00' >/dev/null",
            "bundle tag N add a One >/dev/null; bundle tag N add b One >/dev/null"
        ),
        (
            "odd names",
            "bundle add N note --title '-dash x' --body x >/dev/null; bundle tag N add a \"It's \\$(touch pwned)\" >/dev/null",
            "bundle tag N add b \"It's \\$(touch pwned)\" >/dev/null",
            "bundle add N note --title \"It's \\$(touch pwned)\" --body x >/dev/null"
        ),
        (
            "reviews of one device",
            "echo '{\"id\": \"b\"}' >>N.notebundle/extras/org.notebundle.study/reviews/d/2026-01.jsonl; bundle seal N >/dev/null",
            "echo '{\"id\": \"c\"}' >>N.notebundle/extras/org.notebundle.study/reviews/d/2026-01.jsonl; bundle seal N >/dev/null",
            """
            mkdir -p N.notebundle/extras/org.notebundle.study/reviews/d
            echo '{"format": "notebundle-study", "version": 1}' >N.notebundle/extras/org.notebundle.study/reviews/d/2026-01.jsonl
            bundle seal N >/dev/null
            """
        ),
    ]

    /// What git does with two branches.
    static let ways = [
        "git merge -q --no-edit theirs", "git rebase -q theirs", "git cherry-pick theirs",
        "git cherry-pick theirs && git revert --no-edit HEAD",
        "git checkout -q theirs; git reset -q --soft HEAD~1; git stash -q; git checkout -q main; git stash pop; git commit -qam popped",
    ]

    /// Most without hooks: the driver alone gives the manifest that sealing gives.
    ///
    /// Each is merged and goes one of the other ways, all of which are gone; `NOTEBUNDLE_EXHAUSTIVE=1` goes each.
    @Test(arguments: harmonies.indices.map { ($0, false) } + [(0, true), (3, true)])
    func `is sealed after merge, rebase, cherry-pick, revert and stash`(number: Int, hasHooks: Bool) throws {
        let (name, mine, theirs, base) = Self.harmonies[number]
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, base)
            if !hasHooks { try repository.succeed("rm .git/hooks/*") }
            try repository.diverge(mine: mine, theirs: theirs)
            let isExhaustive = Environment["NOTEBUNDLE_EXHAUSTIVE"] == "1"
            for (index, way) in Self.ways.enumerated() where index == 0 || isExhaustive || (number + index) % 4 == 0 {
                let result = try repository.bash("git reset -q --hard mine; git checkout -q main; \(way)")
                #expect(result.status == 0, "\(name): \(way): \(result.output)\(result.errors)")
                let problems = try repository.problems()
                #expect(problems.isEmpty, "\(name): \(way): \(problems)")
            }
            #expect(!repository.has("pwned"))
        }
    }

    @Test func `keeps what both wrote`() throws {
        let (_, mine, theirs, base) = Self.harmonies[0]
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, base)
            try repository.diverge(mine: mine, theirs: theirs)
            try repository.succeed("git merge -q --no-edit theirs")
            let text = String(decoding: try repository.content("N.notebundle/notes/Two.md"), as: UTF8.self)
            #expect(text.contains("My first") && text.contains("Their last") && text.contains("modified: 2024-01-02"))
            let three = String(decoding: try repository.content("N.notebundle/notes/Three.md"), as: UTF8.self)
            #expect(three.contains("tags: [mine, theirs]"))
        }
    }

    /// What git asks about: of one side, of the other, and what is said in the merge.
    static let conflicts: [(mine: String, theirs: String, said: String)] = [
        (
            "bundle rename N One Eins >/dev/null", "bundle rename N One Uno >/dev/null",
            "‘git rm’ one of them, or ‘git add’ both, which makes two items"
        ),
        (
            "bundle rm N One --forever --yes >/dev/null", "bundle edit N One --append more >/dev/null",
            "notes/One.md was deleted and changed: ‘git add’ keeps it, ‘git rm’ deletes it"
        ),
        (
            "bundle edit N One --append more >/dev/null", "bundle rm N One --forever --yes >/dev/null",
            "notes/One.md was deleted and changed"
        ),
        (
            "bundle folder N rename F G >/dev/null", "bundle add N note --title New --folder F --body x >/dev/null",
            "CONFLICT (file location)"
        ),
    ]

    @Test(arguments: conflicts.indices)
    func `is sealed by the commit that ends a conflict of names`(number: Int) throws {
        let (mine, theirs, said) = Self.conflicts[number]
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder, "bundle add N note --title Inside --folder F --body 'A text of its own.' >/dev/null")
            try repository.diverge(mine: mine, theirs: theirs)
            for (way, end) in [
                ("git merge --no-edit theirs", "git commit -q --no-edit"),
                ("git rebase theirs", "GIT_EDITOR=true git rebase --continue"),
                ("git cherry-pick theirs", "git -c core.editor=true cherry-pick --continue || git cherry-pick --skip"),
            ] {
                let stopped = try repository.bash("git reset -q --hard mine; \(way)")
                #expect(stopped.status == 1 && (stopped.output + stopped.errors).contains(said), "\(stopped)")
                let ended = try repository.bash("git add -A; \(end)")
                #expect(ended.status == 0, "\(way): \(ended.output)\(ended.errors)")
                let problems = try repository.problems()
                // Of two names, each item has the other one as a comment.
                let isOpen = problems.contains("[NB408]") && !problems.contains(": error: ")
                #expect(number == 0 ? isOpen : problems.isEmpty, "\(way): \(problems)")
            }
        }
    }

    @Test(arguments: [
        (
            "notes/One.md", "sed -i.b 's/^First.*/%/' N.notebundle/notes/One.md && rm N.notebundle/notes/*.b", "Mine",
            "Theirs"
        ),
        ("notebook.json", "bundle tag N color a '%' >/dev/null", "#aaaaaa", "#bbbbbb"),
        ("notes/Same.md", "bundle add N note --title Same --body '%' >/dev/null", "Mine", "Theirs"),
    ])
    func `keeps both versions of one place, and is not committed with markers`(
        file: String, edit: String, mine: String, theirs: String
    ) throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder, "bundle tag N add a One >/dev/null")
            try repository.diverge(
                mine: edit.replacing("%", with: mine), theirs: edit.replacing("%", with: theirs))
            #expect(try repository.bash("git merge --no-edit theirs").status == 1)
            let text = String(decoding: try repository.content("N.notebundle/\(file)"), as: UTF8.self)
            #expect(text.contains(mine) && text.contains(theirs) && text.contains("<<<<<<< mine"))
            if file == "notes/One.md" { #expect(text.contains(/>>>>>>> theirs \(theirs\), changed [-0-9T:]+Z\n/)) }
            #expect(try repository.succeed("git ls-files -u | cut -f2 | sort -u") == "N.notebundle/\(file)\n")
            let refused = try repository.bash("git add -A; git commit --no-edit")
            #expect(refused.status == 1 && refused.errors.contains("cannot seal \(file):"), "\(refused.errors)")
            #expect(refused.errors.contains("‘git commit --no-verify’ commits it as it is"))
            try repository.succeed(
                "git checkout -q theirs -- N.notebundle; git commit -qm done"
            )
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test func `can be resolved where the item has a new name as well`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            let edit = { (text: String) in
                "sed -i.b 's/^First.*/\(text)/' N.notebundle/notes/One.md; rm N.notebundle/notes/*.b; bundle seal N >/dev/null"
            }
            try repository.diverge(
                mine: edit("Mine"), theirs: "\(edit("Theirs")); bundle move N One --to Folder >/dev/null")
            #expect(try repository.bash("git merge --no-edit theirs").status == 1)
            let resolved = try repository.bash("bundle resolve N --take both")
            #expect(resolved.output.hasSuffix("resolved notes/Folder/One.md\n"), "\(resolved.output)\(resolved.errors)")
            try repository.succeed("git add -A; git commit -q --no-edit")
            #expect(try repository.problems().isEmpty)
        }
    }

    @Test func `is sealed after a merge of branches that were merged crosswise`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(
                mine: "bundle tag N add m1 One >/dev/null", theirs: "bundle tag N add t1 One >/dev/null")
            try repository.succeed(
                """
                git merge -q --no-edit theirs; bundle tag N add m2 One >/dev/null; git commit -qam m2
                git checkout -q theirs; git merge -q --no-edit mine; bundle tag N add t2 One >/dev/null; git commit -qam t2
                git checkout -q main; git merge -q --no-edit theirs
                """)
            #expect(try repository.problems().isEmpty)
            let text = String(decoding: try repository.content("N.notebundle/notes/One.md"), as: UTF8.self)
            for tag in ["m1", "m2", "t1", "t2"] { #expect(text.contains(tag)) }
        }
    }

    @Test func `keeps its line ends, whatever git is told`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(
                in: folder,
                "printf -- '---\\r\\ntitle: C\\r\\n---\\r\\nOne\\r\\n\\r\\nTwo\\r\\n' >N.notebundle/notes/C.md; bundle seal N >/dev/null; git config core.autocrlf true"
            )
            try repository.diverge(
                mine: "sed -i.b 's/^One/Eins/' N.notebundle/notes/C.md; rm N.notebundle/notes/*.b",
                theirs: "sed -i.b 's/^Two/Zwei/' N.notebundle/notes/C.md; rm N.notebundle/notes/*.b")
            try repository.succeed("git merge -q --no-edit theirs")
            let problems = try repository.problems()
            #expect(problems.isEmpty, "\(problems)")
            let text = String(decoding: try repository.content("N.notebundle/notes/C.md"), as: UTF8.self)
            #expect(text.hasSuffix("Eins\r\n\r\nZwei\r\n"), "\(text)")
        }
    }

    @Test func `falls back to git’s own merge where the tool is gone, and says so`() throws {
        try TemporaryFolder.with { folder in
            let repository = try GitRepository.withNotebook(in: folder)
            try repository.diverge(
                mine: "bundle tag N add m One >/dev/null", theirs: "bundle tag N add t One >/dev/null")
            try repository.succeed("rm ../bin/bundle")
            let merge = try repository.bash("git merge --no-edit theirs")
            #expect(merge.status == 1)
            #expect(merge.errors.contains("N.notebundle/notes/One.md: not merged by bundle, but line by line\n"))
            #expect(!merge.errors.contains("merge-driver"), "the shell does not complain besides: \(merge.errors)")
            let text = String(decoding: try repository.content("N.notebundle/notes/One.md"), as: UTF8.self)
            #expect(text.contains("tags: [m]") && text.contains("tags: [t]"))
            #expect(try repository.bash("git diff HEAD").output.contains("notes/One.md  "))
        }
    }
}
