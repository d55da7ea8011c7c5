import NotebookBundle
import NotebookFormat

/// The verb ‘merge’.
struct MergeCommand: Command {
    private static let other = Positional(
        "OTHER", "The other copy: a notebook, or an archive of one (‘-’: on standard input)", kind: .notebookOrArchive)
    private static let base = Option.path(
        "base", "COPY", "The state that both copies come from: a notebook, an archive, or NOTEBOOK@N|TIME|FINGERPRINT")

    static let verb = Verb(
        "merge", "Take in what was changed in another copy of the notebook",
        details: """
            Merges item by item, each known by its uuid. What only one copy changed counts. A rename in one copy and an edit in the
            other both count; an item that was deleted in one copy and changed in the other stays. Tags are combined, front matter
            is merged key by key, texts by lines and then by words. OTHER stays as it is; what it deleted goes to the trash here.

            Where both copies changed the same words, the text has both between conflict markers; a value of the front matter
            has the other one as a comment behind it; an item that both moved stays where it is here, and a comment says its
            other folder; the other value of the notebook, such as the colour of a tag, stands in its ‘conflicts’. ‘resolve’
            settles all of them.

            The state that both come from is found in the histories of both, and in what earlier merges noted. If there is none,
            name it with --base; otherwise nothing counts as deleted, and what differs is merged without it. Changes by other
            programs are sealed first. ‘undo’ takes the merge back.
            """,
        parameters: [
            Common.bundle, other, base, Common.dryRun, Common.json, Common.noCache,
        ] + Common.locking + Common.secrets,
        examples: [
            ("merge Recipes /media/stick/Recipes.notebundle", "takes in the changes of the copy on a stick"),
            ("merge Recipes Recipes-from-Ann.zip", "takes in the changes that somebody sent"),
            ("merge Recipes copy --base Recipes@12", "both come from the state after change 12"),
            ("merge Recipes copy --dry-run", "shows what would change"),
        ],
        statuses: [.finding: "both copies changed something that could not be merged"], answersByStatus: true
    )

    /// What --json prints.
    private struct Answer: Encodable {
        let merge: MergeRow
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let directory = try NotebookOpener(arguments, session).directory()
        let opener = NotebookOpener(arguments, session, readsSeveral: arguments.isGiven(Self.base))
        let progress = ProgressLine(session, "merging")
        defer { progress.finish() }
        func read() throws -> (NotebookCopy, MergeBase?) {
            let theirs = try NamedCopy(arguments[Self.other], opener, session).copy(progress)
            return (
                theirs,
                try arguments[Self.base].map { word in
                    MergeBase(given: try NamedCopy(word, opener, session).compared(progress))
                }
            )
        }
        if arguments[Common.dryRun] {
            let (theirs, given) = try read()
            let preview = try directory.previewMerge(theirs, given: given, progress: progress)
            progress.finish()
            try Editing(arguments, session).show(preview)
            for file in preview.result.conflicts { try session.note("note: \(MergeLines(session.style).line(file))") }
            for value in preview.result.lostValues { try session.note("note: \(MergeLines.note(value))") }
            return preview.result.hasConflicts ? .finding : .success
        }
        let edit = try directory.merge(reading: read, progress: progress)
        progress.finish()
        try EditNotes(session).tell(edit.recovery, edit.commit)
        let merge = edit.result
        if arguments[Common.json] {
            try session.printJSON(Answer(merge: MergeRow(merge)))
        } else {
            try MergeOutput(session).show(merge)
            try EditNotes(session).tellFollowing(edit.links, besides: Set(merge.files.map(\.path)))
        }
        return merge.hasConflicts ? .finding : .success
    }
}
