package import NotebookFormat

/// Finds the items whose links may lead to some files; items whose links are cached are not read.
///
/// Following all links of a notebook would take twenty times as long, and hardly any of them concerns a change.
package struct LinkFinder {
    private let tree: any FileTree
    private let cache: NotebookCache?
    private let progress: any WorkProgress

    /// The links of the items of a notebook.
    package init(_ tree: any FileTree, cache: NotebookCache?, progress: any WorkProgress = NoProgress()) {
        self.tree = tree
        self.cache = cache
        self.progress = progress
    }

    /// The items of a manifest, without those of the trash, of which a link may lead to some files.
    ///
    /// - Parameter others: Items to leave out.
    package func items(
        naming wanted: FileNames, of manifest: Manifest, besides others: Set<BundlePath> = []
    ) throws -> Set<BundlePath> {
        let entries = manifest.entries
        let isWanted = { @Sendable (path: BundlePath) in TrashedPath(path) == nil && !others.contains(path) }
        guard let cache, let reader = tree.directoryReader else {
            let items = entries.indices.filter { entries.type(at: $0).isItem }.map(entries.path(at:)).filter(isWanted)
            return Set(
                try ItemPass(tree, progress: progress).map(Set(items)) { path, bytes in
                    LinkNames(of: bytes).mayName(wanted) ? path : nil
                })
        }
        let known = cache.load()
        let start = cache.start
        let looks = try reader.mapStatuses(of: entries) { files in
            var look = Look()
            for (number, status) in files where entries.type(at: number).isItem {
                let path = entries.path(at: number)
                guard isWanted(path) else { continue }
                if let stamp = status?.stamp, let links = known.seen(path, stamp)?.links {
                    if links.mayName(wanted) { look.found.append(path) }
                } else {
                    look.unknown[path] = status?.stamp
                }
            }
            return look
        }
        let stamps = looks.reduce(into: [:]) { $0.merge($1.unknown) { $1 } }
        let read = try ItemPass(tree, progress: progress).map(Set(stamps.keys)) { path, bytes in
            let links = LinkNames(of: bytes)
            let seen = stamps[path].flatMap(\.self).map {
                SeenFiles.Seen(stamp: $0, digest: Digest.of(bytes), links: links)
            }
            return Read(
                path: path, mayName: links.mayName(wanted),
                seen: seen.flatMap { $0.stamp.size == bytes.count && $0.stamp.isOlder(than: start) ? $0 : nil })
        }
        let news = Dictionary(read.compactMap { file in file.seen.map { (file.path, $0) } }) { $1 }
        if news.count > known.count / Self.newsWorthKeeping { cache.save(known.updating(news, listedIn: manifest)) }
        return Set(looks.flatMap(\.found)).union(read.filter(\.mayName).map(\.path))
    }

    /// Changed items are read again until there are this many: caching fewer would take longer.
    private static let newsWorthKeeping = 100

    /// The cached links of some items.
    private struct Look: Sendable {
        var found: [BundlePath] = []
        /// The items that have to be read, with their marks.
        var unknown: [BundlePath: FileMark?] = [:]
    }

    private struct Read: Sendable {
        let path: BundlePath
        let mayName: Bool
        let seen: SeenFiles.Seen?
    }
}

extension LinkNames {
    /// The names that the links of a file use; none if it is not an item.
    fileprivate init(of bytes: [UInt8]) {
        if let item = try? ItemFile(bytes) { self.init(item) } else { self = .none }
    }
}
