import Foundation
import NotebookBundle
import Shoebox

/// A place for notebooks.
enum StorageKind: CaseIterable {
    case memory
    case directory
    case backend

    /// Makes an empty notebook.
    func storage(
        _ title: String, in folder: Folder, environment: NotebookEnvironment = .system
    ) throws -> Notebook {
        switch self {
        case .memory: try Notebook(title: title, environment: environment)
        case .directory:
            try Notebook.create(
                "\(title).notebundle", in: folder.place.path, title: title, environment: environment)
        case .backend:
            try Notebook.create(
                in: TableBackend(), files: Notebook(title: title, environment: environment).files(),
                environment: environment)
        }
    }
}

/// A folder that is gone with the value.
final class Folder: Sendable {
    let place = FileLocations.standard.temporary.subpath("shoebox-\(UInt64.random(in: 0 ... .max))")

    init() throws { try place.create() }

    deinit { try? FileManager.default.removeItem(atPath: place.path) }
}

extension Notebook {
    /// Adds a note.
    func add(_ title: String, _ text: String) async throws -> Item {
        try await edit { draft in
            var note = NewItem(note: text)
            note.title = title
            return try draft.add(note)
        }.result
    }

    func text(of item: Item) async throws -> String { try await read { try $0.file(of: item).bodyText } }

    /// Keeps the notebook locked, as an edit that takes long does, until `body` returns.
    func whileBusy(_ body: () async throws -> Void) async throws {
        let release = DispatchSemaphore(value: 0)
        let (begun, sink) = AsyncStream.makeStream(of: Void.self)
        let busy = Task {
            try await edit { _ in
                sink.finish()
                release.wait()
            }
        }
        for await _ in begun {}
        do { try await body() } catch {
            release.signal()
            throw error
        }
        release.signal()
        _ = try await busy.value
    }
}
