/// What git stores of a file: its mode and the name of its content.
struct GitEntry: Hashable {
    /// The mode, such as `100644`; `120000` is a link, and `160000` a repository in the repository.
    let mode: String
    /// The name of the content.
    let name: String

    /// The mode of a file that is not executable.
    static let plainMode = "100644"

    /// Whether it is a regular file.
    var isFile: Bool { mode.hasPrefix("100") }

    /// Whether it is an executable file.
    var isExecutable: Bool { mode == "100755" }
}

/// A change of a file in an index or a tree of git.
struct GitChange {
    /// The path from the top of the working tree.
    let path: String
    /// What was there; `nil` if there was nothing.
    let old: GitEntry?
    /// What is there now; `nil` if the file is gone.
    let new: GitEntry?
}
