import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import BundleCLI

@Suite struct `An editor` {
    private static let place = EditorPlace(of: 9, in: Array("a\né日 x".utf8))

    @Test(arguments: [
        ("vi", ["+2", "f.md"]), ("/usr/bin/vim -f", ["+call cursor(2,8)", "f.md"]), ("nano -w", ["+2,5", "f.md"]),
        ("env X=1 emacs -nw", ["+2:5", "f.md"]), ("code --wait", ["-g", "f.md:2:5"]), ("'hx'", ["f.md:2:5"]),
        ("sed -i s/a/b/", ["f.md"]), ("", ["f.md"]),
    ]) func `opens with the cursor at its place if it is known`(command: String, words: [String]) {
        #expect(EditorCommand(command).words("f.md", at: Self.place) == words)
        #expect(EditorCommand(command).words("f.md", at: nil) == ["f.md"])
    }

    @Test func `counts lines and columns from 1`() {
        let first = EditorPlace(of: 0, in: [])
        #expect((first.line, first.column, first.byte) == (1, 1, 1))
        let last = EditorPlace(of: 2, in: Array("a\n".utf8))
        #expect((last.line, last.column, last.byte) == (2, 1, 1))
    }

    @Test func `is not disturbed while it writes`() throws {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: "f")
            try Data("a".utf8).write(to: file)
            var watch = FileWatch(file.path)
            var seen = [watch.hasSettled()]
            for text in ["half", "whole text"] {
                try Data(text.utf8).write(to: file)
                seen.append(watch.hasSettled())
            }
            seen += [watch.hasSettled(), watch.hasSettled()]
            #expect(seen == [false, false, false, true, false])
        }
    }
}
