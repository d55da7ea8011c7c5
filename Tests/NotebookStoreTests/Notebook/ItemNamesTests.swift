@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import NotebookTestSupport
import TestSupport
import Testing

/// A look-up by a pass, by a table, and as docs/CLI.md tells it, one step after the other.
struct `The item that a text means` {
    private static let stems = ["A", "a", "ab", "É", "e\u{301}clair", "Straße", "STRASSE", "ﬁn", "cafe", "1234"]
    private static let folders = ["", "A/", "a b/", "Été/", "A/B/"]

    private static func items(_ generator: inout SeededGenerator) throws -> [Item] {
        var paths: Set<BundlePath> = []
        for _ in 0..<12 {
            let root = generator.pick(["notes/", "cards/", "trash/20260102T030405Z-0123abcd/notes/"])
            paths.insert(try BundlePath((root + generator.pick(folders) + generator.pick(stems)).composed + ".md"))
        }
        let created = try #require(Timestamp(secondsSince1970: 0))
        return paths.sorted().compactMap { path in
            var metadata = ItemMetadata()
            if generator.chance(0.5) { metadata.title = generator.pick(stems) }
            if generator.chance(0.7) {
                let high = generator.pick([0x1234_5678_0000_0000, 0xCAFE_0000_0000_0000 as UInt64])
                metadata.uuid = UniqueIdentifier(randomBits: high | generator.next() >> 40, generator.next())
            }
            let type = FileType(of: path) ?? .note
            return Item(
                Entry(path: path, type: type, size: 0, digest: .of([]), item: metadata), notebookCreated: created)
        }
    }

    /// An item with the keys of its names.
    private struct Named {
        let item: Item
        let paths: [ComparisonKey]
        let names: [ComparisonKey]

        init(_ item: Item) {
            self.item = item
            paths = [item.path.key, item.livePath.key]
            names = [item.shortPath, item.title, item.livePath.stem].map { ComparisonKey($0) }
        }
    }

    /// Each step in turn, on all items.
    private static func found(_ text: String, _ items: [Named]) -> [Item] {
        let key = ComparisonKey(text)
        let steps: [(Named) -> Bool] = [
            { $0.item.path.text == text || $0.item.livePath.text == text }, { $0.paths.contains(key) },
            { $0.item.shortPath.isIdentical(to: text) },
            { $0.item.title.isIdentical(to: text) || $0.item.livePath.stem.isIdentical(to: text) },
            { named in
                named.names.contains(key)
                    || text.utf8.count >= 4 && named.item.uuid?.description.hasPrefix(text.lowercased()) == true
            },
        ]
        return steps.lazy.map { step in items.filter { step($0) }.map(\.item) }.first { !$0.isEmpty } ?? []
    }

    @Test(arguments: Seeds.some(`Every kind of edit`.isExhaustive ? 1_500 : 40))
    func `is the same by a pass and by a table`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let all = try Self.items(&generator)
        for items in [all.filter { $0.batch == nil }, all.filter { $0.batch != nil }] {
            let names = items.flatMap { item in
                [item.path.text, item.livePath.text, item.shortPath, item.title, item.uuid?.description ?? "none"]
            }
            let texts = names + names.map { $0.uppercased() } + names.map { String($0.prefix(6)) } + Self.stems + [""]
            let named = items.map(Named.init)
            for text in Set(texts) {
                let wanted = Self.found(text, named)
                for lookups in [1, 1_000] {
                    let found = Result { try ItemNames(items, lookups: lookups).item(text) }
                    switch found {
                    case .success(let item): #expect(wanted == [item], "\(text)")
                    case .failure(let error):
                        #expect(wanted.count != 1, "\(text): \(error)")
                        if case .ambiguousItem(_, let paths)? = error as? NotebookError {
                            #expect(paths == wanted.map(\.path.text))
                        } else {
                            #expect(wanted.isEmpty)
                        }
                    }
                }
            }
        }
    }
}
