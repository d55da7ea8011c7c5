import NotebookBundle

/// Reports that other programs changed files of a notebook, so that lists may be out of date.
///
/// Compares only names and sizes: reading all files takes longer than a list.
struct OutsideNotice {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Starts to examine the files in the background; `nil` for an archive.
    static func look(_ files: any FileTree, _ notebook: Notebook) -> DirectoryLook? {
        (files as? DirectoryTree).map { DirectoryLook($0, notebook.manifest) }
    }

    /// Reports on standard error how many files were changed.
    func report(_ count: OutsideCount?) throws {
        guard let count else { return }
        if count.evicted > 0 {
            let are = count.evicted == 1 ? "is" : "are"
            try session.note(
                "note: \(Wording.count(count.evicted, "file")) \(are) in iCloud, and not on this computer; ‘\(session.tool) status’ lists them"
            )
        }
        let parts = [(count.changed, "changed"), (count.added, "added"), (count.removed, "removed")].filter { $0.0 > 0 }
        guard let first = parts.first else { return }
        let text = (["\(Wording.count(first.0, "file")) \(first.1)"] + parts.dropFirst().map { "\($0.0) \($0.1)" })
            .joined(separator: ", ")
        try session.note(
            "note: \(text) outside; ‘\(session.tool) status’ lists the changes, ‘\(session.tool) seal’ accepts them")
    }
}
