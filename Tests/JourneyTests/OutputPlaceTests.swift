import Foundation
import TestSupport
import Testing

/// What is written never goes into a notebook, nor over what is read.
@Suite(.waitsForPrograms) struct `A place to write to` {
    /// What each call finds, made once and copied.
    private static let made = Result {
        let folder = try TemporaryFolder.lasting()
        let line = """
            "$BUNDLE" create N && "$BUNDLE" create M && printf x > x.txt && "$BUNDLE" add N note --title T --body x \
            && "$BUNDLE" attach N T x.txt && "$BUNDLE" archive N -o a.zip && cp a.zip N.notebundle.zip && ln -s N.notebundle L && ln -s a.zip b.zip \
            && cp -R M.notebundle plain && echo '{"version": 1}' > all.json && ln -s N.notebundle/notebook.json link.json \
            && "$BUNDLE" validate N --write-baseline known.json && cp all.json .bundle-validate.json
            """
        let made = try Tool.shell(line, in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        return folder
    }

    private static func stage(_ body: (URL) throws -> Void) throws {
        let made = try made.get()
        try TemporaryFolder.with { folder in
            _ = try Command.run(["/bin/cp", "-RP", made.path + "/.", folder.path])
            try body(folder)
        }
    }

    static let calls = [
        "validate N -o N.notebundle/manifest.json", "validate N -o N.notebundle/notebook.json",
        "validate N -o L/notebook.json",
        "validate N -o N.notebundle/report.json", "validate M -o N.notebundle/notes/T.md --format json",
        "validate N -o M.notebundle/new/deep/report.json", "validate a.zip -o a.zip --format json",
        "validate a.zip -o b.zip --format json", "validate b.zip -o a.zip --format sarif",
        "validate . -o ./N.notebundle.zip --format json",
        "validate N -o plain/report.json", "validate N -o link.json", "validate N -o all.json --config all.json",
        "validate N -o known.json --baseline known.json", "validate N -o .bundle-validate.json",
        "validate N --write-baseline N.notebundle/manifest.json", "validate a.zip --write-baseline a.zip",
        "validate N -o r.json -o ./r.json", "validate N -o r.json --write-baseline r.json",
        "archive N -o N.notebundle/a.zip", "archive N -o M.notebundle/a.zip", "archive N -o L/a.zip",
        "archive N -o link.json --format zip", "archive N -o plain/a.zip",
        "export N --format json -o N.notebundle/notebook.json", "export N -o M.notebundle/out",
        "export a.zip --format json -o a.zip", "extract N x.txt -o N.notebundle/y.txt",
        "extract N x.txt -C M.notebundle/notes",
        "repair N -o M.notebundle/R", "unarchive a.zip -C M.notebundle", "create N.notebundle/K",
        "create plain/notes/K",
    ]

    @Test(arguments: calls)
    func `is refused before anything is written`(call: String) throws {
        try Self.stage { folder in
            let state = "find . -type f -exec sha256sum {} + | sort; find . | sort"
            let before = try Tool.shell(state, in: folder).output
            let result = try Tool.shell("\"$BUNDLE\" \(call)", in: folder)
            #expect(result.status == 64 && result.output == "", "\(result.output)\(result.errors)")
            #expect(result.errors.contains("use another path\nhint: "), "\(result.errors)")
            #expect(try Tool.shell(state, in: folder).output == before)
        }
    }

    @Test(arguments: [
        "validate N -o r.json", "validate N -o /dev/null --format json -o /dev/null", "archive N -o a.zip",
        "archive N -o b.zip", "export N --format json -o r.json", "extract N x.txt -o y.txt", "repair N -o R",
        "validate N -o N.notebundle.json", "unarchive a.zip -C empty",
    ])
    func `is fine elsewhere`(call: String) throws {
        try Self.stage { folder in
            let result = try Tool.shell("mkdir empty && \"$BUNDLE\" \(call)", in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
    }
}
