import NotebookBundle

/// Notices when another program has saved a file.
struct FileWatch {
    private let path: String
    private var seen: FileIdentity?
    private var reported: FileIdentity?

    /// Watches a file from its current state on.
    init(_ path: String) {
        self.path = path
        seen = ExternalPath.identity(of: path)
        reported = seen
    }

    /// Whether the file has changed since it was last reported, and not since the previous call: then the program is
    /// probably done writing.
    mutating func hasSettled() -> Bool {
        let now = ExternalPath.identity(of: path)
        defer { seen = now }
        guard let now, now == seen, now != reported else { return false }
        reported = now
        return true
    }
}
