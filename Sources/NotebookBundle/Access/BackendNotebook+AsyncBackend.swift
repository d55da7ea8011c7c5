public import NotebookFiles
import Cores

// Async versions of calls that make a notebook in a backend, which do not block the caller's thread.
extension BackendNotebook {
    /// Makes an empty notebook in an empty backend.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public static func create(
        in backend: any NotebookBackend, title: String, surroundings: Surroundings = .system
    ) async throws -> BackendNotebook {
        try await BackgroundJob.run { try create(in: backend, title: title, surroundings: surroundings) }
    }

    /// Puts the files of a notebook into an empty backend.
    ///
    /// Does not block.
    ///
    /// - Parameter files: The bytes of the files by their paths in the bundle, as ``MemoryNotebook/files()`` returns
    ///   them.
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public static func create(
        in backend: any NotebookBackend, files: [String: [UInt8]], surroundings: Surroundings = .system
    ) async throws -> BackendNotebook {
        try await BackgroundJob.run { try create(in: backend, files: files, surroundings: surroundings) }
    }
}
