import NotebookFormat

/// Gives names that are stored in another normalisation the form that the format has (Format, clause 5.5).
struct ComposedNames {
    private let files: any FileOperations
    private let isDry: Bool
    /// The files and directories that got another name, or would, in that form.
    private(set) var paths: [String] = []

    /// Names below a bundle’s directory.
    ///
    /// - Parameter isDry: Whether nothing is renamed.
    init(_ files: any FileOperations, isDry: Bool) {
        self.files = files
        self.isDry = isDry
    }

    /// Renames what has to be renamed.
    ///
    /// - Throws: `SystemError`.
    mutating func compose() throws { try compose(.root) }

    private mutating func compose(_ directory: DiskPath) throws {
        for entry in try files.list(directory) where entry.kind == .file || entry.kind == .directory {
            guard let text = String(validating: entry.name, as: UTF8.self), !OutsideNames.contains(text) else {
                continue
            }
            var path = directory.appending(entry.name)
            let composed = directory.appending(text.composed)
            if composed != path, try files.status(composed) == nil {
                paths.append(composed.text.composed)
                if !isDry {
                    try files.rename(path, to: composed)
                    path = composed
                }
            }
            if entry.kind == .directory, !path.isTooDeep { try compose(path) }
        }
    }
}
