import NotebookBundle

/// Sees when another program has saved a file.
struct FileWatch {
    private let path: String
    private var seen: FileMark?
    private var reported: FileMark?

    /// Watches a file from its present state on.
    init(_ path: String) {
        self.path = path
        seen = OutsidePath.mark(of: path)
        reported = seen
    }

    /// Whether the file has changed since it was last reported, and not since the call before: a program that is still
    /// writing is not disturbed.
    mutating func hasSettled() -> Bool {
        let now = OutsidePath.mark(of: path)
        defer { seen = now }
        guard let now, now == seen, now != reported else { return false }
        reported = now
        return true
    }
}
