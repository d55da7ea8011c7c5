import Foundation
import TestSupport
import Testing

/// A note whose title has the words of a conflict copy.
@Suite struct `A note with the title of a conflict copy` {
    @Test func `is an item of its own, unlike a copy that a program made`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                "$BUNDLE" create N && "$BUNDLE" add -n N note --title Delta --body one &&
                "$BUNDLE" add -n N note --title "Delta (my conflicted copy)" --body two && "$BUNDLE" resolve N
                """
            let result = try Tool.shell(script, in: folder)
            #expect(result.status == 0 && result.output.contains("no conflicts"), "\(result)")
            // A copy has the title and the uuid of its original, or only its name once it is sealed.
            let copy = """
                sed 's/^one$/three/' N.notebundle/notes/Delta.md > "N.notebundle/notes/Delta (Eva's conflicted copy 2026-01-01).md"
                "$BUNDLE" seal N && "$BUNDLE" resolve N --take both
                """
            let merged = try Tool.shell(copy, in: folder)
            #expect(merged.output.contains("resolved notes/Delta.md with "), "\(merged)")
            #expect(try Tool.succeed("show", "N", "Delta (my conflicted copy)", in: folder).contains("two"))
        }
    }
}
