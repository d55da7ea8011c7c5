import NotebookTestSupport
import TestSupport
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookMarkdown
@testable import NotebookStore
@testable import NotebookText

/// Where the links of a notebook lead, in terms that stay the same when files are moved.
struct LinkGraph: Equatable {
    /// One link: the identity of the item that holds it, and which of its links it is.
    struct Place: Hashable {
        let source: String
        let index: Int
    }

    /// The identities that links lead to: uuids of items, names of attachments.
    private(set) var targets: [Place: String] = [:]
    /// How many links there are in all.
    private(set) var count = 0

    init(_ directory: NotebookDirectory) throws {
        let manifest = try directory.open().manifest
        let resolver = LinkResolver(manifest)
        func name(_ path: BundlePath) -> String { manifest[path]?.item?.uuid?.description ?? path.text }
        for entry in manifest.entries where entry.type.isItem && TrashedPath(entry.path) == nil {
            let file = try ItemFile(directory.content(of: entry.path) ?? [])
            for (index, link) in MarkdownDocument(file.bytes, from: file.bodyStart).links().enumerated()
            where link.holdsDestination {
                count += 1
                let target: LinkTarget
                if case .wikiLink(let wiki) = link.kind {
                    target = resolver.resolve(wiki: wiki.target, from: entry.path)
                } else {
                    target = resolver.resolve(LinkDestination(link.destination.text), from: entry.path)
                }
                guard case .file(let path) = target else { continue }
                targets[Place(source: name(entry.path), index: index)] = name(path)
            }
        }
    }

    /// The links of this graph that lead elsewhere in another, or nowhere.
    func lost(in other: LinkGraph) -> [Place] { targets.filter { other.targets[$0.key] != $0.value }.map(\.key) }
}
