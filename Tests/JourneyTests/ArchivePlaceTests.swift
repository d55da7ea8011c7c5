import Foundation
import TestSupport
import Testing

/// Where archives are written, and whether what is read of them is what was written.
@Suite struct `An archive in its place` {
    @Test func `goes into a pipe, and leaves it one`() throws {
        try TemporaryFolder.with { folder in
            let line = """
                "$BUNDLE" create N && mkfifo pipe && { cat pipe >piped.tar & } && "$BUNDLE" archive N -o pipe --format tar \
                && wait && test -p pipe && "$BUNDLE" archive N -o same.tar && cmp piped.tar same.tar
                """
            let result = try Tool.shell(line, in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func `is not made in the notebook itself`() throws {
        try TemporaryFolder.with { folder in
            let result = try Tool.shell("\"$BUNDLE\" create N && cd N.notebundle && \"$BUNDLE\" archive .", in: folder)
            #expect(result.status == 64)
            #expect(result.errors.contains("in the notebook "))
            #expect(try Tool.run("status", "N", in: folder).status == 0)
        }
    }

    /// Somebody on the way changes a note in a tar, whose own checksums say nothing of contents.
    @Test(arguments: ["show FILE Heron", "search FILE Forged", "show - Heron < FILE", "export FILE --format json -o -"])
    func `is not shown with a text that the manifest does not list`(call: String) throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Heron", "--body", "Genuine text.", in: folder)
            try Tool.succeed("archive", "N", "-o", "N.tar", in: folder)
            let command = "\"$BUNDLE\" " + call
            let before = try Tool.shell(command.replacing("FILE", with: "N.tar"), in: folder)
            #expect(before.output.contains("Genuine") || call.hasPrefix("search"))
            let line = "sed 's/Genuine text/Forged text!/' N.tar >F.tar && " + command
            let after = try Tool.shell(line.replacing("FILE", with: "F.tar"), in: folder)
            #expect(after.status == 1, "\(after.output)")
            #expect(!after.output.contains("Forged"))
            #expect(after.errors.contains("does not have the content that the manifest lists"), "\(after.errors)")
        }
    }
}
