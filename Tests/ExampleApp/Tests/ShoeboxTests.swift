import Foundation
import NotebookBundle
import Shoebox
import Testing

/// An app by others, which knows nothing but `import NotebookBundle`.
struct `A shoebox` {
    @Test(arguments: StorageKind.allCases)
    func `keeps two notebooks, wherever they are kept`(kind: StorageKind) async throws {
        let folder = try Folder()
        let box = Shoebox()
        await box.put(try kind.storage("Birds", in: folder), as: "Birds")
        await box.put(try kind.storage("Recipes", in: folder), as: "Recipes")
        #expect(await box.names == ["Birds", "Recipes"])
        let heron = try await box.addNote("Heron", "Grey, *patient*. #water", to: "Birds")
        try await box.addNote("Soup", "See [[Heron]].", to: "Recipes")
        #expect(try await box.rows(of: "Birds").map(\.excerpt) == ["Grey, patient. #water"])
        try await box.togglePin(of: heron.id, in: "Birds")
        #expect(try await box.rows(of: "Birds", matching: "pinned").map(\.title) == ["Heron"])
        #expect(try await box.problems(of: "Birds") == [])
        #expect(try await box.problems(of: "Recipes").count == 1)

        try await box.move(heron.id, from: "Birds", to: "Recipes")
        #expect(try await box.rows(of: "Birds").isEmpty)
        #expect(try await box.rows(of: "Recipes").map(\.title) == ["Heron", "Soup"])
        #expect(try await box.problems(of: "Recipes") == [])
        // Back in the other notebook, out of this one, and unpinned.
        for _ in 1...3 { #expect(try await box.undo()) }
        #expect(try await box.rows(of: "Birds").map(\.isPinned) == [false])
        #expect(try await box.rows(of: "Recipes").map(\.title) == ["Soup"])
        await #expect(throws: Shoebox.NoSuchNotebook.self) { try await box.rows(of: "Songs") }
    }

    @Test func `swaps the storage of a notebook, and what is in it stays`() async throws {
        let folder = try Folder()
        let box = Shoebox()
        let memory = try Notebook(title: "Birds")
        await box.put(memory, as: "Birds")
        try await box.addNote("Heron", "Grey.", to: "Birds")
        let fingerprint = try await memory.read(\.listing.fingerprint)

        // To a directory, by an archive; to a database, by files.
        let archived = try memory.archived(as: .zip)
        let directory = try Notebook(archive: archived.bytes).unpack(into: folder.place.path).notebook
        await box.put(directory, as: "Birds")
        #expect(try await box.rows(of: "Birds").map(\.title) == ["Heron"])
        #expect(try await directory.read(\.listing.fingerprint) == fingerprint)

        let table = TableBackend()
        await box.put(try Notebook.create(in: table, files: memory.files()), as: "Birds")
        try await box.addNote("Wren", "Small.", to: "Birds")
        #expect(try await box.rows(of: "Birds").map(\.title) == ["Heron", "Wren"])
        table.setBroken(true)
        await #expect(throws: TableBackend.Broken.self) { try await box.addNote("Owl", "Late.", to: "Birds") }
        await #expect(throws: TableBackend.Broken.self) { try await box.rows(of: "Birds") }
        table.setBroken(false)
        #expect(try await box.rows(of: "Birds").count == 2)
    }

    @Test(arguments: StorageKind.allCases)
    func `saves what is typed, and never over what came from outside`(kind: StorageKind) async throws {
        let folder = try Folder()
        let box = Shoebox()
        let storage = try kind.storage("Birds", in: folder)
        await box.put(storage, as: "Birds")
        let heron = try await box.addNote("Heron", "One\n\nTwo\n\nThree\n", to: "Birds")
        let editor = try #require(try await box.editor(for: heron.id, in: "Birds", delay: .milliseconds(10)))
        var outcomes = editor.outcomes.makeAsyncIterator()
        await editor.type("One!\n\nTwo\n\nThree\n")
        guard case .saved(_, let saved) = await outcomes.next() else {
            Issue.record("nothing was saved")
            return
        }
        #expect(saved == "One!\n\nTwo\n\nThree\n")
        // Somebody else changes another place, which is brought together, and then the same place, which is not.
        try await storage.edit { draft in
            _ = try draft.edit(heron, ItemChange(text: "One!\n\nTwo\n\nThree, by others\n"))
        }
        await editor.type("One!!\n\nTwo\n\nThree\n")
        await editor.save()
        #expect(try await storage.text(of: heron) == "One!!\n\nTwo\n\nThree, by others\n")
        _ = await outcomes.next()
        try await storage.edit { draft in _ = try draft.edit(heron, ItemChange(text: "Theirs\n")) }
        await editor.type("Mine\n")
        await editor.save()
        guard case .conflict(let theirs) = await outcomes.next() else {
            Issue.record("the conflict was not told")
            return
        }
        #expect(theirs == "Theirs\n")
        #expect(try await storage.text(of: heron) == "Theirs\n")
        await editor.settle(with: "Both\n")
        #expect(try await storage.text(of: heron) == "Both\n")
        #expect(await !editor.hasUnsavedText)
    }

    @Test(arguments: StorageKind.allCases)
    func `hears at once what is there, and then what others do`(kind: StorageKind) async throws {
        let folder = try Folder()
        let box = Shoebox()
        let storage = try kind.storage("Birds", in: folder)
        await box.put(storage, as: "Birds")
        try await box.addNote("Heron", "Grey.", to: "Birds")
        var changes = try await box.changes(of: "Birds").makeAsyncIterator()
        #expect(try await changes.next()?.added.map(\.text).sorted() == ["notebook.json", "notes/Heron.md"])
    }
}
