/// The links of items that lead elsewhere once files come or go.
package struct LinkLosses: Sendable {
    /// Where a link leads instead.
    package enum Next: Hashable, Sendable {
        case nowhere
        case file(BundlePath)
        /// It can mean several files.
        case several([BundlePath])
    }

    /// A link that led to a file.
    package struct Loss: Hashable, Sendable {
        /// The link as it was.
        package let link: LinkMap.Link
        /// Where it leads instead.
        package let next: Next
    }

    /// The links, by the paths of their items, then in the order of the source.
    package let losses: [Loss]

    /// Looks at what becomes of the links of other items when some are deleted.
    ///
    /// - Parameter items: The links of all items that are not in the trash.
    package init(_ manifest: Manifest, _ items: [BundlePath: ItemLinks], deleting paths: Set<BundlePath>) {
        self.init(
            from: manifest, to: manifest.replacing(removed: paths, put: []), items.filter { !paths.contains($0.key) })
    }

    /// Looks at what becomes of the links of items that stay as they are when the files of a notebook change.
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
