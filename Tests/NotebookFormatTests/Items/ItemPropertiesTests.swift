import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `Properties of an item` {
    static func item(_ frontMatter: String) throws -> ItemFile {
        try ItemFile(Array("---\n\(frontMatter)---\n\ntext\n".utf8))
    }

    /// The kind and the texts of each property.
    static func shown(_ frontMatter: String) throws -> [String] {
        try item(frontMatter).properties.map {
            "\($0.key) \($0.value.kind.rawValue) \($0.value.scalars.map { "\($0.kind.rawValue):\($0.text)" })"
        }
    }

    @Test(arguments: [
        ("rating: 4", #"rating number ["number:4"]"#),
        ("rating: -4.50 # good", #"rating number ["number:-4.50"]"#),
        ("mask: 0x1F", #"mask number ["number:0x1F"]"#),
        ("rating: \"4\"", #"rating text ["text:4"]"#),
        ("zip: 01234", #"zip number ["number:01234"]"#),
        ("done: true", #"done boolean ["boolean:true"]"#),
        ("done: yes", #"done text ["text:yes"]"#),
        ("due: 2026-11-20", #"due date ["date:2026-11-20"]"#),
        ("due: \"2026-11-20T10:05:00\"", #"due date ["date:2026-11-20T10:05:00"]"#),
        ("due: 2026-13-40", #"due text ["text:2026-13-40"]"#),
        ("version: 1.2.3", #"version text ["text:1.2.3"]"#),
        ("empty:", #"empty empty ["empty:"]"#),
        ("empty: null # why", #"empty empty ["empty:"]"#),
        ("url: https://example.org/a#b", #"url text ["text:https://example.org/a#b"]"#),
        ("author: \"[[Jane \\\"J\\\" Doe]]\"", #"author text ["text:[[Jane \"J\" Doe]]"]"#),
        ("a: [x, 4, 'y, z', true]", #"a list ["text:x", "number:4", "text:y, z", "boolean:true"]"#),
        ("a:\n  - x\n  - 2026-11-20\n  -\n", #"a list ["text:x", "date:2026-11-20", "empty:"]"#),
        ("a: []", #"a list []"#),
        ("a: {b: c}", #"a nested ["nested:{b: c}"]"#),
        ("a:\n  b: c\n  d: e", #"a nested ["nested:b: c\n  d: e"]"#),
        ("a:\n  - b: c\n    d: e", #"a list ["nested:b: c\n    d: e"]"#),
        ("a: &x y", #"a nested ["nested:&x y"]"#),
        ("a: >\n  one\n  two\n\n  three", #"a text ["text:one two\nthree"]"#),
        ("a: |\n  one\n    two", #"a text ["text:one\n  two"]"#),
        ("a: one\n  two", #"a text ["text:one two"]"#),
        ("a: \"one\n  two\"", #"a text ["text:one two"]"#),
        ("\"reading time\": 5", #"reading time number ["number:5"]"#),
    ])
    func `are read with their kinds`(source: String, shown: String) throws {
        #expect(try Self.shown(source + (source.hasSuffix("\n") ? "" : "\n")) == [shown])
    }

    @Test func `are all keys but those of the format`() throws {
        let file = try Self.item("title: x\nrating: 4\ntags: [a]\nTitle: y\n")
        #expect(file.properties.map(\.key) == ["rating", "Title"])
        #expect(try ItemFile(Array("no front matter".utf8)).properties == [])
    }

    @Test(arguments: [
        // What was there, the words, and what is there then.
        ("rating: 3 # of 5\nother: x\n", "rating", ["4"], "rating: 4 # of 5\nother: x\n"),
        ("Rating:   3\n", "rating", ["4"], "Rating:   4\n"),
        ("rating:\n", "rating", ["4"], "rating: 4\n"),
        ("rating: # none\n", "rating", ["4"], "rating: 4 # none\n"),
        ("rating: 3 # of 5\n", "rating", [""], "rating: # of 5\n"),
        ("a: 1\n", "b", ["2"], "a: 1\nb: 2\n"),
        ("a: 1\n", "reading time", ["2"], "a: 1\nreading time: 2\n"),
        ("a: 1\n", "x: y", ["2"], "a: 1\n\"x: y\": 2\n"),
        ("a: 1\n", "a", ["true"], "a: true\n"),
        ("a: 1\n", "a", ["yes"], "a: \"yes\"\n"),
        ("a: 1\n", "a", ["2026-11-20"], "a: 2026-11-20\n"),
        ("a: 1\n", "a", ["\"4\""], "a: \"4\"\n"),
        ("a: 1\n", "a", ["01234"], "a: \"01234\"\n"),
        ("a: 1\n", "a", ["done: yes # no"], "a: \"done: yes # no\"\n"),
        ("a: 1\n", "a", ["[[Jane Doe]]"], "a: \"[[Jane Doe]]\"\n"),
        ("a: 1\n", "a", ["https://example.org/?a=b#c"], "a: https://example.org/?a=b#c\n"),
        ("a: 1\n", "a", ["two\nlines"], "a: \"two\\nlines\"\n"),
        ("a: 'old' # why\nb: 2\n", "a", ["x", "v"], "a: # why\n  - x\n  - v\nb: 2\n"),
        ("a: [x, \"y\", z] # why\n", "a", ["y", "w, v"], "a: [\"y\", \"w, v\"] # why\n"),
        ("a: []\n", "a", ["x", "y"], "a: [x, \"y\"]\n"),
        ("a:\n- x # first\n- 'y'\nb: 2\n", "a", ["y", "x", "z"], "a:\n- 'y'\n- x # first\n- z\nb: 2\n"),
        ("a: >\n  one\n  two\nb: 2\n", "a", ["x"], "a: x\nb: 2\n"),
        ("a: one\n  two\nb: 2\n", "a", ["x"], "a: x\nb: 2\n"),
    ])
    func `change, and everything else stays`(before: String, key: String, words: [String], after: String) throws {
        let file = try Self.item(before)
        let scalars = words.map(PropertyScalar.init(typed:))
        let value: PropertyValue = scalars.count > 1 ? .list(scalars) : .single(scalars[0])
        let new = try file.setting(property: key, to: value)
        #expect(String(decoding: new.bytes, as: UTF8.self) == "---\n\(after)---\n\ntext\n")
        #expect(new.property(key)?.value == value)
    }

    @Test(arguments: [
        "a: {b: c}\n", "a:\n  b: c\n", "a: &x y\n", "a:\n  - x\n  # why\n  - y\n", "a: [x, # why\n  y]\n",
        "a:\n  - 1\n  - y # why\n", "a:\n  - # why\n",
    ])
    func `are not overwritten if that loses anything`(before: String) throws {
        let file = try Self.item(before)
        let error = #expect(throws: TextProblem.self) {
            try file.setting(property: "a", to: .list([PropertyScalar(typed: "1")]))
        }
        #expect(error?.kind == .notUnderstood)
    }

    @Test func `are not of the format, and no lines`() throws {
        let file = try Self.item("a: 1\n")
        for key in ["title", "Tags", "uuid", "", " a", "a\nb", String(repeating: "x", count: 256)] {
            #expect(throws: TextProblem.self, "\(key)") {
                try file.setting(property: key, to: .single(PropertyScalar(typed: "1")))
            }
        }
    }

    @Test(arguments: [
        ("a: 1\nb: [x,\n  y]\n# c\nc: 3\n", "B", "a: 1\n# c\nc: 3\n"), ("a: {b: c}\nb: 2\n", "a", "b: 2\n"),
        ("a: 1\n", "b", "a: 1\n"), ("a: 1\n", "a", ""),
    ])
    func `are removed with their lines`(before: String, key: String, after: String) throws {
        let new = try Self.item(before).setting(property: key, to: nil)
        #expect(String(decoding: new.bytes, as: UTF8.self) == "---\n\(after)---\n\ntext\n")
    }

    @Test func `begin front matter where there is none, with the line ends of the file`() throws {
        let value = PropertyValue.list([PropertyScalar(typed: "x")])
        let new = try ItemFile(Array("\u{FEFF}a\r\nb\r\n".utf8)).setting(property: "a", to: value)
        #expect(String(decoding: new.bytes, as: UTF8.self) == "\u{FEFF}---\r\na:\r\n  - x\r\n---\r\n\r\na\r\nb\r\n")
    }

    @Test func `stay if another value refers to their anchor`() throws {
        let file = try Self.item("a: &name x\nb: *name\nc: &other y\nd: \"&name\"\n")
        #expect(throws: TextProblem.self) { try file.setting(property: "a", to: nil) }
        #expect(try file.setting(property: "c", to: nil).property("c") == nil)
        #expect(try file.setting(property: "b", to: nil).property("b") == nil)
        #expect(try file.setting(property: "d", to: nil).property("d") == nil)
    }

    @Test func `of another item are added with its comments, without tags and pins that cannot be read`() throws {
        let other = try Self.item("# head\ntags: *t\n# middle\na: 1\npinned: maybe\nb: 2 # two\n# end\n# end\n")
        let (file, leftOut) = try Self.item("a: 2\n# middle\n").addingProperties(of: other)
        #expect(file.bytes.starts(with: Array("---\n# head\na: 2\n# middle\nb: 2 # two\n# end\n# end\n---\n".utf8)))
        #expect(leftOut.map(\.key) == ["pinned", "tags", "a"])
    }

    @Test func `that are texts of several lines are removed whole`() throws {
        let file = try Self.item("a: |\n  one\n\n  # two\n# comment\nb: |+\n\n  # one\n\nc: 1\n")
        let rest = try file.setting(property: "a", to: nil).setting(property: "b", to: nil)
        #expect(try rest.bytes == Self.item("# comment\nc: 1\n").bytes)
        #expect(file.property("a")?.value.scalars.map(\.text) == ["one\n\n# two"])
        let nested = try Self.item("a:\n  - b: |\n      # one\n    # comment\n    c: >\n      x\n      # two\nd: 1\n")
        #expect(try nested.setting(property: "a", to: nil).bytes == Self.item("d: 1\n").bytes)
    }

    @Test(arguments: Seeds.some(300))
    func `change in any front matter without another byte`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "a: 1\n", "b: 'x' # y\n", "c: [1, 'a, b']\n", "d:\n  - x\n  - \"y\"\n", "# comment\n", "\n",
            "e: {f: g}\n", "title: T\n", "tags: [a]\n", "h: |\n  # text\n  more\n", "\"i j\": k\n", "l:\n",
        ]
        let chosen = parts.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator))
        let file = try Self.item(chosen.joined())
        let words = [
            "", "4", "true", "x", "a, b", "# c", "it's", "\"q\"", "2026-11-20", "é\u{301}", "-", "[x]", "a: b",
        ]
        let scalars = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            PropertyScalar(typed: generator.pick(words))
        }
        let value: PropertyValue = scalars.count == 1 ? .single(scalars[0]) : .list(scalars)
        let key = generator.pick(["a", "b", "c", "d", "e", "h", "i j", "l", "new"])
        guard let new = try? file.setting(property: key, to: value) else {
            #expect(["e", "h"].contains(key), "\(chosen) \(key) \(value)")
            return
        }
        #expect(new.property(key)?.value == value)
        let others = chosen.filter { !$0.hasPrefix(key + ":") && !$0.hasPrefix("\"\(key)\"") }
        var rest = String(decoding: new.bytes, as: UTF8.self)[...]
        for part in others {
            let range = try #require(rest.firstRange(of: part), "\(part) in \(rest)")
            rest = rest[range.upperBound...]
        }
    }
}
