public import NotebookFormat

/// Why something cannot be done with a notebook.
public enum NotebookError: Error, Hashable, Sendable {
    /// Nothing is at this place.
    case nothingThere(String)
    /// At this place is a link that leads to nothing.
    case leadsNowhere(String)
    /// What is at this place is no notebook, for this reason.
    case notANotebook(String, String)
    /// In an archive, the notebook’s directory lies in another one.
    case archiveIsNested(String, String)
    /// In an archive, backslashes stand between the parts of paths.
    case archiveHasBackslashes(String, String)
    /// A directory has neither the name nor the files of a notebook, and so is not repaired.
    case notABundle(String)
    /// What is at this place lies in this notebook, and is none itself.
    case insideNotebook(String, String)
    /// A directory stands where this file of the notebook belongs.
    case isDirectory(String, file: String)
    /// A directory has nothing of which a notebook could be rebuilt.
    case nothingToRebuild(String)
    /// A notebook is there, but its path is not UTF-8.
    case pathIsNotText(String)
    /// What is to be changed is an archive.
    case archiveIsReadOnly(String)
    /// A folder that is to be imported has no notes.
    case noNotes(String)
    /// The bundle has no `manifest.json` or `notebook.json`.
    case missing(String, file: String)
    /// A file of the bundle breaks its grammar.
    case malformed(String, file: String, TextProblem, TextPosition)
    /// An item breaks its grammar, and cannot be edited.
    case malformedItem(BundlePath, TextProblem, TextPosition)
    /// A file is listed, but is gone.
    case gone(BundlePath)
    /// No item is meant by this text; some that are like it.
    case noSuchItem(String, like: [String])
    /// Several items are meant by this text.
    case ambiguousItem(String, [String])
    /// No blob is meant by this text; some that are like it.
    case noSuchBlob(String, like: [String])
    /// Several blobs are meant by this text.
    case ambiguousBlob(String, [String])
    /// Something is at this place already.
    case taken(String)
    /// A folder is to be put into itself.
    case insideItself(FolderPath)
    /// A notebook is not replaced, since this path in its directory is no part of it and would be lost.
    case holdsMore(String, String)
    /// No file name can be made of this title.
    case noFileName(String)
    /// This is no title.
    case notATitle(String)
    /// This is no folder of a notebook.
    case notAFolder(String, PathProblem)
    /// This is no tag.
    case notATag(String)
    /// No item has this tag; some that are like it.
    case noSuchTag(String, like: [String])
    /// These are one item, or of two kinds, and cannot be joined.
    case cannotMerge(BundlePath, BundlePath)
    /// What begins here in an item would swallow the text that follows it.
    case staysOpen(BundlePath, TextPosition)
    /// No folder has this name; some that are like it.
    case noSuchFolder(String, like: [String])
    /// No smart folder has this name; some that are like it.
    case noSuchSmartFolder(String, like: [String])
    /// A file is another one than when it was read.
    case changedSince(BundlePath)
    /// An edit was begun inside another edit of the same notebook.
    case editInEdit(String)
}

extension NotebookError: Failure {
    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .nothingThere(let path): "\(path): no such file or directory"
        case .leadsNowhere(let path): "\(path) is a link that leads nowhere"
        case .notANotebook(let path, let reason): "\(path) is not a notebook: \(reason)"
        case .archiveIsNested(let path, let directory):
            "\(path): the notebook lies too deep, in \(directory): its directory must come first in every path"
        case .archiveHasBackslashes(let path, let directory):
            "\(path): behind \(directory), paths have “\\” where “/” must stand"
        case .notABundle(let path):
            "\(path) is not a notebook: it does not end in .notebundle, and has no manifest.json or notebook.json of one"
        case .insideNotebook(let path, let notebook): "\(path) is not a notebook: it lies in \(notebook)"
        case .isDirectory(let name, let file): "\(name)/\(file) is a directory"
        case .nothingToRebuild(let path): "\(path) has nothing to rebuild a notebook from"
        case .pathIsNotText(let path): "\(path): the path is not UTF-8"
        case .archiveIsReadOnly(let path): "\(path) is an archive, which can be read, but not changed"
        case .noNotes(let path): "\(path) has no notes (.md, .markdown, .txt, .json)"
        case .missing(let name, let file): "\(name) has no \(file)"
        case .malformed(let name, let file, let problem, let position):
            "\(name)/\(file):\(position.line):\(position.column): \(problem.message)"
        case .malformedItem(let path, let problem, let position):
            "\(PrintableText.escaped(path.text)):\(position.line):\(position.column): \(problem.message)"
        case .gone(let path): "\(PrintableText.escaped(path.text)) is listed, but the file is gone"
        case .noSuchItem(let text, _): "no item matches \(PrintableText.quoted(text))"
        case .ambiguousItem(let text, let candidates):
            "\(PrintableText.quoted(text)) matches \(candidates.count) items: \(Self.list(candidates))"
        case .noSuchBlob(let text, _): "no attachment matches \(PrintableText.quoted(text))"
        case .ambiguousBlob(let text, let candidates):
            "\(PrintableText.quoted(text)) matches \(candidates.count) attachments: \(Self.list(candidates))"
        case .taken(let path): "\(path) exists already"
        case .insideItself(let folder): "the folder \(PrintableText.quoted(folder.text)) cannot lie in itself"
        case .holdsMore(let path, let found):
            "\(path) holds \(PrintableText.escaped(found)), which is no part of the notebook and would be lost with it"
        case .noFileName(let title): "no file name can be made of the title \(PrintableText.quoted(title))"
        case .notATitle(let text): "\(PrintableText.quoted(text)) is not a title"
        case .notAFolder(let text, let problem): "\(PrintableText.quoted(text)) cannot be a folder: it \(problem)"
        case .notATag(let text): "\(PrintableText.quoted(text)) is not a tag"
        case .noSuchTag(let text, _): "no item has the tag \(PrintableText.quoted(text))"
        case .cannotMerge(let one, let other):
            one == other
                ? "\(PrintableText.escaped(one.text)) cannot be merged with itself"
                : "a note and a card cannot be merged: \(Self.list([one.text, other.text]))"
        case .staysOpen(let path, let position):
            "\(PrintableText.escaped(path.text)):\(position.line):\(position.column): the text that is to follow would become part of what begins here"
        case .noSuchFolder(let text, _): "no folder is called \(PrintableText.quoted(text))"
        case .noSuchSmartFolder(let text, _): "no smart folder is called \(PrintableText.quoted(text))"
        case .changedSince(let path): "\(PrintableText.escaped(path.text)) has changed since it was read"
        case .editInEdit(let path): "\(path) cannot be changed from within another change of it"
        }
    }

    /// What would help.
    public var remedy: Remedy? {
        switch self {
        case .nothingThere: "check the path, or \(.create)"
        case .leadsNowhere: "correct the link, or remove it"
        case .notANotebook: "a notebook is a directory or an archive with manifest.json and notebook.json"
        case .archiveIsNested: "unpack it, and \(.archive) (with git archive, leave out the prefix)"
        case .archiveHasBackslashes: "unpack it where it was made, and \(.archive)"
        case .notABundle: "\(.createFromFolder)"
        case .insideNotebook(_, let notebook): "name \(notebook)"
        case .isDirectory: "\(.repair), which sets it aside"
        case .nothingToRebuild: "\(.create)"
        case .pathIsNotText: "give it another name"
        case .archiveIsReadOnly: "\(.unarchive)"
        case .noNotes: "name the folder that holds them, at any depth"
        case .missing(_, "manifest.json"): "\(.seal), which makes it again from the files"
        case .missing: "\(.repair), which makes a new one"
        case .malformed(_, _, let problem, _) where problem.kind == .newerVersion: "use a newer version of this program"
        case .malformed(_, "manifest.json", _, _): "\(.seal), which makes it again from the files"
        case .malformed: "correct it in a text editor"
        case .malformedItem: "correct it in a text editor"
        case .gone: "put the file back, or \(.seal) to accept that it is gone"
        case .noSuchItem(_, let like): Self.meant(like) ?? "\(.listItems)"
        case .noSuchBlob(_, let like): Self.meant(like) ?? "\(.listAttachments)"
        case .noSuchFolder(_, let like): Self.meant(like) ?? "\(.listFolders)"
        case .noSuchSmartFolder(_, let like): Self.meant(like) ?? "\(.listSmartFolders)"
        case .noSuchTag(_, let like): Self.meant(like) ?? "\(.listTags)"
        case .ambiguousItem, .ambiguousBlob: "give the whole path"
        case .holdsMore: "move that elsewhere, or \(.unarchiveBeside) and compare"
        case .taken, .insideItself: "choose another name or place"
        case .noFileName: "use at least one letter or digit"
        case .notATitle: "a title is one line of at most 1,024 bytes"
        case .notAFolder: "separate folders with “/” and leave out < > : \" \\ | ? *"
        case .staysOpen: "close it, or rename what both texts have"
        case .cannotMerge: "name two notes, or two cards"
        case .changedSince: "read it again, and bring both versions together"
        case .editInEdit: "do both in one change"
        case .notATag: "a tag has 1 to 255 bytes and no comma"
        }
    }

    /// Whether the notebook is at fault, or nothing was found.
    public var isFinding: Bool {
        switch self {
        case .missing, .isDirectory, .malformedItem, .gone, .archiveIsNested, .archiveHasBackslashes, .noSuchItem,
            .ambiguousItem,
            .noSuchBlob, .ambiguousBlob, .noSuchFolder,
            .noSuchSmartFolder, .noSuchTag, .staysOpen:
            true
        case .malformed(_, _, let problem, _): problem.kind != .newerVersion
        default: false
        }
    }

    private static func meant(_ like: [String]) -> Remedy? {
        like.isEmpty ? nil : Remedy("did you mean \(list(like))?")
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(5).map { PrintableText.escaped($0) }
        return shown.joined(separator: ", ") + (texts.count > 5 ? ", …" : "")
    }
}

extension SystemError: Failure {
    /// What would help, by the reason.
    public var remedy: Remedy? {
        guard [.create, .rename].contains(operation), SystemCall.meansRefusedName(code) else {
            return SystemCall.hint(for: code).map { Remedy($0) }
        }
        return "this disk may not accept the name; use plain letters and digits, or another disk"
    }
}

extension LockError: Failure {
    /// Who has the lock, or that there can be none.
    public var description: String {
        switch self {
        case .busy(let path, let holder): "\(path) is being used by \(holder ?? "another process")"
        case .unsupported(let path, let code): "cannot lock \(path): \(SystemCall.reason(of: code))"
        }
    }

    /// What would help.
    public var remedy: Remedy? {
        switch self {
        case .busy: "try again when it has finished, or \(.waitLonger)"
        case .unsupported: "make sure that nobody else uses the notebook, and \(.doWithoutLock)"
        }
    }
}

extension StoreError: Failure {
    /// What would help.
    public var remedy: Remedy? {
        switch self {
        case .failed(let error): error.remedy
        case .changedMeanwhile: "try again"
        case .unconfirmed: "check the disk, and \(.recover) to see what was saved"
        case .unreadableJournal(let problem, _) where problem.kind == .newerVersion:
            "use a newer version of this program"
        case .unreadableJournal, .unrecoverable:
            "\(.repair), which sets it aside and accepts the files as they are, or \(.repairCopy)"
        case .incomplete(let error): error.remedy
        }
    }

    /// Whether the notebook itself is damaged.
    public var isFinding: Bool {
        switch self {
        case .unreadableJournal(let problem, _): problem.kind != .newerVersion
        case .unrecoverable: true
        default: false
        }
    }
}

extension FileTooLong: Failure {
    /// Which file, and the limit.
    public var description: String { "\(path) is longer than \(limit) bytes" }

    /// What would help.
    public var remedy: Remedy? { nil }
}

extension RuleFailure: Failure {
    /// Which rule, and why.
    public var description: String { "the rule \(rule) could not do its work: \(reason)" }

    /// What would help.
    public var remedy: Remedy? { "this is a fault of the program; nothing is certain about the notebook" }
}
