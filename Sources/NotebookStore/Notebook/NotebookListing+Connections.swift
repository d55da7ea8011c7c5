import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookQuery
import NotebookText

extension NotebookListing {
    /// How all items outside the trash are connected, as far as a query asks; `nil` if it does not ask.
    ///
    /// Reads only texts whose links are not cached, or may be broken; all for mentions, and for both kinds of links.
    ///
    /// - Parameter look: A look at the files, if there is one.
    func connections(
        askedBy query: Query, _ tree: any FileTree, look: DirectoryScan? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> Connections? {
        guard query.asksForConnections else { return nil }
        var connections = try connections(for: query.fields, tree, look: look, progress: progress)
        for (source, mentioned) in try mentions(askedBy: query, tree, progress) {
            connections.add(mentioned, to: source)
        }
        return connections
    }

    /// Which items link to which and, if the fields ask for it, how many of their links lead nowhere.
    func connections(
        for fields: Set<QueryField>, _ tree: any FileTree, look: DirectoryScan? = nil, progress: any WorkProgress
    ) throws -> Connections {
        let asksForFiles = !fields.isDisjoint(with: [.linksTo, .linkedFrom, .backlinks])
        switch (asksForFiles, fields.contains(.brokenLinks)) {
        case (false, false): return Connections([], broken: [], peers)
        case (true, false): return Connections(try linkEdges(tree, look: look, progress: progress), broken: [], peers)
        case (false, true): return Connections([], broken: try brokenLinks(tree, progress: progress), peers)
        case (true, true):
            let map = try linkMap(tree, progress: progress)
            return Connections(map.edges, broken: map.broken, peers)
        }
    }

    /// Which items mention those that a query asks for.
    private func mentions(
        askedBy query: Query, _ tree: any FileTree, _ progress: any WorkProgress
    ) throws -> [(source: BundlePath, mentioned: [ItemConnections.Peer])] {
        let peers = peers
        let wanted = peers.values.filter(query.asksForMentions).sorted { $0.path < $1.path }
        guard !wanted.isEmpty else { return [] }
        let aliases = Dictionary(
            try ItemPass(tree, progress: progress).map(Set(wanted.map(\.path))) { ($0, ItemAliases.of($1)) }
        ) { first, _ in first }
        let targets = wanted.map { ($0, MentionedNames([$0.title, $0.path.stem] + (aliases[$0.path] ?? []))) }
        return try ItemPass(tree, progress: progress).map(Set(peers.keys)) { path, bytes in
            guard let file = try? ItemFile(bytes) else { return nil }
            let body = MentionedNames.body(of: file)
            let found = targets.filter { peer, names in
                peer.path != path && !names.mentions(in: file, body, at: path).isEmpty
            }
            return found.isEmpty ? nil : (path, found.map(\.0))
        }
    }

    private var peers: [BundlePath: ItemConnections.Peer] {
        Dictionary(items.map { ($0.path, .init($0.title, $0.path)) }) { first, _ in first }
    }
}

/// How the items of a notebook are connected.
struct Connections {
    private var items: [BundlePath: ItemConnections] = [:]

    fileprivate init(_ edges: [LinkGraph.Edge], broken: [LinkMap.Link], _ peers: [BundlePath: ItemConnections.Peer]) {
        for edge in edges {
            guard let one = peers[edge.source], let other = peers[edge.target] else { continue }
            items[edge.source, default: ItemConnections()].linked.append(other)
            items[edge.target, default: ItemConnections()].linking.append(one)
        }
        for link in broken { items[link.source, default: ItemConnections()].brokenLinks += 1 }
    }

    fileprivate mutating func add(_ mentioned: [ItemConnections.Peer], to source: BundlePath) {
        items[source, default: ItemConnections()].mentioned += mentioned
    }

    /// How an item is connected; one in the trash is not.
    subscript(path: BundlePath) -> ItemConnections { items[path] ?? ItemConnections() }
}
