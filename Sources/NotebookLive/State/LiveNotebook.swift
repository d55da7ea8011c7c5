import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookLinks
import NotebookMarkdown
public import NotebookStore
import NotebookText

/// A notebook as a program that edits it sees it: its files, with texts that are not saved yet laid over them.
///
/// The value knows all names, links, headings and tags, and keeps them up to date while texts change, so that questions
/// are answered in milliseconds. Copies are independent snapshots. It never writes: a program saves its texts itself,
/// with `Draft`, or into the files.
public struct LiveNotebook: Sendable {
    /// The directory of the notebook.
    package let directory: NotebookDirectory
    /// Whether this is a plain folder of Markdown files.
    let isPlain: Bool

    /// The files, as they are on the disk.
    var saved: [BundlePath: KnownFile] = [:]
    /// The texts that are not saved yet.
    var unsaved: [BundlePath: UnsavedText] = [:]
    /// What an inspection finds besides the content of items.
    var frame = Inspection()
    /// The marks of the manifest and the description when they were read.
    var frameMarks = FrameMarks()
    /// The link targets within items.
    var anchors: [BundlePath: MarkdownAnchors] = [:]
    /// The files by whose names links are resolved.
    private var named: Manifest
    /// Files that have changed since, but not their names.
    private var changed: [BundlePath: Entry] = [:]
    private var resolving: Lazy<Resolving>
    /// Where the links lead.
    private(set) var backlinks = Backlinks()
    private var listing: Lazy<NotebookListing>
    /// The paths of all files that are known, in their order.
    private(set) var paths = Lazy { [BundlePath]() }

    /// An unsaved text, and what is known about it.
    struct UnsavedText: Sendable {
        let bytes: [UInt8]
        let known: KnownFile
    }

    /// What finds the targets of links, and proposes others.
    struct Resolving: Sendable {
        let check: LinkCheck
        let meant: Lazy<MeantTargets>

        init(_ manifest: Manifest, isPlain: Bool) {
            let check = LinkCheck(manifest, anchors: [:], in: isPlain ? PlainFolderFiles.root : "")
            self.check = check
            meant = Lazy { MeantTargets(Array(manifest.entries), check.live) }
        }
    }

    /// Reads a notebook.
    ///
    /// Blocks until all notes and cards are read.
    ///
    /// - Throws: an error if the directory or a file cannot be read; damage to the notebook is not an error.
    package init(_ directory: NotebookDirectory) throws { try self.init(directory, isPlain: false) }

    /// Reads a plain folder of Markdown files as if it were the notes of a notebook, in its directory `notes`.
    ///
    /// Blocks until all Markdown files are read.
    ///
    /// - Throws: an error if the folder or a file cannot be read.
    package init(plainFolder path: String, environment: NotebookEnvironment) throws {
        try self.init(NotebookDirectory(plainFolder: path, environment), isPlain: true)
    }

    private init(_ directory: NotebookDirectory, isPlain: Bool) throws {
        (self.directory, self.isPlain) = (directory, isPlain)
        let none = Manifest([Entry]())
        named = none
        resolving = Lazy { Resolving(none, isPlain: isPlain) }
        listing = Lazy { Self.notebook(none, nil, directory) }
        try refresh()
    }

    /// What is known about a file: its unsaved text, or else what is saved.
    func known(_ path: BundlePath) -> KnownFile? { unsaved[path]?.known ?? saved[path] }

    /// What is known about all files, in no particular order.
    var allKnown: some Sequence<KnownFile> {
        saved.values.lazy.filter { [unsaved] in unsaved[$0.fact.path] == nil } + unsaved.values.map(\.known)
    }

    /// The list of the notebook’s files, with their unsaved titles, tags and dates, whether they are sealed or not.
    public var notebook: NotebookListing { listing.value }

    /// Resolves links, by the current names and headings.
    var check: LinkCheck { resolving.value.check.with(anchors) }

    /// Proposes targets for broken links.
    var meant: MeantTargets { resolving.value.meant.value }

    /// When the notebook was created, which items without a date inherit.
    var created: Timestamp { frame.description.value?.created ?? Timestamp(clamping: 0) }

    /// Lays an unsaved text over a file, which need not exist yet.
    public mutating func lay(_ bytes: [UInt8], over path: BundlePath) {
        guard let type = FileType(of: path), type.isItem else { return }
        if unsaved[path] == nil, let known = saved[path], known.mark.isCertain, known.fact.size == bytes.count,
            known.fact.digest == Digest.of(bytes)
        {
            unsaved[path] = UnsavedText(bytes: bytes, known: known)
            return
        }
        let before = known(path)
        unsaved[path] = UnsavedText(bytes: bytes, known: KnownFile(item: path, type, bytes, mark: .none))
        follow([path: before])
    }

    /// Removes the unsaved text of a file: what is saved counts again.
    public mutating func lift(_ path: BundlePath) {
        guard let text = unsaved.removeValue(forKey: path) else { return }
        follow([path: text.known])
    }

    /// The files that have unsaved texts.
    package var laidPaths: Set<BundlePath> { Set(unsaved.keys) }

    /// Brings everything that is derived from files up to date.
    ///
    /// - Parameter before: The files that have changed, with what was known about them.
    mutating func follow(_ before: [BundlePath: KnownFile?], rereadsAll: Bool = false) {
        var isRenamed = rereadsAll
        var removed: Set<BundlePath> = []
        for (path, old) in before {
            let new = known(path)
            anchors[path] = new?.fact.item?.readable?.anchors
            switch (old, new) {
            case (let old?, let new?): if !old.isNamed(like: new) { isRenamed = true }
            case (nil, nil): break
            default: isRenamed = true
            }
            changed[path] = new?.entry(created, isPlain: isPlain)
            if changed[path] == nil { removed.insert(path) }
        }
        var relinked = Set(before.keys)
        if isRenamed {
            let old = named
            named =
                rereadsAll
                ? Manifest(allKnown.compactMap { $0.entry(created, isPlain: isPlain) })
                : named.replacing(removed: removed, put: Array(changed.values))
            changed = [:]
            let named = named
            resolving = Lazy { [isPlain] in Resolving(named, isPlain: isPlain) }
            let known = Set(saved.keys).union(unsaved.keys)
            paths = Lazy { known.sorted() }
            if !rereadsAll { relinked.formUnion(namers(of: FileNames(of: before.keys, in: old, named))) }
        }
        let resolver: @Sendable () -> LinkResolver = { [resolving] in resolving.value.check.live }
        if rereadsAll {
            backlinks.resolve(all: Array(allKnown), resolver)
        } else {
            backlinks.resolve(relinked, in: self, resolver)
        }
        let (named, changed, description, directory) = (named, changed, frame.description.value, directory)
        listing = Lazy {
            let manifest = changed.isEmpty ? named : named.replacing(removed: [], put: Array(changed.values))
            return Self.notebook(manifest, description, directory)
        }
    }

    private static func notebook(
        _ manifest: Manifest, _ description: NotebookDescription?, _ directory: NotebookDirectory
    ) -> NotebookListing {
        let unnamed = NotebookDescription(
            uuid: UniqueIdentifier(randomBits: 0, 0), title: "", created: Timestamp(clamping: 0))
        return NotebookListing(
            name: directory.environment.display(directory.path), manifest: manifest,
            description: description ?? unnamed,
            fingerprint: Digest.of(manifest.text))
    }
}
