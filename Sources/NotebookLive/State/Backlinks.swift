import Cores
import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// Which links of the items outside the trash lead to each file, kept up to date while items change.
struct Backlinks: Sendable {
    /// The links of an item that lead to a file.
    struct Source: Sendable {
        let path: BundlePath
        /// Their numbers in the item’s table of links.
        let numbers: [Int]
    }

    /// The items, in the order of their paths, by the files to which their links lead.
    private typealias Sources = [BundlePath: [Source]]

    private var all = Lazy { Sources() }
    /// The items whose links may lead elsewhere since all were resolved, and where they lead.
    private var changed: Set<BundlePath> = []
    private var ofChanged = Lazy { Sources() }
    /// How many items are resolved after each change, rather than all once more.
    private static let mostChanged = 500

    /// Resolves the links of all items when somebody asks.
    mutating func resolve(all items: [KnownFile], _ resolver: @escaping @Sendable () -> LinkResolver) {
        all = Lazy { Self.sources(items, resolver()) }
        (changed, ofChanged) = ([], Lazy { Sources() })
    }

    /// Resolves the links of some more items when somebody asks.
    mutating func resolve(
        _ paths: Set<BundlePath>, in live: LiveNotebook, _ resolver: @escaping @Sendable () -> LinkResolver
    ) {
        changed.formUnion(paths)
        if changed.count > Self.mostChanged { return resolve(all: Array(live.allKnown), resolver) }
        let items = changed.compactMap { live.known($0) }
        ofChanged = Lazy { Self.sources(items, resolver()) }
    }

    /// The items whose links lead to a file, in the order of their paths.
    subscript(path: BundlePath) -> [Source] {
        let found = all.value[path] ?? []
        if changed.isEmpty { return found }
        let unchanged = found.filter { !changed.contains($0.path) }
        return (unchanged + (ofChanged.value[path] ?? [])).sorted { $0.path < $1.path }
    }

    private static func sources(_ items: [KnownFile], _ resolver: LinkResolver) -> Sources {
        let items = items.filter { TrashedPath($0.fact.path) == nil }.sorted { $0.fact.path < $1.fact.path }
        return Dictionary(grouping: items.lazy.flatMap { targets(of: $0, resolver) }, by: \.0).mapValues { $0.map(\.1) }
    }

    private static func targets(of item: KnownFile, _ resolver: LinkResolver) -> [(BundlePath, Source)] {
        guard let links = item.fact.item?.readable?.links else { return [] }
        let path = item.fact.path
        var numbers: [BundlePath: [Int]] = [:]
        for number in 0..<links.count {
            switch links.name(at: number).target(resolver, from: path) {
            case .file(let target): numbers[target, default: []].append(number)
            case .itself: numbers[path, default: []].append(number)
            default: break
            }
        }
        return numbers.map { ($0, Source(path: path, numbers: $1)) }
    }
}
