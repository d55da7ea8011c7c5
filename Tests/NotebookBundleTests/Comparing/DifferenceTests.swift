import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// How two notebooks differ, as programs see it.
struct `The difference of two notebooks` {
    private static var environment: NotebookEnvironment { .fixed(at: Timestamp(clamping: 1_795_168_800), seed: 7) }

    /// A notebook with two notes, a card and an attachment, and another with the same files.
    private static func two() throws -> (old: MemoryNotebook, new: MemoryNotebook) {
        let old = try MemoryNotebook(title: "N", environment: environment)
        try old.edit { draft in
            for (title, text) in [("Heron", "Grey.\n\nSee [[Weir]].\n"), ("Weir", "Water.\n")] {
                var note = try NewItem(.note, file: Array(text.utf8))
                note.title = title
                _ = try draft.add(note)
            }
            _ = try draft.add(try NewItem(.card, text: "Q\n\n---\n\nA\n"))
            _ = try draft.addBlob(.init(name: "a.txt") { try $0(Array("bytes".utf8)) })
        }
        return (old, MemoryNotebook(files: try old.files(), environment: environment))
    }

    private static func values(_ property: PropertyDifference) -> [String?] {
        [property.key, property.old, property.new]
    }

    /// The difference after an edit, and the same the other way round.
    private static func difference(
        _ edit: (inout Draft) throws -> Void
    ) throws -> (there: NotebookDifference, back: NotebookDifference) {
        let (old, new) = try two()
        #expect(try old.difference(to: new).isEmpty)
        try new.edit { try edit(&$0) }
        return (try old.difference(to: new), try new.difference(to: old))
    }

    @Test func `is of an item that was added, and is removed the other way round`() throws {
        let (there, back) = try Self.difference { _ = try $0.add(try NewItem(.note, text: "New")) }
        #expect(there.items.map(\.change) == [.added] && back.items.map(\.change) == [.removed])
        #expect(there.items[0].new == back.items[0].old && there.items[0].old == nil)
        #expect(there.attachments.isEmpty && there.notebook.isEmpty && !there.isEmpty)
    }

    @Test func `knows a renamed, moved and edited item by its uuid, once`() throws {
        let (there, _) = try Self.difference { draft in
            let item = try draft.rename(draft.listing.item("Weir"), to: "Dam")
            let moved = try draft.move(item, to: FolderPath("Water"))
            _ = try draft.edit(moved.path, ItemChange(text: "Water.\nMore.\n"))
        }
        let weir = try #require(there.items.first { $0.new?.path.text == "notes/Water/Dam.md" })
        #expect(weir.change == .moved && weir.old?.path.text == "notes/Weir.md")
        #expect(weir.lines == LineCounts(added: 1, removed: 0))
        #expect(
            weir.properties.first { $0.key == "title" }.map(Self.values) == ["title", "Weir", "Dam"])
        // The note that links to it follows.
        let heron = try #require(there.items.first { $0.shown.path.text == "notes/Heron.md" })
        #expect(heron.change == .changed && heron.lines == LineCounts(added: 1, removed: 1) && there.items.count == 2)
    }

    @Test func `names renaming without moving`() throws {
        let (there, back) = try Self.difference { draft in
            draft.keepsLinks = false
            _ = try draft.rename(draft.listing.item("Weir"), to: "Dam")
        }
        #expect(there.items.map(\.change) == [.renamed] && back.items.map(\.change) == [.renamed])
    }

    @Test func `tells pins, tags and properties apart from texts`() throws {
        let (there, back) = try Self.difference { draft in
            var change = ItemChange()
            change.isPinned = true
            change.addedTags = [Tag("water/still")].compactMap { $0 }
            change.properties = [("rating", .single(PropertyScalar(typed: "4")))]
            _ = try draft.edit(draft.listing.item("Weir").path, change)
        }
        let item = try #require(there.items.first)
        #expect(item.lines == nil && item.addedTags.map(\.text) == ["water/still"] && item.removedTags.isEmpty)
        #expect(item.properties.filter { $0.key != "modified" }.map(\.key) == ["pinned", "rating"])
        #expect(item.properties.last.map(Self.values) == ["rating", nil, "4"])
        #expect(back.items.first?.removedTags.map(\.text) == ["water/still"])
        #expect(back.items.first?.properties.last.map(Self.values) == ["rating", "4", nil])
    }

    @Test func `sees what went to the trash and came back`() throws {
        let (there, back) = try Self.difference { _ = try $0.moveToTrash([$0.listing.item("Weir")]) }
        #expect(there.items.map(\.change).contains(.trashed) && back.items.map(\.change).contains(.restored))
    }

    @Test func `is of attachments by their bytes and names`() throws {
        let (there, _) = try Self.difference { draft in
            _ = try draft.addBlob(.init(name: "b.txt") { try $0(Array("others".utf8)) })
        }
        #expect(there.attachments.map(\.change) == [.added] && there.items.isEmpty)
        let (old, _) = try Self.two()
        var files = try old.files()
        let path = try #require(files.keys.first { $0.hasPrefix("blobs/") })
        let bytes = files.removeValue(forKey: path)
        files["blobs/z.\(path.split(separator: ".")[1]).txt"] = bytes
        let renamed = try old.difference(to: MemoryNotebook(files: files))
        #expect(renamed.attachments.map(\.change) == [.renamed])
        files = try old.files()
        files[path] = Array("replaced".utf8)
        #expect(try old.difference(to: MemoryNotebook(files: files)).attachments.map(\.change) == [.changed])
        // Replaced under its name, as ‘attach’ does it after ‘gc’.
        files[path] = nil
        files["blobs/a.\(String(repeating: "0", count: 16)).txt"] = Array("replaced".utf8)
        let replaced = try old.difference(to: MemoryNotebook(files: files)).attachments
        #expect(replaced.map(\.change) == [.changed] && replaced[0].old?.size == 5 && replaced[0].new?.size == 8)
    }

    @Test func `is of the title, settings, folders, tags and smart folders`() throws {
        let (there, back) = try Self.difference { draft in
            try draft.describe { description in
                description.title = "Other"
                description.settings.sort = .name
                description.folders = [
                    .init(path: try FolderPath("Birds"), icon: "🐦"), .init(path: try FolderPath("Empty")),
                ]
                description.tags = [.init(name: try #require(Tag("water")), color: "#0000ff")]
                description.smartFolders[0].predicate = "modified >= -1d"
                description.smartFolders.swapAt(1, 2)
            }
        }
        let rows = there.notebook.map { "\($0.subject) \($0.name) \($0.key) \($0.old ?? "-") \($0.new ?? "-")" }
        #expect(
            rows == [
                "notebook  title N Other", "setting  sort - name", "folder Birds icon - 🐦", "folder Empty  - ",
                "tag water color - #0000ff", "smartFolder Today predicate modified >= startOfToday modified >= -1d",
                "smartFolder  order Today, This Week, Pinned Today, Pinned, This Week",
            ])
        #expect(back.notebook.map(\.old) == there.notebook.map(\.new))
        #expect(there.items.isEmpty)
    }

    @Test func `counts files, not what the manifest says`() throws {
        let (old, _) = try Self.two()
        var files = try old.files()
        files["notes/Loose.md"] = Array("Not listed.\n".utf8)
        files["notes/Weir.md"]? += Array("Unsealed.\n".utf8)
        files["extras/org.example/state"] = [1, 2, 3]
        files["stray.txt"] = [4]
        let difference = try old.difference(to: MemoryNotebook(files: files))
        #expect(difference.items.map(\.change) == [.added, .changed])
        #expect(difference.items[1].lines == LineCounts(added: 1, removed: 0))
        #expect(difference.extras.map(\.shown.path.text) == ["extras/org.example/state"])
        #expect(difference.strays.map(\.shown.path.text) == ["stray.txt"])
        files = try old.files()
        files["manifest.json"] = Array(String(decoding: files["manifest.json"] ?? [], as: UTF8.self).utf8) + [0x0A]
        #expect(try old.difference(to: MemoryNotebook(files: files)).isEmpty)
    }

    @Test func `falls back on paths and bytes where there is no uuid`() throws {
        let (old, _) = try Self.two()
        var (one, other) = (try old.files(), try old.files())
        one["notes/a.md"] = Array("A text.\n".utf8)
        other["notes/a.md"] = Array("Another text.\n".utf8)
        one["notes/b.md"] = Array("Moved.\n".utf8)
        other["notes/deep/b.md"] = Array("Moved.\n".utf8)
        let difference = try MemoryNotebook(files: one).difference(to: MemoryNotebook(files: other))
        #expect(difference.items.map(\.change) == [.changed, .moved])
        // With different uuids, the same path is another item.
        let heron = try #require(one["notes/Heron.md"])
        other["notes/Heron.md"] = Array(
            String(decoding: heron, as: UTF8.self).replacing(
                /uuid: .*/, with: "uuid: 11111111-1111-4111-8111-111111111111"
            ).utf8)
        let exchanged = try old.difference(to: MemoryNotebook(files: other)).items
        #expect(exchanged.filter { $0.shown.path.text == "notes/Heron.md" }.map(\.change) == [.removed, .added])
    }

    @Test func `tells a text from the way in which it is written`() throws {
        let (old, _) = try Self.two()
        var files = try old.files()
        let text = String(decoding: try #require(files["notes/Weir.md"]), as: UTF8.self)
        files["notes/Weir.md"] = Array(text.replacing("title: Weir", with: "title: \"Weir\" # a comment").utf8)
        let difference = try old.difference(to: MemoryNotebook(files: files))
        #expect(difference.items.map(\.isRewritten) == [true])
        files["notes/Weir.md"] = Array("---\nnot a key\n---\nx\n".utf8)
        let unreadable = try old.difference(to: MemoryNotebook(files: files)).items
        #expect(unreadable.map(\.change) == [.changed] && unreadable[0].lines != nil)
    }

    @Test func `is the same for a directory, an archive and a notebook in memory`() throws {
        let (old, new) = try Self.two()
        try new.edit { draft in
            _ = try draft.rename(draft.listing.item("Weir"), to: "Dam")
            _ = try draft.add(try NewItem(.note, text: "New"))
        }
        try TemporaryFolder.with { folder in
            var places: [[any NotebookReading]] = [[old], [new]]
            for (number, notebook) in [old, new].enumerated() {
                let path = folder.appending(path: "\(number).notebundle")
                for (name, bytes) in try notebook.files() {
                    let file = path.appending(path: name)
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(bytes).write(to: file)
                }
                let directory = NotebookDirectory(path.path)
                places[number].append(directory)
                for (ending, format) in [("zip", ArchiveFormat.zip), ("tar.gz", .tarGzip)] {
                    let name = "\(number).\(ending)"
                    _ = try directory.archive(name, in: folder.path, as: format)
                    places[number].append(NotebookArchive(folder.appending(path: name).path))
                }
            }
            let wanted = try old.difference(to: new).items
            #expect(wanted.count == 3)
            for one in places[0] { for other in places[1] { #expect(try one.difference(to: other).items == wanted) } }
        }
    }

    @Test func `does not block a task`() async throws {
        let (old, new) = try Self.two()
        try await new.edit { draft in _ = try draft.add(try NewItem(.note, text: "New")) }
        #expect(try old.difference(to: new).items.map(\.change) == [.added])
    }
}
