import Foundation
import TestSupport
import Testing

/// What an office program leaves beside a note that is open in it.
struct `An owner file` {
    @Test func `is never sealed, archived, or counted as added`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                "$BUNDLE" create N; "$BUNDLE" add -n N note --title '~$5 dinner' --body x
                mkdir -p N.notebundle/extras/org.example
                for f in 'notes/~$A.md' 'extras/org.example/~$d.odt' 'notes/.~lock.A.md#'; do printf 'Eva\\0' > "N.notebundle/$f"; done
                echo typed > N.notebundle/notes/A.autosave.md; "$BUNDLE" seal N; "$BUNDLE" archive N -o N.zip
                """
            #expect(try Tool.shell(script, in: folder).status == 0)
            let listed = try Tool.run("ls", "N", in: folder)
            #expect(listed.output.contains("notes/$5 dinner.md") && listed.output.contains("notes/A.autosave.md"))
            #expect(listed.errors == "" && !listed.output.contains("~$A"))
            #expect(try Tool.succeed("status", "N", in: folder) == "clean\n")
            let unpacked = try Tool.shell("\"$BUNDLE\" unarchive N.zip -o U && find U.notebundle -type f", in: folder)
            #expect(unpacked.status == 0 && !unpacked.output.contains("~$") && unpacked.output.contains("A.autosave"))
        }
    }
}
