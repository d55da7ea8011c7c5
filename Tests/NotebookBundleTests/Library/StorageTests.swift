import Foundation
import NotebookBundle
import NotebookCheck
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookQuery
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// What every storage of notebooks does alike.
struct `A storage` {
    enum Kind: String, CaseIterable {
        case directory
        case memory
    }

    static let context = QueryContext(now: Timestamp(clamping: 1_795_168_800))

    /// Makes an empty notebook and hands it on.
    static func with(_ kind: Kind, _ body: (any NotebookStorage) throws -> Void) throws {
        switch kind {
        case .memory: try body(try MemoryNotebook(title: "N"))
        case .directory:
            try TemporaryFolder.with { place in
                try body(try NotebookDirectory.create("N.notebundle", in: place.path, title: "N"))
            }
        }
    }

    static func add(_ title: String, _ body: String, to notebook: any NotebookStorage, in folder: String = "")
        throws
        -> Item
    {
        try notebook.edit { draft in
            var new = try NewItem(.note, file: Array(body.utf8))
            new.title = title
            new.folder = try FolderPath(folder)
            return try draft.add(new)
        }.result
    }

    @Test(arguments: Kind.allCases)
    func `keeps what an edit does, and nothing of one that fails`(kind: Kind) throws {
        try Self.with(kind) { notebook in
            let item = try Self.add("One", "First", to: notebook)
            let fingerprint = try notebook.open().fingerprint
            struct Refused: Error {}
            #expect(throws: Refused.self) {
                try notebook.edit { draft in
                    _ = try draft.add(NewItem(.note))
                    throw Refused()
                }
            }
            #expect(try notebook.open().fingerprint == fingerprint)
            #expect(try notebook.open().items == [item])
            #expect(String(decoding: try notebook.file(of: item).body, as: UTF8.self) == "First\n")
            #expect(
                try RuleBook.findings(in: notebook.inspect(collectsLinks: true, progress: NoProgress())) == [])
        }
    }

    @Test(arguments: Kind.allCases)
    func `finds items by queries, in an order`(kind: Kind) throws {
        try Self.with(kind) { notebook in
            _ = try Self.add("Beta 10", "grey", to: notebook, in: "F")
            _ = try Self.add("Beta 9", "white", to: notebook, in: "F/G")
            _ = try Self.add("Alpha", "grey", to: notebook)
            let all = try notebook.items(sortedBy: ItemOrder(.name), in: Self.context)
            #expect(all.map(\.title) == ["Alpha", "Beta 9", "Beta 10"])
            let grey = try notebook.items(
                matching: Query("body contains 'GREY' and folder under 'F'"), in: Self.context)
            #expect(grey.map(\.title) == ["Beta 10"])
            let folder = try #require(try notebook.open().folder(at: FolderPath("F")))
            #expect(folder.items.map(\.title) == ["Beta 10"] && folder.folders.map(\.text) == ["F/G"])
            #expect(try notebook.open().folder(at: FolderPath("X")) == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func `keeps attachments, the trash and settings`(kind: Kind) throws {
        try Self.with(kind) { notebook in
            let item = try Self.add("One", "x", to: notebook)
            try notebook.edit { draft in
                _ = try draft.attach([Attachment(name: "a.txt") { try $0(Array("bytes".utf8)) }], to: item)
                try draft.describe { $0.settings.sort = .name }
            }
            #expect(try notebook.blob("a.txt") == Array("bytes".utf8))
            #expect(throws: NotebookError.self) { try notebook.blob("b.txt") }
            try notebook.edit { draft in _ = try draft.moveToTrash([draft.listing.item("One")]) }
            #expect(try notebook.open().items == [] && notebook.open().trashedItems.count == 1)
            try notebook.edit { draft in _ = try draft.restore([draft.listing.item("One", inTrash: true)]) }
            #expect(try notebook.open().items.map(\.title) == ["One"])
            #expect(try notebook.open().description.settings.sort == .name)
        }
    }

    @Test(arguments: Kind.allCases)
    func `lets one change it at a time`(kind: Kind) async throws {
        let (notebook, place) = try Self.make(kind)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { _ = try Self.add("Note \(number)", "x", to: notebook) }
            }
        }
        #expect(try notebook.open().items.count == 8)
        let findings = try RuleBook.findings(in: notebook.inspect(collectsLinks: false, progress: NoProgress()))
        #expect(findings == [])
    }

    @Test(arguments: Kind.allCases)
    func `tells of changes that others make`(kind: Kind) async throws {
        let (notebook, place) = try Self.make(kind)
        defer { if let place { try? FileManager.default.removeItem(at: place) } }
        let first = try Self.add("One", "x", to: notebook)
        let other = try Self.other(notebook)
        let change = try await Self.firstChange(of: notebook) {
            try other.edit { draft in
                var change = ItemChange()
                change.isPinned = true
                _ = try draft.edit(first.path, change)
                _ = try draft.add(NewItem(.card, text: Array("Q\n\n---\n\nA".utf8)))
            }
        }
        #expect(change?.changed == [first.path])
        #expect(change?.added.count == 1 && change?.removed == [])
        #expect(try change?.listing.fingerprint == notebook.open().fingerprint)
    }

    static func make(_ kind: Kind) throws -> (any NotebookStorage, URL?) {
        guard kind == .directory else { return (try MemoryNotebook(title: "N"), nil) }
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return (try NotebookDirectory.create("N.notebundle", in: place.path, title: "N"), place)
    }

    /// The same notebook as somebody else has it.
    static func other(_ notebook: any NotebookStorage) throws -> any NotebookStorage {
        if let memory = notebook as? MemoryNotebook { return memory.shared() }
        return NotebookDirectory(try #require(notebook as? NotebookDirectory).path)
    }

    static func firstChange(
        of notebook: some NotebookStorage, _ edit: @Sendable () throws -> Void
    ) async throws -> NotebookChange? {
        var changes = await notebook.changes(every: .milliseconds(20)).makeAsyncIterator()
        try edit()
        return await changes.next()
    }

    @Test func `in memory begins with a sample`() throws {
        let sample = try Notebook.sample()
        #expect(try sample.source.open().items.count >= 4)
        #expect(try RuleBook.findings(in: sample.inspect(collectsLinks: true)).filter { $0.severity == .error } == [])
    }
}

struct `The places` {
    @Test func `are where the platform has them, and describing them makes nothing`() throws {
        try TemporaryFolder.with { home in
            let places = FileLocations(environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path + "/conf", "TMPDIR": "/var/tmp",
            ])
            #expect(places.configuration.path == home.path + "/conf/notebundle")
            #expect(places.temporary.path == "/var/tmp")
            #expect(places.library.name == "Notebooks")
            #expect(places.library.subpath("A", "B").path == home.path + "/Notebooks/A/B")
            #expect(!places.configuration.exists && !places.library.exists)
            try places.library.create()
            #expect(places.library.exists)
            #expect(
                FileLocations(environment: ["XDG_CONFIG_HOME": "relative", "HOME": "/h"]).configuration.path.hasPrefix(
                    "/h/"))
        }
    }
}
