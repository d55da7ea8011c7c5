import Foundation
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookPacking
@testable import NotebookStore
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

struct `Synchronising what editors and people did` {
    private static func stages() throws -> (mine: HistoryStage, place: HistoryStage, other: HistoryStage) {
        let mine = try HistoryStage()
        try mine.edit { draft in
            var note = try NewItem(.note, text: Array("one\n\ntwo\n\nthree\n\nsee [[One]]\n".utf8))
            note.title = "Text"
            _ = try draft.add(note)
        }
        let place = try mine.copy(named: "P", nil)
        let other = try place.copy(named: "D")
        for stage in [mine, other] { try stage.directory.synchronize(with: place.directory) }
        return (mine, place, other)
    }

    private static func replace(_ old: String, _ new: String, in stage: HistoryStage) throws {
        let path = try #require(stage.document.keys.first { $0.hasSuffix("notes/Text.md") })
        let text = String(decoding: try #require(stage.document[path]), as: UTF8.self)
        try stage.write(text.replacing(old, with: new), at: path)
    }

    @Test func `knows what editors replaced since the last time`() throws {
        let (mine, place, other) = try Self.stages()
        try Self.replace("two\n\n", "", in: mine)
        try Self.replace("see", "look at", in: other)
        for stage in [mine, other, mine] {
            let sync = try stage.directory.synchronize(with: place.directory)
            #expect(sync.merges.flatMap(\.conflicts).isEmpty)
        }
        let text = String(decoding: try #require(mine.document["notes/Text.md"]), as: UTF8.self)
        #expect(text.hasSuffix("one\n\nthree\n\nlook at [[One]]\n"), "\(text)")
        // And the earlier state is known as a whole.
        #expect(try other.directory.undo().result.files.isEmpty == false)
    }

    @Test func `keeps the texts that both have afterwards, though it holds the lock of one`() throws {
        try TemporaryFolder.with { folder in
            let mine = try NotebookDirectory.create("N.notebundle", in: folder.path, title: "N")
            let place = NotebookDirectory("\(folder.path)/P.notebundle")
            try mine.synchronize(with: place)
            for (notebook, title) in [(mine, "Here"), (place, "There")] {
                try notebook.edit { draft in
                    var note = try NewItem(.note, text: Array("\(title)\n".utf8))
                    note.title = title
                    _ = try draft.add(note)
                }
            }
            try mine.synchronize(with: place)
            let items = try mine.open().manifest.entries.filter(\.type.isItem)
            #expect(items.count == 2)
            for item in items {
                #expect(FileKind.following("\(mine.path)/.history/files/\(item.digest)") == .file, "\(item.path)")
            }
        }
    }

    @Test func `keeps links that the other copy updated to an item that was deleted here`() throws {
        let (mine, place, other) = try Self.stages()
        try mine.edit { _ = try $0.moveToTrash([$0.listing.item("One")]) }
        try mine.append("more\n", to: "Text")
        try other.edit { _ = try $0.rename($0.listing.item("One"), to: "Uno") }
        for stage in [mine, other, mine] { try stage.directory.synchronize(with: place.directory) }
        let text = String(decoding: try #require(mine.document["notes/Text.md"]), as: UTF8.self)
        #expect(text.contains("[[Uno]]\n") && text.hasSuffix("more\n"), "\(text)")
    }

    @Test func `undoes in the copy what was undone here`() throws {
        let (mine, place, other) = try Self.stages()
        let before = mine.document
        try other.append("there\n", to: "Text")
        for stage in [other, mine] { try stage.directory.synchronize(with: place.directory) }
        #expect(mine.document == other.document && mine.document != before)
        try mine.directory.undo()
        for stage in [mine, other] { try stage.directory.synchronize(with: place.directory) }
        #expect(mine.document == before && other.document == before && place.document == before)
    }

    @Test func `is not kept from the rest by a conflict that nobody has settled`() throws {
        let (mine, place, other) = try Self.stages()
        try mine.append("here\n", to: "Text")
        try other.append("there\n", to: "Text")
        for stage in [mine, other] { try stage.directory.synchronize(with: place.directory) }
        #expect(String(decoding: other.document["notes/Text.md"] ?? [], as: UTF8.self).contains("\n=======\n"))
        try Self.replace("one\n", "one by hand\n", in: other)
        for stage in [other, mine] { try stage.directory.synchronize(with: place.directory) }
        #expect(String(decoding: mine.document["notes/Text.md"] ?? [], as: UTF8.self).contains("one by hand\n"))
    }
}
