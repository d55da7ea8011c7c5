@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText
import TestSupport
import Testing

struct `The order of items` {
    /// Items of one manifest, with values that often are the same.
    private static func items(_ generator: inout SeededGenerator, count: Int) throws -> [Item] {
        var entries: [BundlePath: Entry] = [:]
        for number in 0..<count {
            let root = generator.pick(["notes/", "cards/", "notes/trash/", "trash/20260102T030405Z-0123abcd/notes/"])
            let path = try BundlePath("\(root)\(generator.pick(["A", "b", "ü"])) \(number).md")
            var metadata = ItemMetadata(title: generator.pick(["Heron", "heron", "Bittern", "10", "9"]))
            metadata.modified = Timestamp(secondsSince1970: generator.pick([0, 60, 120]))
            metadata.created = Timestamp(secondsSince1970: generator.pick([0, 60]))
            metadata.pinned = generator.chance(0.2)
            let type: FileType = root == "cards/" ? .card : .note
            entries[path] = Entry(path: path, type: type, size: 0, digest: .of([]), item: metadata)
        }
        let created = try #require(Timestamp(secondsSince1970: 0))
        // As read from its text, and as made.
        let made = Manifest(Array(entries.values))
        let manifest = generator.chance(0.5) ? made : try Manifest(made.text)
        return manifest.entries.indices.compactMap { Item(manifest.entries, at: $0, notebookCreated: created) }
    }

    @Test(arguments: Seeds.some(20))
    func `gives the first items as if all were sorted`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for key in [NotebookDescription.SortKey.modified, .created, .name] {
            for isReversed in [false, true] {
                var items = try Self.items(&generator, count: generator.pick([0, 1, 7, 40]))
                if generator.chance(0.3) { items.shuffle(using: &generator) }
                let order = ItemOrder(key, isReversed: isReversed)
                let paths = order.sorted(items).map(\.path)
                for count in [0, 1, 5, 39, 50] {
                    #expect(order.first(count, of: items).map(\.path) == Array(paths.prefix(count)))
                }
            }
        }
    }

    @Test(arguments: Seeds.some(20))
    func `has the trash in one range`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = try Self.items(&generator, count: generator.pick([0, 1, 2, 40]))
        for item in items { #expect(item.isInTrash == item.path.text.hasPrefix("trash/"), "\(item.path)") }
    }
}
