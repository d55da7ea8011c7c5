/// What would help against an error or a finding: a sentence, and what a program could offer to do.
///
/// The sentence speaks of what can be done with a notebook, not of how a program calls it; who has names for that, a
/// command or a button, puts them in by ``text(naming:)``.
public struct Remedy: Hashable, Sendable {
    /// What can be done about it.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Making a new notebook.
        case create
        /// Making a notebook of a folder of notes.
        case createFromFolder
        /// Opening a notebook to change it, which completes or undoes an interrupted change.
        case recover
        /// Sealing the notebook: its files are accepted as they are now.
        case seal
        /// Sealing it before it is archived.
        case sealFirst
        /// Accepting items in which git has left two versions of a place.
        case acceptConflicts
        /// Bringing two versions of an item together.
        case resolve
        /// Fixing what changes more than the form of files.
        case fix
        /// Rebuilding what is damaged, and setting aside what has no place.
        case repair
        /// Repairing a copy of the notebook.
        case repairCopy
        /// Making an archive of a notebook.
        case archive
        /// Taking a notebook out of an archive.
        case unarchive
        /// Taking it out beside the one that is there.
        case unarchiveBeside
        /// Reading an archive with more files than usual.
        case allowMoreFiles
        /// Reading an archive with more bytes than usual.
        case allowMoreBytes
        /// Reading an encrypted archive with its password.
        case unlock
        /// Looking at everything that is wrong.
        case validate
        /// Looking at what has changed since the notebook was sealed.
        case showChanges
        /// Attaching a file to an item.
        case attach
        /// Moving an item, with all links to it.
        case move
        /// Looking at the list of items.
        case listItems
        /// Looking at the list of attachments.
        case listAttachments
        /// Looking at the list of folders.
        case listFolders
        /// Looking at the list of smart folders.
        case listSmartFolders
        /// Looking at the list of tags.
        case listTags
        /// Waiting longer for others.
        case waitLonger
        /// Doing without a lock.
        case doWithoutLock
    }

    fileprivate enum Piece: Hashable, Sendable {
        case text(String)
        case action(Action)
    }

    private var pieces: [Piece] = []

    /// A remedy in words alone.
    public init(_ text: String) { pieces = [.text(text)] }

    /// What can be done about it, in the order of the sentence.
    public var actions: [Action] {
        pieces.compactMap { piece in if case .action(let action) = piece { action } else { nil } }
    }

    /// The sentence, with a program's own words for actions, which stand where “seal the notebook” could stand; `nil`
    /// leaves those of the library.
    public func text(naming name: (Action) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .action(let action): name(action) ?? action.words
            }
        }.joined()
    }
}

extension Remedy: CustomStringConvertible {
    /// The sentence, in lower case and without a full stop.
    public var description: String { text { _ in nil } }
}

extension Remedy: ExpressibleByStringInterpolation {
    /// A sentence that is put together of words and actions.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        /// Begins an empty sentence.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ text: String) { if !text.isEmpty { pieces.append(.text(text)) } }

        /// Adds what can be done, as an imperative.
        public mutating func appendInterpolation(_ action: Action) { pieces.append(.action(action)) }

        /// Adds words.
        public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    }

    /// A remedy in words alone.
    public init(stringLiteral text: String) { self.init(text) }

    /// A remedy that is put together of words and actions.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension Remedy.Action {
    /// What is done, as an imperative.
    public var words: String {
        switch self {
        case .create: "make a new notebook"
        case .createFromFolder: "make a notebook of this folder"
        case .recover: "open the notebook to change it"
        case .seal: "seal the notebook"
        case .sealFirst: "seal it first"
        case .acceptConflicts: "accept both"
        case .resolve: "bring both versions together"
        case .fix: "have it fixed"
        case .repair: "repair the notebook"
        case .repairCopy: "repair a copy of it"
        case .archive: "archive the notebook again"
        case .unarchive: "take it out of the archive"
        case .unarchiveBeside: "take it out at another place"
        case .allowMoreFiles: "raise the limit of files"
        case .allowMoreBytes: "raise the limit of bytes"
        case .unlock: "give the password"
        case .validate: "see everything that is wrong"
        case .showChanges: "see everything that has changed"
        case .attach: "attach it to an item"
        case .move: "move the items, with the links to them"
        case .listItems: "look at the list of items"
        case .listAttachments: "look at the list of attachments"
        case .listFolders: "look at the list of folders"
        case .listSmartFolders: "look at the list of smart folders"
        case .listTags: "look at the list of tags"
        case .waitLonger: "wait longer"
        case .doWithoutLock: "do without the lock"
        }
    }
}
