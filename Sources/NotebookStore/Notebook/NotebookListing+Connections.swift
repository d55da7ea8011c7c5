import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookQuery
import NotebookText

extension NotebookListing {
    /// How all items outside the trash are connected, as far as a query asks; `nil` if it does not ask.
    ///
    /// Reads the links of all items, and for mentions their texts once more.
    func connections(
        askedBy query: Query, _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> Connections? {
        guard query.asksForConnections else { return nil }
        var connections = try connections(tree, progress: progress)
        for (source, mentioned) in try mentions(askedBy: query, tree, progress) {
            connections.add(mentioned, to: source)
        }
        return connections
    }

    /// Which items link to which, and which links lead nowhere.
    func connections(_ tree: any FileTree, progress: any WorkProgress) throws -> Connections {
        Connections(try linkMap(tree, progress: progress), peers)
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

    fileprivate init(_ map: LinkMap, _ peers: [BundlePath: ItemConnections.Peer]) {
        // The links of an item are consecutive.
        var rest = map.links[...]
        while let source = rest.first?.source {
            let own = rest.prefix { $0.source == source }
            rest = rest.dropFirst(own.count)
            items[source, default: ItemConnections()].brokenLinks = own.count { $0.problem != nil }
            for target in Set(own.compactMap(\.target)).subtracting([source]).sorted() {
                guard let one = peers[source], let other = peers[target] else { continue }
                items[source, default: ItemConnections()].linked.append(other)
                items[target, default: ItemConnections()].linking.append(one)
            }
        }
    }

    fileprivate mutating func add(_ mentioned: [ItemConnections.Peer], to source: BundlePath) {
        items[source, default: ItemConnections()].mentioned += mentioned
    }

    /// How an item is connected; one in the trash is not.
    subscript(path: BundlePath) -> ItemConnections { items[path] ?? ItemConnections() }
}
