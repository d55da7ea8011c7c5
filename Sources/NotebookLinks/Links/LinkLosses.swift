package import NotebookFormat

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
