@testable import NotebookText
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// An item of which no link can lead to a file is told by the names that its links give.
struct `The names that links give` {
    private static let names = [
        "A", "a", "B", "Ä", "A\u{308}", "A.md", "A.md.md", "x.y", "B C", ".A", "ß", "SS", "ﬁ", "C ",
        "B\u{A0}C", "\u{200B}A", "a\u{AD}", "\u{202F}B", "x\u{2060}.y",
    ]
    private static let written = ["", "notes/", "/", "./", "../", "blobs/", "B/", "notes/A/", "../../"]
    private static let endings = ["", "", ".md", "/", "//", " ", "/.", "/..", "#A", "?x#A", "%20", " /", ".MD"]

    private static func path(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in generator.pick(names) }.joined(separator: "/")
    }

    private static func entry(_ generator: inout SeededGenerator) -> Entry? {
        let place = path(&generator)
        let text: String
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: text = "blobs/\(generator.pick(names)).0123456789abcdef.png"
        case 1: text = "trash/20261120T101500Z-9f3c2a17/notes/\(place).md"
        case 2: text = "cards/\(place).md"
        default: text = "notes/\(place).md"
        }
        guard let path = try? BundlePath(text.composed), let type = FileType(of: path) ?? TrashedPath(path)?.type else {
            return nil
        }
        let title = generator.chance(0.5) ? generator.pick(names + ["*A*", "A/B", "B/", "..", " A"]) : nil
        return Entry(path: path, type: type, size: 0, digest: .of([]), item: ItemMetadata(title: title))
    }

    private static func link(_ generator: inout SeededGenerator) -> String {
        let target = generator.pick(written) + path(&generator) + generator.pick(endings)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return "[x](<\(target)>)"
        case 1: return "[x](\(target.replacing(" ", with: "%20")))"
        case 2: return "![[\(target)|y]]"
        default: return "[[\(target)]]"
        }
    }

    /// Whatever files come, go or get other titles: a link that leads elsewhere by it gives a name that one of them
    /// has.
    @Test(arguments: Seeds.some(400)) func `tell every link that leads elsewhere by a change`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let source = try BundlePath("notes/A/Source.md")
        let all = (0..<12).compactMap { _ in Self.entry(&generator) }
        let entries = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }.values.sorted { $0.path < $1.path }
        let before = Manifest(entries)
        let removed = Set(entries.prefix(Int.random(in: 0...2, using: &generator)).map(\.path))
        let put = (0..<Int.random(in: 0...2, using: &generator)).compactMap { _ in Self.entry(&generator) }
        let after = before.replacing(removed: removed, put: put)
        let files = FileNames(of: removed.union(put.map(\.path)), in: before, after)
        let (old, new) = (LinkResolver(before), LinkResolver(after))
        for _ in 0..<60 {
            let item = try ItemFile(Array("\(Self.link(&generator))\n".utf8))
            let differs = item.foundLinks.contains { $0.target(old, from: source) != $0.target(new, from: source) }
            guard differs else { continue }
            #expect(
                LinkNames.read(item).names.mayName(files),
                "\(item.foundLinks.map(\.written)) \(removed) \(put.map(\.path))")
        }
    }

    @Test(arguments: [
        ("[[Heron]] and [[Owl|an owl]]", 2), ("[a](Heron.md) [b](../Heron) ![[HERON]]", 1), ("no link", 0),
        ("<https://example.org/Heron>", 0), ("[h]: Heron.md", 1), ("`[[Heron]]`", 0),
    ]) func `are one for each`(text: String, count: Int) throws {
        #expect(LinkNames.read(try ItemFile(Array("\(text)\n".utf8))).names.numbers.count == count)
    }

    /// Numbers are kept from one version of the tool to the next: where others are right, `LinkNames.version` must be
    /// another.
    @Test func `are kept under a version of their own`() throws {
        let text = """
            ---
            source: "[[Ardea]]"
            ---
            [[Heron|x]] ![[Ärger#Part]] [a](../Birds/Weir%20two.md) ![b](<a b.png>) [c][r] <a href="Owl.md">d</a>
            <https://example.org> `[[Code]]` [up](..)

            [r]: Reed.md
            """
        #expect(LinkNames.version == 4)
        #expect(
            LinkNames.read(try ItemFile(Array(text.utf8))).names.numbers == [
                0, 226_262_048, 359_803_541, 992_281_491, 2_239_303_416, 2_803_217_125, 3_739_793_233, 3_784_882_436,
            ])
    }

    @Test func `are kept with the targets and the number of links to each`() throws {
        let text = """
            [[Heron|x]] [[Heron]] ![[Ärger#Part]] [a](../Birds/Weir%20two.md?x#y) [c][r] %%[[Hidden]]%% <https://a.example>
            [d][r] <a href="Owl.md">d</a> [[Heron#]]

            [r]: Reed.md
            """
        let item = try ItemFile(Array(text.utf8))
        let targets = LinkNames.read(item).targets
        #expect(CountedTargets.version == 1)
        #expect(Digest.of(targets.bytes).description.hasPrefix("ccc5f0c43303d533"))
        var counts: [FoundLink.Name: Int] = [:]
        #expect(CountedTargets(cached: targets.bytes).forEach { counts[$0] = $1 })
        #expect(
            counts
                == Dictionary(
                    item.foundLinks.filter { $0.written != "Hidden" }.map { ($0.name, 1) }, uniquingKeysWith: +))
        #expect(counts.values.sorted() == [1, 1, 1, 1, 1, 1, 2])
        for end in targets.bytes.indices {
            _ = CountedTargets(cached: Array(targets.bytes[..<end])).forEach { _, _ in }
        }
        let many = (1...3_000).map { "[[A long name of a note \($0)]]" }.joined(separator: "\n")
        let tooMany = LinkNames.read(try ItemFile(Array(many.utf8))).targets
        #expect(tooMany != .none && tooMany.bytes.count < 10)
        #expect(!tooMany.forEach { _, _ in Issue.record("a part of them") })
    }

    @Test func `tell most items from those that link to a file`() throws {
        let path = try BundlePath("notes/Birds/Heron.md")
        let manifest = Manifest([
            Entry(path: path, type: .note, size: 0, digest: .of([]), item: ItemMetadata(title: "Ardea"))
        ])
        let files = FileNames(of: [path], in: manifest)
        func mayName(_ text: String) throws -> Bool {
            try LinkNames.read(ItemFile(Array(text.utf8))).names.mayName(files)
        }
        for text in ["[[Heron]]", "[[ardea#x]]", "[x](../Birds/Heron%2Emd)", "[x](..)", "[birds](/notes/Birds/)"] {
            #expect(try mayName(text), "\(text)")
        }
        for text in ["[[Owl]]", "[x](Weir.md)", "Heron", "[x](https://example.org/Heron)"] {
            #expect(try !mayName(text), "\(text)")
        }
    }
}
