import Foundation
import NotebookBundle
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

/// What programs get besides what the tool does, by public declarations alone.
struct `The front door` {
    typealias Storages = `A storage`

    static let environment = NotebookEnvironment.fixed(at: Timestamp(clamping: 1_795_168_800), seed: 7)

    /// A notebook with items, links, an attachment and something in the trash.
    static func filled(_ storage: some NotebookStorage) throws {
        try storage.edit { draft in
            var heron = try NewItem(.note, text: "Grey. See [[Weir]].")
            heron.title = "Heron"
            heron.folder = try FolderPath("Birds")
            let item = try draft.add(heron)
            _ = try draft.attach([.init(name: "a.txt") { try $0(Array("bytes".utf8)) }], to: item)
            var weir = try NewItem(.note, text: "Water.")
            weir.title = "Weir"
            _ = try draft.add(weir)
            var old = try NewItem(.card, text: "Q\n\n---\n\nA")
            old.title = "Old"
            _ = try draft.moveToTrash([draft.add(old)])
        }
    }

    @Test func `gives the same notebook to the byte for the same time and chance`() throws {
        func files() throws -> [String: [UInt8]] {
            let notebook = try MemoryNotebook(title: "N", environment: Self.environment.again)
            try Self.filled(notebook)
            return try notebook.files()
        }
        let (one, two) = (try files(), try files())
        #expect(one == two && one.count >= 6)
    }

    /// Edits of all kinds, each of which is taken back.
    enum Kind: CaseIterable {
        case add, edit, rename, move, trash, restore, destroy, tag, folder, attach, describe

        func apply(to draft: inout Draft) throws {
            switch self {
            case .add: _ = try draft.add(try NewItem(.note, text: "New"))
            case .edit: _ = try draft.edit(draft.listing.item("Weir").path, ItemChange(text: "Other\n"))
            case .rename: _ = try draft.rename(draft.listing.item("Weir"), to: "Dam")
            case .move: _ = try draft.move(draft.listing.item("Heron"), to: FolderPath("Deep/Down"))
            case .trash: _ = try draft.moveToTrash([draft.listing.item("Weir")])
            case .restore: _ = try draft.restore([draft.listing.item("Old", inTrash: true)])
            case .destroy: try draft.destroy(draft.listing.trashedItems.map(\.path))
            case .tag:
                var change = ItemChange()
                change.addedTags = [Tag("x/y")].compactMap { $0 }
                _ = try draft.edit(draft.listing.item("Heron").path, change)
            case .folder: try draft.relocateFolder(FolderPath("Birds"), to: FolderPath("Fowl"))
            case .attach:
                _ = try draft.attach(
                    [.init(name: "b.txt") { try $0(Array("more".utf8)) }], to: draft.listing.item("Weir"))
            case .describe: try draft.describe { $0.settings.sort = .name }
            }
        }
    }

    @Test(arguments: Kind.allCases, Storages.Kind.allCases)
    func `takes an edit back to the byte, and makes it again`(kind: Kind, place: Storages.Kind) throws {
        try Storages.with(place) { notebook in
            try Self.filled(notebook)
            let before = try Self.contents(of: notebook)
            let edit = try notebook.edit(keepingReversal: true) { try kind.apply(to: &$0) }
            let after = try Self.contents(of: notebook)
            #expect(before != after)
            let back = try notebook.revert(try #require(edit.reversal))
            #expect(try Self.contents(of: notebook) == before)
            try notebook.revert(try #require(back.reversal))
            #expect(try Self.contents(of: notebook) == after)
            let findings = try RuleBook.findings(in: notebook.inspect(collectsLinks: true))
            #expect(findings.filter { $0.severity == .error } == [])
        }
    }

    /// The bytes of all listed files.
    private static func contents(of notebook: any NotebookStorage) throws -> [String: [UInt8]] {
        try notebook.read { snapshot in
            var contents: [String: [UInt8]] = ["manifest.json": try snapshot.content(of: .manifest, limit: .max) ?? []]
            for entry in snapshot.listing.manifest.entries {
                contents[entry.path.text] = try snapshot.content(of: entry.path, limit: .max)
            }
            return contents
        }
    }

    @Test(arguments: Storages.Kind.allCases)
    func `does not take back what others have changed since`(place: Storages.Kind) throws {
        try Storages.with(place) { notebook in
            try Self.filled(notebook)
            let item = try notebook.open().item("Weir")
            let edit = try notebook.edit(keepingReversal: true) { try $0.edit(item.path, ItemChange(text: "Mine\n")) }
            try notebook.edit { _ = try $0.edit(item.path, ItemChange(text: "Theirs\n")) }
            let now = try Self.contents(of: notebook)
            #expect(throws: NotebookError.changedSince(item.path)) {
                try notebook.revert(try #require(edit.reversal))
            }
            #expect(try Self.contents(of: notebook) == now)
        }
    }

    @Test(arguments: Storages.Kind.allCases)
    func `edits an item only if it is still as it was read`(place: Storages.Kind) throws {
        try Storages.with(place) { notebook in
            try Self.filled(notebook)
            let item = try notebook.open().item("Weir")
            let digest = try notebook.file(of: item).digest
            try notebook.edit(item, ItemChange(text: "One\n"), ifStill: digest)
            #expect(throws: NotebookError.changedSince(item.path)) {
                try notebook.edit(item, ItemChange(text: "Two\n"), ifStill: digest)
            }
            #expect(try notebook.text(of: item) == "One\n")
        }
    }

    @Test(arguments: Storages.Kind.allCases)
    func `edits an item again and again, but never over what others wrote in between`(place: Storages.Kind) throws {
        try Storages.with(place) { notebook in
            try Self.filled(notebook)
            let item = try notebook.open().item("Heron")
            var change = ItemChange(text: "See [[Egret]].\n")
            change.title = "Egret"
            let digest = try notebook.file(of: item).digest
            let named = try notebook.edit(item, change, ifStill: digest).result
            #expect(named.item.title == "Egret")
            // The link to its old title follows, in the same edit.
            change = ItemChange()
            change.title = "Ibis"
            let one = try notebook.edit(item, change, ifStill: named.file.digest, keepingReversal: true)
            #expect(one.result.file.bodyText != "See [[Egret]].\n")
            #expect(try notebook.file(of: item).digest == one.result.file.digest)
            let two = try notebook.edit(item, ItemChange(text: "Two\n"), ifStill: one.result.file.digest)
            #expect(two.result.file.bodyText == "Two\n" && two.reversal == nil)
            try notebook.edit { _ = try $0.edit(item.path, ItemChange(text: "Theirs\n")) }
            #expect(throws: NotebookError.changedSince(item.path)) {
                try notebook.edit(item, ItemChange(text: "Three\n"), ifStill: two.result.file.digest)
            }
            #expect(try notebook.text(of: item) == "Theirs\n")
            #expect(one.reversal?.isEmpty == false)
        }
    }

    @Test func `edits nothing that an editor has written and nobody has sealed`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try Self.filled(notebook)
            let item = try notebook.open().item("Weir")
            let digest = try notebook.file(of: item).digest
            let file = place.appending(path: "N.notebundle/notes/Weir.md")
            try Data((try notebook.file(of: item).text + "By hand\n").utf8).write(to: file)
            #expect(throws: NotebookError.changedSince(item.path)) {
                try notebook.edit(item, ItemChange(text: "Lost?\n"), ifStill: digest)
            }
            #expect(try notebook.text(of: item).hasSuffix("By hand\n"))
        }
    }

    @Test(arguments: Storages.Kind.allCases)
    func `answers at once who reads within an own edit, and refuses another edit there`(place: Storages.Kind) throws {
        try Storages.with(place) { notebook in
            try Self.filled(notebook)
            let fingerprint = try notebook.open().fingerprint
            try notebook.edit { draft in
                _ = try draft.edit(draft.listing.item("Weir").path, ItemChange(text: "Later\n"))
                let item = try notebook.open().item("Weir")
                #expect(try notebook.open().fingerprint == fingerprint)
                #expect(try notebook.text(of: item) == "Water.\n")
                #expect(try notebook.links().links.count == 2)
                #expect(try notebook.inspect().changes.isEmpty)
                #expect(throws: NotebookError.self) { try notebook.edit { _ in } }
            }
            #expect(try notebook.text(of: notebook.open().item("Weir")) == "Later\n")
        }
    }

    @Test func `leaves the threads of tasks alone while others change the notebook`() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
        let (isChanging, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let change = Thread {
            _ = try? notebook.edit { _ in
                isChanging.signal()
                mayEnd.wait()
            }
        }
        change.start()
        isChanging.wait()
        // More readers than there are threads for tasks wait for the lock; this task must still go on, and let the
        // change end.
        let readers = (1...64).map { _ in Task { try await notebook.read { $0.listing.items.count } } }
        await Task { _ = mayEnd.signal() }.value
        for reader in readers { #expect(try await reader.value == 0) }
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await notebook.read { $0.listing }
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `makes notebooks, previews and collects without blocking`() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
        let item = try await notebook.edit { draft in
            let item = try draft.add(NewItem(.note, text: "Weir"))
            _ = try draft.attach([Attachment(name: "a.txt") { write in try write(Array("blue".utf8)) }], to: item)
            return item
        }.result
        let preview = try notebook.preview { draft in _ = try draft.rename(item, to: "Lock") }
        #expect(preview.moves.map(\.new.text) == ["notes/Lock.md"])
        let places = FileLocations(environment: ["HOME": place.path])
        _ = try notebook.export(to: .place("out", in: place.path), as: .markdown)
        let made = try NotebookDirectory.create(
            "M.notebundle", in: place.path, from: [FileLocation(path: place.path + "/out")], locations: places)
        #expect(try made.notebook.open().items.map(\.title) == ["Weir"])
        let blobs = Set(try notebook.blobUsage().uses.map(\.entry.path))
        #expect(blobs.count == 1)
        #expect(try notebook.collectGarbage(blobs).result == nil)
        try await notebook.edit { draft in _ = try draft.edit(item.path, ItemChange(text: "No link\n")) }
        #expect(try notebook.collectGarbage(blobs).result != nil)
        #expect(try notebook.blobUsage().uses.isEmpty)
    }

    @Test func `reads as much as it is asked for, whatever the limit`() throws {
        let notebook = try MemoryNotebook(title: "N")
        try Self.filled(notebook)
        let path = try notebook.open().item("Weir").path
        let size = try #require(try notebook.content(of: path, limit: .max)).count
        #expect(try notebook.content(of: path, limit: size)?.count == size)
        for limit in [size - 1, 0, -1, .min] {
            #expect(throws: FileTooLong.self) { try notebook.content(of: path, limit: limit) }
        }
        let archive = NotebookArchive(bytes: try notebook.archived(as: .zip).bytes)
        #expect(try archive.content(of: path, limit: .max)?.count == size)
        #expect(throws: FileTooLong.self) { try archive.content(of: path, limit: .min) }
    }

    @Test func `makes a notebook of files and of archives, and gives them again`() throws {
        let notebook = try MemoryNotebook(title: "N", environment: Self.environment.again)
        try Self.filled(notebook)
        let files = try notebook.files()
        let copy = MemoryNotebook(files: files)
        #expect(try copy.open().fingerprint == notebook.open().fingerprint)
        #expect(try copy.files() == files)
        for format in ArchiveFormat.allCases {
            let (bytes, packed) = try copy.archived(as: format)
            let archive = NotebookArchive(bytes: bytes)
            #expect(try archive.open().fingerprint == packed.fingerprint)
            #expect(try archive.blob("a.txt") == Array("bytes".utf8))
            #expect(try archive.unpackedInMemory().open().fingerprint == packed.fingerprint)
            #expect(try archive.archived(as: format, directoryName: "N.notebundle").bytes == bytes)
            #expect(try archive.search(.init(SearchQuery(["grey"]), context: .here)).map(\.item.title) == ["Heron"])
        }
        #expect(throws: NotebookError.self) { try MemoryNotebook(files: [:]).open() }
    }

    @Test func `archives a part, and behind a password`() throws {
        let notebook = try MemoryNotebook(title: "N")
        try Self.filled(notebook)
        var options = ArchiveOptions()
        options.part = NotebookPart(folders: [try FolderPath("Birds")], tags: [])
        options.password = "secret"
        let (bytes, packed) = try notebook.archived(as: .zip, options: options)
        #expect(packed.leaving.map(\.target.text) == ["notes/Weir.md"])
        let archive = NotebookArchive(bytes: bytes)
        #expect(try archive.isEncrypted())
        #expect(throws: ArchiveFailure.self) { try archive.open() }
        #expect(try archive.unlocked(with: "secret").open().items.map(\.title) == ["Heron"])
        var limits = ArchiveLimits()
        limits.members = 2
        #expect(throws: ArchiveFailure.self) { try archive.unlocked(with: "secret").limited(to: limits).open() }
    }

    @Test func `gives values that programs use`() throws {
        let notebook = try MemoryNotebook(title: "N", environment: Self.environment.again)
        try Self.filled(notebook)
        let item = try notebook.open().item("Heron")
        #expect(item.id == item.uuid.map { .uuid($0) })
        #expect(try notebook.open().item(item.id) == item)
        #expect(item.created.date == Date(timeIntervalSince1970: 1_795_168_800))
        #expect(try notebook.file(of: item).excerpt(limit: 200).hasPrefix("Grey. See Weir."))
        #expect(try notebook.file(of: item).excerpt(limit: 5) == "Grey…")
        #expect(try notebook.file(of: item).excerpt(limit: 0).isEmpty)
        let date = Date(timeIntervalSince1970: 12.75)
        #expect(Timestamp(date).secondsSince1970 == 12 && Timestamp(date).date == Date(timeIntervalSince1970: 12))
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] { _ = Timestamp(date) }
    }

    @Test func `copies items with their attachments, and imports and exports`() throws {
        try TemporaryFolder.with { place in
            let source = try MemoryNotebook(title: "N")
            try Self.filled(source)
            let other = try MemoryNotebook(title: "Other")
            let taken = try other.edit { draft in
                try source.read { try draft.copy([$0.listing.item("Heron")], from: $0) }
            }.result
            #expect(taken.added.map(\.title) == ["Heron"] && taken.attachments == 1 && taken.lostLinks.count == 1)
            #expect(
                try source.export(to: .place("out", in: place.path), as: .markdown).leftBehind == ["1 in the trash"])
            let places = FileLocations(environment: ["HOME": place.path])
            let edit = try MemoryNotebook(title: "Third").importItems(
                from: [FileLocation(path: place.path + "/out")], into: "In", locations: places)
            #expect(edit.result.added.map(\.folder.text).sorted() == ["In", "In/Birds"])
            let made = try NotebookDirectory.create(
                "M.notebundle", in: place.path, from: [FileLocation(path: place.path + "/out")], locations: places)
            #expect(try made.notebook.open().description.title == "N" && made.report.items == 2)
            var text: [UInt8] = []
            try made.notebook.export(to: .stream { text += $0 }, as: .json)
            #expect(String(decoding: text, as: UTF8.self).contains("\"Heron\""))
            #expect(throws: ImportFailure.self) {
                try made.notebook.importItems(from: [FileLocation(path: made.notebook.path)], locations: places)
            }
        }
    }

    @Test func `tells errors to people, with what would help`() throws {
        let missing = NotebookDirectory("/nowhere/N.notebundle")
        let error = try #require(#expect(throws: (any Error).self) { try missing.open() })
        #expect(error is any Failure && !error.localizedDescription.isEmpty)
        let none = NotebookError.noSuchItem("x", like: [])
        #expect((none as any Error).localizedDescription == "no item matches “x”")
        #expect((none as any LocalizedError).recoverySuggestion == "List all items.")
        #expect(none.remedy?.actions == [.listItems])
        let remedy: Remedy = "put it back, or \(.seal) to accept that it is gone"
        #expect(remedy.description == "put it back, or seal the notebook to accept that it is gone")
        #expect(remedy.text { $0 == .seal ? "press the seal" : nil }.contains("press the seal to accept"))
    }

    @Test func `leaves a backend alone that others have changed meanwhile`() throws {
        let backend = Rows()
        let notebook = try BackendNotebook.create(in: backend, files: MemoryNotebook(title: "N").files())
        try Self.filled(notebook)
        let before = try notebook.open().fingerprint
        #expect(throws: StoreError.self) {
            try notebook.edit { draft in
                _ = try draft.add(try NewItem(.note, text: "Mine"))
                try BackendNotebook(backend).edit { _ = try $0.add(try NewItem(.note, text: "Theirs")) }
            }
        }
        let titles = try notebook.open().items.map(\.title)
        #expect(titles.contains("Theirs") && !titles.contains("Mine"))
        #expect(try notebook.open().fingerprint != before)
        #expect(try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).filter { $0.severity == .error } == [])
    }

    /// A backend in a dictionary.
    private final class Rows: NotebookBackend {
        private struct Table {
            var files: [String: [UInt8]] = [:]
            var revision = 0
        }

        private let table = Mutex(Table())

        func revision() -> String { table.withLock { "\($0.revision)" } }

        func contents() -> BackendContents {
            let now = table.withLock { $0 }
            return BackendContents(
                revision: "\(now.revision)",
                files: now.files.mapValues { BackendFile(size: $0.count, modified: Timestamp(clamping: 0)) })
        }

        func content(of path: String) -> [UInt8]? { table.withLock { $0.files[path] } }

        func apply(_ change: BackendChange) -> Bool {
            table.withLock { now in
                guard "\(now.revision)" == change.revision else { return false }
                for path in change.removed { now.files[path] = nil }
                now.files.merge(change.written) { $1 }
                now.revision += 1
                return true
            }
        }
    }
}

extension NotebookEnvironment {
    /// The same time, and the same chance from its start.
    fileprivate var again: NotebookEnvironment { .fixed(at: now(), seed: 7) }
}
