import Foundation
import TestSupport
import Testing

/// A note whose title has the words of a conflict copy.
struct `A note with the title of a conflict copy` {
    @Test func `is an item of its own, unlike a copy that a program made`() throws {
        try TemporaryFolder.with { folder in
            let script = """
                "$BUNDLE" create N && "$BUNDLE" add -n N note --title Delta --body one &&
                "$BUNDLE" add -n N note --title "Delta (my conflicted copy)" --body two && "$BUNDLE" resolve N
                """
            let result = try Tool.shell(script, in: folder)
            #expect(result.status == 0 && result.output.contains("no conflicts"), "\(result)")
            // No list counts it as a copy, with the cache or without, and its changes are sealed.
            func reports(of item: String) throws -> Int {
                let lists = """
                    "$BUNDLE" validate N; "$BUNDLE" status --json N; "$BUNDLE" status --json --no-cache N;
                    echo more >> "N.notebundle/notes/\(item).md"; "$BUNDLE" status N; "$BUNDLE" seal N >/dev/null
                    """
                let output = try Tool.shell(lists, in: folder).output
                #expect(output.contains("changed   notes/\(item).md"), "\(output)")
                return output.components(separatedBy: item).count
            }
            #expect(try reports(of: "Delta (my conflicted copy)") == 2)
            try Tool.succeed(
                "add", "-n", "N", "card", "--front", "Card (case conflict)", "--back", "b", in: folder)
            #expect(try Tool.succeed("ls", "N", in: folder).contains("Card (case conflict)"))
            #expect(!(try Tool.succeed("validate", "N", in: folder)).contains("NB205"))
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
