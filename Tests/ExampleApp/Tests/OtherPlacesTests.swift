import Foundation
import NotebookBundle
import Testing

struct `Notebooks that others wrote, and notebooks elsewhere` {
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
        for name in ["", "two words", "a\nb", String(repeating: "v", count: 65)] {
            #expect { try notebook.recordingChanges(as: name) } throws: { ($0 as? any Failure)?.code == .invalid }
        }
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

    @Test func `an earlier state is a notebook, which is read and compared, and cannot be changed`() async throws {
        let folder = try Folder()
        let path = folder.place.path
        let notebook = try Notebook.create("N.notebundle", in: path, title: "N")
        let heron = try await notebook.add("Heron", "Grey.")
        let number = try #require(try notebook.history().first?.id)
        let owl = try await notebook.add("Owl", "At night.")
        let then = try notebook.at(.change(number))
        #expect(try await then.read(\.listing.items.count) == 1)
        #expect(try await then.text(of: heron) == notebook.text(of: heron))
        #expect(try then.difference(to: notebook).items.compactMap(\.newPath) == [owl.path])
        #expect(try then.inspect(collectsLinks: true).changes.isEmpty)
        #expect { try then.edit { _ in } } throws: { ($0 as? any Failure)?.code == .unsupported }
        #expect(throws: (any Error).self) { try notebook.at(.change(number + 5)).read(\.listing) }
        // It can be the base of a merge.
        _ = try notebook.archive("Copy.zip", in: path, as: .zip)
        let copy = try Notebook.open("\(path)/Copy.zip")
        #expect(try notebook.previewMerge(copy, base: then).result.isEmpty)
        #expect(throws: (any Error).self) { try Notebook(title: "M").at(.change(1)) }
    }

    @Test func `a notebook is made from a copy in a directory or an archive, and both stay in sync`() async throws {
        for copy in ["Copy.notebundle", "Copy.zip"] {
            let folder = try Folder()
            let path = folder.place.path
            let first = try Notebook.create("First.notebundle", in: path, title: "N")
            _ = try await first.add("Heron", "Grey.")
            try first.synchronize(with: "\(path)/\(copy)")
            let open = { try Notebook.open("\(path)/\(copy)") }
            let second = try Notebook.create("Second.notebundle", in: path, from: try open())
            #expect(throws: (any Error).self) {
                try Notebook.create("Second.notebundle", in: path, from: try open())
            }
            _ = try await second.add("Owl", "At night.")
            try second.synchronize(with: "\(path)/\(copy)")
            #expect(try first.synchronize(with: "\(path)/\(copy)").merges.allSatisfy { $0.conflicts.isEmpty })
            #expect(try first.difference(to: second).items.isEmpty)
            #expect(try await first.read(\.listing.items.count) == 2)
            #expect(throws: (any Error).self, "nothing is copied from memory") {
                try Notebook.create("Third.notebundle", in: path, from: Notebook(title: "N"))
            }
        }
    }

    @Test func `what a directory contains is remembered in a folder, and not believed where it is damaged`()
        async throws
    {
        let folder = try Folder()
        let path = folder.place.path
        _ = try await Notebook.create("N.notebundle", in: path, title: "N").edit { draft in
            for number in 1...300 { try draft.add(NewItem(note: "Number \(number) #tagged\n")) }
        }
        let cache = folder.place.subpath("Cache")
        func uses() async throws -> [Int] {
            let notebook = try Notebook.open("\(path)/N.notebundle", locking: false, caching: cache)
            return try await notebook.read { try $0.tags().map(\.items) }
        }
        // Files that were changed just before are read again.
        try await Task.sleep(for: .seconds(2.2))
        #expect(try await uses() == [300])
        let files = try FileManager.default.subpathsOfDirectory(atPath: cache.path).map { cache.subpath($0).path }
            .filter { FileManager.default.contents(atPath: $0) != nil }
        #expect(!files.isEmpty)
        for file in files { try Data("damaged".utf8).write(to: URL(filePath: file)) }
        #expect(try await uses() == [300])
    }
}
