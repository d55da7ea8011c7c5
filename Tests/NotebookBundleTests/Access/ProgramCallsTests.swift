import Dispatch
import Foundation
import NotebookBundle
import NotebookTestSupport
import Synchronization
import TestSupport
import Testing

/// What programs may get wrong: spellings, old lists, values, and calls within calls.
struct `A call of a program` {
    private static func folder(_ text: String) throws -> FolderPath { try FolderPath(text) }

    /// A notebook with a note in `Work/Old`, and an empty folder `Ideen`.
    private static func notebook() throws -> (MemoryNotebook, Item) {
        let notebook = try MemoryNotebook(title: "A")
        let item = try notebook.edit { draft in
            var note = try NewItem(.note, text: "Heron")
            note.folder = try folder("Work/Old")
            try draft.addFolder(try folder("Ideen"))
            return try draft.add(note)
        }.result
        return (notebook, item)
    }

    private static func isValid(_ notebook: MemoryNotebook) throws -> Bool {
        try RuleBook.findings(in: notebook.inspection(collectsLinks: true, examiner: nil, progress: NoProgress()))
            .allSatisfy {
                $0.severity != .error
            }
    }

    @Test func `ends a new text like the lines of its file`() throws {
        let (notebook, item) = try Self.notebook()
        try notebook.edit { draft in
            _ = try draft.replace(item, with: Array("---\r\ntitle: Heron\r\n---\r\nOne.\r\n".utf8))
            var change = ItemChange()
            change.body = Array("Two\nlines.".utf8)
            #expect(try draft.edit(item, change))
        }
        let text = try notebook.read { String(decoding: try $0.file(of: item).bytes, as: UTF8.self) }
        #expect(text.hasSuffix("\r\nTwo\r\nlines.\r\n"))
    }

    @Test func `adopts the notebook's spelling of a folder`() throws {
        let (notebook, item) = try Self.notebook()
        let other = try MemoryNotebook(title: "B")
        let foreign = try other.edit { draft in
            var note = try NewItem(.note, text: "Stork")
            note.folder = try Self.folder("WORK/new")
            return try draft.add(note)
        }.result
        try notebook.edit { draft in
            var note = try NewItem(.note, text: "Owl")
            note.folder = try Self.folder("work")
            #expect(try draft.add(note).path.text == "notes/Work/Owl.md")
            note.folder = try Self.folder("IDEEN/neu")
            #expect(try draft.add(note).path.text == "notes/Ideen/neu/Owl.md")
            note.folder = try Self.folder("ideen/NEU")
            #expect(try draft.add(note).path.text == "notes/Ideen/neu/Owl 2.md")
            var card = try NewItem(.card, text: "Q\n\n---\n\nA")
            card.folder = try Self.folder("work/old")
            #expect(try draft.add(card).folder.text == "Work/Old")
            #expect(try draft.move(item, to: try Self.folder("work/old")).path == item.path)
            #expect(try draft.move(item, to: try Self.folder("ideen")).folder.text == "Ideen")
            #expect(throws: NotebookError.self) { try draft.addFolder(try Self.folder("WORK")) }
            try draft.addFolder(try Self.folder("work/Sub"), icon: "🪶")
            try draft.decorate(try Self.folder("WORK/sub")) { $0.order = 3 }
            #expect(draft.description.folders.map(\.path.text).sorted() == ["Ideen", "Work/Sub"])
            try draft.describe { description in
                description.folders.append(.init(path: try Self.folder("work"), icon: "W"))
                description.settings.places.inboxFolder = try Self.folder("IDEEN")
            }
            #expect(draft.description.folders.last?.path.text == "Work")
            #expect(draft.description.settings.places.inboxFolder.text == "Ideen")
            try draft.relocateFolder(try Self.folder("work/sub"), to: try Self.folder("work/SUB"))
            let batch = try draft.moveToTrash([item])
            _ = batch
            #expect(try draft.restore([item], to: try Self.folder("work/sub")).first?.folder.text == "Work/SUB")
        }
        try other.read { source in
            _ = try notebook.edit { draft in
                try draft.copy([foreign], from: source, into: try Self.folder("ideen/NEU"))
            }
        }
        let folders = try notebook.read { $0.listing.folders.map(\.text) }
        #expect(folders == ["Ideen", "Ideen/neu", "Work", "Work/Old", "Work/SUB"])
        #expect(try Self.isValid(notebook))
    }

    @Test func `finds an item of an older list by its uuid`() throws {
        let (notebook, old) = try Self.notebook()
        try notebook.edit { _ = try $0.rename(old, to: "Grey heron") }
        // Another item has its old path now.
        try notebook.edit { draft in
            var note = try NewItem(.note, text: "Another")
            note.title = "Heron"
            note.folder = old.folder
            #expect(try draft.add(note).path == old.path)
        }
        #expect(try notebook.text(of: old).hasPrefix("Heron"))
        let moved = try notebook.edit { try $0.move(old, to: .root) }.result
        #expect(moved.path.text == "notes/Grey heron.md")
        #expect(try notebook.edit { try $0.rename(old, to: "Ardea") }.result.path.text == "notes/Ardea.md")
        #expect(try notebook.edit { try $0.duplicate(old) }.result.title == "Ardea copy")
        _ = try notebook.edit { draft in try draft.moveToTrash([old]) }
        #expect(throws: NotebookError.self) { try notebook.edit { _ = try $0.rename(old, to: "X") } }
        // Whatever list it comes from, it is restored from where it is.
        #expect(try notebook.edit { try $0.restore([old]) }.result.first?.path.text == "notes/Ardea.md")
        _ = try notebook.edit { draft in try draft.moveToTrash([moved]) }
        #expect(try notebook.read { $0.listing.trashedItems.map(\.title) } == ["Ardea"])
        try notebook.edit { draft in try draft.destroy(draft.listing.trashedItems.map(\.path)) }
        let error = #expect(throws: NotebookError.self) { try notebook.edit { _ = try $0.rename(old, to: "X") } }
        #expect(error.map { "\($0)" }?.contains("the file is gone") == false)
        #expect(try Self.isValid(notebook))
    }

    @Test func `changes the item that it was given, whatever has its old path now`() throws {
        let (notebook, old) = try Self.notebook()
        let digest = try notebook.file(of: old).digest
        try notebook.edit { _ = try $0.rename(old, to: "Grey heron") }
        let other = try notebook.edit { draft in
            var note = try NewItem(.note, text: "Other")
            note.title = "Heron"
            note.folder = old.folder
            return try draft.add(note)
        }.result
        #expect(other.path == old.path)
        var change = ItemChange()
        change.appended = Array("more\n".utf8)
        #expect(throws: NotebookError.self) { try notebook.edit(old, change, ifStill: digest) }
        let now = try notebook.file(of: old).digest
        let edited = try notebook.edit(old, change, ifStill: now).result
        #expect(edited.item.title == "Grey heron" && edited.file.bodyText.hasSuffix("more\n"))
        #expect(try notebook.edit { try $0.edit(old, change) }.result)
        #expect(try notebook.edit { try $0.edit(old, change, ifStill: $0.item(edited.item.path).digest) }.result)
        let text = try notebook.file(of: old).bytes
        #expect(try notebook.edit { try $0.replace(old, with: text + Array("end\n".utf8)) }.result)
        #expect(try notebook.text(of: old).hasSuffix("more\n\nmore\n\nmore\nend\n"))
        #expect(try notebook.text(of: other) == "Other\n")
        _ = try notebook.edit { draft in try draft.moveToTrash([old]) }
        let calls: [(inout Draft) throws -> Void] = [
            { _ = try $0.edit(old, change) }, { _ = try $0.replace(old, with: text) },
            { _ = try $0.edit(old, change, ifStill: now) }, { _ = try $0.replace(old, with: text, ifStill: now) },
        ]
        func isInTrash(_ error: NotebookError?) -> Bool { if case .inTrash? = error { true } else { false } }
        for call in calls {
            #expect(isInTrash(#expect(throws: NotebookError.self) { try notebook.edit { try call(&$0) } }))
        }
        #expect(isInTrash(#expect(throws: NotebookError.self) { try notebook.edit(old, change, ifStill: now) }))
        // A path at which nothing is listed is not that of a lost file.
        let error = #expect(throws: NotebookError.self) {
            try notebook.edit { _ = try $0.edit(BundlePath("notes/None.md"), change) }
        }
        #expect(error.map { "\($0)" } == "no item matches “notes/None.md”")
    }

    @Test func `is told which value the notebook cannot have`() throws {
        let (notebook, _) = try Self.notebook()
        let tag = try #require(Tag("t"))
        let early: [(inout Draft) throws -> Void] = [
            { try $0.color(tag, "red") }, { try $0.decorate(try Self.folder("Work")) { $0.icon = "" } },
        ]
        for call in early {
            let isRefused = try notebook.edit { draft in
                do { try call(&draft) } catch { return true }
                return false
            }.result
            #expect(isRefused)
        }
        let changes: [(key: String, change: (inout NotebookDescription) throws -> Void)] = [
            ("color", { $0.tags.append(.init(name: tag, color: "red")) }), ("title", { $0.title = "" }),
            ("title", { $0.title = " a" }), ("fontSize", { $0.settings.fontSize = 1000 }),
            ("dailyTemplate", { $0.settings.places.dailyTemplate = "a\nb" }),
            ("smartFolders", { $0.smartFolders += [$0.smartFolders[0]] }),
            ("predicate", { $0.smartFolders[0].predicate = "" }), ("name", { $0.smartFolders[0].name = "a\nb" }),
            ("order", { $0.folders[0].order = -1 }),
        ]
        try notebook.edit { draft in
            for (key, change) in changes {
                let before = draft.description
                // Where it is given, so that the program can go on.
                let error = #expect(throws: NotebookError.self) { try draft.describe(change) }
                #expect(error.map { "\($0)" }?.hasPrefix("the value of \(key) is not valid: ") == true, "\(key)")
                #expect(error?.remedy.map { "\($0)" } == "set another value")
                #expect(draft.description == before)
            }
            try draft.describe { $0.settings.fontSize = 12 }
        }
        #expect(try notebook.open().description.settings.fontSize == 12)
        #expect(try Self.isValid(notebook))
    }

    @Test func `may write the name of a folder in any normalisation`() throws {
        let (notebook, item) = try Self.notebook()
        try notebook.edit { draft in
            try draft.addFolder(try Self.folder("\u{FC}bung"))
            #expect(try draft.move(item, to: try Self.folder("U\u{308}bung")).path.text == "notes/\u{FC}bung/Heron.md")
        }
        #expect(try Self.isValid(notebook))
    }

    @Test func `does not remove or move the top level`() throws {
        let (notebook, _) = try Self.notebook()
        let calls: [(inout Draft) throws -> Void] = [
            { _ = try $0.removeFolder(.root) }, { try $0.relocateFolder(.root, to: try Self.folder("A")) },
            { try $0.relocateFolder(try Self.folder("Work"), to: .root) }, { try $0.addFolder(.root) },
            { try $0.decorate(.root) { $0.icon = "A" } }, { _ = try $0.removeFolder(try Self.folder("Nothing")) },
            { try $0.order(try Self.folder("Work"), before: .root) },
        ]
        for call in calls { #expect(throws: NotebookError.self) { try notebook.edit { try call(&$0) } } }
        #expect(try notebook.open().items.count == 1)
    }

    @Test func `is refused with a value that the format does not have`() throws {
        let (notebook, item) = try Self.notebook()
        let calls: [(inout Draft) throws -> Void] = [
            { try $0.addFolder(try Self.folder("B"), icon: String(repeating: "x", count: 65)) },
            { try $0.decorate(try Self.folder("Work")) { $0.order = -1 } },
            { _ = try $0.rename(item, to: "a\nb") }, { _ = try $0.add(try NewItem(.note, text: [0xFF])) },
        ]
        for call in calls {
            // Before the commit, so that the program can go on.
            let isRefused = try notebook.edit { draft in
                do { try call(&draft) } catch { return true }
                return false
            }.result
            #expect(isRefused)
        }
        let file = try notebook.file(of: item)
        var metadata = file.metadata
        metadata.title = "a\nb"
        #expect(throws: TextProblem.self) { try file.setting(metadata) }
        var settings = UserSettings()
        let values: [(inout UserSettings) throws -> Void] = [
            { try $0.set(.general(.fontSize), "1000") }, { try $0.set(.general(.historyDays), "-1") },
            { try $0.set(.general(.historyMegabytes), "0") }, { try $0.set(.general(.editor), "vi\u{0}") },
            { try $0.setNotebook("/\u{1}") }, { try $0.set(.study(.studyRetention), "2") },
            { $0.libraries.append(try .init(name: "A", path: "/a", syncPlace: "/\u{FFFE}")) },
        ]
        for value in values { #expect(throws: InvalidSetting.self) { try value(&settings) } }
        #expect(settings == UserSettings())
        try settings.set(.general(.editor), "vi")
        let text = try settings.text()
        #expect(try UserSettings(text) == settings)
    }

    @Test func `never reads a text as front matter`() throws {
        let (notebook, item) = try Self.notebook()
        let text = "---\ntitle: Other\nuuid: 00000000-0000-4000-8000-000000000001\n---\n\nText\n"
        let added = try notebook.edit { try $0.add(NewItem(.note, text: text)) }.result
        #expect(try notebook.text(of: added) == text && added.title != "Other")
        var change = ItemChange()
        change.body = Array(text.utf8)
        _ = try notebook.edit { try $0.edit(item.path, change) }
        #expect(try notebook.text(of: item) == text)
        #expect(try notebook.open().item(item.path.text).title == "Heron")
        let file = try notebook.edit { try $0.add(NewItem(.note, file: Array(text.utf8))) }.result
        #expect(try notebook.text(of: file) == "Text\n" && file.title == "Other")
        #expect(try Self.isValid(notebook))
    }

    @Test func `gives an item no name of an attachment with which its text begins`() throws {
        let (notebook, _) = try Self.notebook()
        let names = try notebook.edit { draft in
            let blob = try draft.addBlob(NotebookBundle.Attachment(name: "owl.png") { try $0([1]) }).name
            return try ["![[\(blob)]]", "[[\(blob)]]", "[[Dr. Who]]", "[[a.b1c2d3e4f5a6b7c8.png]]"].map { front in
                try draft.add(NewItem(.card, text: front + "\n\n---\n\nback\n")).path.stem
            }
        }.result
        #expect(names == ["owl", "owl 2", "Dr. Who", "a.b1c2d3e4f5a6b7c8.png"])
        #expect(try Self.isValid(notebook))
    }

    /// Why an edit is refused; `nil` if it is not.
    private static func refusal(of notebook: some NotebookStorage) -> NotebookError? {
        do {
            try notebook.edit { _ = try $0.add(NewItem(.note)) }
            return nil
        } catch {
            return error as? NotebookError
        }
    }

    private static func isInRead(_ error: NotebookError?) -> Bool {
        if case .editInRead? = error { true } else { false }
    }

    @Test(.timeLimit(.minutes(10))) func `that edits a notebook while it reads it is refused at once`() async throws {
        func check(_ notebook: some NotebookStorage) throws {
            let (error, count) = try notebook.read { _ in
                // Reading is possible.
                (Self.refusal(of: notebook), try notebook.open().items.count)
            }
            #expect(Self.isInRead(error) && count == 0)
            #expect(Self.refusal(of: notebook).map { "\($0)" } == nil)
        }
        try check(try MemoryNotebook(title: "A"))
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let directory = try NotebookDirectory.create("A", in: folder.url.path, title: "A", environment: .system)
        try check(directory)
        // In the background as well.
        let error = try await directory.read { _ in Self.refusal(of: directory) }
        #expect(Self.isInRead(error))
    }

    /// Why an edit in a task is refused, for which the caller waits.
    private static func refusalInTask(of notebook: some NotebookStorage) -> NotebookError? {
        let found = Mutex<NotebookError?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                try await notebook.edit { _ = try $0.add(NewItem(.note)) }
            } catch {
                found.withLock { $0 = error as? NotebookError }
            }
            done.signal()
        }
        done.wait()
        return found.withLock { $0 }
    }

    @Test(.timeLimit(.minutes(10)))
    func `that edits a notebook in a task is refused at once if a read or edit waits for it`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let created = try NotebookDirectory.create("A", in: folder.url.path, title: "A", environment: .system)
        // Much longer than any test may take.
        let directory = NotebookDirectory(created.path, locking: .init(wait: .seconds(600)))
        let begin = ContinuousClock.now
        func check(_ notebook: some NotebookStorage) async throws {
            #expect(Self.isInRead(try await notebook.read { _ in Self.refusalInTask(of: notebook) }))
            let error = try await notebook.edit { _ in Self.refusalInTask(of: notebook) }.result
            #expect(error.map { if case .editInEdit = $0 { true } else { false } } == true)
        }
        try await check(directory)
        try await check(try MemoryNotebook(title: "A"))
        #expect(ContinuousClock.now - begin < .seconds(500))
        // A task that outlives the read may edit, and so may what was not started by it.
        let late = try await directory.read { _ in
            Task {
                while Self.isInRead(Self.refusal(of: directory)) { await Task.yield() }
            }
        }
        await late.value
        let other = try await directory.read { _ in
            let edit = Task.detached { try await directory.edit { _ = try $0.add(NewItem(.note)) } }
            Thread.sleep(forTimeInterval: 0.2)
            return edit
        }
        _ = try await other.value
        #expect(try directory.open().items.count == 2)
    }
}
