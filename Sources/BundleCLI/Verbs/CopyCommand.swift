import NotebookBundle

/// The verb ‘copy’.
struct CopyCommand: Command {
    private static let to = Option.path("to", "OTHER", "The notebook to copy to", kind: .notebookDirectory)
    private static let folder = Option.path(
        "folder", "FOLDER", "The folder to copy to (default: the folder of each item)", kind: .folder)

    static let verb = Verb(
        "copy", "Copy items and their attachments to another notebook",
        otherNames: ["cp"],
        details: """
            Links between the copied items are kept; links to items that are not copied are reported. A copy keeps its uuid
            unless the other notebook already has it.
            """,
        parameters: [Common.notebook, Common.someItems, Common.query, to, folder, Common.json, Expectation.option]
            + Common.reading,
        examples: [
            ("copy Recipes \"Apple pie\" \"Plum cake\" --to Party", "copies two items"),
            ("copy Recipes --where \"tag under 'baking'\" --to Party --folder Cakes", "copies all matching items"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"], partialNames: .acceptedAtTerminal()
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard let target = arguments[Self.to] else { throw UsageError.missing("--to") }
        let bundle = try NotebookOpener(arguments, session).directory(target)
        let word = arguments[Common.notebook]
        guard try word == Session.inputWord || !bundle.lies(at: NotebookFinder(session).path(word)) else {
            throw UsageError.conflict("‘duplicate’ copies within a notebook")
        }
        let selection = try Selection(arguments, session)
        return try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let items = try selection.items(in: listing, snapshot.files)
            let edit = try bundle.edit { draft in
                let folder = try arguments[Self.folder].map { try draft.folder($0) }
                var target = draft.transferTarget()
                let transfer = try draft.transfer(items, from: listing, snapshot.files, to: &target, into: folder)
                return (transfer: transfer, before: draft.listing.manifest)
            }
            let (transfer, before) = edit.result
            try Editing(arguments, session).report(edit, transfer.added)
            try LinkNotes(session).reportShifted(from: before, besides: Set(transfer.added.map(\.path)), in: bundle)
            for (link, target) in transfer.lost {
                let place = "\(PrintableText.escaped(link.item.text)):\(link.position.line):\(link.position.column)"
                try session.note(
                    "note: \(place) links to \(PrintableText.escaped(target.text)), which was not copied")
            }
            for name in transfer.lostNames {
                let names = [name.item.text, String(name.old.name), String(name.new.name)].map {
                    PrintableText.escaped($0)
                }
                try session.note("note: \(names[0]) names \(names[1]), which is \(names[2]) here")
            }
            return .success
        }
    }
}
