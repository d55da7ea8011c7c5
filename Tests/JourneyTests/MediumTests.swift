import Foundation
import TestSupport
import Testing

/// The whole way of a notebook on disks that are not like those of Linux.
@Suite(.waitsForPrograms) struct `On a disk of another kind` {
    /// What is done with a notebook, from a folder of notes to a repaired one; `$1` is what locks need.
    private static let journey = """
        set -eu
        mkdir -p V/Birds V/Ünï
        printf 'See [[zoë]] and ![[pic.png]]\\n' > "V/Birds/Grey heron.md"
        printf 'x\\n' > "V/Ünï/Zoë.md"
        printf 'picture' > V/Birds/pic.png
        "$BUNDLE" create N --from V
        "$BUNDLE" rename N "Grey heron" "grey heron" $1
        "$BUNDLE" folder N rename Birds birds $1
        "$BUNDLE" folder N rename Ünï ÜNÏ $1
        "$BUNDLE" tag N add wet "grey heron" $1
        "$BUNDLE" rename N Zoë ZOË $1
        "$BUNDLE" validate N --ignore NB503
        mv N.notebundle/notes/birds N.notebundle/notes/passage; mv N.notebundle/notes/passage N.notebundle/notes/BIRDS
        "$BUNDLE" seal N $1
        "$BUNDLE" edit N "grey heron" --append "More." $1
        "$BUNDLE" move N ZOË --to birds $1
        "$BUNDLE" rm N ZOË $1
        "$BUNDLE" restore N ZOË $1
        "$BUNDLE" attach N ZOË V/Birds/pic.png $1
        "$BUNDLE" archive N -o N.notebundle.zip $1
        "$BUNDLE" archive N -o N.notebundle.tar.zst $1
        mkdir out
        "$BUNDLE" unarchive N.notebundle.zip -C out
        "$BUNDLE" unarchive N.notebundle.tar.zst -C out --replace --yes $1
        "$BUNDLE" repair N $1
        "$BUNDLE" validate --ignore NB503 $1 N out/N N.notebundle.zip N.notebundle.tar.zst
        "$BUNDLE" ls N --sort name
        """

    private static func run(in folder: URL, locks: String = "", before: [String] = []) throws {
        let result = try Command.run(
            before + ["/bin/sh", "-c", Self.journey, "sh", locks], in: folder, environment: ["BUNDLE": Tool.path])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let list = result.output.split(separator: "\n").suffix(2)
        #expect(list.first?.contains("grey heron") == true && list.first?.contains("notes/BIRDS/grey heron.md") == true)
        #expect(list.last?.contains("ZOË") == true && list.last?.contains("notes/BIRDS/ZOË.md") == true)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }
        #expect(left == [])
    }

    @Test func `a notebook lives as on this one`() throws {
        try TemporaryFolder.with { try Self.run(in: $0) }
    }

    static let canBuild = Command.path(of: "cc") ?? Command.path(of: "clang")

    #if os(Linux)
        @Test(.enabled(if: canBuild != nil, "there is no C compiler"))
        func `a notebook lives without locks, modes and durable directories`() throws {
            let compiler = try #require(Self.canBuild)
            try TemporaryFolder.with { folder in
                let source = Project.root.appending(path: "Tests/JourneyTests/Scripts/medium.c").path
                let medium = folder.appending(path: "medium").path
                let built = try Command.run([compiler, "-o", medium, source])
                #expect(built.status == 0, "\(built.errors)")
                if try Command.run([medium, "true"]).status != 0 {
                    try Test.cancel("seccomp cannot notify a process of calls here")
                }
                let place = folder.appending(path: "place")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Self.run(in: place, locks: "--no-lock", before: [medium])
                // Without being told so, nothing is changed that cannot be locked.
                let refused = try Command.run([medium, Tool.path, "edit", "N", "ZOË", "--append", "x"], in: place)
                #expect(refused.status == 2 && refused.errors.contains("--no-lock"), "\(refused.errors)")
                #expect(try Command.run([medium, Tool.path, "ls", "N"], in: place).status == 0)
            }
        }

        @Test(.enabled(if: FileSystemImage.exfat.canMount, "exFAT cannot be mounted here"))
        func `a notebook lives on a stick with exFAT`() throws {
            try FileSystemImage.exfat.mounted { try Self.run(in: $0) }
        }

        @Test(.enabled(if: FileSystemImage.ntfs.canMount, "NTFS cannot be mounted here"))
        func `a notebook lives on NTFS`() throws {
            try FileSystemImage.ntfs.mounted { try Self.run(in: $0) }
        }

        /// Runs a script where `m` is a file system in layers, of which the lower one has what is in `l`.
        private static func inLayers(_ script: String, in folder: URL) throws -> Command.Result {
            let mount = """
                mkdir u w m && mount -t overlay -o lowerdir=$PWD/l,upperdir=$PWD/u,workdir=$PWD/w overlay m || exit 99

                """
            return try Command.run(
                ["unshare", "-m", "/bin/sh", "-c", mount + script], in: folder, environment: ["BUNDLE": Tool.path])
        }

        @Test func `an archive replaces a notebook of a lower layer, which cannot be renamed`() throws {
            try TemporaryFolder.with { folder in
                let made = try Tool.shell(
                    """
                    mkdir l && cd l && "$BUNDLE" create N && "$BUNDLE" add N note --title A --body a &&
                    "$BUNDLE" archive N -o ../old.zip && "$BUNDLE" add N note --title New --body n
                    """, in: folder)
                #expect(made.status == 0)
                let script = """
                    cd m && "$BUNDLE" unarchive ../old.zip --replace --yes && "$BUNDLE" ls N && "$BUNDLE" undo N &&
                    "$BUNDLE" validate N && ls -A . N.notebundle/notes
                    """
                let result = try Self.inLayers(script, in: folder)
                if result.status == 99
                    || result.status == 1 && result.output.isEmpty && result.errors.contains("unshare")
                {
                    try Test.cancel("no file system in layers can be mounted here")
                }
                #expect(result.status == 0, "\(result.errors)")
                #expect(
                    result.output.hasSuffix(
                        "N.notebundle: valid\n.:\nN.notebundle\n\nN.notebundle/notes:\nA.md\nNew.md\n"))
            }
        }

        @Test(.enabled(if: FileSystemImage.exfat.canMount, "exFAT cannot be mounted here"))
        func `a rename in letter case loses no note`() throws {
            try FileSystemImage.exfat.mounted { folder in
                try Tool.succeed("create", "F", in: folder)
                try Tool.succeed("add", "F", "note", "--title", "Grey heron", "--body", "Kept.", in: folder)
                try Tool.succeed("rename", "F", "Grey heron", "grey heron", in: folder)
                #expect(try Tool.succeed("show", "F", "grey heron", "--body", in: folder) == "Kept.\n")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/F.notebundle/notes")
                #expect(names == ["grey heron.md"])
                #expect(try Tool.succeed("status", "F", in: folder) == "clean\n")
            }
        }
    #endif
}
