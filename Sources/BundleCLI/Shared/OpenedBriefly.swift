import NotebookBundle
import NotebookFormat

/// Notebooks that are read on the side, such as to complete a word: without waiting for locks, and ignoring errors.
enum OpenedBriefly {
    static func notebook(_ path: String, _ session: Session) -> Notebook? {
        NotebookLocation(at: path) == .file
            ? try? NotebookArchive(path, world: session.world).open()
            : try? NotebookDirectory(path, world: session.world, locking: .init(wait: .zero)).open()
    }
}
