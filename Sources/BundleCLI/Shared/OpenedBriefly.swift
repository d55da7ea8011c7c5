import NotebookBundle
import NotebookFormat

/// Notebooks that are looked into beside what a command is for, such as to complete a word: nobody is waited for, and
/// what cannot be read says nothing.
enum OpenedBriefly {
    static func notebook(_ path: String, _ session: Session) -> Notebook? {
        NotebookLocation(at: path) == .file
            ? try? NotebookArchive(path, world: session.world).open()
            : try? NotebookDirectory(path, world: session.world, locking: .init(wait: .zero)).open()
    }
}
