import NotebookBundle

/// Reports files that other programs wrote and that no notebook can hold.
struct UnsealableNotes {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Reports those in a copy; those in the notebook itself without its name.
    ///
    /// - Parameters:
    ///   - place: The copy, as messages show it.
    ///   - notebook: The name of the notebook, where there are several.
    ///   - use: What is not done with them, such as “synced”.
    /// - Returns: Whether somebody misses what they hold.
    func report(_ files: [UnsealableFile], in place: String? = nil, of notebook: String? = nil, not use: String) throws
        -> Bool
    {
        // All files behind a link have its path.
        var seen: Set<UnsealableFile> = []
        let shown = files.filter { seen.insert($0).inserted }
        for file in shown.prefix(Self.most) {
            let position = file.position.map { ":\($0.line):\($0.column)" } ?? ""
            let path = ((place ?? notebook).map { $0 + "/" } ?? "") + PrintableText.escaped(file.path) + position
            let rest = file.isReplaced ? "it was replaced, and is in the trash" : "it stays there, and is not \(use)"
            try session.note("note: cannot take \(path): \(file.reason); \(rest)")
        }
        if shown.count > Self.most { try session.note("note: and \(shown.count - Self.most) more") }
        let left = files.filter { !$0.isReplaced && $0.isMissed }
        let areOwn = left.allSatisfy(\.isCopyOfOwnFile)
        if !left.isEmpty {
            let there = place == nil ? "" : " there"
            let cure =
                areOwn
                ? "‘\(session.tool) resolve’\(there) moves it to the trash"
                : place == nil
                    ? "correct it in a text editor, or rename it"
                    : "correct or rename it there with the program that wrote it; then sync again"
            try session.note("hint: \(cure)")
        }
        return files.contains(where: \.isMissed)
    }

    private static let most = 5
}
