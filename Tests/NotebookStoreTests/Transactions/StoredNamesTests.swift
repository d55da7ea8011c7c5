import Foundation
@testable import NotebookCheck
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookLinks
@testable import NotebookPacking
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import SimulatedDisks
import TestSupport
import Testing

/// Files whose names are stored in another normalisation are the listed files (Format, clause 5.4).
struct `Names that another system stored` {
    /// A change of the notebook, by name.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (NotebookDirectory) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (NotebookDirectory) throws -> Void) {
            (testDescription, self.run) = (name, run)
        }

        static func edit(_ name: String, _ body: @escaping @Sendable (inout Draft) throws -> Void) -> Change {
            Change(name) { try $0.edit { try body(&$0) } }
        }
    }

    private static let blob = "blobs/à.ca978112ca1bbdca.txt"

    /// A notebook in which most names are not ASCII, with something in the trash.
    private static func notebook() throws -> [String: [UInt8]] {
        var files = try EditKinds.notebook().mapValues { Array($0.utf8) }
        files["blobs/a.ca978112ca1bbdca.txt"] = nil
        files["notes/F/One.md"] = nil
        files["trash/20261119T101500Z-9f3c2a17/notes/F/Old.md"] = nil
        files[Self.blob] = Array("a".utf8)
        files["extras/org.example.app/é.json"] = Array("{}".utf8)
        let notebook = MemoryNotebook(files: files)
        _ = try notebook.directory.seal()
        try notebook.edit { draft in
            for (title, body) in [
                ("Café", "![A](<../../\(blob)>) [[Über]] #blé\n"), ("Über", "[[Café]]\n"), ("Åland", "[[Café]]\n"),
            ] {
                var new = try NewItem(.note, text: Array(body.utf8))
                new.title = title
                new.folder = try FolderPath("Ö/ñ")
                _ = try draft.add(new)
            }
        }
        try notebook.edit { draft in _ = try draft.moveToTrash([draft.listing.item("Åland")]) }
        return try notebook.files()
    }

    private static func disk(_ files: [String: [UInt8]], stores form: (String) -> String) throws -> SimulatedDisk {
        let disk = SimulatedDisk()
        for (name, bytes) in files {
            let path = DiskPath(form(name))
            _ = try disk.makeDirectories(path.parent)
            let file = try disk.create(path)
            try disk.writeAll(bytes, to: file)
            disk.close(file)
        }
        try disk.synchronizeAll()
        return disk.copy()
    }

    private static func decomposed(_ name: String) -> String { name.decomposedStringWithCanonicalMapping }

    private static func bundle(_ disk: SimulatedDisk) -> NotebookDirectory {
        NotebookDirectory("N", environment: EditKinds.environment(disk))
    }

    /// All files but for the history, by the bytes of their names: texts are equal in any normalisation.
    private static func stored(_ disk: SimulatedDisk) throws -> [[UInt8]: [UInt8]] {
        var files: [[UInt8]: [UInt8]] = [:]
        var directories = [DiskPath.root]
        while let directory = directories.popLast() {
            for entry in try disk.list(directory) where Array(entry.name) != Array(".history".utf8) {
                let path = directory.appending(entry.name)
                if entry.kind == .directory {
                    directories.append(path)
                } else {
                    files[path.bytes] = try disk.content(of: path, limit: .max - 1)
                }
            }
        }
        return files
    }

    /// The files under their composed names; what exists in several forms stands there several times.
    private static func document(_ disk: SimulatedDisk) throws -> [[UInt8]: [[UInt8]]] {
        var files: [[UInt8]: [[UInt8]]] = [:]
        for (name, bytes) in try stored(disk) {
            files[Array(String(decoding: name, as: UTF8.self).composed.utf8), default: []].append(bytes)
        }
        return files
    }

    private static let changes: [Change] = [
        .edit("edit") { draft in
            var change = ItemChange()
            change.appended = Array("more".utf8)
            change.addedTags = [Tag("x")].compactMap(\.self)
            _ = try draft.edit(draft.listing.item("Café").path, change)
        },
        .edit("rename") { _ = try $0.rename($0.listing.item("Café"), to: "Bar") },
        .edit("rename what it links to") { _ = try $0.rename($0.listing.item("Über"), to: "Überall") },
        .edit("rename in letter case") { _ = try $0.rename($0.listing.item("Über"), to: "über") },
        .edit("move") { _ = try $0.move($0.listing.item("Café"), to: FolderPath("Ü")) },
        .edit("move into the folder") { _ = try $0.move($0.listing.item("Two"), to: FolderPath("Ö/ñ")) },
        .edit("add to the folder") { draft in
            var new = try NewItem(.note, text: Array("x\n".utf8))
            (new.title, new.folder) = ("Neuß é", try FolderPath("Ö/ñ"))
            _ = try draft.add(new)
        },
        .edit("rename the folder") { try $0.relocateFolder(FolderPath("Ö"), to: FolderPath("Ä")) },
        .edit("delete the folder") { _ = try $0.removeFolder(FolderPath("Ö")) },
        .edit("move to the trash") { _ = try $0.moveToTrash([$0.listing.item("Café"), $0.listing.item("Über")]) },
        .edit("restore") { _ = try $0.restore([$0.listing.item("Åland", inTrash: true)]) },
        .edit("empty the trash") { try $0.destroy($0.listing.trashedItems.map(\.path)) },
        .edit("rename a tag") { draft in
            if let tag = Tag("blé"), let new = Tag("maïs") { _ = try draft.renameTag(tag, to: new) }
        },
        .edit("attach what is there") { draft in
            _ = try draft.attach(
                [Attachment(name: "à.txt") { try $0(Array("a".utf8)) }], to: draft.listing.item("Two"))
        },
        .edit("duplicate") { _ = try $0.duplicate($0.listing.item("Café")) },
        .edit("join") { _ = try $0.merge($0.listing.item("Über"), into: $0.listing.item("Café")) },
        Change("collect unused attachments") { notebook in
            try notebook.edit { draft in _ = try draft.moveToTrash([draft.listing.item("Café")]) }
            _ = try notebook.edit { draft in _ = try draft.restore([draft.listing.item("Café", inTrash: true)]) }
        },
        Change("undo and redo") { notebook in
            try notebook.edit { _ = try $0.rename($0.listing.item("Café"), to: "Bar") }
            try notebook.undo()
            try notebook.redo()
            try notebook.undo()
        },
        Change("seal") { _ = try $0.seal() },
        Change("repair") { _ = try $0.repair() },
    ]

    @Test(arguments: changes)
    func `are changed as if they were stored as they are listed`(change: Change) throws {
        try EditKinds.$history.withValue(HistoryLimits()) {
            let files = try Self.notebook()
            let plain = try Self.disk(files) { $0 }
            try change.run(Self.bundle(plain))
            let foreign = try Self.disk(files, stores: Self.decomposed)
            try change.run(Self.bundle(foreign))
            #expect(try Self.document(foreign) == Self.document(plain))
            let inspection = try Self.bundle(foreign).inspect(collectsLinks: true)
            #expect(try RuleBook.findings(in: inspection).filter { $0.severity == .error } == [])
        }
    }

    @Test(arguments: changes.prefix(11), [SimulatedDisk.Fault.Kind.stop, .errorOnce, .noSpaceFromThereOn])
    func `lose nothing wherever a change breaks`(change: Change, fault: SimulatedDisk.Fault.Kind) throws {
        let before = try Self.disk(try Self.notebook(), stores: Self.decomposed)
        let after = before.copy()
        try change.run(Self.bundle(after))
        let states = [try Self.document(before), try Self.document(after)]
        try before.eachBroken(by: fault) { disk in
            try change.run(Self.bundle(disk))
        } check: { operation, disk in
            for cut in [DiskState.PowerCut.none, .dropsUnsynchronized] + Seeds.some(1).map({ .dropsSome(seed: $0) }) {
                let left = disk.copy()
                left.mends(after: cut)
                _ = try Store(left, now: FixedClock.now).recover()
                #expect(states.contains(try Self.document(left)), "\(fault) at \(operation), then \(cut)")
            }
        }
    }

    @Test(arguments: ["edit", "rename", "move", "move to the trash", "rename the folder", "undo and redo"])
    func `are not taken for the listed file beside it`(name: String) throws {
        try EditKinds.$history.withValue(HistoryLimits()) {
            let change = try #require(Self.changes.first { $0.testDescription == name })
            let twin = Self.decomposed("notes/Ö/ñ/Café.md")
            let notebook = try Self.notebook()
            let disk = try Self.disk(notebook) { $0 }
            _ = try disk.makeDirectories(DiskPath(twin).parent)
            let file = try disk.create(DiskPath(twin))
            try disk.writeAll(Array("another text".utf8), to: file)
            disk.close(file)
            try change.run(Self.bundle(disk))
            let plain = try Self.disk(notebook) { $0 }
            try change.run(Self.bundle(plain))
            var files = try Self.stored(disk)
            #expect(files.removeValue(forKey: Array(twin.utf8)) == Array("another text".utf8))
            #expect(files == (try Self.stored(plain)))
        }
    }

    @Test func `are found in a folder that exists in both forms`() throws {
        let disk = try Self.disk(try Self.notebook()) { name in
            name.contains("Café") ? Self.decomposed(name) : name
        }
        try Self.bundle(disk).edit { _ = try $0.rename($0.listing.item("Über"), to: "Bar") }
        let text = try #require(try Self.stored(disk)[Array("notes/Ö/ñ/Café.md".utf8)])
        #expect(String(decoding: text, as: UTF8.self).contains("[[Bar]]"))
        let inspection = try Self.bundle(disk).inspect(collectsLinks: true)
        #expect(inspection.files.compactMap(\.storedPath) == [])
    }

    @Test func `are found where several forms exist, the first in the order of bytes`() throws {
        let disk = SimulatedDisk()
        // U+1E09 is c with a cedilla and an acute accent: it has two forms besides the composed one.
        for (name, text) in [("c\u{327}\u{301}", "first"), ("\u{E7}\u{301}", "second")] {
            let file = try disk.create(DiskPath(name))
            try disk.writeAll(Array(text.utf8), to: file)
            disk.close(file)
        }
        let files = StoredNames.on(disk)
        let path = DiskPath("\u{1E09}")
        #expect(try files.content(of: path, limit: 10) == Array("first".utf8))
        #expect(try files.compose(path) == [.root])
        #expect(Set(try Self.stored(disk).keys) == [path.bytes, Array("\u{E7}\u{301}".utf8)])
        #expect(try files.compose(path) == [])
    }
}
