import Foundation
import TestSupport
import Testing

/// A file of somebody else where a change needs a folder, or a folder where it needs a file.
@Suite(.waitsForPrograms) struct `Something in the way` {
    static let ways: [(obstacle: String, call: String, message: String)] = [
        (
            "echo stray > N.notebundle/notes/Fold", "add N note --title P --folder Fold",
            "N.notebundle/notes/Fold/P.md: N.notebundle/notes/Fold is not a folder"
        ),
        (
            "echo stray > N.notebundle/notes/Fold", "move N A --to Fold/Deep/er",
            "N.notebundle/notes/Fold/Deep/er/A.md: N.notebundle/notes/Fold is not a folder"
        ),
        (
            "echo stray > N.notebundle/notes/Fold", "folder N add Fold",
            "N.notebundle/notes/Fold/new: N.notebundle/notes/Fold is not a folder"
        ),
        (
            "echo stray > N.notebundle/notes/Größe", "add N note --title P --folder Größe",
            "N.notebundle/notes/Größe/P.md: N.notebundle/notes/Größe is not a folder"
        ),
        (
            "rmdir N.notebundle/cards && ln -s nowhere N.notebundle/cards", "add N card --front Q --back A",
            "N.notebundle/cards/Q.md: N.notebundle/cards is not a folder"
        ),
        (
            "mkdir out && rmdir N.notebundle/cards && ln -s ../out N.notebundle/cards", "add N card --front Q --back A",
            "N.notebundle/cards/Q.md: N.notebundle/cards is not a folder"
        ),
        (
            "rm -rf N.notebundle/blobs && echo stray > N.notebundle/blobs", "attach N A p.txt",
            "N.notebundle/blobs is not a folder"
        ),
        (
            "rm -rf N.notebundle/trash && echo stray > N.notebundle/trash", "rm N A --yes",
            "N.notebundle/trash is not a folder"
        ),
    ]

    @Test(arguments: ways)
    func `makes a change refused that could not be completed`(
        obstacle: String, call: String, message: String
    ) throws {
        try TemporaryFolder.with { folder in
            let start =
                "\"$BUNDLE\" create N && \"$BUNDLE\" add -n N note --title A && echo p > p.txt && \(obstacle)"
            try #require(try Tool.shell(start, in: folder).status == 0)
            let result = try Tool.shell("\"$BUNDLE\" \(call)", in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(result.errors.contains("; nothing has changed\nhint: move "), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/N.notebundle/.bundle"))
            #expect(try Tool.run("edit", "N", "A", "--append", "x", in: folder).status == 0)
        }
    }

    @Test(arguments: ["N.notebundle", "st/N.notebundle"])
    func `stops a sync before it changes that copy`(copy: String) throws {
        try TemporaryFolder.with { folder in
            let start = """
                "$BUNDLE" create N && mkdir st other && "$BUNDLE" sync N st && cd other && "$BUNDLE" sync N ../st
                cd .. && "$BUNDLE" add -n \(copy.hasPrefix("st") ? "N" : "other/N") note --title P --folder Fold
                (cd other && "$BUNDLE" sync N ../st); mkdir -p \(copy)/notes && echo stray > \(copy)/notes/Fold
                """
            try #require(try Tool.shell(start, in: folder).status == 0)
            let result = try Tool.run("sync", "N", "st", in: folder)
            #expect(result.status == 2)
            let message = "cannot change \(copy)/notes/Fold/P.md: \(copy)/notes/Fold is not a folder"
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(copy)/.bundle"))
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(copy)/notes/Fold")
            #expect(try Tool.run("sync", "N", "st", in: folder).status == 0)
            #expect(try Tool.succeed("validate", "st/N.notebundle", in: folder).contains("valid"))
        }
    }

    @Test func `of a place, such as a link, is refused before anything changes there`() throws {
        try TemporaryFolder.with { folder in
            try Tool.succeed("create", "N", in: folder)
            try Tool.succeed("add", "N", "note", "--title", "Alpha", "--body", "One", in: folder)
            try Tool.succeed("sync", "N", "P.notebundle", in: folder)
            try Tool.succeed("edit", "-n", "N", "Alpha", "--append", "More", in: folder)
            let note = folder.appending(path: "P.notebundle/notes/Alpha.md")
            try FileManager.default.removeItem(at: note)
            try FileManager.default.createSymbolicLink(at: note, withDestinationURL: folder.appending(path: "x.md"))
            let refused = try Tool.run("sync", "N", "P.notebundle", in: folder)
            #expect(refused.status == 2 && refused.errors.contains("a link or special file has that name"))
            try FileManager.default.removeItem(at: note)
            try Tool.succeed("sync", "N", "P.notebundle", in: folder)
            #expect(try String(contentsOf: note, encoding: .utf8).contains("More"))
        }
    }
}
