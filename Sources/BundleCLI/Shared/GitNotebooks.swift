import NotebookBundle

/// The notebooks in a repository.
struct GitNotebooks {
    /// The top of the working tree.
    let top: String

    /// A notebook in a repository.
    struct Notebook: Hashable {
        /// The path of its directory, which a sparse checkout may not have.
        let path: String
        /// The path from the top of the working tree; `.` for the top itself.
        let place: String

        /// The path of one of its files from the top of the working tree.
        func path(of file: BundlePath) -> String { path(ofFile: file.text) }

        /// The path of one of its files from the top of the working tree.
        func path(ofFile file: String) -> String { place == "." ? file : ExternalPath.below(place, file) }

        /// The path in the notebook of a file, given from the top of the working tree.
        func file(at path: String) -> String { place == "." ? path : String(path.dropFirst(place.count + 1)) }
    }

    /// The notebooks of a tree that contain files, in the order of their paths.
    ///
    /// - Parameter files: Paths from the top of the working tree.
    func containing(_ files: [String], in tree: String, _ git: Git) throws(Git.Problem) -> [Notebook] {
        let chains = Set(files.map { Self.folders(of: $0) })
        let folders = Set(chains.joined()).sorted()
        let wanted = folders.flatMap { [$0] + NotebookLocation.files.map(Self.below($0)) }.filter { $0 != "." }
        var present: Set<String> = ["."]
        for paths in wanted.inBatches {
            present.formUnion(
                try git.paths(["ls-tree", "-t", "-z", "--full-tree", "--name-only", tree, "--"] + paths, in: top))
        }
        let found = Set(
            folders.filter { folder in
                let path = folder == "." ? top : folder
                return present.contains(folder)
                    && NotebookLocation(directory: ExternalPath.name(of: path)) {
                        present.contains(Self.below(folder)($0))
                    } == .notebook
            })
        return Set(chains.compactMap { $0.first(where: found.contains) }).sorted().map { place in
            Notebook(path: place == "." ? top : ExternalPath.below(top, place), place: place)
        }
    }

    private static func below(_ folder: String) -> (_ name: String) -> String {
        { folder == "." ? $0 : ExternalPath.below(folder, $0) }
    }

    /// The folders that contain a file, the outermost first.
    private static func folders(of file: String) -> [String] {
        let names = file.split(separator: "/").dropLast()
        return ["."] + names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// The notebook in a directory.
    func notebook(_ path: String) -> Notebook {
        Notebook(path: path, place: ExternalPath.relative(path, to: top) ?? ".")
    }
}
