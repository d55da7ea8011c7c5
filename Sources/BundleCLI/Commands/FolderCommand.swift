import NotebookBundle
import NotebookFormat

/// The verb ‘folder’.
enum FolderCommand {
    private static let action = Positional("ACTION", "‘ls’, ‘add’, ‘rename’, ‘move’, ‘rm’, ‘order’ or ‘icon’")
    private static let words = Positional(
        "ARGUMENT", "FOLDER; for rename FOLDER NAME, for icon FOLDER ICON (‘none’ for none)", isRequired: false,
        isRepeated: true)
    private static let to = Option("to", "FOLDER", "With move: the folder to put it in; ‘/’ is the outermost")
    private static let before = Option("before", "FOLDER", "With order: the sibling to stand before (default: last)")
    private static let icon = Option("icon", "ICON", "With add: a picture in text, such as an emoji")

    static let verb = Verb(
        "folder", "List, make, rename, move, order and delete folders",
        details: """
            A folder holds notes and cards, at any depth; an empty one is kept in notebook.json. Links to and from what is
            moved follow. ‘rm’ moves what is inside to the trash, as one batch.
            """,
        parameters: [Common.notebook, action, words, to, before, icon, Common.yes, Common.json] + Common.reading,
        examples: [
            ("folder Recipes add Desserts/Baked --icon 🍰", "makes a folder in another"),
            ("folder Recipes rename Desserts/Baked \"From the oven\"", "renames it"),
            ("folder Recipes order Desserts --before Soups", "shows it before another"),
            ("folder Recipes rm Drafts --yes", "moves its items to the trash"),
        ],
        statuses: [.finding: "there is no such folder"]
    ) { arguments, session in
        let given = arguments.all(words)
        func one(_ count: Int, _ what: String) throws {
            guard given.count == count else { throw UsageError.missing(what) }
        }
        switch arguments[action] {
        case "ls": break
        case "add":
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            let icon = try session.icon(arguments[icon])
            try session.editFolders(arguments) { draft in
                for path in given { try draft.addFolder(try draft.folder(path), icon: icon) }
            }
        case "rename":
            try one(2, "FOLDER and NAME")
            guard let name = PortableName.made(from: given[1]), !given[1].contains("/") else {
                throw NotebookError.noFileName(given[1])
            }
            try session.editFolders(arguments) { draft in
                let old = try draft.notebook.folder(given[0])
                let parent = old.parent?.text ?? ""
                try draft.relocateFolder(old, to: try FolderPath(parent.isEmpty ? name : "\(parent)/\(name)"))
            }
        case "move":
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            guard let target = arguments[to] else { throw UsageError.missing("--to") }
            for folder in given {
                try session.editFolders(arguments) { draft in
                    let old = try draft.notebook.folder(folder)
                    let parent = try draft.folder(target)
                    let name = String(old.name)
                    try draft.relocateFolder(old, to: try FolderPath(parent == .root ? name : "\(parent)/\(name)"))
                }
            }
        case "rm":
            guard !given.isEmpty else { throw UsageError.missing("FOLDER") }
            guard try session.mayRemove(given, arguments) else { return .failure }
            try session.editFolders(arguments) { draft in
                for folder in given {
                    guard let batch = try draft.removeFolder(try draft.notebook.folder(folder)) else { continue }
                    try session.note("note: what was in \(PrintableText.escaped(folder)) is in the trash, as \(batch)")
                }
            }
        case "order":
            try one(1, "FOLDER")
            try session.editFolders(arguments) { draft in
                let folder = try draft.notebook.folder(given[0])
                let sibling = try arguments[before].map { try draft.notebook.folder($0) }
                guard sibling == nil || sibling?.parent == folder.parent else {
                    throw UsageError.badValue(
                        "--before", arguments[before] ?? "", hint: "name a folder that stands beside it")
                }
                try draft.order(folder, before: sibling)
            }
        case "icon":
            try one(2, "FOLDER and ICON")
            let icon = try session.icon(given[1])
            try session.editFolders(arguments) { draft in
                draft.decorate(try draft.notebook.folder(given[0])) { $0.icon = icon }
            }
        default:
            let hint = "the actions are ls, add, rename, move, rm, order, icon"
            throw UsageError.badValue("ACTION", arguments[action], hint: hint)
        }
        return try session.listFolders(arguments)
    }
}

extension Session {
    fileprivate func editFolders(_ arguments: Arguments, _ body: (inout Draft) throws -> Void) throws {
        let edit = try bundle(arguments[Common.notebook], arguments).edit(body)
        try tell(edit.recovery)
        try tell(edit.commit)
    }

    fileprivate func mayRemove(_ names: [String], _ arguments: Arguments) throws -> Bool {
        let count = try read(arguments) { files in
            let notebook = try Notebook(files)
            let folders = try names.map { try notebook.folder($0) }
            return notebook.items.count { item in folders.contains { item.folder.isInside($0) } }
        }
        let what = names.count == 1 ? PrintableText.quoted(names[0]) : Wording.count(names.count, "folder")
        guard count > 0 else { return true }
        let question = "Move \(what) with \(Wording.count(count, "item")) to the trash?"
        return try isAgreed(question, arguments, mustAsk: false)
    }

    fileprivate func listFolders(_ arguments: Arguments) throws -> ExitStatus {
        try read(arguments) { files in
            let notebook = try Notebook(files)
            let counts = Overview(notebook).folders
            if arguments[Common.json] {
                try print(Output(folders: counts))
            } else {
                let lines = FolderTree(notebook, [], .root, counts: notebook.items).lines(self)
                for line in lines.dropFirst() { try print(line) }
            }
            return .success
        }
    }
}
