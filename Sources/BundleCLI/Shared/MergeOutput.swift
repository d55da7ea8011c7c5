import NotebookBundle

/// Prints what a merge did.
struct MergeOutput {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Prints what several merges did, one after the other.
    ///
    /// - Parameters:
    ///   - skipsEmpty: Whether to say nothing of merges that changed nothing.
    ///   - base: What to say after the note that there is no common state.
    func show(_ merges: [NotebookMerge], skipsEmpty: Bool = false, base: String = "") throws {
        func isShown(_ merge: NotebookMerge) -> Bool {
            !skipsEmpty || !merge.isEmpty || !merge.files.isEmpty || merge.hasConflicts
        }
        for merge in merges where isShown(merge) { try show(merge) }
        // The versions that a sync program left are merged after the copy itself, with states of their own.
        if let first = merges.first, isShown(first), first.origin == .unknown {
            try session.note("note: the copies remember no common state, so nothing counts as deleted\(base)")
        }
        guard merges.contains(where: { !$0.marked.isEmpty }) else { return }
        try session.note("hint: go through the conflicts with ‘\(session.tool) resolve’")
    }

    /// Prints a line for each file, the counts, and notes about what could not be merged.
    private func show(_ merge: NotebookMerge) throws {
        let (lines, differences) = (MergeLines(session.style), DifferenceLines(session.style))
        for change in MergeLines.values(merge) { try session.printRow(differences.line(change), wrappedWith: 12) }
        for file in merge.files { try session.printRow(lines.line(file), wrappedWith: 10) }
        try session.printRow(MergeLines.counts(merge), wrappedWith: 2)
        for value in merge.lostValues { try session.note("note: \(MergeLines.note(value))") }
        for file in merge.unreadable.prefix(5) {
            let position = file.position.map { ":\($0.line):\($0.column)" } ?? ""
            try session.note("note: skipped \(PrintableText.escaped(file.path))\(position): \(file.reason)")
        }
        let unreadable = Set(merge.unreadable.map(\.path))
        for name in merge.leftOut.filter({ !unreadable.contains($0) }).prefix(5) {
            try session.note("note: skipped \(PrintableText.escaped(name)), which cannot be part of a notebook")
        }
    }
}
