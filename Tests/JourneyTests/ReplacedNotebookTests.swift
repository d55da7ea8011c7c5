import Foundation
import TestSupport
import Testing

/// A notebook that an archive replaced.
struct `A replaced notebook` {
    private static let start = """
        "$BUNDLE" create N && "$BUNDLE" add -n N note --title A --body a && "$BUNDLE" archive N -o old.zip &&
        "$BUNDLE" add -n N note --title New --body onlynew

        """

    /// Files that are no part of the document, or no longer.
    static let strays = [
        ("notes/pic.jpg", "s"), ("stray.bin", "s"), ("notes/Bild ü.jpg", "s"), ("notes/bad.md", "\\377"),
        ("notes/New.md", "\\377"), ("extras/x.txt", "s"), ("notes/new by hand.md", "hand"), ("blobs/by hand.txt", "s"),
    ]

    @Test(arguments: strays) func `comes back with all its files`(path: String, content: String) throws {
        try TemporaryFolder.with { folder in
            let script = """
                files() { (cd "$1" && find . -type f ! -name manifest.json ! -path './.history/*' -exec cksum {} + | sort); }
                \(Self.start) mkdir -p N.notebundle/extras; printf '\(content)' > 'N.notebundle/\(path)'
                files N.notebundle > before; "$BUNDLE" unarchive --replace --yes old.zip -o N && "$BUNDLE" undo N || exit
                files N.notebundle | diff before -
                """
            let result = try Tool.shell(script, in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(!"\n\(result.errors)".contains("\nbundle: "), "\(result.errors)")
            #expect(FileManager.default.fileExists(atPath: folder.path + "/N.notebundle/\(path)"))
        }
    }

    @Test func `is kept beside the new one where the history cannot take it, and the output says so`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                \(Self.start) echo x > 'N.notebundle/notes/What?.md'
                "$BUNDLE" unarchive --replace --yes old.zip -o N
                """
            let result = try Tool.shell(script, in: folder)
            #expect(result.status == 0)
            let said = result.errors.firstMatch(of: /which is now “(N \(replaced .*\)\.notebundle)”/)
            let name = try #require(said?.output.1)
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)/notes/What?.md"))
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)/notes/New.md"))
        }
    }
}
