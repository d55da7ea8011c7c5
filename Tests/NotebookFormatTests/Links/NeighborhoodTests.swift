@testable import NotebookText
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// The part of a graph around one item.
struct `The neighborhood of an item` {
    /// A chain of items, each of which links to the next one, and one alone.
    private func graph() throws -> LinkGraph {
        let names = ["A", "B", "C", "D", "Lone"]
        let texts = ["[[B]]", "[[C]]", "[[D]] [[D]]", "", ""]
        let paths = try names.map { try BundlePath("notes/\($0).md") }
        let manifest = Manifest(
            paths.map { Entry(path: $0, type: .note, size: 0, digest: .of([]), item: ItemMetadata()) })
        let links = try zip(paths, texts).map { ($0, ItemLinks(try ItemFile(Array($1.utf8)))) }
        return LinkGraph(manifest, LinkMap(manifest, Dictionary(uniqueKeysWithValues: links)).edges)
    }

    @Test(arguments: [
        (0, "B", ""), (1, "A B C", "A>B B>C"), (2, "A B C D", "A>B B>C C>D"), (9, "A B C D", "A>B B>C C>D"),
        (.max, "A B C D", "A>B B>C C>D"),
    ])
    func `is what so many links lead to, in either direction`(depth: Int, nodes: String, edges: String) throws {
        let near = try graph().neighborhood(of: [BundlePath("notes/B.md")], depth: depth)
        #expect(near.nodes.map(\.path.stem).joined(separator: " ") == nodes)
        #expect(near.edges.map { "\($0.source.stem)>\($0.target.stem)" }.joined(separator: " ") == edges)
        #expect(near.edges.allSatisfy { $0.count == ($0.source.stem == "C" ? 2 : 1) })
    }
}
