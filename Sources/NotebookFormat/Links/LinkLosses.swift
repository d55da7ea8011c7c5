/// The links of other items that lead elsewhere once some items are deleted.
public struct LinkLosses: Sendable {
    /// A link to what is deleted.
    public struct Loss: Hashable, Sendable {
        /// The link as it is now.
        public let link: LinkMap.Link
        /// The file to which it will lead instead; `nil` if it will lead nowhere.
        public let next: BundlePath?
    }

    /// The links, by the paths of their items, then in the order of the source.
    public let losses: [Loss]

    /// Looks at what becomes of links.
    ///
    /// - Parameter items: The links of all items that are not in the trash.
    public init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks], deleting paths: Set<BundlePath>) {
        let links = LinkMap(manifest, items).links.filter { link in
            !paths.contains(link.source) && link.target.map(paths.contains) == true
        }
        guard !links.isEmpty else {
            losses = []
            return
        }
        let resolver = LinkResolver(manifest.replacing(removed: paths, put: []))
        losses = links.map { link in
            guard case .file(let path) = link.link.found.target(resolver, from: link.source) else {
                return Loss(link: link, next: nil)
            }
            return Loss(link: link, next: path)
        }
    }
}
