import NotebookBundle
import NotebookFormat

/// Where something is written that the command line names: never into a notebook, nor over what is read.
extension Session {
    /// Makes sure, before anything is written, that a place lies in no notebook and is none of the files that are read.
    ///
    /// - Parameters:
    ///   - path: The place, which need not be there.
    ///   - sources: The paths of what is read.
    /// - Throws: `UsageError.conflict`.
    func refuseToWrite(_ path: String, over sources: [String] = []) throws(UsageError) {
        guard path != "-" else { return }
        let place = OutsidePath.real(absolute(path))
        let shown = displayed(absolute(path))
        if let bundle = Self.bundle(around: place) {
            throw .conflict("cannot write \(shown) in the notebook \(displayed(bundle)); name another place")
        }
        if let source = sources.first(where: { OutsidePath.real($0) == place }) {
            throw .conflict("cannot write \(displayed(source)), which is read or written as well; name another place")
        }
    }

    /// The notebook that a path lies in, or is; `nil` if it is in none.
    static func bundle(around path: String) -> String? {
        var directory = path
        while directory != "/" {
            if FileKind.at(directory) == .directory, isWholeBundle(directory) { return directory }
            directory = OutsidePath.parent(of: directory)
        }
        return nil
    }

    /// Whether a directory is a notebook: by its name, or by the two files that each has.
    static func isWholeBundle(_ directory: String) -> Bool {
        directory.hasSuffix(".notebundle")
            || ["manifest.json", "notebook.json"].allSatisfy {
                FileKind.at(OutsidePath.below(directory, $0)) != nil
            }
    }
}
