@testable import NotebookText
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// What follows from the links of a notebook.
struct `The links of a notebook` {
    static func entry(_ path: String, _ title: String? = nil) throws -> Entry {
        let path = try BundlePath(path)
        let type = try #require(FileType(of: path))
        return Entry(path: path, type: type, size: 0, digest: .of([]), item: ItemMetadata(title: title))
    }

    static func items(_ bodies: [String: String]) throws -> [BundlePath: ItemLinks] {
        var items: [BundlePath: ItemLinks] = [:]
        for (path, body) in bodies { items[try BundlePath(path)] = ItemLinks(try ItemFile(Array(body.utf8))) }
        return items
    }

    static func manifest() throws -> Manifest {
        Manifest([
            try entry("notes/A.md"), try entry("notes/B.md", "The \"B\" \\ `x` <b> #1"), try entry("cards/C.md"),
            try entry("blobs/d.2cf24dba5fb0a30e.txt"), try entry("trash/20260102T030405Z-0123abcd/notes/T.md"),
        ])
    }

    @Test func `have a goal each, and a form`() throws {
        let body = """
            # Part
            [[B]] ![[d.txt]] [c](../cards/C.md "t") ![i](../blobs/d.2cf24dba5fb0a30e.txt) [r][def] <https://e.org>
            <a href="#part">x</a> [n](N.md) [[T]] [up](../../x) [[B#None]] [all](../cards) `[[B]]`

            [def]: B.md
            """
        let map = LinkMap(try Self.manifest(), try Self.items(["notes/A.md": body, "notes/B.md": "x"]))
        let forms: [ItemLink.Form] = [
            .wiki, .embed, .link, .image, .autolink, .html, .link, .wiki, .link, .wiki, .link, .definition,
        ]
        #expect(map.links.map(\.link.form) == forms)
        let targets = map.links.map { $0.target?.text }
        #expect(
            targets == [
                "notes/B.md", "blobs/d.2cf24dba5fb0a30e.txt", "cards/C.md", "blobs/d.2cf24dba5fb0a30e.txt", nil,
                "notes/A.md", nil, nil, nil, "notes/B.md", nil, "notes/B.md",
            ])
        #expect(map.links[4].goal == .external("https://e.org"))
        #expect(map.links[10].goal == .folder("cards"))
        #expect(map.broken.map(\.link.source) == ["[n](N.md)", "[[T]]", "[up](../../x)", "[[B#None]]"])
        #expect(map.links(to: try BundlePath("notes/B.md")).count == 3)
        #expect(map.linked.map(\.text).sorted() == ["blobs/d.2cf24dba5fb0a30e.txt", "cards/C.md", "notes/B.md"])
    }

    @Test(arguments: [
        ("[[blobs/x]]", "blobs/x"), ("[[b\u{200B}lobs/x]]", "blobs/x"), ("[[/blo\u{AD}bs/x]]", "blobs/x"),
        ("[[../blobs/x]]", "blobs/x"), ("![[ blobs/../notes/A\\|y]]", "blobs/../notes/A"), ("[[Blobs/x]]", nil),
        ("[[x]]", nil),
    ]) func `name a path in blobs as it is seen`(link: String, blob: String?) throws {
        let map = LinkMap(try Self.manifest(), try Self.items(["notes/A.md": link]))
        let name = link.filter { !"[]".contains($0) }
        #expect(map.links[0].goal == .broken(blob.map { .missingBlob($0) } ?? .missingTarget(name)))
    }

    @Test func `are a graph in which each pair is once`() throws {
        let manifest = try Self.manifest()
        let map = LinkMap(manifest, try Self.items(["notes/A.md": "[[B]] [[B]] [[A]] ![[d.txt]]"]))
        let graph = LinkGraph(manifest, map.edges)
        #expect(graph.nodes.map(\.path.text) == ["cards/C.md", "notes/A.md", "notes/B.md"])
        #expect(graph.edges.map(\.count) == [2])
        #expect(LinkGraph(manifest, map.edges, includesBlobs: true).edges.count == 2)
        #expect(
            graph.dot(title: "a\"b") == """
                digraph "a\\"b" {
                  node [shape=box];
                  "cards/C.md" [label="C", style=rounded];
                  "notes/A.md" [label="A"];
                  "notes/B.md" [label="The \\"B\\" \\\\ `x` <b> #1"];
                  "notes/A.md" -> "notes/B.md" [weight=2];
                }

                """)
        #expect(graph.mermaid().contains("n3[\"The #34;B#34; #92; #96;x#96; #60;b#62; #35;1\"]\n  n2 --> n3\n"))
    }

    @Test func `lead back to where a reference stands, and not to its definition`() throws {
        let manifest = Manifest([try Self.entry("notes/A.md"), try Self.entry("notes/B.md")])
        let text = "[[B]] [x][b] ![y][b]\n\n[b]: B.md\n[unused]: B.md\n"
        let links = LinkMap(manifest, try Self.items(["notes/A.md": text])).links(to: try BundlePath("notes/B.md"))
        #expect(links.map(\.link.source) == ["[[B]]", "[x][b]", "![y][b]"])
        #expect(links.map(\.link.found.position.column) == [1, 7, 14])
    }

    @Test func `lead back to a definition that nothing refers to, as the graph has it`() throws {
        let manifest = Manifest([
            try Self.entry("notes/A.md"), try Self.entry("notes/B.md"), try Self.entry("notes/C.md"),
        ])
        let map = LinkMap(manifest, try Self.items(["notes/A.md": "[x][b]\n\n[b]: B.md\n\n[b]: C.md\n"]))
        #expect(map.edges.map(\.target.text) == ["notes/B.md", "notes/C.md"])
        #expect(map.links(to: try BundlePath("notes/B.md")).map(\.link.source) == ["[x][b]"])
        #expect(map.links(to: try BundlePath("notes/C.md")).map(\.link.source) == ["[b]: C.md"])
    }

    @Test func `tell what becomes of them when something is deleted`() throws {
        let manifest = Manifest([
            try Self.entry("notes/A.md"), try Self.entry("notes/Near/B.md"), try Self.entry("notes/Far/Away/B.md"),
        ])
        let items = try Self.items(["notes/A.md": "[[B]] [b](Near/B.md) [[A]]", "notes/Near/B.md": "[[A]] [[B]]"])
        let losses = LinkLosses(manifest, items, deleting: [try BundlePath("notes/Near/B.md")]).losses
        #expect(losses.map(\.link.link.source) == ["[[B]]", "[b](Near/B.md)"])
        #expect(losses.map(\.next) == [.file(try BundlePath("notes/Far/Away/B.md")), .nowhere])
        #expect(LinkLosses(manifest, items, deleting: []).losses == [])
        let nearer = manifest.replacing(
            removed: [], put: [try Self.entry("notes/B.md"), try Self.entry("cards/Near/B.md")])
        #expect(
            LinkLosses(from: manifest, to: nearer, items).losses.map(\.next) == [.file(try BundlePath("notes/B.md"))])
        let several = manifest.replacing(removed: [], put: [try Self.entry("notes/Here/B.md")])
        let both = [try BundlePath("notes/Here/B.md"), try BundlePath("notes/Near/B.md")]
        #expect(LinkLosses(from: manifest, to: several, items).losses.map(\.next) == [.several(both)])
        let shared = SharedNames(of: [both[0]], in: several).names
        #expect(shared.map(\.name) == ["B"])
        #expect(shared.first?.paths.map(\.text) == ["notes/Here/B.md", "notes/Far/Away/B.md", "notes/Near/B.md"])
    }

    @Test func `lead to headings, which an outline lists`() throws {
        let text = "---\ntitle: X\n---\n# One\n\n### Three `code`\n\n## Two\n\nTwo\n===\n\n```\n# none\n```\n## Two\n"
        let outline = try ItemFile(Array(text.utf8)).outline
        #expect(outline.map(\.text) == ["One", "Three code", "Two", "Two", "Two"])
        #expect(outline.map(\.level) == [1, 3, 2, 1, 2])
        #expect(outline.map(\.depth) == [0, 1, 1, 0, 1])
        #expect(outline.map(\.line) == [4, 6, 8, 10, 16])
        #expect(outline.map(\.anchor) == ["one", "three-code", "two", "two-1", "two-2"])
    }
}
