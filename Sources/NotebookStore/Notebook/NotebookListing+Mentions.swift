package import NotebookFiles
import NotebookFormat
package import NotebookLinks
package import NotebookQuery

extension NotebookListing {
    /// The sentences around links; `nil` for links that no longer exist.
    package func sentences(of links: [LinkMap.Link], _ tree: any FileTree) throws -> [Snippet?] {
        let places = Dictionary(grouping: links, by: \.source).mapValues { Set($0.map(\.link.found.position)) }
        let found = try ItemPass(tree).map(Set(places.keys)) { path, bytes in
            (try? ItemFile(bytes)).map { (path, $0.sentences(ofLinksAt: places[path] ?? [])) }
        }
        let sentences = Dictionary(found) { first, _ in first }
        return links.map { sentences[$0.source]?[$0.link.found.position] }
    }

    /// Where items outside the trash mention an item without a link, sorted by path.
    package func mentions(
        of item: Item, _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [Mention] {
        let aliases = try tree.content(of: item.path, limit: ItemFile.maximumBytes).map(ItemAliases.of) ?? []
        let names = MentionedNames([item.title, item.path.stem] + aliases)
        let others = Set(items.map(\.path)).subtracting([item.path])
        return try ItemPass(tree, progress: progress).map(others) { path, bytes in
            (try? ItemFile(bytes)).map { names.mentions(in: $0, at: path) }
        }.flatMap(\.self).sorted { ($0.source, $0.position) < ($1.source, $1.position) }
    }
}
