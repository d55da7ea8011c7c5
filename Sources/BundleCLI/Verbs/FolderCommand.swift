import NotebookBundle

/// The verb ‘folder’.
struct FolderCommand: Command {
    private enum Action: String, Subverb {
        case ls, add, rename, move, rm, order, icon
    }

    private static let action = SubverbParameter<Action>(default: .ls)
    private static let words = Positional(
        "ARGUMENT", "FOLDER; for rename FOLDER NAME, for icon FOLDER ICON (‘none’ removes it)", kind: .folder,
        isRequired: false, isRepeated: true)
    private static let to = Option.path(
        "to", "FOLDER", "With move: the folder to move it to; ‘/’ is the top level", kind: .folder)
    private static let before = Option.path(
        "before", "FOLDER", "With order: the sibling to put it before (default: last)", kind: .folder)
    private static let icon = Option("icon", "ICON", "With add: a picture in text, such as an emoji")
    private static let uses: [Action: [any Parameter]] = [
        .add: [icon, Common.dryRun], .rename: [Common.dryRun, Relocation.noLinks],
        .move: [to, Common.dryRun, Relocation.noLinks], .rm: [Common.dryRun, Relocation.noLinks],
        .order: [before, Common.dryRun], .icon: [Common.dryRun],
    ]

    static let verb = Verb(
        "folder", "List, make, rename, move, order and delete folders",
        otherNames: [OtherName("mkdir", action: "add"), OtherName("folders", action: "ls")],
        details: """
            A folder holds notes and cards, at any depth; notebook.json keeps empty ones. Links to and from moved items are
            updated. ‘rm’ moves all items in the folder to the trash as one batch, and lists the links of other items that will
            break.
            """,
        parameters: [
            Common.notebook, action, words, to, before, icon, Common.dryRun, Relocation.noLinks, Common.yes,
            Common.noPager, Common.json, Common.noCache,
        ] + Common.reading,
        examples: [
            ("folder Recipes add Desserts/Baked --icon 🍰", "makes a subfolder with an icon"),
            ("folder Recipes rename Desserts/Baked \"From the oven\"", "renames it"),
            ("folder Recipes order Desserts --before Soups", "puts it before another folder"),
            ("folder Recipes rm Drafts --yes", "moves its items to the trash"),
        ],
        statuses: [
            .finding: "there is no such folder, or a link could not be updated (the rest of the change is made)"
        ],
        confirmsFolders: true
    )

    /// What --json prints.
    private struct Answer: JSONRow {
        let folders: [CountedFolder]
        let unkept: [UnkeptRow]?
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let given = arguments.all(Self.words)
        let action = try arguments.subverb(Self.action)
        try arguments.refuseOptions(unusedBy: action, Self.uses)
        try refuseNotebook(among: given, behind: action)
        guard let change = try change(action, given) else { return try listFolders() }
        if action == .rm {
            try LinkNotes(session).report(try losses(given))
            guard try mayRemove(given) else { return .failure }
        }
        return try editFolders(change)
    }

    /// Refuses the name of a notebook among folders: it belongs before the action.
    private func refuseNotebook(among given: [String], behind action: Action) throws {
        guard given.count > 1, let first = given.first, !arguments.isGiven(NotebookParameter.option) else { return }
        let used = NotebookFinder(session).known(arguments[Common.notebook])
        let named = NotebookFinder(session).known(first).flatMap { NotebookLocation(at: $0) == .notebook ? $0 : nil }
        guard named != nil || used.map({ NotebookLocation.stem(of: ExternalPath.name(of: $0)) }) == first else {
            return
        }
        let isFolder = try NotebookOpener(arguments, session).read { (try? $0.listing.folder(first)) != nil }
        guard !isFolder else { return }
        throw UsageError.notebookBehindAction(first, verb: Self.verb.name, action: action.rawValue)
    }

    /// The change that an action makes; `nil` if it makes none.
    private func change(_ action: Action, _ given: [String]) throws -> FolderChange? {
        func one(_ count: Int, _ what: String) throws {
            try UsageError.require(count, of: given, what)
        }
        switch action {
        case .ls:
            try one(0, "")
            return nil
        case .add:
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            let picture = try IconText.read(arguments[Self.icon])
            return { draft in
                try given.map { path in
                    let folder = try draft.folder(path)
                    try draft.addFolder(folder, icon: picture)
                    return .at(folder)
                }
            }
        case .rename:
            try one(2, "FOLDER and NAME")
            guard !given[1].contains("/") else {
                throw UsageError.badValue(
                    "NAME", given[1],
                    reason: "\(PrintableText.quoted(given[1])) is a path; a name is one level, without “/”",
                    hint: "‘bundle folder move FOLDER --to OTHER’ moves a folder")
            }
            guard let name = PortableName.made(from: given[1]) else { throw NotebookError.noFileName(given[1]) }
            return { draft in
                let old = try draft.listing.folder(given[0])
                let parent = old.parent?.text ?? ""
                let new = try FolderPath(parent.isEmpty ? name : "\(parent)/\(name)")
                try draft.relocateFolder(old, to: new)
                return [.at(new)]
            }
        case .move:
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            guard let target = arguments[Self.to] else { throw UsageError.missing("--to") }
            return { draft in
                try given.map { folder in
                    let old = try draft.current.folder(folder)
                    let parent = try draft.folder(target)
                    let name = String(old.name)
                    let new = try FolderPath(parent == .root ? name : "\(parent)/\(name)")
                    try draft.relocateFolder(old, to: new)
                    return .at(new)
                }
            }
        case .rm:
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            return { draft in
                try given.map { name in
                    let folder = try draft.listing.folder(name)
                    return .gone(folder, try draft.removeFolder(folder))
                }
            }
        case .order:
            try one(1, "FOLDER")
            return { draft in
                let folder = try draft.listing.folder(given[0])
                let sibling = try arguments[Self.before].map { try draft.listing.folder($0) }
                guard sibling == nil || sibling?.parent == folder.parent else {
                    throw UsageError.badValue(
                        "--before", arguments[Self.before] ?? "", hint: "name a folder beside it")
                }
                try draft.order(folder, before: sibling)
                return []
            }
        case .icon:
            try one(2, "FOLDER and ICON")
            let picture = try IconText.read(given[1])
            return { draft in
                let folder = try draft.listing.folder(given[0])
                try draft.decorate(folder) { $0.icon = picture }
                return [.at(folder)]
            }
        }
    }
}

/// A change of folders; returns the result for each, or nothing if only their order changed.
private typealias FolderChange = (inout Draft) throws -> [FolderResult]

/// The result of a change for a folder.
private enum FolderResult {
    /// Its path now.
    case at(FolderPath)
    /// It is removed, and its items are in the trash, if it had any.
    case gone(FolderPath, BatchName?)
}

extension FolderCommand {
    private func editFolders(_ change: FolderChange) throws -> ExitStatus {
        let edit = try Editing(arguments, session).tried(try NotebookOpener(arguments, session).directory()) { draft in
            draft.keepsLinks = !arguments[Relocation.noLinks]
            return (folders: try change(&draft), before: draft.listing.manifest)
        }
        switch edit {
        case .shown(let status): return status
        case .made(let edit):
            try EditNotes(session).report(edit.recovery, edit.commit)
            for case .gone(let folder, _?) in edit.result.folders {
                let name = PrintableText.escaped(folder.text)
                try session.note(
                    "note: moved the items of \(name) to the trash; ‘\(session.tool) undo’ brings them back")
            }
            let moved = edit.links.changed.filter { edit.result.before[$0] == nil }
            try EditNotes(session).reportFollowing(edit.links, besides: Set(moved))
            try EditNotes(session).report(edit.links)
            let status = Editing.status(of: edit.links)
            guard !arguments[Common.json], !edit.result.folders.isEmpty else {
                return max(try listFolders(edit.links), status)
            }
            for case .at(let folder) in edit.result.folders { try session.print(PrintableText.escaped(folder.text)) }
            return status
        }
    }

    /// The links of other items that would break without the items in some folders.
    private func losses(_ names: [String]) throws -> [LinkLosses.Loss] {
        let notebook = try NotebookOpener(arguments, session).directory()
        return try notebook.read { snapshot in
            let listing = snapshot.listing
            let folders = try names.map { try listing.folder($0) }
            let gone = Set(
                listing.items.filter { item in folders.contains { item.folder.isInside($0) } }.map(\.path))
            guard !gone.isEmpty else { return [] }
            let links = try listing.links(naming: gone, snapshot.files)
            return LinkLosses(listing.manifest, links, deleting: gone).losses
        }
    }

    private func mayRemove(_ names: [String]) throws -> Bool {
        if arguments[Common.dryRun] { return true }
        let count = try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            let folders = try names.map { try listing.folder($0) }
            return listing.items.count { item in folders.contains { item.folder.isInside($0) } }
        }
        let what = names.count == 1 ? PrintableText.quoted(names[0]) : Wording.count(names.count, "folder")
        guard count > 0 else { return true }
        let question = "Move \(what) with \(Wording.count(count, "item")) to the trash?"
        return try Confirmation(arguments, session).isGiven(question, mustAsk: false)
    }

    private func listFolders(_ links: LinkKeeping? = nil) throws -> ExitStatus {
        try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            if arguments[Common.json] {
                try session.printJSON(Answer(folders: CountedFolder.rows(listing), unkept: UnkeptRow.rows(links)))
            } else {
                let lines = FolderTree(listing, [], .root, counts: listing.items).lines(session.style)
                if lines.count < 2 { try session.reportNothing("no folders") }
                for line in lines.dropFirst() { try session.print(line) }
            }
            return .success
        }
    }
}
