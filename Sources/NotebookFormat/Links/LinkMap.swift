/// Where all links of a notebook's items lead.
public struct LinkMap: Sendable {
    /// Where a link leads.
    public enum Goal: Hashable, Sendable {
        /// To a file that is not in the trash; a link of an item to itself leads to its own path.
        case file(BundlePath)
        /// To a directory of the notebook.
        case folder(String)
        /// Out of the notebook, by its scheme or `//`.
        case external(String)
        /// Not where it should.
        case broken(BrokenLink.Problem)
    }

    /// A link and where it leads.
    public struct Link: Hashable, Sendable {
        /// The item that holds the link.
        public let source: BundlePath
        /// The link.
        public let link: ItemLink
        /// Where it leads.
        public let goal: Goal

        /// The file that it leads to, if it leads to one; a heading that is missing there does not count.
        public var target: BundlePath? {
            switch goal {
            case .file(let path), .broken(.missingHeading(_, in: let path)): path
            default: nil
            }
        }

        /// What is wrong with it; `nil` if it leads somewhere.
        public var problem: BrokenLink.Problem? {
            guard case .broken(let problem) = goal else { return nil }
            return problem
        }
    }

    /// The links, by the paths of their items, then in the order of the source.
    public let links: [Link]
    /// The links that refer to a definition, each where it stands itself.
    private let references: [Link]

    /// The links of items of a notebook.
    ///
    /// - Parameter items: The links of the items that were read. Headings are looked for in these alone.
    package init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks]) {
        let check = LinkCheck(manifest, anchors: items.mapValues(\.anchors))
        let sorted = items.sorted { $0.key < $1.key }
        func followed(_ links: [ItemLink], in source: BundlePath) -> [Link] {
            links.map { Link(source: source, link: $0, goal: check.goal(of: $0.found, in: source)) }
        }
        links = sorted.flatMap { followed($1.links, in: $0) }
        references = sorted.flatMap { followed($1.references, in: $0) }
    }

    /// The links that lead to a file, those of the file itself left out: where a person follows them, which is where a
    /// reference stands and not its definition.
    public func links(to path: BundlePath) -> [Link] {
        (links.filter { $0.link.form != .definition } + references).filter { $0.target == path && $0.source != path }
            .sorted { ($0.source, $0.link.found.position) < ($1.source, $1.link.found.position) }
    }

    /// The links of an item.
    public func links(of path: BundlePath) -> [Link] { links.filter { $0.source == path } }

    /// The links that do not lead where they should.
    public var broken: [Link] { links.filter { $0.problem != nil } }

    /// The files to which a link of another item leads.
    public var linked: Set<BundlePath> {
        Set(links.compactMap { $0.target == $0.source ? nil : $0.target })
    }
}

extension LinkCheck {
    fileprivate func goal(of link: FoundLink, in source: BundlePath) -> LinkMap.Goal {
        switch target(of: link, in: source) {
        case .external: return .external(link.written)
        case .folder(let text): return .folder(text)
        case .itself, .file, .ambiguous, .nothing: break
        }
        switch follow(link.name, in: source) {
        case .success(let path): return .file(path ?? source)
        case .failure(let problem): return .broken(problem)
        }
    }
}
