import NotebookBundle

/// The verb ‘merge’.
struct MergeCommand: Command {
    private static let other = Positional(
        "OTHER", "The other copy: a notebook, or an archive of one (‘-’: on standard input)", kind: .notebookOrArchive)
    private static let base = Option.path(
        "base", "COPY", "The common base of both copies: a notebook, an archive, or NOTEBOOK@N|TIME|FINGERPRINT")

    static let verb = Verb(
        "merge", "Merge the changes of another copy of the notebook",
        details: """
            Matches items by uuid, and merges them one by one. Keeps every change that only one of the copies made; if one
            renamed an item and the other edited it, keeps both. If one copy deleted an item and the other changed it, it stays.
            Combines tags, and merges front matter key by key, and texts by lines and then by words. OTHER does not change;
            items that it deleted go to the trash here.

            Where both copies changed the same words, the text keeps both versions between conflict markers. Other conflicts
            keep the version here, or the later title and name, and record the other one: for a value of the front matter, or
            the folder of an item, in a comment in the front matter; for a value of the notebook, such as the colour of a tag,
            in ‘conflicts’ in notebook.json. ‘resolve’ resolves all of them.

            Finds the common base of both copies in their histories, and in the records of earlier merges. If there is none,
            name it with --base; without a base, nothing counts as deleted, and differences are merged as they are. Changes by
            other programs are sealed first. ‘undo’ reverts the merge.
            """,
        parameters: [
            Common.bundle, other, base, Common.dryRun, Common.json, Common.noCache,
        ] + Common.locking + Common.secrets,
        examples: [
            ("merge Recipes /media/stick/Recipes.notebundle", "merges the changes of a copy on a USB stick"),
            ("merge Recipes Recipes-from-Ann.zip", "merges the changes of a copy that Ann sent"),
            ("merge Recipes copy --base Recipes@12", "the common base is the state after change 12"),
            ("merge Recipes copy --dry-run", "shows what would change"),
        ],
        statuses: [.finding: "there are conflicts, which ‘resolve’ resolves, or texts here that no notebook can hold"],
        answersByStatus: true
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let merge: MergeRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let notebook = try NotebookOpener(arguments, session).directory()
        try HiddenFiles.refuse(in: notebook, session, to: "merge into")
        let opener = NotebookOpener(arguments, session, readsSeveral: arguments.isGiven(Self.base))
        let progress = ProgressLine(session, "merging")
        defer { progress.finish() }
        let other = try NamedCopy(arguments[Self.other], opener, session)
        try other.refuse(NamedCopy(source: .directory(notebook), moment: nil, session: session), to: "merge")
        let theirs = try other.notebook()
        let base = try arguments[Self.base].map { try NamedCopy($0, opener, session).notebook() }
        if arguments[Common.dryRun] {
            let preview = try notebook.previewMerge(theirs, base: base, progress: progress)
            progress.finish()
            try Editing(arguments, session).show(preview)
            for file in preview.result.conflicts { try session.note("note: \(MergeLines(session.style).line(file))") }
            for value in preview.result.lostValues { try session.note("note: \(MergeLines.note(value))") }
            return preview.result.hasConflicts ? .finding : .success
        }
        let edit = try notebook.merge(theirs, base: base, progress: progress)
        progress.finish()
        try EditNotes(session).report(edit.recovery, edit.commit)
        let merge = edit.result
        if arguments[Common.json] {
            try session.printJSON(Answer(merge: MergeRow(merge)))
        } else {
            try MergeOutput(session).show([merge], base: "; --base names one")
            try EditNotes(session).reportFollowing(edit.links, besides: Set(merge.files.map(\.path)))
        }
        let isLeft = try UnsealableNotes(session).report(merge.leftHere, not: "merged")
        return merge.hasConflicts || isLeft ? .finding : .success
    }
}
