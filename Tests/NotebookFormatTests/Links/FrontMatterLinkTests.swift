@testable import NotebookMarkdown
@testable import NotebookText
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// Links in the values of front matter (Format, clause 21.7).
struct `Links in front matter` {
    static func item(_ frontMatter: String) throws -> ItemFile {
        try ItemFile(Array("---\n\(frontMatter)\n---\n\nText.\n".utf8))
    }

    /// A value, and where the links of it are, with what they name.
    static let found: [(String, [String])] = [
        (#"k: "[[A]]""#, ["2:5 A"]), ("k: '[[A]]'", ["2:5 A"]), ("k: [[A]]", ["2:4 A"]),
        ("k: ![[A.png]]", ["2:4 A.png"]),
        (#"k: "[[A#H|b]] and [[B|c]]""#, ["2:5 A#H", "2:19 B"]), (#"k: "[[A\\|b]]""#, ["2:5 A"]),
        (#"k: "[[A\|b]]""#, ["2:5 A"]), ("k: see [[A]], and [[B]]", ["2:8 A", "2:19 B"]),
        ("k: [[A]] and [[B]]", ["2:4 A", "2:14 B"]), ("k: [[Doe, J]]", ["2:4 Doe, J"]),
        (#"k: ["[[A]]", '[[B]]', [[C]]]"#, ["2:6 A", "2:15 B", "2:23 C"]),
        ("k:\n  - \"[[A]]\"\n- [[B]]", ["3:6 A", "4:3 B"]),
        ("k:\n  a: \"[[A]]\"\n  b:\n  - c: [[B]]", ["3:7 A", "5:8 B"]),
        (#"k: {a: "[[A]]", "b":'[[B]]'}"#, ["2:9 A", "2:22 B"]),
        ("k: [x](a.md)", ["2:4 a.md"]), (#"k: "![x](<a b.md>)""#, ["2:5 a b.md"]),
        ("k: go [x](a.md#h 'T')", ["2:7 a.md#h"]),
        (#"k: "caf\u00e9 [[A\x42]]""#, ["2:15 AB"]), ("k: 'it''s [[A''s]]'", ["2:11 A's"]),
        ("k: |\n  [[A]] \"x\n  # [[B]]\nj: '[[C]]'", ["3:3 A", "5:5 C"]),
        ("k:\n  - t: >-\n      [[A]] 'x\n    u: '[[B'']]'", ["4:7 A", "5:9 B'"]),
        ("k:\n  - |\n    [[A]]\"\n  - \"[[\\x42]]\"", ["4:5 A", "5:6 B"]),
        ("k: \"a [[A]]\n  [[B]] \\\"[[C]]\\\" d\"", ["2:7 A", "3:3 B", "3:11 C"]), ("k: it's [[A]]", ["2:9 A"]),
        ("k: 'tis [[A]]", ["2:9 A"]), ("k: &a \"[[A]]\"", ["2:8 A"]), ("k: !!str '[[A]]'", ["2:11 A"]),
        // What is none: what a comment, code or a known key holds, and brackets that mean other things.
        ("# [[A]]\nk: a # [[B]]\nj: \"[[C]]\" # [[D]]", ["4:5 C"]), ("k: \"`[[A]]` [[B]]\"", ["2:13 B"]),
        ("title: \"[[A]]\"\ntags: [\"[[B]]\"]", []), ("k: [[A], [B]]", []), (#"k: [["A"]]"#, []),
        (#"k: ["[[A", "B]]"]"#, []), ("k: \"[x][y]\"\nj: \"[y]: b.md\"", []), ("k: '<a href=\"b.md\">'", []),
        ("k: b.md", []), ("k: \"[[A\n  B]]\"", []), ("k: \"\\\\[[A]]\"", []),
    ]

    @Test(arguments: found)
    func `are found in every style of YAML`(frontMatter: String, links: [String]) throws {
        let file = try Self.item(frontMatter)
        let found = file.links.map { link in
            let heading = if case .wiki(_, let heading?) = link.name { "#" + heading } else { "" }
            return "\(link.position.line):\(link.position.column) \(link.written)\(heading)"
        }
        #expect(found == links)
        #expect(LinkTable(ItemText(file)).links == file.links)
        #expect(ItemLinks(file).links.map(\.found) == file.links)
    }

    /// A value with a link to A, and what it is when A is called something else; `nil` if that cannot stand there.
    static let rewritten: [(String, String, String?)] = [
        (#"k: "[[A|x]]""#, #"a "b" \c"#, #"k: "[[a \"b\" \\c|x]]""#), ("k: '[[A]]'", "it's", "k: '[[it''s]]'"),
        ("k: [[A]] # c", "it's: b", nil), ("k: [[A]] # c", "it's", "k: [[it's]] # c"), ("k: [[A]]", "{b}", nil),
        ("k: [[A]]", "'b'", nil), ("k: [[A]]", "- b", nil), ("k: [[A]]", "b, @c", nil), ("k: [[A]]", "b,", "k: [[b,]]"),
        ("k: [[A]]", "b,, c", nil),
        ("k: see [[A]]", "- b", "k: see [[- b]]"),
        ("k: see [[A]]", "{b}", "k: see [[{b}]]"), ("k: [[A]]", "*b", nil), ("k: [[A]]", "B, c", "k: [[B, c]]"),
        ("k: |\n  [[A]] '", "a \"b\" 'c'", "k: |\n  [[a \"b\" 'c']] '"), (#"k: "[[\x41]]""#, "B", #"k: "[[B]]""#),
        (#"k: "\u00e9[[A]]\t""#, "B", #"k: "\u00e9[[B]]\t""#), (#"k: "[A](A)""#, "b\"(", #"k: "[A](b\"\\()""#),
        (#"k: ["[[A]]", [[A]], '[[A]]']"#, "b'", #"k: ["[[b']]", [[b']], '[[b'']]']"#),
    ]

    @Test(arguments: rewritten)
    func `are rewritten in theirs`(old: String, name: String, new: String?) throws {
        let item = try Self.item(old)
        let text = ItemText(item)
        let links = text.links()
        let changes = links.indices.map { ($0, [name]) }
        let edits = text.edits(of: links, to: Dictionary(uniqueKeysWithValues: changes))
        let changed = try item.replacing(edits.edits)
        #expect(changed.bytes == (try Self.item(new ?? old)).bytes)
        #expect(edits.refused.isEmpty == (new != nil))
        guard new != nil else { return }
        #expect(changed.links.map(\.written) == links.map { _ in name })
    }

    /// Front matter of many styles, in which links to some names stand.
    private static func frontMatter(_ generator: inout SeededGenerator, _ names: [String]) -> String {
        func link(_ style: ScalarStyle) -> String {
            let name = String(decoding: style.spelling(of: Array(generator.pick(names).utf8)) ?? [], as: UTF8.self)
            guard !name.isEmpty else { return "none" }
            return generator.pick([
                "[[\(name)]]", "![[\(name)]]", "[[\(name)|x]]", "[[notes/\(name)#h]]", "a [[\(name)]] b",
            ])
        }
        func entry() -> String {
            let (double, single, plain) = (link(.doubleQuoted), link(.singleQuoted), link(.plain))
            return generator.pick([
                "key: \"\(double) \\\"\\u00e9 \(double)\"  # it's", "key: '\(single) ''\(single)'",
                "key: word \(plain), \(plain)", "key: [\"\(double)\", '\(single)']", "key: \"\(double)\n  \(double)\"",
                "key:\n- \"\(double)\"\n- x: |\n    \(plain) \"'\n  y: '\(single)'", "key: it's\n  \(plain)",
                "# [[One]] comment", "key: {a: \"\(double)\", b: 'x'}", "key:", "key: 3 # \(plain)",
                "key: >-\n  \(plain)\n\n  \(plain)",
            ])
        }
        return (0..<Int.random(in: 1...6, using: &generator)).map { index in
            entry().replacing("key:", with: "k\(index):")
        }.joined(separator: "\n")
    }

    @Test(arguments: Seeds.some(300))
    func `lead back to the first bytes when a name comes back, and nothing else changes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = ["One", "Two's", "Three, four", "Grey-heron", "Ünï \"q\""]
        let item = try Self.item(Self.frontMatter(&generator, names))
        let renamed = try BundlePath("notes/\(names[0]).md")
        let other = try BundlePath("notes/\(generator.pick(["New", "It's “new”", "Neu, sehr", "é", "new - one"])).md")
        func manifest(_ first: BundlePath) throws -> Manifest {
            let paths = [first] + (try [2, 3, 9].map { try BundlePath("notes/\($0 == 9 ? "Self" : names[$0]).md") })
            return Manifest(
                paths.map { Entry(path: $0, type: .note, size: 0, digest: .of([]), item: ItemMetadata()) })
        }
        let place = try BundlePath("notes/Self.md")
        let there = try KeptLinks(before: manifest(renamed), after: manifest(other), moves: [renamed: other])
            .rewriting(item, from: place, to: place)
        let back = try KeptLinks(before: manifest(other), after: manifest(renamed), moves: [other: renamed])
            .rewriting(there.item, from: place, to: place)
        #expect(there.unkept == [] && back.unkept == [])
        #expect(back.item.bytes == item.bytes)
        // Without the targets of its links, the item is the same to the byte.
        func rest(_ item: ItemFile) -> [[UInt8]] {
            var (parts, offset): ([[UInt8]], Int) = ([], 0)
            for link in ItemText(item).links() {
                parts.append(Array(item.bytes[offset..<link.destination.range.lowerBound]))
                offset = link.destination.range.upperBound
            }
            return parts + [Array(item.bytes[offset...])]
        }
        #expect(rest(there.item) == rest(item))
        let wanted = item.links.map { $0.written.replacing("One", with: other.stem) }
        #expect(there.item.links.map(\.written) == wanted)
    }
}
