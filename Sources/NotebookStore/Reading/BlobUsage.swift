import Cores
package import NotebookFiles
public import NotebookFormat
import NotebookLinks
import NotebookText

/// An attachment, and what uses it (Format, clause 21.6).
public struct BlobUse: Hashable, Sendable {
    /// An attachment outside the trash.
    public let entry: Entry
    /// The items, including those in the trash, with a link of any form to it.
    public let linkedFrom: [BundlePath]
    /// Other files that contain its name, or the name under which it was attached, in any spelling.
    package let mentionedIn: [BundlePath]

    /// Whether anything uses it: a link, or its name in another file.
    public var isReferenced: Bool { !linkedFrom.isEmpty || !mentionedIn.isEmpty }
}

/// Which attachments of a notebook are used, and where uses were searched for (Format, clause 21.6).
package struct BlobUsage: Sendable {
    /// The files that were searched, whether the manifest lists them or not.
    package struct Searched: Hashable, Sendable {
        /// Notes, whole files.
        package var notes = 0
        /// Cards, whole files.
        package var cards = 0
        /// Notes, cards and extras in the trash; records of deletions do not count.
        package var trashed = 0
        /// Files of other applications.
        package var extras = 0
        /// `notebook.json`, and misplaced files.
        package var others = 0

        /// The counts by kind.
        package init(notes: Int = 0, cards: Int = 0, trashed: Int = 0, extras: Int = 0, others: Int = 0) {
            self.notes = notes
            self.cards = cards
            self.trashed = trashed
            self.extras = extras
            self.others = others
        }
    }

    /// The attachments, in the order of their paths.
    package let uses: [BlobUse]
    /// The files that were searched.
    package let searched: Searched
    /// Files and directories that were not searched, because a notebook cannot have their names, or because they are
    /// listed and not here.
    package let unread: [String]

    /// The attachments that nothing uses.
    package var unreferenced: [Entry] { uses.filter { !$0.isReferenced }.map(\.entry) }

    /// Searches all files except attachments, listed or not.
    package init(_ tree: any FileTree, _ manifest: Manifest, progress: any WorkProgress = NoProgress()) throws {
        let blobs = manifest.entries(below: .blobs).filter { $0.type == .blob }
        let resolver = LinkResolver(manifest)
        let mentions = BlobMentions(of: blobs.map(\.path))
        var searched = Searched()
        var unread: [String] = []
        var missing = Set(manifest.entries.lazy.filter { $0.type != .blob }.map(\.path))
        let jobs = OrderedJobs<[BlobMentionsOfFile]>(most: 2 * ItemFile.maximumBytes)
        var batch = MentionBatch(
            resolver: resolver, mentions: mentions, reader: tree.directoryReader, progress: progress)
        do {
            try tree.forEachFile { file, content in
                if case .unportable(let path, _) = file.place { unread.append(path) }
                guard case .file(let path) = file.place else { return .goOn }
                missing.remove(path)
                let type = FileType(of: path)
                guard type != .blob, path != .manifest, path != .attachmentPlaces else { return .goOn }
                searched.count(path, type)
                try batch.add(file, path, content, to: jobs)
                return .goOn
            }
            batch.pass(to: jobs)
        } catch {
            jobs.wait()
            throw error
        }
        var links: [BundlePath: Set<BundlePath>] = [:]
        var names: [BundlePath: Set<BundlePath>] = [:]
        for file in try jobs.values().joined() {
            for target in file.linked { links[target, default: []].insert(file.path) }
            for blob in file.named { names[blob, default: []].insert(file.path) }
        }
        uses = blobs.map { entry in
            let linked = links[entry.path] ?? []
            let named = (names[entry.path] ?? []).subtracting(linked)
            return BlobUse(entry: entry, linkedFrom: linked.sorted(), mentionedIn: named.sorted())
        }
        self.searched = searched
        self.unread = unread + missing.sorted().map(\.text)
    }
}

extension BlobUsage.Searched {
    fileprivate mutating func count(_ path: BundlePath, _ type: FileType?) {
        switch type {
        case _ where TrashedPath(path) != nil: trashed += DeletionRecord.holds(path) ? 0 : 1
        case .note: notes += 1
        case .card: cards += 1
        case .extra: extras += 1
        default: others += 1
        }
    }
}

extension NotebookListing {
    /// Which attachments are used, and by which files.
    package func blobUsage(_ tree: any FileTree, progress: any WorkProgress = NoProgress()) throws -> BlobUsage {
        try BlobUsage(tree, manifest, progress: progress)
    }
}
