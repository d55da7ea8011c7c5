import Foundation
import NotebookBundle
import TestSupport
import Testing

@testable import BundleCLI

struct `An editor` {
    private static let place = EditorPosition(of: 9, in: Array("a\né日 x".utf8))

    @Test(arguments: [
        ("vi", ["+2", "f.md"]), ("/usr/bin/vim -f", ["+call cursor(2,8)", "f.md"]), ("nano -w", ["+2,5", "f.md"]),
        ("env X=1 emacs -nw", ["+2:5", "f.md"]), ("code --wait", ["-g", "f.md:2:5"]), ("'hx'", ["f.md:2:5"]),
        ("\"/opt/my editors/nano\"", ["+2,5", "f.md"]),
        ("sed -i s/a/b/", ["f.md"]), ("", ["f.md"]),
    ]) func `opens with the cursor at its place if it is known`(command: String, words: [String]) {
        #expect(EditorCommand(command).words("f.md", at: Self.place) == words)
        #expect(EditorCommand(command).words("f.md", at: nil) == ["f.md"])
    }

    @Test(arguments: [
        ("code", ["--wait"]), ("code -n", ["--wait"]), ("/usr/bin/subl", ["--wait"]), ("gedit", ["--wait"]),
        ("zed", ["--wait"]), ("'/opt/a b/Code.exe'", ["--wait"]), ("idea", ["--wait"]), ("kate", ["--block"]),
        ("gnome-text-editor", ["--standalone"]), ("mousepad", ["--disable-server"]), ("gvim", ["-f"]),
        ("vim -g", ["-f"]), ("env GDK_BACKEND=x11 mvim", ["-f"]), ("mate", ["--wait"]),
        // Whoever wrote one has it, in each of its spellings.
        ("code --wait", []), ("subl -n -w", []), ("kate -b", []), ("gvim --nofork", []), ("gvim --remote-wait", []),
        ("gnome-text-editor -s", []), ("gvim --remote-silent", []), ("emacsclient -n", []),
        ("vim", []), ("nano", []), ("xdg-open", []), ("own-editor", []), ("code; true", []), ("true | code", []),
    ]) func `that would return at once gets the option that makes it wait`(command: String, added: [String]) {
        #expect(EditorCommand(command).addedWords == added)
        #expect(EditorCommand(command).words("f.md", at: nil) == added + ["f.md"])
    }

    @Test(arguments: [
        ("vim", EditorClosing.certain, EditorClosing.certain, EditorClosing.certain),
        ("nano -w", .certain, .certain, .certain), ("emacsclient", .certain, .certain, .certain),
        ("true", .certain, .certain, .certain), ("xdg-open", .unlikely, .unlikely, .unlikely),
        ("gio open", .unlikely, .unlikely, .unlikely), ("emacsclient --no-wait", .unlikely, .unlikely, .unlikely),
        ("gvim --remote", .unlikely, .unlikely, .unlikely),
        ("vim --remote-silent", .unlikely, .unlikely, .unlikely), ("code --wait", .unlikely, .likely, .likely),
        ("code", .unlikely, .likely, .likely), ("own-editor -x", .unlikely, .doubtful, .likely),
        ("nano; own-editor", .unlikely, .doubtful, .likely), ("own-editor; nano", .unlikely, .doubtful, .likely),
    ]) func `that ended may still be open`(
        command: String, atOnce: EditorClosing, soon: EditorClosing, later: EditorClosing
    ) {
        let editor = EditorCommand(command)
        #expect(editor.closing(after: .seconds(2)) == atOnce)
        #expect(editor.closing(after: .seconds(6)) == soon)
        #expect(editor.closing(after: .seconds(60)) == later)
    }

    @Test func `that stands for another is that one`() throws {
        try TemporaryFolder.with { folder in
            for name in ["nano", "code"] {
                try Data("#!/bin/sh\n".utf8).write(to: folder.appending(path: name))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: name).path)
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: "editor-" + name), withDestinationURL: folder.appending(path: name))
            }
            #expect(EditorCommand("editor-nano", in: ["PATH": folder.path]).closing(after: .zero) == .certain)
            #expect(EditorCommand("editor-code", in: ["PATH": folder.path]).addedWords == ["--wait"])
        }
    }

    @Test func `of the system needs a terminal, unlike one that is set`() throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        _ = try workplace.run("bundle add N note --title A --body x")
        _ = try workplace.run("mkdir bin; printf '#!/bin/sh\n' > bin/nano; chmod +x bin/nano")
        workplace.environment["PATH"] = workplace.path("bin")
        let edit = try workplace.run("bundle edit N A")
        #expect(
            edit.errors == """
                bundle: there is no terminal to open an editor in
                hint: change the item with options (--body, --append), or set $VISUAL to an editor with a window

                """)
        #expect(edit.status == 2)
    }

    @Test(arguments: [("sed -i s/one/two/", Int32(0)), ("sed -i s/none/two/", 1)])
    func `that may still be open has a file of which only the path is told, if that cannot be stored`(
        command: String, status: Int32
    ) throws {
        let workplace = try Workplace()
        _ = try workplace.run("bundle create N")
        for title in ["A", "B"] { _ = try workplace.run("bundle add N note --title \(title) --body one") }
        workplace.environment["EDITOR"] = command
        let known = try workplace.run("bundle edit N A")
        #expect(known.errors.contains("; the next ‘bundle edit notes/A.md’ takes it over; ") == (status == 1))
        #expect(known.errors.contains(": the next ‘bundle edit notes/A.md’ takes it over; ") == (status == 0))
        workplace.environment["XDG_DATA_HOME"] = "/proc/none"
        let edit = try workplace.run("bundle edit N B")
        #expect(edit.status == status && edit.errors.contains("is only in "), "\(edit)")
        #expect(
            edit.errors.contains(
                "copy it from there by hand: the next ‘bundle edit notes/B.md’ does not take it over, since its path could not be stored (check $XDG_DATA_HOME); "
            ), "\(edit)")
        #expect(!edit.errors.contains("’ takes it over"), "\(edit)")
    }

    @Test func `counts lines and columns from 1`() {
        let first = EditorPosition(of: 0, in: [])
        #expect((first.line, first.column, first.byte) == (1, 1, 1))
        let last = EditorPosition(of: 2, in: Array("a\n".utf8))
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
