import Foundation
import TestSupport
import Testing

/// Whatever way a path is written in, each verb finds the notebook, or says in one line why not; and it ends.
@Suite(.waitsForPrograms) struct `A place on the command line` {
    /// A shell that gives a call ten seconds of a processor and 4 GB.
    private static let limits = "ulimit -t 10; ulimit -v 4000000; "

    /// `home/A.notebundle`, `home/a.zip`, `home/x/C.notebundle`, and links to them; commands run in `home/x`.
    private static let made = Result {
        let folder = try TemporaryFolder.lasting()
        let line = """
            mkdir -p home/x && cd home && "$BUNDLE" create A && "$BUNDLE" create x/C \
            && "$BUNDLE" add A note --title T --body "see [[T]]" && "$BUNDLE" archive A -o a.zip \
            && ln -s A.notebundle L && ln -s x D && ln -s nowhere dangling && ln -s loop loop && ln -s ../A.notebundle x/up
            """
        let made = try Tool.shell(line, in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        return folder
    }

    /// Hands on `home/x` to calls that only read.
    private static func readingStage(_ body: (URL) throws -> Void) throws {
        try body(made.get().url.appending(path: "home/x"))
    }

    /// Hands on a copy of `home/x`.
    private static func stage(_ body: (URL) throws -> Void) throws {
        let made = try made.get()
        try TemporaryFolder.with { folder in
            _ = try Command.run(["/bin/cp", "-RP", made.path + "/.", folder.path])
            try body(folder.appending(path: "home/x"))
        }
    }

    /// Names of `A.notebundle` from `home/x`.
    static let names = [
        "../A", "../A.notebundle", "../A.notebundle/", "./../A//", "../../home/A", "../L", "../L/", "../D/../A", "up",
        "up/",
        "../x/../A", "../A.notebundle/.", "../A.notebundle/notes/..", "../A.notebundle/../A", "$PWD/../A", "/$PWD/../A",
    ]

    static let reading = [
        "status NAME", "ls NAME", "open NAME", "validate NAME", "show NAME T", "search NAME see", "links NAME T",
        "graph NAME", "outline NAME T", "blobs NAME", "tag NAME ls", "folder NAME ls", "smart NAME ls", "trash NAME",
        "archive NAME --format zip -o -", "export NAME --format json -o -", "seal NAME --dry-run", "repair NAME",
        "orphans NAME", "unresolved NAME", "backlinks NAME T", "suggest NAME s", "gc NAME --dry-run",
    ]

    @Test(arguments: reading)
    func `is the same notebook for every verb that reads, however it is named`(call: String) throws {
        // Others that look whether something is to be repaired lock the notebook for a moment, which ‘status’ reports.
        try (call.hasPrefix("status") ? Self.stage : Self.readingStage) { folder in
            let plain = try Tool.shell("\"$BUNDLE\" " + call.replacing("NAME", with: "../A.notebundle"), in: folder)
            for name in Self.names {
                let line = Self.limits + "\"$BUNDLE\" " + call.replacing("NAME", with: "\"\(name)\"")
                let result = try Tool.shell(line, in: folder)
                #expect(result.status == plain.status && result.status <= 1, "\(line): \(result.errors)")
                // A link is shown under its own name, which is that of its archive.
                let isLink = ["../L", "../L/", "up", "up/"].contains(name)
                guard !call.hasPrefix("validate"), !isLink || !call.hasPrefix("archive") else { continue }
                #expect(result.output == plain.output, "\(line)")
            }
        }
    }

    /// Names of nothing.
    static let nothing = ["../dangling", "../loop", "../nowhere/../A", "../a.zip/..", "none", "../none/../.."]
    /// Names of folders that are no notebooks.
    static let folders = ["..", ".", "/", "../x/"]

    @Test(arguments: reading)
    func `that leads nowhere is told in one line`(call: String) throws {
        try Self.readingStage { folder in
            for name in Self.nothing + (call.hasPrefix("validate") ? [] : Self.folders) {
                let line = Self.limits + "\"$BUNDLE\" " + call.replacing("NAME", with: "\"\(name)\"")
                let result = try Tool.shell(line, in: folder)
                // A plain word could also be an argument for a notebook that is not named.
                let statuses: Set<Int32> = name == "none" ? [1, 2, 64] : [1, 2]
                #expect(statuses.contains(result.status), "\(line): \(result.status) \(result.errors)")
                #expect(result.output == "" && result.errors.hasPrefix("bundle: "), "\(line): \(result.output)")
                #expect(result.errors.split(separator: "\n").count <= 2, "\(line): \(result.errors)")
            }
        }
    }

    @Test(arguments: reading)
    func `that is empty is wrong usage`(call: String) throws {
        try Self.readingStage { folder in
            let result = try Tool.shell("\"$BUNDLE\" " + call.replacing("NAME", with: "\"$UNSET\""), in: folder)
            #expect(result.status == 64 && result.errors.contains("NOTEBOOK is empty"), "\(call): \(result.errors)")
        }
    }

    @Test(arguments: reading + ["create B", "import NAME x.md", "edit NAME T --append x"])
    func `cannot be named from a directory that was removed`(call: String) throws {
        try Self.stage { folder in
            let line =
                Self.limits + "mkdir gone && cd gone && rmdir ../gone && \"$BUNDLE\" "
                + call.replacing("NAME", with: "../A")
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 2)
            #expect(
                result.errors
                    == "bundle: the current directory no longer exists\nhint: change to a directory that exists\n")
        }
    }

    @Test func `is shown as the shorter of its names`() throws {
        try Self.readingStage { folder in
            try #expect(Tool.run("validate", "../A", in: folder).output == "../A.notebundle: valid\n")
            try #expect(Tool.run("validate", folder.path + "/../A", in: folder).output == "../A.notebundle: valid\n")
            #expect(
                try Tool.run("validate", "..", "../A", "../A/.", in: folder).output.contains("2 notebooks: 2 valid\n"))
        }
    }

    /// Verbs that write take the same kinds of names for what they write.
    static let writing = [
        ("create ../B", "../B.notebundle"), ("create ../D/../B", "../B.notebundle"),
        ("archive ../A -o ../D/../b.zip", "../b.zip"), ("export ../A --format json -o ../x/../e.json", "../e.json"),
        ("export ../A -o ../x/../out", "../out/notes/T.md"),
        ("unarchive ../a.zip -C ../x/../x", "A.notebundle/manifest.json"),
        ("validate ../A -o ../x/../r.json", "../r.json"), ("repair ../A -o ../D/../R", "../R.notebundle/manifest.json"),
        ("validate ../A --write-baseline ../x/../b.json", "../b.json"),
    ]

    @Test(arguments: writing)
    func `is found by verbs that write`(call: String, place: String) throws {
        try Self.stage { folder in
            let result = try Tool.shell(Self.limits + "\"$BUNDLE\" \(call) && test -e \(place)", in: folder)
            #expect(result.status == 0, "\(call): \(result.errors)")
        }
    }
}
