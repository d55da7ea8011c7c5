import NotebookFiles
import NotebookStore

extension NotebookDirectory {
    /// A value that shows, within this process, whether files of the notebook were changed; `nil` if they cannot be
    /// listed.
    ///
    /// Reads no file.
    package var mark: Int? {
        try? readFiles { files in
            var hasher = Hasher()
            try tree(files).forEachFile { file, _ in
                hasher.combine(file.place.path)
                hasher.combine(file.size)
                hasher.combine(file.identity)
                return .goOn
            }
            return hasher.finalize()
        }
    }
}
