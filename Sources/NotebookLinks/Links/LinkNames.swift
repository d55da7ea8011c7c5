package import NotebookFormat
import NotebookMarkdown
import NotebookText

/// The names that the links of an item use, as numbers.
///
/// A link must name its file by one of the file's names: the file name, the title, the name that it was attached under,
/// or the name of a directory around it. So an item that shares no number with a file has no link to it. The reverse is
/// not true: a number is only the hash of the last component of a name.
package struct LinkNames: Hashable, Sendable {
    /// The version of cached numbers, which has to change whenever the recognition of links, or the folding or hashing
    /// of names, changes.
    package static let version = 4

    /// The unique numbers, in ascending order.
    package let numbers: [UInt32]

    /// No names: there are no links.
    package static let none = LinkNames(numbers: [])

    private init(numbers: [UInt32]) { self.numbers = numbers }

    /// Reads the names that the links of an item use, and their targets.
    package static func read(_ item: ItemFile) -> (names: LinkNames, targets: CountedTargets) {
        // Every link contains one of these, except autolinks, which lead out of the notebook.
        guard item.bytes.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else {
            return (.none, .none)
        }
        var numbers: Set<UInt32> = []
        var targets = CountedTargets.Counter()
        ItemText(item).forEachLink { link in
            let name = FoundLink.Name(link)
            if let number = number(of: name) { numbers.insert(number) }
            if link.holdsDestination, !link.isInComment { targets.add(name) }
        }
        return (LinkNames(numbers: numbers.sorted()), targets.result)
    }

    /// Makes the names from the links of an item that were collected before.
    package init(_ links: LinkTable) {
        numbers = Set((0..<links.count).compactMap { Self.number(of: links.name(at: $0)) }).sorted()
    }

    /// Makes names from a cache; `nil` if they are not ascending.
    package init?(ascending numbers: [UInt32]) {
        guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        self.numbers = numbers
    }

    /// Whether a link of the item may lead to one of these files.
    package func mayName(_ files: FileNames) -> Bool {
        numbers.first == Self.anything || numbers.contains { files.numbers.contains($0) }
    }

    private static func number(of name: FoundLink.Name) -> UInt32? {
        switch name {
        case .wiki(let target, _): number(of: target)
        case .destination(let destination):
            destination.isExternal || destination.rawPath.isEmpty ? nil : destination.path.map { number(of: $0) }
        }
    }

    /// The number for links that end in `.`, `..` or nothing: their target depends on their position.
    private static let anything: UInt32 = 0

    /// The number of a name or path: the FNV-1a hash of its last component, folded and without `.md`.
    fileprivate static func number(of text: String) -> UInt32 {
        let key = ComparisonKey(seen: text).text
        var name = Array(key.utf8)[...]
        while name.last == slash || name.last == space { name.removeLast() }
        if let slash = name.lastIndex(of: slash) { name = name[(slash + 1)...] }
        while name.last == space || name.hasEnding { name.removeLast(name.hasEnding ? 3 : 1) }
        while name.first == space { name.removeFirst() }
        if name.allSatisfy({ $0 == UInt8(ascii: ".") }) { return anything }
        let hash = name.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return hash == anything ? 1 : hash
    }

    private static let slash = UInt8(ascii: "/")
    private static let space = UInt8(ascii: " ")
}

extension ArraySlice<UInt8> {
    fileprivate var hasEnding: Bool { suffix(3).elementsEqual(".md".utf8) }
}

/// The names that links can use for some files, as numbers.
package struct FileNames: Sendable {
    fileprivate private(set) var numbers: Set<UInt32> = []

    /// Collects the names that files have in any of the manifests.
    package init(of paths: some Sequence<BundlePath>, in manifests: Manifest...) {
        for path in paths {
            add(path)
            for entry in manifests.compactMap({ $0[path] }) { add(entry) }
        }
    }

    private mutating func add(_ path: BundlePath) {
        var directory: BundlePath? = path
        while let path = directory {
            numbers.insert(LinkNames.number(of: path.text))
            directory = path.parent
        }
    }

    private mutating func add(_ entry: Entry) {
        let names = [entry.item?.title, entry.shownTitle, BlobName(entry.path.name)?.readableName]
        for name in names.compactMap(\.self) { numbers.insert(LinkNames.number(of: name)) }
    }
}

/// Names that became ambiguous in wiki links because a new file shares them with others (Format, clause 21.3).
package struct SharedNames: Sendable {
    /// A name, and the files with that name: the new one first, then the others in the order of their paths.
    package typealias Shared = (name: String, paths: [BundlePath])

    /// The names, in the order of the new files.
    package let names: [Shared]

    /// Compares the names of some files with those of all other files outside the trash.
    package init(of paths: [BundlePath], in manifest: Manifest) {
        var wanted: [(name: String, key: ComparisonKey, path: BundlePath)] = []
        for entry in paths.compactMap({ manifest[$0] }) {
            for name in Self.names(of: entry) where !wanted.contains(where: { $0.key == ComparisonKey(seen: name) }) {
                wanted.append((name, ComparisonKey(seen: name), entry.path))
            }
        }
        let keys = Set(wanted.map(\.key))
        // Nearly all names of a large notebook differ in length, and an ASCII name and its key have the same length.
        let sizes = Set(keys.map(\.text.utf8.count))
        var others: [ComparisonKey: [BundlePath]] = [:]
        for entry in manifest.entries {
            for name in Self.names(of: entry)
            where sizes.contains(name.utf8.count) || name.utf8.contains(where: { $0 >= 0x80 }) {
                let key = ComparisonKey(seen: name)
                guard keys.contains(key), others[key]?.last != entry.path, TrashedPath(entry.path) == nil else {
                    continue
                }
                others[key, default: []].append(entry.path)
            }
        }
        names = wanted.compactMap { name, key, path in
            let rest = (others[key] ?? []).filter { $0 != path }
            return rest.isEmpty ? nil : (name, [path] + rest)
        }
    }

    private static func names(of entry: Entry) -> [String] {
        switch entry.type {
        case .note, .card: [entry.path.stem] + [entry.shownTitle].compactMap(\.self)
        case .blob: [BlobName(entry.path.name)?.readableName].compactMap(\.self)
        default: []
        }
    }
}
