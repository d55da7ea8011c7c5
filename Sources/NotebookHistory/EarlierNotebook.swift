import NotebookFiles
package import NotebookStore

/// A notebook as it was at an earlier moment, which can only be read.
package struct EarlierNotebook: NotebookReading {
    private let directory: NotebookDirectory
    private let moment: HistoryMoment

    /// Nothing is read yet.
    package init(_ directory: NotebookDirectory, at moment: HistoryMoment) {
        (self.directory, self.moment) = (directory, moment)
    }

    package var name: String { directory.name }

    /// Calls `body` with a snapshot of the notebook as it was then.
    ///
    /// Blocks while others change the notebook, and while `body` runs.
    ///
    /// - Throws: `HistoryError` if the history does not reach back to that moment or lacks some content, or what `body`
    ///   throws.
    package func withSnapshot<Result>(_ body: (NotebookSnapshot) throws -> Result) throws -> Result {
        try directory.readPast(moment, "\(moment)") { past in
            try body(try NotebookSnapshot(past.tree, now: directory.environment.now))
        }
    }

    /// Inspects the files as they were then, as far as the history has them.
    ///
    /// Blocks until all files are read.
    ///
    /// - Throws: `HistoryError` if the history does not reach back to that moment, or an error if files cannot be read.
    package func inspection(
        collectsLinks: Bool, examiner: ItemExaminer?, progress: any WorkProgress
    ) throws -> Inspection {
        try directory.readPast(moment, "\(moment)") { past in
            try Inspector(past.tree, collectsLinks: collectsLinks, examiner: examiner, progress: progress).inspect()
        }
    }
}
