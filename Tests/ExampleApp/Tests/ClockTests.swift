import NotebookBundle
import Testing

/// Queries that are relative to now, in notebooks whose clock is not that of the machine.
struct `The clock of a notebook` {
    private static let environment = NotebookEnvironment.fixed(at: Timestamp(clamping: 1_000_000_000))

    @Test(arguments: StorageKind.allCases)
    func `counts for reading as well`(kind: StorageKind) async throws {
        let folder = try Folder()
        let storage = try kind.storage("N", in: folder, environment: Self.environment)
        _ = try await storage.add("Heron", "Grey.")
        let archive = Notebook(archive: try storage.archived(as: .zip).bytes, environment: Self.environment)
        let recent = try Query("modified >= -1d")
        for notebook: Notebook in [storage, archive] {
            try await notebook.read { snapshot in
                #expect(try snapshot.items(matching: recent).map(\.title) == ["Heron"])
                #expect(snapshot.context.now == Self.environment.now())
                var request = SearchRequest(try SearchQuery(["grey"]))
                request.filter = recent
                #expect(try snapshot.search(request).map(\.item.title) == ["Heron"])
                request.context = .here
                #expect(try snapshot.search(request).isEmpty)
                #expect(try snapshot.items(matching: recent, in: .here).isEmpty)
            }
        }
    }

    @Test func `counts for earlier states`() async throws {
        let folder = try Folder()
        let notebook = try Notebook.create(
            "N.notebundle", in: folder.place.path, title: "N", environment: Self.environment)
        _ = try await notebook.add("Heron", "Grey.")
        let recent = try Query("modified >= -1d")
        let number = try #require(try notebook.history().first?.id)
        let titles = try await notebook.at(.change(number)).read {
            try $0.items(matching: recent).map(\.title)
        }
        #expect(titles == ["Heron"])
    }
}
