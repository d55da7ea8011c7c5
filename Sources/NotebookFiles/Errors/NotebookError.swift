import Archives
package import NotebookFormat
package import NotebookText

/// Why something cannot be done with a notebook.
package enum NotebookError: Error, Hashable, Sendable {
    /// Nothing is at this path.
    case nothingThere(String)
    /// The link at this path leads nowhere.
    case leadsNowhere(String)
    /// What is at this path is not a notebook, for this reason.
    case notANotebook(String, String)
    /// In an archive, the notebook’s directory is inside another directory.
    case archiveIsNested(String, String)
    /// In an archive, paths contain backslashes instead of slashes.
    case archiveHasBackslashes(String, String)
    /// A directory has neither the name nor the files of a notebook, and is therefore not repaired.
    case notABundle(String)
    /// The path is inside this notebook, and is not a notebook itself.
    case insideNotebook(String, String)
    /// A directory is in the place of this file of the notebook.
    case isDirectory(String, file: String)
    /// A directory has nothing to rebuild a notebook from.
    case nothingToRebuild(String)
    /// A notebook exists, but its path is not UTF-8.
    case pathIsNotText(String)
    /// Only a notebook in a directory can do this.
    case needsDirectory(String)
    /// Only a notebook in an archive can do this.
    case needsArchive(String)
    /// An archive cannot be changed.
    case archiveIsReadOnly(String)
    /// A notebook as it was cannot be changed.
    case pastIsReadOnly(String)
    /// A folder to be imported has no notes.
    case noNotes(String)
    /// The bundle has no `manifest.json` or `notebook.json`.
    case missing(String, file: String)
    /// The directory or archive has neither `manifest.json` nor `notebook.json`.
    case bare(String)
    /// A file of the bundle has invalid syntax.
    case malformed(String, file: String, TextProblem, TextPosition)
    /// An item has invalid syntax, and cannot be edited.
    case malformedItem(BundlePath, TextProblem, TextPosition)
    /// A listed file is gone.
    case gone(BundlePath)
    /// A file that the trash lists is gone, and the history has no version of it.
    case goneForGood(BundlePath)
    /// A listed file is in iCloud and not on this computer, as are others: how many.
    case inCloud(String, BundlePath, Int)
    /// No item matches this text; similar ones.
    case noSuchItem(String, like: [String])
    /// Several items match this text.
    case ambiguousItem(String, [String])
    /// No attachment matches this text; similar ones.
    case noSuchBlob(String, like: [String])
    /// Several attachments match this text.
    case ambiguousBlob(String, [String])
    /// Something exists at this path.
    case taken(String)
    /// A folder would be moved into itself.
    case insideItself(FolderPath)
    /// A notebook is not replaced, because this path in its directory is not part of it and would be lost.
    case holdsMore(String, String)
    /// No file name can be made from this title.
    case noFileName(String)
    /// This is not a valid title.
    case notATitle(String)
    /// This is not a valid folder.
    case notAFolder(String, PathProblem)
    /// The pattern of the settings does not name daily notes.
    case notADailyName(String, DailyNameProblem)
    /// The notebook cannot have the value that this key was given, for this reason.
    case notAValue(key: String, String)
    /// This is not a valid tag.
    case notATag(String)
    /// Texts use a tag as `#tag`, and its new name cannot be written that way.
    case notInTexts(Tag, texts: Int)
    /// No item has this tag; similar ones.
    case noSuchTag(String, like: [String])
    /// An item has no property with this key; similar ones.
    case noSuchProperty(String, BundlePath, like: [String])
    /// This cannot be the key of a property.
    case notAProperty(String)
    /// These are the same item, or items of different kinds, and cannot be merged.
    case cannotMerge(BundlePath, BundlePath)
    /// These are not copies of one notebook, and cannot be merged.
    case otherNotebook(String, String)
    /// A copy to synchronise with has files that differ from its manifest.
    case notSealed(String)
    /// A copy to synchronise with is an empty folder.
    case emptyFolder(String)
    /// A copy to synchronise with has a file that another program has just changed.
    case beingEdited(String, String)
    /// Many of the files that a notebook lists are missing, so that they may not have been deleted on purpose: how many
    /// of how many.
    case manyMissing(String, Int, of: Int)
    /// An archive to synchronise with contains a file that is not part of the notebook.
    case archiveHoldsMore(String, String)
    /// An archive to synchronise with carries the history of another copy.
    case carriesHistory(String)
    /// A copy lacks files that its manifest lists: the first one, and how many.
    case incomplete(String, BundlePath, Int)
    /// A block that begins here in an item would include the text after it.
    case staysOpen(BundlePath, TextPosition)
    /// A change of one side of a card would move text to the other side.
    case sidesMixed(BundlePath)
    /// This is a note, which has no front and back.
    case noSides(BundlePath)
    /// An export in this format is a folder, which cannot be passed on as one stream of bytes.
    case notOneFile(format: String)
    /// No folder has this name; similar ones.
    case noSuchFolder(String, like: [String])
    /// No smart folder has this name; similar ones.
    case noSuchSmartFolder(String, like: [String])
    /// No template in a folder has this name; similar ones, or all.
    case noSuchTemplate(String, FolderPath, like: [String])
    /// A file has changed since it was read.
    case changedSince(BundlePath)
    /// An edit was started inside another edit of the same notebook.
    case editInEdit(String)
    /// An edit was started inside a read of the same notebook.
    case editInRead(String)
    /// An item was moved to the trash since it was listed.
    case inTrash(BundlePath)
    /// The top level is no folder that can be changed.
    case topLevel
    /// A new folder would have a name that ends as those of notes and cards do.
    case folderNamedAsItem(FolderPath)
}

extension NotebookError: Failure {
    /// The error in one line.
    package var description: String {
        switch self {
        case .nothingThere(let path): "\(path): no such file or directory"
        case .leadsNowhere(let path): "\(path) is a link that leads nowhere"
        case .notANotebook(let path, let reason): "\(path) is not a notebook: \(reason)"
        case .archiveIsNested(let path, let directory):
            "\(path): the notebook is inside \(PrintableText.quoted(directory)); its directory must come first in every path"
        case .archiveHasBackslashes(let path, let directory):
            "\(path): paths after \(directory) contain “\\” instead of “/”"
        case .notABundle(let path):
            "\(path) is not a notebook: it does not end in .notebundle, and has no valid manifest.json or notebook.json"
        case .insideNotebook(let path, let notebook): "\(path) is not a notebook: it is inside \(notebook)"
        case .isDirectory(let name, let file): "\(name)/\(file) is a directory"
        case .nothingToRebuild(let path): "nothing in \(path) can be used to rebuild a notebook"
        case .pathIsNotText(let path): "\(path): the path is not UTF-8"
        case .needsDirectory(let name): "\(name) is not in a directory"
        case .needsArchive(let name): "\(name) is not in an archive"
        case .archiveIsReadOnly(let path): "\(path) is an archive, which cannot be changed"
        case .pastIsReadOnly(let name): "\(name) as it was earlier cannot be changed"
        case .noNotes(let path): "\(path) has no notes (.md, .markdown, .txt, .json)"
        case .missing(let name, let file): "\(name) has no \(file)"
        case .bare(let name): "\(name) has neither manifest.json nor notebook.json"
        case .malformed(let name, let file, let problem, let position):
            "\(name)/\(file):\(position.line):\(position.column): \(problem.message)"
        case .malformedItem(let path, let problem, let position):
            "\(PrintableText.escaped(path.text)):\(position.line):\(position.column): \(problem.message)"
        case .gone(let path): "\(PrintableText.escaped(path.text)) is listed, but the file is gone"
        case .goneForGood(let path):
            "\(PrintableText.escaped(path.text)) is listed, but the file is gone, and the history has no version of it"
        case .inCloud(let name, let path, let count):
            "\(name)/\(PrintableText.escaped(path.text))\(count > 1 ? " and \(count - 1) more files are" : " is") in iCloud, and not on this computer"
        case .noSuchItem(let text, _): "no item matches \(PrintableText.quoted(text))"
        case .ambiguousItem(let text, let candidates):
            "\(PrintableText.quoted(text)) matches \(candidates.count) items: \(Self.list(candidates))"
        case .noSuchBlob(let text, _): "no attachment matches \(PrintableText.quoted(text))"
        case .ambiguousBlob(let text, let candidates):
            "\(PrintableText.quoted(text)) matches \(candidates.count) attachments: \(Self.list(candidates))"
        case .taken(let path): "\(path) already exists"
        case .insideItself(let folder): "the folder \(PrintableText.quoted(folder.text)) cannot be moved into itself"
        case .holdsMore(let path, let found):
            "\(path) contains \(PrintableText.escaped(found)), which is not part of the notebook and would be lost"
        case .noFileName(let title): "cannot make a file name from the title \(PrintableText.quoted(title))"
        case .notATitle(let text): "\(PrintableText.quoted(text)) is not a valid title"
        case .notADailyName(let pattern, let problem):
            "the setting dailyName is \(PrintableText.quoted(pattern)): \(problem)"
        case .notAFolder(let text, let problem):
            "\(PrintableText.quoted(text)) is not a valid folder: it \(problem.phrase)"
        case .notAValue(let key, let problem): "the value of \(key) is not valid: \(problem)"
        case .notATag(let text):
            "\(PrintableText.quoted(text)) is not a valid tag" + (Tag.problem(of: text).map { ": it \($0)" } ?? "")
        case .notInTexts(let tag, let texts):
            "\(texts == 1 ? "1 text has" : "\(texts) texts have") the tag as #tag, and \(PrintableText.quoted(tag.text)) cannot be written there"
        case .noSuchTag(let text, _): "no item has the tag \(PrintableText.quoted(text))"
        case .noSuchProperty(let key, let path, _):
            "\(PrintableText.escaped(path.text)) has no property \(PrintableText.quoted(key))"
        case .notAProperty(let key): "\(PrintableText.quoted(key)) \(Self.reasonAgainst(key))"
        case .cannotMerge(let one, let other):
            one == other
                ? "\(PrintableText.escaped(one.text)) cannot be merged with itself"
                : "a note and a card cannot be merged: \(Self.list([one.text, other.text]))"
        case .otherNotebook(let one, let other): "\(other) is not a copy of \(one): their uuids differ"
        case .notSealed(let name): "\(name) has changes that are not sealed, or is still being copied"
        case .emptyFolder(let name): "\(name) is an empty folder"
        case .beingEdited(let name, let path):
            "\(name)/\(PrintableText.escaped(path)) was changed less than ten seconds ago, so somebody may be writing it"
        case .manyMissing(let name, let count, let all):
            "\(count) of \(all) files that \(name) lists are missing, and would count as deleted"
        case .archiveHoldsMore(let name, let path):
            "\(name) contains \(PrintableText.escaped(path)), which is not part of the notebook and would be lost"
        case .carriesHistory(let name): "\(name) contains a history, which it would lose"
        case .incomplete(let name, let path, let count):
            "\(name) lacks \(PrintableText.escaped(path.text))\(count > 1 ? " and \(count - 1) more of the files" : ", a file") that its manifest lists"
        case .sidesMixed(let path):
            "\(PrintableText.escaped(path.text)): this would move text from one side of the card to the other"
        case .noSides(let path): "\(PrintableText.escaped(path.text)) is a note, and only cards have a front and a back"
        case .notOneFile(let format): "an export in the format \(format) is a folder, and not one file"
        case .staysOpen(let path, let position):
            "\(PrintableText.escaped(path.text)):\(position.line):\(position.column): the added text would become part of the block that begins here"
        case .noSuchFolder(let text, _): "no folder is called \(PrintableText.quoted(text))"
        case .noSuchSmartFolder(let text, _): "no smart folder is called \(PrintableText.quoted(text))"
        case .noSuchTemplate(let text, let folder, _):
            "no template in \(folder == .root ? "the top level" : PrintableText.escaped(folder.text)) is called \(PrintableText.quoted(text))"
        case .changedSince(let path): "\(PrintableText.escaped(path.text)) has changed since it was read"
        case .editInEdit(let path): "\(path) cannot be changed within another change of it"
        case .editInRead(let path): "\(path) cannot be changed while the same code reads it"
        case .inTrash(let path): "the item is in the trash: \(PrintableText.escaped(path.text))"
        case .topLevel: "the top level is not a folder that can be changed or removed"
        case .folderNamedAsItem(let folder):
            "a folder cannot be called “\(PrintableText.escaped(folder.text))”: .md ends the names of notes and cards"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? {
        switch self {
        case .nothingThere: "check the path, or \(.create)"
        case .leadsNowhere: "fix or remove the link"
        case .notANotebook: "a notebook is a directory or an archive with manifest.json and notebook.json"
        case .archiveIsNested(_, let directory):
            "unpack it with another program, and \(.archive, of: PrintableText.escaped(directory)) (for git archive: omit the prefix)"
        case .archiveHasBackslashes: "unpack it on the computer that made it, and \(.archive)"
        case .notABundle(let path): "\(.createFromFolder, of: path)"
        case .insideNotebook(_, let notebook): "use \(notebook)"
        case .isDirectory: "\(.repair) to set it aside"
        case .nothingToRebuild: "\(.create)"
        case .pathIsNotText: "rename it"
        case .archiveIsReadOnly: "\(.unarchive)"
        case .needsDirectory: "use a notebook in a directory"
        case .pastIsReadOnly: "change the notebook as it is now"
        case .needsArchive: "\(.archive)"
        case .noNotes: "name a folder that contains notes, at any depth"
        case .missing(_, "manifest.json"): "\(.seal) to rebuild it from the files"
        case .missing: "put it back from a copy, or \(.repair), which finds it in the history or makes a new one"
        case .bare(let name) where ArchiveFormat(fileName: name) != nil:
            "if it contains a notebook, unpack it with another program, and \(.repair, of: "DIRECTORY")"
        case .bare: "check that it is a notebook; if so, \(.repair)"
        case .malformed(_, _, let problem, _) where problem.kind == .newerVersion: "use a newer version of this program"
        case .malformed(_, "manifest.json", _, _): "\(.seal) to rebuild it from the files"
        case .malformed(let name, _, _, _) where ArchiveFormat(fileName: name) != nil: "fix it in a text editor"
        case .malformed: "fix it in a text editor, or \(.repair)"
        case .malformedItem: "fix it in a text editor"
        case .gone(let path) where TrashedPath(path) != nil:
            "put the file back, or synchronise with a copy that still has it, which fetches it"
        case .goneForGood:
            "synchronise with a copy that still has it, which fetches it, or \(.seal) to accept that it is gone"
        case .inCloud: "download it: open it in Finder or Files, or call ‘brctl download’ with its folder"
        case .gone: "put the file back, or \(.seal) to accept that it is gone"
        case .noSuchItem(_, let like): Self.meant(like) ?? "\(.listItems)"
        case .noSuchBlob(_, let like): Self.meant(like) ?? "\(.listAttachments)"
        case .noSuchFolder(_, let like): Self.meant(like) ?? "\(.listFolders)"
        case .noSuchSmartFolder(_, let like): Self.meant(like) ?? "\(.listSmartFolders)"
        case .noSuchTag(_, let like): Self.meant(like) ?? "\(.listTags)"
        case .noSuchTemplate(_, _, let like): Self.meant(like) ?? "put a note with this name into the folder"
        case .noSuchProperty(_, _, let like): Self.meant(like) ?? "\(.listProperties)"
        case .notAProperty(let key): Self.change(of: key)
        case .ambiguousItem, .ambiguousBlob: "use the full path"
        case .holdsMore: "move it elsewhere, or \(.unarchiveBeside) and compare"
        case .taken, .insideItself: "choose another name or place"
        case .noFileName: "use at least one letter or digit"
        case .notATitle: "a title is one line of at most 1,024 bytes, without tabs and other control characters"
        case .notADailyName: "set it to a pattern such as YYYY-MM-DD"
        case .notAFolder(_, .component(_, .leadingFullStop)): "name a folder of the notebook; ‘/’ is the top level"
        case .notAFolder(_, let problem): problem.remedy
        case .sidesMixed: "a line “---” separates front and back: change each side by itself"
        case .noSides: "change its text"
        case .notOneFile: "export into a folder, or choose another format"
        case .staysOpen: "close the block, or rename labels that both texts use"
        case .cannotMerge: "name two notes, or two cards"
        case .notSealed:
            "wait until it is copied completely; only then \(.seal) there, since missing files would count as deleted"
        case .emptyFolder: "wait until it is copied, or remove it: then synchronising makes it"
        case .beingEdited: "try again in a moment"
        case .manyMissing: "put them back, for example from the other copy, or \(.acceptMissing)"
        case .archiveHoldsMore: "move it out of the archive, or choose another archive"
        case .carriesHistory: "choose another archive, which is created without a history"
        case .incomplete: "wait until it is copied completely, or \(.seal) there to accept that they are gone"
        case .otherNotebook: "\(.importItems)"
        case .changedSince: "read it again, and merge both versions"
        case .editInEdit: "make both changes in one edit"
        case .editInRead: "end the read first, or read within the edit"
        case .inTrash: "restore it first"
        case .topLevel: "name a folder"
        case .folderNamedAsItem: "choose another name"
        case .notAValue: "set another value"
        case .notATag: Remedy(Tag.hint)
        case .notInTexts: "in texts, a tag has only letters, digits, _, - and /"
        }
    }

    /// What kind of error it is.
    package var code: FailureCode {
        switch self {
        case .nothingThere, .leadsNowhere, .noNotes, .gone, .goneForGood, .inCloud, .noSuchItem, .noSuchBlob,
            .noSuchTag,
            .noSuchProperty, .noSuchFolder, .noSuchSmartFolder, .noSuchTemplate, .inTrash:
            .notFound
        case .ambiguousItem, .ambiguousBlob: .ambiguous
        case .taken: .taken
        case .changedSince, .beingEdited: .changedMeanwhile
        case .editInEdit, .editInRead: .nested
        case .archiveIsReadOnly, .pastIsReadOnly, .needsDirectory, .needsArchive: .unsupported
        case .holdsMore, .manyMissing, .archiveHoldsMore, .carriesHistory, .notSealed, .incomplete, .otherNotebook:
            .refused
        case .malformed, .malformedItem, .missing, .bare, .isDirectory, .notANotebook, .notABundle, .nothingToRebuild,
            .archiveIsNested, .archiveHasBackslashes:
            .damaged
        default: .invalid
        }
    }

    /// Whether the content has a problem, or nothing was found.
    package var isFinding: Bool {
        switch self {
        case .missing, .bare, .isDirectory, .malformedItem, .gone, .archiveIsNested, .archiveHasBackslashes,
            .noSuchItem, .ambiguousItem,
            .noSuchBlob, .ambiguousBlob, .noSuchFolder,
            .noSuchSmartFolder, .noSuchTag, .noSuchProperty, .noSuchTemplate, .staysOpen, .sidesMixed:
            true
        case .malformed(_, _, let problem, _): problem.kind != .newerVersion
        default: false
        }
    }

    private static func reasonAgainst(_ key: String) -> String {
        PropertyKey.known(key) == nil
            ? "is not a valid name of a property" : "belongs to the format and is not a property"
    }

    /// How to change the value of a key that the format defines.
    private static func change(of key: String) -> Remedy {
        switch PropertyKey.known(key) {
        case .title: "\(.rename)"
        case .tags: "\(.tag)"
        case .pinned: "\(.pin)"
        case .created: "\(.editText)"
        case .modified: "every change sets it"
        case .uuid: "it identifies the item and never changes"
        case nil: "a name is one line of 1 to 255 bytes, without spaces around it"
        }
    }

    private static func meant(_ like: [String]) -> Remedy? {
        like.isEmpty ? nil : Remedy("did you mean \(list(like))?")
    }

    private static func list(_ texts: [String]) -> String {
        // A title that is a question would end like the hint.
        let shown = texts.prefix(5).map { $0.hasSuffix("?") ? PrintableText.quoted($0) : PrintableText.escaped($0) }
        return shown.joined(separator: ", ") + (texts.count > 5 ? ", …" : "")
    }
}
