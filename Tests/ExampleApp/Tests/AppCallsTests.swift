import Designs
import Foundation
import NotebookBundle
import Shoebox
import Testing

/// What apps would otherwise write themselves.
struct `Calls for apps` {
    private static func birds() throws -> Notebook {
        let notebook = try Notebook(title: "Birds")
        try notebook.edit { draft in
            for (title, text, tags) in [
                ("Heron", "At the *weir*, see [[Owl]].", ["birds/water"]), ("Owl", "At night.", ["birds"]),
                ("Weir", "A sill of stones.", []),
            ] {
                var note = NewItem(note: text)
                (note.title, note.tags, note.isPinned) = (title, tags.compactMap { Tag($0) }, title == "Owl")
                if title == "Weir" { note.folder = try FolderPath("Places") }
                try draft.add(note)
            }
            try draft.add(NewItem(front: "What booms?", back: "The bittern"))
        }
        return notebook
    }

    private static func titles(_ query: Query, in notebook: Notebook) throws -> [String] {
        try notebook.read { try $0.items(matching: query, sortedBy: ItemOrder(.name)).map(\.title).sorted() }
    }

    @Test func `queries are made from values, and are the queries of their texts`() throws {
        let notebook = try Self.birds()
        let birds = try #require(Tag("birds"))
        let long = Timestamp(clamping: 1_000_000_000)
        let time = "2001-09-09T01:46:40Z"
        let cases: [(query: Query, text: String, titles: [String])] = [
            (.contains(.title, "OW"), "title contains 'OW'", ["Owl"]),
            (
                .contains(.body, "it's") || .contains(.body, "weir"), "body contains \"it's\" or body contains 'weir'",
                ["Heron"]
            ), (.has(birds) && !.isPinned, "tag under 'birds' and not pinned == true", ["Heron"]),
            (.isInside(try FolderPath("Places")), "folder under 'Places'", ["Weir"]),
            (.isCard, "kind == 'card'", ["What booms?"]),
            (.isNote && .isInside(.root), "kind == 'note' and folder under ''", ["Heron", "Owl", "Weir"]),
            (
                .contains(.front, "boom") && .contains(.back, "bittern"),
                "front contains 'boom' and back contains 'bittern'", ["What booms?"]
            ), (.isTrashed, "trashed == true", []),
            (.isModified(since: long) && .isCard, "modified >= \(time) and kind == 'card'", ["What booms?"]),
            (.isNote && !.isCreated(since: long), "kind == 'note' and not created >= \(time)", []),
            (
                !(.isPinned || .isCard) && .isNote, "not (pinned == true or kind == 'card') and kind == 'note'",
                ["Heron", "Weir"]
            ),
        ]
        for (query, text, titles) in cases {
            #expect(query.description == text)
            #expect(try Query(text) == query)
            #expect(try Self.titles(query, in: notebook) == titles, "\(text)")
            #expect(try JSONDecoder().decode([Query].self, from: JSONEncoder().encode([query])) == [query])
        }
    }

    @Test func `an item of a list is matched as far as the list knows it`() throws {
        let items = try Self.birds().read { try $0.items(sortedBy: ItemOrder(.name)) }
        let owl = try #require(items.first { $0.title == "Owl" })
        #expect(Query.contains(.title, "owl").matches(owl) == true)
        #expect(Query.isCard.matches(owl) == false)
        #expect(Query.contains(.body, "night").matches(owl) == nil)
        #expect((Query.isCard && .contains(.body, "night")).matches(owl) == false)
        #expect(
            items.filter { (Query.isPinned || .isCard).matches($0) == true }.map(\.title) == ["Owl", "What booms?"])
    }

    @Test func `a text that looks like front matter is text, and sides are texts`() throws {
        let notebook = try Notebook(title: "N")
        let text = "---\ntitle: No\n---\n\nText\n"
        let (note, card) = try notebook.edit { draft in
            let note = try draft.add(NewItem(note: text))
            let card = try draft.add(NewItem(front: "---\na: b\n---", back: "Back\n\nmore\n"))
            return (note, card)
        }.result
        #expect(try notebook.read { try $0.file(of: note).bodyText } == text)
        try notebook.edit { _ = try $0.edit(card, ItemChange(front: "Front", back: nil)) }
        let file = try notebook.read { try $0.file(of: card) }
        #expect(file.front == "Front" && file.back?.hasSuffix("Back\n\nmore") == true)
        #expect { try notebook.edit { try $0.add(NewItem(note: "a\0b")) } } throws: {
            ($0 as? any Failure)?.code == .damaged
        }
    }

    @Test func `values are coded as their texts`() throws {
        struct Saved: Codable, Equatable {
            var item: Item.ID
            var other: Item.ID
            var tag: NotebookBundle.Tag
            var folder: FolderPath
            var time: Timestamp
            var sort: NotebookDescription.SortKey
        }
        let uuid = try #require(UniqueIdentifier("a36f00ff-0a31-4d7f-a031-ccd260b54cdd"))
        let saved = Saved(
            item: .uuid(uuid), other: .path(try BundlePath("notes/a.md")), tag: try #require(Tag("a/b")), folder: .root,
            time: Timestamp(clamping: 0), sort: .name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(saved)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"folder":"","item":"a36f00ff-0a31-4d7f-a031-ccd260b54cdd","other":"notes/a.md","sort":"name","#
                + #""tag":"a/b","time":"1970-01-01T00:00:00Z"}"#)
        #expect(try JSONDecoder().decode(Saved.self, from: bytes) == saved)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([NotebookBundle.Tag].self, from: Data(#"["a,b"]"#.utf8))
        }
    }

    @Test func `uuids are those of Foundation`() throws {
        let text = "a36f00ff-0a31-4d7f-a031-ccd260b54cdd"
        let uuid = try #require(UUID(uuidString: text))
        #expect(UniqueIdentifier(uuid)?.description == text && UniqueIdentifier(uuid)?.uuid == uuid)
        #expect(UniqueIdentifier(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))) == nil)
    }

    @Test func `many excerpts come from one read`() throws {
        let notebook = try Self.birds()
        let excerpts = try notebook.read { snapshot in
            let items = snapshot.listing.items
            let found = try snapshot.excerpts(of: items, limit: 14)
            return items.map { "\($0.title): \(found[$0.id] ?? "none")" }.sorted()
        }
        #expect(
            excerpts == ["Heron: At the weir, …", "Owl: At night.", "Weir: A sill of sto…", "What booms?: What booms?"])
    }

    @Test func `an excerpt without a limit is the whole text`() throws {
        let excerpts = try Self.birds().read { try $0.excerpts(of: $0.listing.items, limit: .max) }
        #expect(excerpts.values.contains("At the weir, see Owl."))
    }

    @Test func `a note has no sides, and keeps its text`() throws {
        let notebook = try Self.birds()
        let owl = try notebook.read { try $0.item("Owl") }
        for change in [ItemChange(front: "Front", back: nil), ItemChange(front: nil, back: "Back")] {
            #expect {
                try notebook.edit { try $0.edit(owl, change) }
            } throws: {
                ($0 as? any Failure)?.code == .invalid
            }
        }
        #expect(try notebook.read { try $0.file(of: owl).bodyText } == "At night.\n")
    }

    @Test func `only an export that is one file is a stream`() throws {
        let notebook = try Self.birds()
        for format in ExportFormat.allCases {
            var count = 0
            do {
                try notebook.export(to: .stream { count += $0.count }, as: format)
                #expect(count > 0, "\(format.name)")
            } catch {
                #expect((error as? any Failure)?.code == .invalid && count == 0, "\(format.name): \(error)")
            }
        }
        #expect(throws: (any Error).self) { try notebook.export(to: .stream { _ in }, as: .markdown) }
        #expect(throws: Never.self) { try notebook.export(to: .stream { _ in }, as: .json) }
    }

    @Test func `tags, headings, attachments and inexact names have one call each`() throws {
        let notebook = try Self.birds()
        let item = try notebook.edit { draft in
            let item = try draft.add(NewItem(note: "# Bittern\n\nSeen at the weir. #reeds\n\n## Voice\n"))
            let sound = Attachment(name: "boom.txt") { write in try write(Array("boom".utf8)) }
            _ = try draft.attach([sound], to: item)
            _ = try draft.addBlob(Attachment(name: "unused.txt") { write in try write(Array("?".utf8)) })
            return item
        }.result
        try notebook.read { snapshot in
            #expect(try snapshot.tags(of: [item])[item.id]?.map(\.text) == ["reeds"])
            #expect(try snapshot.file(of: item).outline.map(\.text) == ["Bittern", "Voice"])
            #expect(try ItemFile(text: "---\ntitle: No\n---\n# One\n").outline.map(\.line) == [4])
            #expect(try snapshot.matches(for: "bitt").map(\.title) == ["Bittern"])
            let found = try snapshot.search(SearchRequest(SearchQuery(typed: "weir")))
            let match = try #require(found.first { $0.item.title == "Bittern" })
            #expect(found.count == 3 && match.count == 1 && match.snippet?.pieces.contains(where: \.isMatch) == true)
            let lines = try snapshot.file(of: item).text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(match.position.map { lines[$0.line - 1] } == "Seen at the weir. #reeds")
            let blobs = try snapshot.blobUsage()
            #expect(blobs.filter { $0.linkedFrom == [item.path] }.count == 1)
            #expect(blobs.filter { !$0.isReferenced }.map { $0.entry.path.text.contains("unused") } == [true])
        }
        let unused = try notebook.read { try $0.blobUsage().filter { !$0.isReferenced }.map(\.entry.path) }
        #expect(try notebook.collectGarbage(Set(unused)).result != nil)
        let owl = try notebook.read { try $0.item("Owl") }
        let merged = try notebook.edit { draft in try draft.merge(item, into: owl) }.result
        #expect(merged.title == "Owl" && merged.uuid == owl.uuid)
    }

    @Test(arguments: [
        ("", ["Heron", "Owl", "Weir", "What booms?"]), ("\"", ["Heron", "Owl", "Weir", "What booms?"]),
        ("\"at the", ["Heron"]), ("at \"night", ["Owl"]), ("-", ["Heron", "Owl", "Weir", "What booms?"]),
        ("at -night", ["Heron", "What booms?"]), ("tag:birds", ["Heron", "Owl"]),
    ])
    func `a search that somebody types never fails`(text: String, titles: [String]) throws {
        let found = try Self.birds().read { try $0.search(SearchRequest(SearchQuery(typed: text))) }
        #expect(found.map(\.item.title).sorted() == titles)
    }

    @MainActor @Test func `a list follows the changes of the program, and of others`() async throws {
        let notebook = try Self.birds()
        let list = ItemList(
            of: notebook, matching: .isNote, sortedBy: ItemOrder(.name), excerptLimit: 20, every: .milliseconds(20))
        func wait(_ isSo: () -> Bool) async throws {
            for _ in 0..<6000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
        }
        try await wait { list.items.count == 3 }
        #expect(list.items.map(\.title) == ["Owl", "Heron", "Weir"])
        #expect(list.excerpts[list.items[0].id] == "At night.")
        let owl = list.items[0]
        try await notebook.edit { _ = try $0.edit(owl, ItemChange(text: "By day.")) }
        try await wait { list.excerpts[list.items[0].id] == "By day." }
        #expect(list.excerpts[list.items[0].id] == "By day.")
        try await notebook.shared().edit { try $0.add(NewItem(note: "Another one")) }
        try await wait { list.items.count == 4 }
        #expect(list.items.map(\.title).contains("Another one"))
        list.query = .contains(.title, "heron")
        try await wait { list.items.count == 1 }
        #expect(list.items.map(\.title) == ["Heron"])
    }

    @MainActor @Test func `a list of a directory follows own changes at once, and is released`() async throws {
        let folder = try Folder()
        let notebook = try Notebook.create("N.notebundle", in: folder.place.path, title: "N")
        var list: ItemList? = ItemList(of: notebook, sortedBy: ItemOrder(.name), every: .seconds(600))
        func wait(_ isSo: () -> Bool) async throws {
            for _ in 0..<6000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
        }
        for (count, title) in ["Heron", "Owl", "Weir"].enumerated() {
            try await notebook.edit { try $0.add(NewItem(note: title)) }
            try await wait { list?.items.count == count + 1 }
        }
        #expect(list?.items.map(\.title) == ["Heron", "Owl", "Weir"])
        weak let released = list
        list = nil
        #expect(released == nil)
    }
}

/// The example of docs/Query.md.
struct `The page of the query language` {
    @Test func `shows an example that compiles`() throws {
        let notebook = try Notebook(title: "N")
        let (birds, now) = (try #require(Tag("birds")), Timestamp(Date()))
        // example
        let query = try Query("tag under 'birds' and body contains 'weir'")
        let same = Query.has(birds) && .contains(.body, "weir")
        let context = QueryContext(now: now, secondsFromUTC: 3600, firstWeekday: .sunday)
        let items = try notebook.read { snapshot in
            try snapshot.items(matching: query, sortedBy: ItemOrder(.name), in: context)
        }
        let pinned = items.filter { Query.isPinned.matches($0) == true }
        // end
        #expect(query == same && pinned.isEmpty)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n").drop { $0 != "        // example" }.dropFirst()
        let code = lines.prefix { $0 != "        // end" }.map { $0.dropFirst(8) }.joined(separator: "\n")
        #expect(try Self.text("docs/Query.md").contains("```swift\n\(code)\n```\n"))
    }

    @Test func `has the length of each design in the page of the library`() throws {
        let page = try Self.text("docs/Library.md")
        for name in [
            "Shoebox/Shoebox", "Designs/FlashcardDocument", "Designs/AppDirectories", "Designs/NoteStore",
            "Designs/FolderNotes",
        ] {
            let lines = try Self.text("Tests/ExampleApp/\(name).swift").split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(page.contains("| `\(name).swift` | \(lines.count - 1) |"), "\(name): \(lines.count - 1)")
        }
    }

    private static func text(_ path: String) throws -> String {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// Designs of other apps, written again on the library.
struct `Designs` {
    @Test func `a box of notes`() async throws {
        let box = Shoebox()
        await box.put(try Notebook(title: "N"), as: "N")
        let heron = try await box.addNote("Heron", "At the weir.", to: "N")
        try await box.addNote("Owl", "At night.", to: "N")
        #expect(try await box.rows(of: "N", searching: "\"at the").map(\.title) == ["Heron"])
        #expect(try await box.rows(of: "N", searching: "", tag: Tag("none")).isEmpty)
        let today = try #require(try await box.smartFolders(of: "N").first)
        #expect(try await box.rows(of: "N", matching: today.predicate).count == 2)
        try await box.setTrashed(true, heron.id, in: "N")
        #expect(try await box.rows(of: "N").map(\.title) == ["Owl"])
        try await box.setTrashed(false, heron.id, in: "N")
        #expect(try await box.rows(of: "N").map(\.title) == ["Heron", "Owl"])
    }

    @Test func `a document-based flashcard app`() throws {
        let document = try FlashcardDocument(title: "Birds")
        let tag = try #require(Tag("sounds"))
        let card = try document.add(front: "What booms?", back: "A bittern", tags: [tag])
        try document.add(front: "What hoots?", back: "An owl")
        try document.edit(card, back: "The bittern")
        let saved = try FlashcardDocument(bytes: try document.bytes())
        #expect(try saved.cards(with: tag).map(\.title) == ["What booms?"] && saved.cards().count == 2)
        #expect(try saved.sides(of: card) == ("What booms?", "The bittern"))
        let now = Timestamp(Date())
        let first = try #require(try saved.question(at: now))
        #expect(first.text == "What booms?")
        let folder = try Folder()
        let device = try StudyFolder(FileLocation(path: folder.place.path).study).device()
        try saved.answer(first.key, .easy, at: now, id: try #require(UniqueIdentifier(UUID())), on: device)
        #expect(try saved.question(at: now)?.text == "What hoots?")
    }

    @Test func `a directory layout in types`() throws {
        let app = AppDirectories(in: FileLocation(path: "/base"))
        #expect(app.location.path == "/base/Birds")
        #expect(app.library.drafts.location.path == "/base/Birds/Library/Drafts")
        #expect(app.thumbnails.location.path == "/base/Birds/Thumbnails")
    }

    @Test func `a store with a file for each note, behind a protocol`() async throws {
        let folder = try Folder()
        let notebook = try Notebook.create("N.notebundle", in: folder.place.path, title: "N")
        let settings = FileLocation(path: folder.place.path).settings
        let store = NotebookNoteStore(notebook, settings: settings)
        let first = try await store.save("Weir", as: nil)
        try await store.save("Heron", as: nil)
        try await store.save("Weir\n\nA sill.", as: first)
        try store.sort(by: .name, now: Timestamp(clamping: 0))
        #expect(try await store.notes().map(\.title) == ["Heron", "Weir"])
        #expect(try await store.text(of: first) == "Weir\n\nA sill.\n")
        try await store.delete(first)
        #expect(try await store.notes().map(\.title) == ["Heron"])
    }

    @Test func `a notes app that shows folders as they are`() throws {
        let folder = try Folder()
        let base = FileLocation(path: folder.place.path)
        let now = Timestamp(clamping: 0)
        let app = try FolderNotes(at: base.subpath("A"), settings: base.settings)
        #expect(try app.isFirstTime && app.folder(at: .root)?.items.isEmpty == false)
        let water = try FolderPath("Water")
        let note = try app.rename(try app.move(try app.add("Heron", in: .root), to: water), to: "Grey heron")
        #expect(try app.items(in: water, by: .name).map(\.title) == ["Grey heron"])
        #expect(try app.folder(at: .root)?.folders.contains(water) == true)
        let other = try app.switched(to: base.subpath("B"))
        #expect(try !other.isFirstTime && other.items(in: water, by: .name).map(\.title) == ["Grey heron"])
        #expect(try app.asksBeforeDeleting(now: now))
        try app.delete(note, neverAsksAgain: true, now: now)
        #expect(try !app.asksBeforeDeleting(now: now) && app.items(in: water, by: .name).isEmpty)
    }
}

struct `The state of items in copies` {
    @Test func `says which items are in a cloud only, and which have two versions`() throws {
        let folder = try Folder()
        let notebook = try Notebook.create("N.notebundle", in: folder.place.path, title: "N")
        let (heron, owl) = try notebook.edit { draft in
            (try draft.add(NewItem(note: "Heron")), try draft.add(NewItem(note: "Owl")))
        }.result
        try notebook.edit { try $0.add(NewItem(note: "Weir")) }
        #expect(try notebook.syncStates().isEmpty)
        let notes = URL(filePath: folder.place.path).appending(path: "N.notebundle/notes")
        let text = try String(contentsOf: notes.appending(path: "Owl.md"), encoding: .utf8)
        try (text + "More.\n").write(
            to: notes.appending(path: "Owl (conflicted copy 2026-11-20).md"), atomically: true, encoding: .utf8)
        try Data().write(to: notes.appending(path: ".Heron.md.icloud"))
        try FileManager.default.removeItem(at: notes.appending(path: "Heron.md"))
        #expect(try notebook.syncStates() == [heron.id: .inCloud, owl.id: .inConflict])
    }
}
