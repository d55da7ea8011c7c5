import Foundation
import TestSupport
import Testing

/// Which notebooks a folder stands for: everything that is called one, but for what somebody says.
@Suite(.waitsForPrograms) struct `A scan for notebooks` {
    private static func made(_ line: String, in folder: URL) throws {
        let result = try Tool.shell(line, in: folder)
        guard result.status == 0 else { throw Tool.Failed(words: [line], result: result) }
    }

    /// What is called a notebook in some way, and what is said of it.
    static let called = [
        ("echo x > bad.notebundle", "bad.notebundle", "not valid"), ("mkdir a.notebundle", "a.notebundle", "not valid"),
        ("mkdir A.NoteBundle", "A.NoteBundle", "not valid"), ("ln -s nowhere a.notebundle", "a.notebundle", "unknown"),
        ("ln -s N.notebundle a.notebundle", "a.notebundle", "valid"),
        ("ln -s a.notebundle a.notebundle", "a.notebundle", "unknown"),
        ("mkfifo a.notebundle", "a.notebundle", "unknown"),
        ("cp N.tar.gz N.notebundle.tgz", "N.notebundle.tgz", "valid"),
        ("bzip2 -c <N.tar >N.notebundle.tbz2", "N.notebundle.tbz2", "not valid"),
        ("xz -c <N.tar >N.notebundle.txz", "N.notebundle.txz", "valid"),
        ("zstd -q -c <N.tar >N.notebundle.tzst", "N.notebundle.tzst", "valid"),
        ("echo x > N.notebundle.7z", "N.notebundle.7z", "not valid"),
        ("echo x > N.notebundle.tar.lz4", "N.notebundle.tar.lz4", "not valid"),
        ("cp -R N.notebundle N.notebundle.bak", "N.notebundle.bak", "valid"),
        ("cp N.tar N.NOTEBUNDLE.ZIP", "N.NOTEBUNDLE.ZIP", "valid"), ("cp -R N.notebundle plain", "plain", "valid"),
    ]

    @Test(arguments: called)
    func `judges whatever is called a notebook, or says that nobody knows`(
        line: String, name: String, verdict: String
    ) throws {
        try TemporaryFolder.with { folder in
            try Self.made(
                "\"$BUNDLE\" create N && \"$BUNDLE\" archive N -o N.tar && gzip -k N.tar && \(line)", in: folder)
            let result = try Tool.run("validate", ".", in: folder)
            let isValid = verdict == "valid"
            #expect(result.status == (isValid ? 0 : verdict == "unknown" ? 2 : 1), "\(result.output)\(result.errors)")
            let counts = isValid ? "2 valid" : "1 valid, 1 \(verdict)"
            #expect(result.output.contains("2 notebooks: \(counts)"), "\(result.output)\(result.errors)")
            #expect(isValid || (result.output + result.errors).contains(name))
        }
    }

    @Test func `ends at the bottom of a deep tree, in steps that grow with its depth alone`() throws {
        try TemporaryFolder.with { folder in
            // No path is long enough for all of it.
            try Self.made(
                "i=0; while [ $i -lt 900 ]; do mkdir d && cd d || exit 1; i=$((i + 1)); done; \"$BUNDLE\" create N",
                in: folder)
            let result = try Tool.shell("ulimit -t 20; \"$BUNDLE\" validate .", in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("is more than 256 folders deep"), "\(result.errors)")
            #expect(try Tool.shell("ulimit -t 20; \"$BUNDLE\" validate . --exclude 'd/d/d/**'", in: folder).status == 2)
            _ = try Tool.shell("rm -rf d", in: folder)
        }
    }

    // MARK: Nothing to validate

    @Test(arguments: [
        ("empty", "there are no notebooks in empty"),
        ("notebooks --exclude '*'", "no notebook to validate in notebooks"),
        ("notebooks --exclude '*.notebundle'", "no notebook to validate in notebooks"),
        ("notebooks --tracked", "no notebook to validate in notebooks"),
        ("--library", "there are no notebooks in empty"),
    ])
    func `that finds nothing is no success, unless there may be none`(words: String, message: String) throws {
        try TemporaryFolder.with { folder in
            try Self.made(
                "export HOME=$PWD; mkdir empty notebooks && \"$BUNDLE\" create notebooks/N && \"$BUNDLE\" library add empty",
                in: folder)
            let home = ["HOME": folder.path]
            for form in ["text", "json", "sarif", "junit", "gitlab", "github", "jsonl"] {
                let line = "\"$BUNDLE\" validate \(words) --format \(form)"
                let result = try Tool.shell(line, in: folder, environment: home)
                #expect(result.status == 2 && result.errors.contains(message), "\(form): \(result.errors)")
                let allowed = try Tool.shell(line + " --allow-none", in: folder, environment: home)
                #expect(
                    allowed.status == 0 && allowed.errors.hasPrefix("note: \(message)"), "\(form): \(allowed.errors)")
            }
            // What is named itself must be there, whatever may be missing elsewhere.
            #expect(try Tool.run("validate", "none", "--allow-none", in: folder).status == 2)
        }
    }

    @Test func `by rules of which none is left is no success`() throws {
        try TemporaryFolder.with { folder in
            try Self.made("\"$BUNDLE\" create N", in: folder)
            let result = try Tool.run("validate", "N", "--select", "NB404", "--ignore", "items", in: folder)
            #expect(result.status == 64 && result.errors.contains("leave no rule"), "\(result.errors)")
            let families = "NB1,NB2,NB3,NB4,NB5,NB6,NB7,NB8"
            #expect(try Tool.run("validate", "N", "--ignore", families, in: folder).status == 64)
            try Self.made(
                "echo '{\"version\": 1, \"select\": [\"NB404\"], \"ignore\": [\"items\"]}' > .bundle-validate.json",
                in: folder)
            let file = try Tool.run("validate", "N", in: folder)
            #expect(file.status == 2 && file.errors.contains("leave no rule"), "\(file.errors)")
        }
    }

    // MARK: What git ignores and tracks

    private static let needsGit = GitRepository.canMake

    private static func names(_ result: Command.Result) -> [String] {
        result.output.split(separator: "\n").compactMap { line in
            line.contains(".notebundle") ? line.split(separator: ":").first.map(String.init) : nil
        }
    }

    @Test(.enabled(if: needsGit, "\(GitRepository.absent)"))
    func `passes over what git ignores, but never over what it tracks`() throws {
        try TemporaryFolder.with { place in
            let repository = try GitRepository(in: place)
            try repository.succeed(
                """
                mkdir -p build deep/build sub && for n in A build/B deep/build/C deep/D kept; do bundle create $n; done
                bundle archive A -o x.notebundle.zip && bundle archive A -o tracked.notebundle.zip
                printf 'build/\\n*.zip\\n/kept.notebundle\\n' > .gitignore
                git add -f tracked.notebundle.zip kept.notebundle && git add A.notebundle .gitignore
                git init -q sub && bundle create sub/E && bundle create sub/F && echo F.notebundle > sub/.gitignore
                """)
            let found = Self.names(try repository.bash("bundle validate ."))
            #expect(
                found == [
                    "A.notebundle", "deep/D.notebundle", "kept.notebundle", "sub/E.notebundle",
                    "tracked.notebundle.zip",
                ])
            let all = Self.names(try repository.bash("bundle validate . --no-ignore-vcs"))
            #expect(all.count == 9 && all.contains("build/B.notebundle") && all.contains("sub/F.notebundle"))
            #expect(
                Self.names(try repository.bash("bundle validate . --tracked"))
                    == ["A.notebundle", "kept.notebundle", "tracked.notebundle.zip"])
            // What is named itself is looked at, and what lies in it; so is a folder below another.
            #expect(Self.names(try repository.bash("bundle validate build")) == ["build/B.notebundle"])
            #expect(Self.names(try repository.bash("bundle validate build/B x.notebundle.zip")).count == 2)
            #expect(Self.names(try repository.bash("bundle validate deep")) == ["deep/D.notebundle"])
            let none = try repository.bash("rm -R deep/D.notebundle && bundle validate deep")
            #expect(none.status == 2 && none.errors.contains("ignored by git"))
        }
    }

    @Test(.enabled(if: needsGit, "\(GitRepository.absent)"))
    func `agrees with the hooks of git about notes that git does not track`() throws {
        try TemporaryFolder.with { place in
            let repository = try GitRepository(in: place)
            let hand = "notes/hand.md"
            try repository.succeed(
                """
                bundle create N && git add . && bundle git-setup && git commit -qm start
                bundle add -n N note --title One --body x && echo x > N.notebundle/\(hand) && mkdir N.notebundle/notes/own
                bundle add -n N note --title Two --body x && git add N.notebundle/notes/Two.md && git commit -qm two
                """)
            // The manifest here lists the note One still, that of the commit does not.
            for manifest in ["", "git checkout -q N.notebundle; "] {
                #expect(try repository.bash("\(manifest)bundle validate . --tracked").output == "N.notebundle: valid\n")
                #expect(try repository.bash("cd N.notebundle && bundle validate . --tracked").status == 0)
                #expect(try repository.bash("bundle validate .").output.contains("\(hand): error: the manifest does"))
            }
            let tracked = try repository.bash("git add N.notebundle/\(hand) && bundle validate . --tracked")
            #expect(tracked.output.contains("\(hand): error: the manifest does not list this file [NB204]"))
            let gone = try repository.bash(
                "git reset -q && rm N.notebundle/notes/Two.md && bundle validate . --tracked")
            #expect(gone.status == 1 && gone.output.contains("[NB201]"))
        }
    }

    @Test(.enabled(if: needsGit, "\(GitRepository.absent)"))
    func `passes over nothing where git does not answer, and says so`() throws {
        try TemporaryFolder.with { place in
            let repository = try GitRepository(in: place)
            try repository.succeed("bundle create A && echo 'A.notebundle' > .gitignore && echo damaged > .git/HEAD")
            let result = try repository.bash("bundle validate .")
            #expect(result.output == "A.notebundle: valid\n" && result.status == 0)
            #expect(result.errors.hasPrefix("note: git cannot tell what it ignores in .: "), "\(result.errors)")
            #expect(try repository.bash("bundle validate . --tracked").status == 2)
        }
    }

    // MARK: Pipes in the place of files

    @Test(arguments: [
        (
            "mkfifo .bundle-validate.json", "validate N", "bundle: the settings .bundle-validate.json are not a file\n",
            2
        ),
        (
            "mkdir -p .config/notebundle && mkfifo .config/notebundle/settings.plist", "ls N",
            "note: the settings cannot be read", 0
        ),
        (
            "rm N.notebundle/notebook.json && mkfifo N.notebundle/notebook.json", "ls N",
            "cannot read N.notebundle/notebook.json: not a file\n", 2
        ),
        (
            "mkdir N.notebundle/.bundle && mkfifo N.notebundle/.bundle/journal", "status N",
            "pending: an interrupted edit can be neither completed nor undone: its journal is not a file\n", 1
        ),
        ("mkfifo N.notebundle/.bundle", "validate N", ": .bundle is not a directory [NB702]\n", 1),
    ])
    func `and no other call waits for a pipe that nobody named`(
        line: String, call: String, message: String, status: Int32
    ) throws {
        try TemporaryFolder.with { folder in
            try Self.made("\"$BUNDLE\" create N && \(line)", in: folder)
            let result = try Tool.shell(
                "timeout 60 \"$BUNDLE\" \(call)", in: folder,
                environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/.config"])
            #expect(result.status == status, "\(result.output)")
            #expect((result.output + result.errors).contains(message), "\(result.errors)")
            guard line.contains("/.bundle") else { return }
            #expect(try Tool.run("repair", "N", in: folder).status == 0)
            #expect(try Tool.run("validate", "N", in: folder).output == "N.notebundle: valid\n")
        }
    }
}
