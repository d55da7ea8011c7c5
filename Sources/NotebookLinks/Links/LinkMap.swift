public import NotebookFormat
public import NotebookText

/// All links of a notebook's items, and their targets.
public struct LinkMap: Sendable {
    /// The target of a link.
    package enum Goal: Hashable, Sendable {
        /// A file outside the trash; a link of an item to itself has its own path.
        case file(BundlePath)
        /// A directory of the notebook.
        case folder(String)
        /// An address outside the notebook, with a scheme or `//`.
        case external(String)
        /// The link is broken.
        case broken(BrokenLink.Problem)

        /// The file, if it is one; a missing heading does not matter.
        package var file: BundlePath? {
            switch self {
            case .file(let path), .broken(.missingHeading(_, in: let path)): path
            default: nil
            }
        }
    }

    /// A link and its target.
    public struct Link: Hashable, Sendable {
        /// The item that contains the link.
        public let source: BundlePath
        /// The link.
        package let link: ItemLink
        /// Its target.
        package let goal: Goal

        /// The position of the link in its item.
        public var position: TextPosition { link.found.position }

        /// The target as it is written, without heading and label of a wiki link.
        public var written: String { link.found.written }

        /// The target file, if it is one; a missing heading does not matter.
        public var target: BundlePath? { goal.file }

        /// What is wrong with it; `nil` if it is not broken.
        package var problem: BrokenLink.Problem? {
            guard case .broken(let problem) = goal else { return nil }
            return problem
        }
    }

    /// The links, by the paths of their items, then in the order of the source.
    public let links: [Link]
    /// The links that refer to a definition, at their own positions.
    private let references: [Link]

    /// Makes the map of a notebook.
    ///
    /// - Parameter items: The links of the items that were read. Only their headings can be looked up.
    package init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks]) {
        let sources = LinkSources(manifest, items)
        self = sources.map(of: 0..<sources.count)
    }

    /// Joins the maps of consecutive items.
    package init(joining parts: [LinkMap]) {
        self.init(links: parts.flatMap(\.links), references: parts.flatMap(\.references))
    }

    fileprivate init(links: [Link], references: [Link]) {
        self.links = links
        self.references = references
    }

    /// The links from other items to a file, at the positions where a person follows them: at references, not at
    /// their definitions, unless the item has no other link to the file.
    public func links(to path: BundlePath) -> [Link] {
        let all = (links + references).filter { $0.target == path && $0.source != path }
        let followed = Set(all.filter { $0.link.form != .definition }.map(\.source))
        return all.filter { $0.link.form != .definition || !followed.contains($0.source) }
            .sorted { ($0.source, $0.link.found.position) < ($1.source, $1.link.found.position) }
    }

    /// The links of an item.
    public func links(of path: BundlePath) -> [Link] { links.filter { $0.source == path } }

    /// The broken links.
    public var broken: [Link] { links.filter { $0.problem != nil } }

    /// The links between different files, one edge for each pair.
    package var edges: [LinkGraph.Edge] {
        var edges: [LinkGraph.Edge] = []
        // The links of an item are consecutive.
        var rest = links[...]
        while let source = rest.first?.source {
            let own = rest.prefix { $0.source == source }
            rest = rest.dropFirst(own.count)
            let counts = Dictionary(own.compactMap(\.target).map { ($0, 1) }, uniquingKeysWith: +)
            edges += LinkGraph.Edge.all(from: source, counts)
        }
        return edges
    }

    /// The files that another item links to.
    public var linked: Set<BundlePath> {
        Set(links.compactMap { $0.target == $0.source ? nil : $0.target })
    }
}

/// Items whose links are resolved, in batches on several cores.
package struct LinkSources: Sendable {
    private let check: LinkCheck
    private let items: [(path: BundlePath, links: ItemLinks)]

    /// The links of the items that were read, by the paths of the items.
    package init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks]) {
        check = LinkCheck(manifest, anchors: items.mapValues(\.anchors))
        self.items = items.keys.sorted().compactMap { path in items[path].map { (path, $0) } }
    }

    /// The number of items.
    package var count: Int { items.count }

    /// Resolves the links of some of the items.
    ///
    /// - Parameter range: The indices of the items, in the order of their paths.
    package func map(of range: Range<Int>) -> LinkMap {
        LinkMap(
            links: items[range].flatMap { followed($0.links.links, in: $0.path) },
            references: items[range].flatMap { followed($0.links.references, in: $0.path) })
    }

    private func followed(_ links: [ItemLink], in source: BundlePath) -> [LinkMap.Link] {
        links.map { LinkMap.Link(source: source, link: $0, goal: check.goal(of: $0.found.name, in: source)) }
    }
}

extension LinkCheck {
    /// Where a link leads.
    package func goal(of link: FoundLink.Name, in source: BundlePath) -> LinkMap.Goal {
        let target = link.target(live, from: source)
        switch target {
        case .external: return .external(link.written)
        case .folder(let text): return .folder(text)
        case .itself, .file, .ambiguous, .nothing: break
        }
        switch follow(link, to: target, in: source) {
        case .success(let path): return .file(path ?? source)
        case .failure(let problem): return .broken(problem)
        }
    }
}

/// The links of items whose targets change when files are added or removed.
package struct LinkLosses: Sendable {
    /// The new target of a link.
    package enum Next: Hashable, Sendable {
        case nowhere
        case file(BundlePath)
        /// The link could mean several files.
        case several([BundlePath])
    }

    /// A link to a file whose target changes.
    package struct Loss: Hashable, Sendable {
        /// The link before the change.
        package let link: LinkMap.Link
        /// Its new target.
        package let next: Next
    }

    /// The links, by the paths of their items, then in the order of the source.
    package let losses: [Loss]

    /// Finds the links of other items that change when some items are deleted.
    ///
    /// - Parameter items: The links of all items outside the trash.
    package init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks], deleting paths: Set<BundlePath>) {
        self.init(
            from: manifest, to: manifest.replacing(removed: paths, put: []), items.filter { !paths.contains($0.key) })
    }

    /// Finds the links of unchanged items that change when the files of a notebook change.
    package init(from before: Manifest, to after: Manifest, _ items: [BundlePath: ItemLinks]) {
        let resolver = LinkResolver(after)
        losses = LinkMap(before, items).links.compactMap { link in
            guard let old = link.target, link.source != old else { return nil }
            switch link.link.found.target(resolver, from: link.source) {
            case .file(old): return nil
            case .file(let path): return Loss(link: link, next: .file(path))
            case .ambiguous(let paths): return Loss(link: link, next: .several(paths))
            default: return Loss(link: link, next: .nowhere)
            }
        }
    }
}
