import NotebookBundle

extension Remedy {
    /// The remedy in the tool’s words, with its verbs and options.
    package func text(for tool: String) -> String {
        text(namingWithPath: { action, path in
            switch (action, path) {
            case (.createFromFolder, let path?):
                "make a notebook from it with ‘\(tool) create NAME --from \(ShellWord.quoted(path))’"
            case (.archive, let path?): "make the archive with ‘\(tool) archive -n \(ShellWord.quoted(path))’"
            case (.repair, let path?): "run ‘\(tool) repair -n \(ShellWord.quoted(path))’"
            case (.undo, let path?): "take it back with ‘\(tool) undo -n \(ShellWord.quoted(path))’"
            default: action.words(of: tool)
            }
        })
    }
}

extension Remedy.Action {
    /// The tool's words for an action, as an imperative: the only place that adds verbs to the library's messages.
    fileprivate func words(of tool: String) -> String {
        switch self {
        case .create: "make a new notebook with ‘\(tool) create’"
        case .createFromFolder: "make a notebook from a folder of notes with ‘\(tool) create NAME --from DIR’"
        case .recover: "run ‘\(tool) open’"
        case .undo: "take it back with ‘\(tool) undo’"
        case .seal: "run ‘\(tool) seal’"
        case .sealFirst: "archive with --seal"
        case .acceptConflicts: "accept them with --with-conflicts"
        case .acceptMissing: "accept that they are gone with --accept-missing"
        case .resolve: "merge them with ‘\(tool) resolve’"
        case .fix: "run ‘\(tool) validate --fix=unsafe’"
        case .repair: "run ‘\(tool) repair’"
        case .repairCopy: "repair a copy with -o"
        case .archive: "make the archive with ‘\(tool) archive’"
        case .unarchive: "unpack it with ‘\(tool) unarchive’"
        case .importPartly: "import the rest with --partial; --report FILE lists what is missing"
        case .importItems: "import its items with ‘\(tool) import’"
        case .unarchiveBeside: "unpack beside it with -C"
        case .allowMoreFiles: "allow more with ‘\(tool) unarchive --max-files N’"
        case .allowMoreBytes: "allow more with ‘\(tool) unarchive --max-size SIZE’"
        case .unlock: "give the password with --password-file or --password-fd"
        case .validate: "list all findings with ‘\(tool) validate’"
        case .showChanges: "list all changes with ‘\(tool) status’"
        case .attach: "attach it with ‘\(tool) attach’"
        case .move: "move the items with ‘\(tool) move’, which updates links"
        case .listItems: "list all items with ‘\(tool) ls’"
        case .listAttachments: "list them with ‘\(tool) blobs’"
        case .listFolders: "list them with ‘\(tool) folder ls’"
        case .listSmartFolders: "list them with ‘\(tool) smart ls’"
        case .listTags: "list them with ‘\(tool) tag ls’"
        case .listHistory: "list the changes with ‘\(tool) log’"
        case .restorePast: "restore an earlier state of an item with ‘\(tool) restore ITEM --at N’"
        case .listProperties: "list them with ‘\(tool) props’"
        case .rename: "change it with ‘\(tool) rename’"
        case .tag: "change them with ‘\(tool) tag --add’ and ‘--remove’"
        case .pin: "use ‘\(tool) pin’ and ‘\(tool) unpin’"
        case .editText: "change it in the text with ‘\(tool) edit’"
        case .waitLonger: "wait longer with --wait"
        case .doWithoutLock: "use --no-lock"
        }
    }
}
