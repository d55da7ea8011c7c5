import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

/// A manifest after a change is written by copying the lines that stay, and is the same to the byte as one that is
/// written anew.
struct `Lines of a manifest` {
    private static let titles = ["A title", "Mit Umlaut: ä", "With \"quotes\"", "Back\\slash", "Tab\there", "中文"]

    private static func entry(_ path: BundlePath, _ generator: inout SeededGenerator) -> Entry {
        var item = ItemMetadata()
        if generator.chance(0.8) { item.uuid = UniqueIdentifier(randomBits: generator.next(), generator.next()) }
        if generator.chance(0.5) { item.title = Title.accepted(generator.pick(titles)) }
        func date() -> Timestamp? {
            Timestamp(
                secondsSince1970: generator.pick([-1, 0, Timestamp.range.lowerBound, Int64(generator.next() >> 33)]))
        }
        if generator.chance(0.7) { item.created = date() }
        if generator.chance(0.7) { item.modified = date() }
        item.pinned = generator.chance(0.2)
        item.tags = ["one", "two", "drei/vier"].filter { _ in generator.chance(0.4) }.compactMap { Tag(exactly: $0) }
        let size = Int(generator.next() >> 40)
        return Entry(path: path, type: .note, size: size, digest: .of(generator.bytes(4)), item: item)
    }

    private static func path(_ generator: inout SeededGenerator) throws -> BundlePath {
        try BundlePath("notes/\(generator.pick(["", "A/", "B/C/", "Ä/"]))\(Int(generator.next() % 40)).md")
    }

    /// A text that says the same as a canonical one, and is spelled otherwise here and there.
    private static func loosened(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        for index in lines.indices where generator.chance(0.3) {
            switch Int(generator.next() % 7) {
            case 0: lines[index] = lines[index].replacing("\", \"", with: "\" ,\"")
            case 1: lines[index] = lines[index].replacing("\": ", with: "\":  ")
            case 2: lines[index] = lines[index].replacing("{", with: "{ ")
            case 3: lines[index] = lines[index].replacing("note", with: "n\\u006fte")
            case 4: lines[index] = lines[index].replacing(", \"tags\": [", with: ", \"unknown\": [1], \"tags\": [")
            case 5: lines[index] = lines[index].replacing("\"}", with: "\", \"pinned\": false}")
            default: lines[index] = lines[index].replacing(", \"", with: "\t,\"")
            }
        }
        return Array(lines.joined(separator: generator.pick(["\n", "\r\n", ""])).utf8)
    }

    @Test(arguments: Seeds.some(300)) func `are the same as if they were written anew`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var known: [BundlePath: Entry] = [:]
        for _ in 0..<30 {
            let path = try Self.path(&generator)
            known[path] = Self.entry(path, &generator)
        }
        let text = Manifest(Array(known.values)).text
        let read = generator.chance(0.5) ? text : Self.loosened(text, &generator)
        var manifest = try Manifest(read)
        known = Dictionary(uniqueKeysWithValues: manifest.entries.map { ($0.path, $0) })
        for _ in 0..<3 {
            #expect(manifest.text == Manifest(Array(known.values)).text)
            #expect(manifest == Manifest(Array(known.values)))
            try Self.expectIndex(of: manifest)
            let removed = Set(known.keys.filter { _ in generator.chance(0.1) })
            let put = try (0..<3).map { _ in
                Self.entry(try generator.chance(0.5) ? Self.path(&generator) : known.keys.sorted()[0], &generator)
            }
            manifest = manifest.replacing(removed: removed, put: put)
            for path in removed { known[path] = nil }
            for entry in put { known[entry.path] = entry }
        }
    }

    /// Expects that an index of a manifest gives the same as reading its text.
    private static func expectIndex(of manifest: Manifest) throws {
        let text = manifest.rendered
        let digest = Digest.of(text.bytes)
        #expect(text.digest == digest)
        #expect(text.isSame(as: manifest.text))
        let made = try #require(ManifestIndex(manifest, text, digest))
        let index = try #require(ManifestIndex(file: made.file))
        #expect(index.digest == digest)
        let known = try #require(index.manifest(in: text.bytes))
        let read = try Manifest(text.bytes)
        #expect(known == read)
        #expect(known.text == read.text)
        for number in read.entries.indices {
            #expect(known.entries.place(at: number) == read.entries.place(at: number))
            #expect(known.entries.path(at: number) == read.entries.path(at: number))
            #expect(known.entries.title(at: number) == read.entries.title(at: number))
            #expect(known.entries.tags(at: number) == read.entries.tags(at: number))
            #expect(known.entries.numbers(at: number) == read.entries.numbers(at: number))
        }
    }

    @Test(arguments: Seeds.some(40)) func `of another text are not known from an index`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let paths = try (0..<20).map { try BundlePath("notes/\($0).md") }
        let manifest = Manifest(paths.map { Self.entry($0, &generator) })
        let text = manifest.rendered
        let file = try #require(ManifestIndex(manifest, text, text.digest)).file
        var damaged = file
        damaged[Int.random(in: damaged.indices, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        #expect(ManifestIndex(file: damaged) == nil)
        #expect(ManifestIndex(file: Array(file.prefix(Int.random(in: 0..<file.count, using: &generator)))) == nil)
        // Whoever uses it compares the digest, but it must not fail for any text.
        let index = try #require(ManifestIndex(file: file))
        let bytes = text.bytes
        for other in [Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))), bytes.reversed(), []] {
            guard let wrong = index.manifest(in: other) else { continue }
            #expect(wrong.entries.count == 20)
        }
    }

    @Test(arguments: Seeds.some(20)) func `that are canonical are copied`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var entries: [BundlePath: Entry] = [:]
        for number in 0..<10 {
            let path = try BundlePath("notes/\(number).md")
            entries[path] = Self.entry(path, &generator)
        }
        let manifest = try Manifest(Manifest(Array(entries.values)).text)
        // Those with escapes are written anew.
        #expect(
            manifest.entries.enumerated().allSatisfy { number, entry in
                let isPlain = entry.item?.title?.utf8.contains { "\"\\\t".utf8.contains($0) } != true
                return (manifest.entries.place(at: number) != nil) == isPlain
            })
    }
}
