import BundleCLI
import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// Somebody browses, with a clock of the test.
struct `A session of browsing` {
    /// A notebook with a note.
    private static func with(_ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let notebook = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            try notebook.edit { draft in
                var note = try NewItem(.note, text: "Text.")
                note.title = "Heron"
                _ = try draft.add(note)
            }
            try body(folder.path)
        }
    }

    @Test func `tells of new files, after another message`() throws {
        try Self.with { folder in
            let typed = TypedKeys([TypedKeys.nothing, "s", TypedKeys.nothing, "j", TypedKeys.nothing, "q"]) { key in
                guard key == "s" else { return }
                try? Data("New.".utf8).write(to: URL(filePath: "\(folder)/N.notebundle/notes/New.md"))
            }
            #expect(typed.run(["browse", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0 && typed.screens.contains { $0.contains("1 new file is not in the manifest") })
        }
    }

    @Test func `says when the tags stay as they are`() throws {
        try Self.with { folder in
            let typed = TypedKeys(["t", "birds", "\r", "t", "Birds", "\r", "q"])
            #expect(typed.run(["browse", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0 && typed.screens.contains { $0.contains("changed the tags: ") })
            #expect(typed.screens.contains { $0.contains("nothing changed: ") }, "\(typed.screens)")
        }
    }

    @Test func `leaves two rows for a message about waiting, before each change`() throws {
        try Self.with { folder in
            let typed = TypedKeys(["p", "q"])
            #expect(typed.run(["browse", "N"], in: folder) == .success)
            #expect(typed.keysLeft == 0 && typed.screens.contains("\u{1B}[0m\u{1B}[23;1H\u{1B}[J"))
            #expect(typed.screens.contains { $0.contains("pinned: ") })
        }
    }
}
