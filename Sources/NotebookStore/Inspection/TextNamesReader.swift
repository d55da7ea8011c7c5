package import NotebookFiles
package import NotebookFormat
package import NotebookLinks
import NotebookText

/// Reads what the texts of items name; items whose names are cached are not read.
///
/// Following all links of a notebook would take twenty times as long, and hardly any of them concerns a change.
package struct TextNamesReader {
    private let tree: any FileTree
    private let look: DirectoryScan?
    private let progress: any WorkProgress

    /// The texts of a notebook.
    ///
    /// - Parameter look: A look at the files that the manifest lists, if there is one.
    package init(_ tree: any FileTree, look: DirectoryScan? = nil, progress: any WorkProgress = NoProgress()) {
        self.tree = tree
        self.look = look
        self.progress = progress
    }

    /// The items of a manifest outside the trash whose links may lead to some files, and those that are gone, and so may
    /// name them as well: they are in a cloud only, for example.
    ///
    /// - Parameter others: Items to leave out.
    package func sources(
        naming wanted: FileNames, of manifest: Manifest, besides others: Set<BundlePath> = []
    ) throws -> (named: Set<BundlePath>, gone: Set<BundlePath>) {
        let found = try map(
            manifest, where: { TrashedPath($0) == nil && !others.contains($0) }, if: { $0.links.mayName(wanted) }
        ) { path, _ in path }
        return (Set(found.values), found.gone)
    }

    /// What a function makes of the targets of each item of a manifest outside the trash that has links.
    ///
    /// - Parameter body: Takes the path of an item and the targets, on any core.
    func targets<Value: Sendable>(
        of manifest: Manifest, _ body: @escaping @Sendable (BundlePath, CountedTargets) -> Value
    ) throws -> [Value] {
        try map(manifest, where: { TrashedPath($0) == nil }, if: { $0.targets != .none }) { body($0, $1.targets) }
            .values
    }

    /// The tags in the texts of the items of a manifest that are not in the trash; items without any are left out.
    ///
    /// - Parameter others: Items to leave out.
    func tags(of manifest: Manifest, besides others: Set<BundlePath> = []) throws -> [BundlePath: [Tag]] {
        let found = try map(
            manifest, where: { TrashedPath($0) == nil && !others.contains($0) }, if: { !$0.tags.isEmpty },
            unless: { $0.hasNoTags(at: $1) }
        ) { path, names in (path, names.tags) }.values
        return Dictionary(found) { first, _ in first }
    }

    /// The tags in the texts of some items of a manifest.
    func tags(of paths: Set<BundlePath>, in manifest: Manifest) throws -> [BundlePath: [Tag]] {
        let found =
            Self.readsDirectly(paths.count)
            ? try ItemPass(tree, progress: progress).map(paths) { path, bytes in (path, TextNames(of: bytes).tags) }
            : try map(
                manifest, where: { paths.contains($0) }, if: { !$0.tags.isEmpty }, unless: { $0.hasNoTags(at: $1) }
            ) { path, names in (path, names.tags) }.values
        return Dictionary(found.filter { !$1.isEmpty }) { first, _ in first }
    }

    /// Whether so many items are read faster than the cache.
    package static func readsDirectly(_ count: Int) -> Bool { count <= 200 }

    /// The results of a function for the requested items whose texts name something, and those that are gone, unless
    /// they named nothing when they were last read.
    ///
    /// - Parameter namesNothing: Whether the cache shows, without its names being read, that a text names nothing that is
    ///   wanted.
    private func map<Value: Sendable>(
        _ manifest: Manifest, where isWanted: @escaping @Sendable (BundlePath) -> Bool,
        if isNamed: @escaping @Sendable (TextNames) -> Bool,
        unless namesNothing: @escaping @Sendable (SeenFiles, Int) -> Bool = { _, _ in false },
        _ body: @escaping @Sendable (BundlePath, TextNames) -> Value
    ) throws -> (values: [Value], gone: Set<BundlePath>) {
        let entries = manifest.entries
        guard let cache = tree.cache, let tree = tree as? DirectoryTree, tree.directoryReader != nil else {
            let items = Set(
                entries.indices.filter { entries.type(at: $0).isItem }.map(entries.path(at:)).filter(isWanted))
            let found = try ItemPass(tree, progress: progress).map(items) { path, bytes -> (BundlePath, Value?)? in
                let names = TextNames(of: bytes)
                return (path, isNamed(names) ? body(path, names) : nil)
            }
            return (found.compactMap(\.1), items.subtracting(found.map(\.0)))
        }
        let known = cache.seenFiles()
        let start = cache.start
        let time = SystemCall.clock
        let looks =
            try (look ?? DirectoryScan(tree, manifest, nil)).map { files -> Look<Value> in
                var look = Look<Value>()
                for (index, status) in files.values.enumerated() where entries.type(at: files.first + index).isItem {
                    let number = files.first + index
                    // The description is listed and never seen.
                    let place = status?.identity.flatMap { identity in
                        entries.withPath(at: number) { known.index(of: $0, identity, near: number - 1) }
                    }
                    if let place, namesNothing(known, place) { continue }
                    let names = status?.identity.flatMap { identity -> TextNames? in
                        if let names = place.flatMap(known.names) { return names }
                        guard let seen = cache.memory?.text(identity) else { return nil }
                        if identity.isOlder(than: start) { look.remembered[entries.path(at: number)] = seen }
                        return seen.names
                    }
                    // Most texts name none of the files; making paths from bytes is most of the work.
                    if let names, !isNamed(names) { continue }
                    let path = entries.path(at: number)
                    guard isWanted(path) else { continue }
                    if let names {
                        look.values.append(body(path, names))
                    } else {
                        look.unknown[path] = status?.identity
                    }
                }
                return look
            } ?? []
        let identities = looks.reduce(into: [:]) { $0.merge($1.unknown) { $1 } }
        let read = try ItemPass(tree, progress: progress).map(Set(identities.keys)) { path, bytes in
            let names = TextNames(of: bytes)
            let seen = identities[path].flatMap(\.self).map {
                SeenFiles.Seen(identity: $0, digest: Digest.of(bytes), names: names)
            }
            return Read(
                path: path, value: isNamed(names) ? body(path, names) : nil,
                seen: seen.flatMap { $0.identity.size == bytes.count ? $0 : nil })
        }
        cache.memory?.remember(read.compactMap(\.seen), at: time)
        let old = read.compactMap { file in file.seen.map { (file.path, $0) } }
            .filter { $1.identity.isOlder(than: start) }
        let news = looks.reduce(into: Dictionary(old) { $1 }) { $0.merge($1.remembered) { $1 } }
        if news.count > known.count / Self.newsWorthKeeping {
            cache.save(known.updating(news.inOrder, listedIn: manifest))
        }
        let gone = Set(identities.keys).subtracting(read.map(\.path)).filter { path in
            known.lastSeen(path)?.names.map(isNamed) ?? true
        }
        return (looks.flatMap(\.values) + read.compactMap(\.value), gone)
    }

    /// The cache is updated if more than one in this many items has changed; for fewer, that would take longer than
    /// reading them again.
    private static var newsWorthKeeping: Int { 100 }

    /// What is cached about some items.
    private struct Look<Value: Sendable>: Sendable {
        var values: [Value] = []
        /// What the process remembers and the cache does not know.
        var remembered: [BundlePath: SeenFiles.Seen] = [:]
        /// The items that have to be read, with their marks.
        var unknown: [BundlePath: FileIdentity?] = [:]
    }

    private struct Read<Value: Sendable>: Sendable {
        let path: BundlePath
        let value: Value?
        let seen: SeenFiles.Seen?
    }
}
