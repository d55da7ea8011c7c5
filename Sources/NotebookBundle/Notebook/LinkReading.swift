package import NotebookFormat

extension Notebook {
    /// Reads the links of all items that are not in the trash.
    package func linkMap(_ tree: any FileTree, progress: any WorkProgress = NoProgress()) throws -> LinkMap {
        LinkMap(manifest, try links(of: Set(items.map(\.path)), tree, progress))
    }

    /// Reads the links of one item; of others only those that its links lead to, to look for headings.
    package func linkMap(of item: Item, _ tree: any FileTree) throws -> LinkMap {
        let own = try links(of: [item.path], tree, NoProgress())
        let targets = LinkMap(manifest, own).links.compactMap(\.target).filter { FileType(of: $0)?.isItem == true }
        let others = try links(of: Set(targets).subtracting([item.path]), tree, NoProgress())
        return LinkMap(manifest, own.merging(others) { own, _ in own })
    }

    /// Reads what links need to know of all items that are not in the trash.
    package func itemLinks(
        _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [BundlePath: ItemLinks] {
        try links(of: Set(items.map(\.path)), tree, progress)
    }

    private func links(
        of paths: Set<BundlePath>, _ tree: any FileTree, _ progress: any WorkProgress
    ) throws -> [BundlePath: ItemLinks] {
        guard !paths.isEmpty else { return [:] }
        // A file that is no item has no links.
        let found = try ItemPass(tree, progress: progress).map(paths) { path, bytes in
            (try? ItemFile(bytes)).map { (path, ItemLinks($0)) }
        }
        return Dictionary(found) { first, _ in first }
    }
}
