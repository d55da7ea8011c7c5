import NotebookBundle

/// A copy of a notebook, as a word names it: a directory, an archive, or a directory at an earlier moment
/// (NOTEBOOK@MOMENT).
struct NamedCopy {
    let source: NotebookSource
    /// The moment; `nil` for the notebook as it is now.
    let moment: String?
    let session: Session

    init(source: NotebookSource, moment: String?, session: Session) {
        (self.source, self.moment, self.session) = (source, moment, session)
    }

    /// Opens what a word names.
    init(_ word: String, _ opener: NotebookOpener, _ session: Session) throws {
        let split = PastOption.split(word, session)
        self.init(source: try opener.source(split?.notebook ?? word), moment: split?.moment, session: session)
    }

    /// Makes sure that two copies are not one and the same notebook.
    func refuse(_ other: NamedCopy, to verb: String) throws(UsageError) {
        guard moment == nil, other.moment == nil, case .directory(let one) = source,
            case .directory(let two) = other.source, one.lies(at: two.location)
        else { return }
        throw .conflict("\(session.displayed(two.location)) is the notebook itself; name another copy to \(verb)")
    }

    /// The copy, for comparing it with another.
    ///
    /// - Parameter isSince: Whether a day means its beginning rather than its end.
    func compared(
        option: String = "NOTEBOOK@", isSince: Bool = false, _ progress: ProgressLine
    ) throws -> ComparedNotebook {
        switch (source, moment) {
        case (.directory(let notebook), nil): return try ComparedNotebook(try notebook.directory, progress: progress)
        case (.directory(let notebook), let text?):
            let moment = try PastOption.moment(text, session, option: option)
            return try ComparedNotebook(try notebook.directory, at: moment, text, atStart: isSince) { past in
                try PastOption.reportUnknown(past, session)
            }
        case (.archive(let archive), nil):
            return try ComparedNotebook(try ArchiveTree(archive.source, name: archive.name), progress: progress)
        case (.archive, _?): throw Self.noHistory(option: option)
        }
    }

    /// The copy, for merging it with another; reports what is unknown of an earlier moment.
    func notebook() throws -> Notebook {
        switch (source, moment) {
        case (.directory(let notebook), nil): return notebook
        case (.directory(let notebook), let text?):
            let moment = try PastOption.moment(text, session, option: "NOTEBOOK@")
            try notebook.directory.readPast(moment, text) { try PastOption.reportUnknown($0, session) }
            return try notebook.at(moment)
        case (.archive(let archive), nil): return archive.opened(session)
        case (.archive, _?): throw Self.noHistory(option: "NOTEBOOK@")
        }
    }

    private static func noHistory(option: String) -> UsageError {
        .conflict("an archive has no history; \(option) needs a notebook’s directory")
    }
}

/// Names of new notebooks.
enum NewNotebookName {
    /// The path of a new notebook: the word without trailing slashes, with the ending `.notebundle`.
    ///
    /// - Throws: `UsageError` if the word contains no name.
    static func withEnding(_ word: String) throws(UsageError) -> String {
        var word = word
        while word.count > 1, word.hasSuffix("/") { word.removeLast() }
        guard let name = word.split(separator: "/").last, name != ".", name != ".." else {
            throw .conflict("\(PrintableText.quoted(word)) is an existing folder; give the notebook a name")
        }
        return NotebookLocation.withEnding(word)
    }
}

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
