import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Remembers which folders are open on the screen, between runs.
///
/// Uses one file for each notebook in the user's data folder, with one folder on each line; ignores errors.
struct BrowseMemory {
    private let place: Place?
    private let notebookEnvironment: NotebookEnvironment

    /// The memory for a notebook; empty if the user has no data folder.
    init(of notebook: UniqueIdentifier, _ session: Session) {
        notebookEnvironment = session.notebookEnvironment
        let hasPlace = ["XDG_DATA_HOME", "HOME"].contains { session.terminal.environment[$0]?.hasPrefix("/") == true }
        place = hasPlace ? session.places.data.subpath("browse", "\(notebook).txt") : nil
    }

    var openFolders: Set<FolderPath> {
        guard let place, let data = FileManager.default.contents(atPath: place.path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return Set(lines.compactMap { try? FolderPath(String($0)) })
    }

    func remember(_ folders: Set<FolderPath>) {
        guard let place, folders != openFolders else { return }
        try? place.parent.create()
        let text = folders.map(\.text).sorted().map { $0 + "\n" }.joined()
        try? DirectoryFiles(place.parent.path).replaceFile(
            place.name, with: Array(text.utf8), environment: notebookEnvironment)
    }
}
