import NotebookBundle
import NotebookFormat

/// The notebooks in the working tree of a repository.
struct GitNotebooks {
    /// The top of the working tree.
    let top: String

    /// A notebook in a repository.
    struct Notebook: Hashable {
        /// The path of its directory.
        let path: String
        /// The path from the top of the working tree; `.` for the top itself.
        let place: String

        /// The path of one of its files from the top of the working tree.
        func path(of file: BundlePath) -> String { place == "." ? file.text : OutsidePath.below(place, file.text) }
    }

    /// The notebooks that contain files, in the order of their paths.
    ///
    /// - Parameter files: Paths from the top of the working tree.
    func containing(_ files: [String]) -> [Notebook] {
        var found: Set<Notebook> = []
        for folder in Set(files.map { OutsidePath.parent(of: OutsidePath.below(top, $0)) }) {
            var place = folder
            var outermost: String?
            while OutsidePath.isInside(place, top) {
                if NotebookLocation(at: place) == .notebook { outermost = place }
                guard place != top else { break }
                place = OutsidePath.parent(of: place)
            }
            if let outermost { found.insert(notebook(outermost)) }
        }
        return found.sorted { $0.place < $1.place }
    }

    /// The notebook in a directory.
    func notebook(_ path: String) -> Notebook {
        Notebook(path: path, place: OutsidePath.relative(path, to: top) ?? ".")
    }
}
