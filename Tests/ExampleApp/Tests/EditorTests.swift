import Foundation
import NotebookBundle
import Testing

/// An editor that saves what is typed, while others write in the same notebook.
@Suite(.timeLimit(.minutes(10))) struct `An editor that saves by itself` {
    private static let start = "One\n\nTwo\n\nThree\n"

    /// An item with an editor, which saves only when it is asked to.
    private struct Desk {
        let folder: Folder
        let storage: Notebook
        let item: Item
        let editor: Autosave

        init(_ kind: StorageKind, _ text: String = start) async throws {
            folder = try Folder()
            storage = try kind.storage("N", in: folder)
            item = try await storage.add("Heron", text)
            editor = try await Autosave(item, in: storage, delay: .seconds(3600))
        }

        var text: String { get async throws { try await storage.text(of: item) } }

        /// Somebody else changes the text.
        func others(_ text: String) async throws {
            try await storage.edit { [item] draft in _ = try draft.edit(item, ItemChange(text: text)) }
        }

        func type(_ text: String, basedOn given: String? = nil) async {
            await editor.type(text, basedOn: given)
            await editor.save()
        }
    }

    @Test(arguments: StorageKind.allCases)
    func `keeps what others wrote, though it never shows that`(kind: StorageKind) async throws {
        let desk = try await Desk(kind)
        try await desk.others("One\n\nTwo\n\nThree, by others\n")
        await desk.type("One!\n\nTwo\n\nThree\n")
        await desk.type("One!!\n\nTwo\n\nThree\n")
        #expect(try await desk.text == "One!!\n\nTwo\n\nThree, by others\n")
        try await desk.others("One!!\n\nTwo\n\nThree, by others again\n")
        await desk.type("One!!\n\nTwo!\n\nThree\n")
        #expect(try await desk.text == "One!!\n\nTwo!\n\nThree, by others again\n")
        #expect(await desk.editor.savedText == "One!!\n\nTwo!\n\nThree, by others again\n")
    }

    @Test(arguments: StorageKind.allCases)
    func `keeps what others wrote when the user goes on typing while it saves`(kind: StorageKind) async throws {
        let desk = try await Desk(kind)
        try await desk.others("One\n\nTwo\n\nThree, by others\n")
        await desk.editor.type("One!\n\nTwo\n\nThree\n")
        try await desk.storage.whileBusy {
            Task { await desk.editor.save() }
            try await Task.sleep(for: .milliseconds(100))
            await desk.editor.type("One!!\n\nTwo\n\nThree\n")
        }
        await desk.editor.save()
        #expect(try await desk.text == "One!!\n\nTwo\n\nThree, by others\n")
    }

    @Test(arguments: StorageKind.allCases)
    func `takes what the user deletes from the text of others, once it shows that`(kind: StorageKind) async throws {
        let desk = try await Desk(kind)
        try await desk.others("One\n\nTwo\n\nThree, by others\n")
        await desk.type("One!\n\nTwo\n\nThree\n")
        let merged = await desk.editor.savedText
        #expect(merged == "One!\n\nTwo\n\nThree, by others\n")
        await desk.type("One!\n\nTwo\n\nThree?\n", basedOn: merged)
        #expect(try await desk.text == "One!\n\nTwo\n\nThree?\n")
        try await desk.others("One!\n\nTwo, by others\n\nThree?\n")
        await desk.type("One!\n\nTwo\n\nThree??\n", basedOn: merged)
        #expect(try await desk.text == "One!\n\nTwo, by others\n\nThree??\n")
    }

    @Test(arguments: StorageKind.allCases)
    func `settles a conflict over the text that the user saw, and over no later one`(kind: StorageKind) async throws {
        let desk = try await Desk(kind, "Base\n")
        var outcomes = desk.editor.outcomes.makeAsyncIterator()
        try await desk.others("Theirs\n")
        await desk.type("Mine\n")
        #expect(await outcomes.next()?.theirs == "Theirs\n")
        try await desk.others("Theirs, and more\n")
        await desk.editor.settle(with: "Mine and theirs\n")
        #expect(await outcomes.next()?.theirs == "Theirs, and more\n")
        #expect(try await desk.text == "Theirs, and more\n")
        #expect(await desk.editor.hasUnsavedText)
        // The user still looks at the last conflict when the next keystroke reports another one.
        try await desk.others("Theirs, and much more\n")
        await desk.type("Mine and theirs!\n")
        #expect(await outcomes.next()?.theirs == "Theirs, and much more\n")
        await desk.editor.settle(with: "Both\n", over: "Theirs, and more\n")
        #expect(await outcomes.next()?.theirs == "Theirs, and much more\n")
        await desk.editor.settle(with: "Both\n")
        #expect(await outcomes.next()?.saved == "Both\n")
        #expect(try await desk.text == "Both\n")
        #expect(await !desk.editor.hasUnsavedText)
        await desk.type("Both!\n")
        #expect(try await desk.text == "Both!\n")
    }

    @Test(arguments: StorageKind.allCases)
    func `saves what was typed before it is closed`(kind: StorageKind) async throws {
        let folder = try Folder()
        let storage = try kind.storage("N", in: folder)
        let item = try await storage.add("Heron", "One\n")
        let outcomes: AsyncStream<Autosave.Outcome>
        do {
            let editor = try await Autosave(item, in: storage, delay: .milliseconds(50))
            outcomes = editor.outcomes
            await editor.type("Last words\n")
        }
        var saved: [String?] = []
        for await outcome in outcomes { saved.append(outcome.saved) }
        #expect(saved == ["Last words\n"])
        #expect(try await storage.text(of: item) == "Last words\n")
    }

    @Test func `tries again by itself when the notebook was busy`() async throws {
        let folder = try Folder()
        let storage = try StorageKind.directory.storage("N", in: folder)
        let item = try await storage.add("Heron", "One\n")
        let impatient = try Notebook.open(folder.place.subpath("N.notebundle").path, waiting: .zero)
        let editor = try await Autosave(item, in: impatient, delay: .milliseconds(50))
        var outcomes = editor.outcomes.makeAsyncIterator()
        try await storage.whileBusy {
            await editor.type("Two\n")
            #expect(await outcomes.next()?.failure?.code == .locked)
        }
        var last = await outcomes.next()
        while last?.failure != nil { last = await outcomes.next() }
        #expect(last?.saved == "Two\n")
        #expect(try await storage.text(of: item) == "Two\n")
        #expect(await !editor.hasUnsavedText)
    }

    @Test func `reports that an item is gone for good, and keeps the text`() async throws {
        let desk = try await Desk(.memory)
        var outcomes = desk.editor.outcomes.makeAsyncIterator()
        try await desk.storage.edit { [item = desk.item] draft in _ = try draft.moveToTrash([item]) }
        try await desk.storage.edit { draft in try draft.destroy(draft.listing.trashedItems.map(\.path)) }
        await desk.type("New\n")
        let failure = try #require(await outcomes.next()?.failure)
        #expect(failure.code == .notFound && failure.description == "no item matches “Heron”")
        #expect(await desk.editor.hasUnsavedText)
    }

    @Test func `says of which item it cannot save a text, and where the text is wrong`() async throws {
        let desk = try await Desk(.memory)
        var outcomes = desk.editor.outcomes.makeAsyncIterator()
        await desk.type("One\nT\0wo\n")
        #expect(await outcomes.next()?.failure?.description == "notes/Heron.md:2:2: the character U+0000")
        #expect(await desk.editor.hasUnsavedText)
        #expect(try await desk.text == Self.start)
    }
}

extension Autosave.Outcome {
    fileprivate var saved: String? { if case .saved(_, let text) = self { text } else { nil } }
    fileprivate var theirs: String? { if case .conflict(let theirs) = self { theirs } else { nil } }
    fileprivate var failure: (any Failure)? { if case .failed(let error) = self { error as? any Failure } else { nil } }
}
