import Foundation
import NotebookBundle
import Testing

@Suite struct `Notebooks that others wrote, and notebooks elsewhere` {
    @Test func `a document whose note another program changed is accepted, and then packed`() async throws {
        let original = try Notebook.sample()
        var files = try original.files()
        files["notes/Welcome.md"]?.append(contentsOf: "\nA line from outside.\n".utf8)
        let document = Notebook(files: files)
        #expect(throws: (any Error).self) { try document.archived(as: .zip) }
        #expect(try document.seal(isDry: true).commit == nil)
        #expect(try document.seal().commit != nil)
        let packed = try document.archived(as: .zip).bytes
        let welcome = try #require(try await document.read(\.listing.items).first { $0.title == "Welcome" })
        let text = try await Notebook(archive: packed).read { try $0.file(of: welcome).bodyText }
        #expect(text.hasSuffix("A line from outside.\n"))
    }

    @Test func `a document is fixed, and shows what an edit would change`() async throws {
        var files = try Notebook.sample().files()
        files["manifest.json"] = Array("{".utf8)
        let document = Notebook(files: files)
        _ = try document.fix(.safe)
        #expect(try RuleBook.findings(in: document.inspect(collectsLinks: true)).isEmpty)
        let before = try document.files()
        let preview = try document.preview { draft in
            try draft.add(NewItem(note: "Only thought of."))
        }
        #expect(!preview.files.isEmpty)
        #expect(try document.files() == before)
    }

    @Test func `a path is opened as what is there`() async throws {
        let folder = try Folder()
        let path = folder.place.path
        let notebook = try Notebook.create("N.notebundle", in: path, title: "N")
        _ = try notebook.archive("N.zip", in: path, as: .zip)
        #expect(notebook.path == "\(path)/N.notebundle")
        #expect(try await Notebook.open("\(path)/N.notebundle").edit { $0.listing.description.title }.result == "N")
        func code(_ error: any Error) -> FailureCode? { (error as? any Failure)?.code }
        #expect { try Notebook.open("\(path)/N.zip").edit { _ in } } throws: { code($0) == .unsupported }
        #expect(try await Notebook.open("\(path)/N.zip").read(\.listing.description.title) == "N")
        #expect { try Notebook.open("\(path)/missing") } throws: { code($0) == .notFound }
        #expect { try Notebook.open(path) } throws: { code($0) == .damaged }
    }

    @Test func `the history has a program’s own name for a change, within its limits`() async throws {
        let folder = try Folder()
        let notebook = try Notebook.create("N.notebundle", in: folder.place.path, title: "N")
        _ = try await notebook.recordingChanges(as: "tidy").edit { try $0.add(NewItem(note: "One.")) }
        _ = try await notebook.keepingHistory(within: nil).edit { try $0.add(NewItem(note: "Two.")) }
        #expect(try notebook.history().map(\.verb) == ["tidy"])
    }

    @Test func `an encrypted archive is a place to synchronise with`() async throws {
        let folder = try Folder()
        let path = folder.place.path
        let notebook = try Notebook.create("N.notebundle", in: path, title: "N")
        _ = try await notebook.edit { try $0.add(NewItem(note: "Here.")) }
        let sync = try notebook.synchronize(with: "\(path)/Copy.zip", password: "secret")
        let archive = try Notebook.open("\(path)/Copy.zip").unlocked(with: "secret")
        #expect(sync.sent == nil)
        #expect(try await archive.read(\.listing.items.count) == 1)
        #expect(try Notebook.open("\(path)/Copy.zip").isEncrypted())
    }
}
