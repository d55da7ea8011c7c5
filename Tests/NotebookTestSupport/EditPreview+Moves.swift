package import NotebookFormat
package import NotebookStore

extension EditPreview {
    /// The files that would be moved.
    package var moves: [(old: BundlePath, new: BundlePath)] {
        files.compactMap { file in
            guard let old = file.oldPath, let new = file.newPath, old != new else { return nil }
            return (old, new)
        }
    }
}
