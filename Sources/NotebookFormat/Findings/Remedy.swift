/// What to do about an error or a finding: a sentence, and actions that a program could offer.
///
/// The sentence says what to do with a notebook, not how a program calls it; a program inserts its own names, such as
/// those of commands or buttons, with ``text(naming:)``.
public struct Remedy: Hashable, Sendable {
    /// An action.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Make a new notebook.
        case create
        /// Make a notebook from a folder of notes.
        case createFromFolder
        /// Open the notebook for changes, which completes or undoes an interrupted change.
        case recover
        /// Take back the latest change.
        case undo
        /// Seal the notebook: accept its files as they are now.
        case seal
        /// Seal it before it is archived.
        case sealFirst
        /// Accept items with conflict markers of git.
        case acceptConflicts
        /// Accept that many files are gone.
        case acceptMissing
        /// Merge two versions of an item.
        case resolve
        /// Fix more than the form of files.
        case fix
        /// Rebuild damaged files, and set aside misplaced ones.
        case repair
        /// Repair a copy of the notebook.
        case repairCopy
        /// Make an archive of a notebook.
        case archive
        /// Unpack a notebook from an archive.
        case unarchive
        /// Copy items of another notebook into this one.
        case importItems
        /// Unpack it beside the existing one.
        case unarchiveBeside
        /// Read an archive with more files than usual.
        case allowMoreFiles
        /// Read an archive with more bytes than usual.
        case allowMoreBytes
        /// Read an encrypted archive with its password.
        case unlock
        /// List all findings.
        case validate
        /// List the changes since the notebook was sealed.
        case showChanges
        /// Attach a file to an item.
        case attach
        /// Move an item, and update all links to it.
        case move
        /// List the items.
        case listItems
        /// List the attachments.
        case listAttachments
        /// List the folders.
        case listFolders
        /// List the smart folders.
        case listSmartFolders
        /// List the tags.
        case listTags
        /// List the changes that the history keeps.
        case listHistory
        /// Restore an earlier version of an item.
        case restorePast
        /// List the properties.
        case listProperties
        /// Give an item a new title.
        case rename
        /// Change the tags of items.
        case tag
        /// Pin an item, or unpin it.
        case pin
        /// Edit the text of an item.
        case editText
        /// Wait longer for other users of the notebook.
        case waitLonger
        /// Work without a lock.
        case doWithoutLock
        /// Import what arrives although the counts of a source do not add up.
        case importPartly
    }

    fileprivate enum Piece: Hashable, Sendable {
        case text(String)
        case action(Action, subject: String?)
    }

    private var pieces: [Piece] = []

    /// A remedy that is only text.
    package init(_ text: String) { pieces = [.text(text)] }

    /// The actions, in the order of the sentence.
    public var actions: [Action] {
        pieces.compactMap { piece in if case .action(let action, _) = piece { action } else { nil } }
    }

    /// The sentence, with a program's own words for actions in place of phrases like “seal the notebook”; `nil` keeps
    /// the library's words.
    public func text(naming name: (Action) -> String?) -> String {
        text(namingWithPath: { action, _ in name(action) })
    }

    /// Does the same, and passes the path that an action is about, safe to print, if there is one.
    package func text(namingWithPath name: (Action, String?) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .action(let action, let subject): name(action, subject) ?? action.words
            }
        }.joined()
    }
}

extension Remedy: CustomStringConvertible {
    /// The sentence, in lower case and without a full stop.
    public var description: String { text { _ in nil } }
}

extension Remedy: ExpressibleByStringInterpolation {
    /// A sentence made from text and actions.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        /// Makes an empty sentence.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds text.
        public mutating func appendLiteral(_ text: String) { if !text.isEmpty { pieces.append(.text(text)) } }

        /// Adds an action, as an imperative.
        public mutating func appendInterpolation(_ action: Action) {
            pieces.append(.action(action, subject: nil))
        }

        /// Adds an action that is about a path, which is safe to print.
        package mutating func appendInterpolation(_ action: Action, of path: String) {
            pieces.append(.action(action, subject: path))
        }

        /// Adds text.
        public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    }

    /// A remedy that is only text.
    public init(stringLiteral text: String) { self.init(text) }

    /// A remedy made from text and actions.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension Remedy.Action {
    /// The action, as an imperative.
    public var words: String {
        switch self {
        case .create: "make a new notebook"
        case .createFromFolder: "make a notebook from this folder"
        case .recover: "open the notebook to change it"
        case .undo: "undo the change"
        case .seal: "seal the notebook"
        case .sealFirst: "seal it first"
        case .acceptConflicts: "accept both"
        case .acceptMissing: "accept that they are gone"
        case .resolve: "merge both versions"
        case .fix: "fix the notebook"
        case .repair: "repair the notebook"
        case .repairCopy: "repair a copy of it"
        case .archive: "archive the notebook again"
        case .unarchive: "unpack the archive"
        case .importItems: "import its items instead"
        case .importPartly: "import the rest with a partial import, whose report lists what is missing"
        case .unarchiveBeside: "unpack it to another place"
        case .allowMoreFiles: "raise the limit on files"
        case .allowMoreBytes: "raise the limit on bytes"
        case .unlock: "give the password"
        case .validate: "list all findings"
        case .showChanges: "list all changes"
        case .attach: "attach it to an item"
        case .move: "move the items, which updates links"
        case .listItems: "list all items"
        case .listAttachments: "list the attachments"
        case .listFolders: "list the folders"
        case .listSmartFolders: "list the smart folders"
        case .listTags: "list the tags"
        case .listProperties: "list the properties"
        case .listHistory: "list the changes"
        case .restorePast: "restore an item to what it was"
        case .rename: "give the item another title"
        case .tag: "change the tags of the item"
        case .pin: "pin or unpin the item"
        case .editText: "change it in the text"
        case .waitLonger: "wait longer"
        case .doWithoutLock: "work without a lock"
        }
    }
}
