import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookText

struct `Front matter` {
    static func item(_ lines: String) throws -> ItemFile { try ItemFile(Array("---\n\(lines)\n---\nBody\n".utf8)) }

    @Test(arguments: [
        ("tags: [birds, wetland]", ["birds", "wetland"]), ("tags: birds, wetland", ["birds", "wetland"]),
        ("tags: birds", ["birds"]),
        ("tags:\n  - birds\n  - wetland", ["birds", "wetland"]), ("tags:\n- birds\n- wetland", ["birds", "wetland"]),
        ("tags: [\"a b\", 'c''d', e f] # comment", ["a b", "c'd", "e f"]),
        ("tags: [\n  a, # one\n  b,\n]", ["a", "b"]),
        ("tags:", []), ("tags: []", []), ("tags: null", []), ("tags: ~", []), ("tags: # none", []),
        ("tags: \"#x\"", ["x"]), ("tags: [\"\\t# \\tx\\t \", \"\\t#\", \"\u{600} \"]", ["x", "\u{600}"]),
        ("tags:\n  - birds # here\n  # no\n\n  - 2023\n  -\n  - null", ["birds", "2023"]),
        ("tags: [a, A, b]", ["a", "b"]),
        ("tags: 'a, b'", ["a", "b"]), ("\"tags\": [a]", ["a"]), ("tags : [a]", ["a"]), ("tags: [a]\n# c\n", ["a"]),
        ("tags: [0🌲, e\u{301}]", ["0🌲", "é"]), ("tags: [a b/c, ]", ["a b/c"]),
    ])
    func `gives tags in every accepted spelling`(lines: String, tags: [String]) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.tags.map(\.text) == tags)
        #expect(item.unacceptable.isEmpty)
    }

    @Test(arguments: [
        "tags: {a: b}", "tags: [a", "tags: [a] b", "tags: [a]#b", "tags: *anchor", "tags: &x [a]", "tags: !!seq [a]",
        "tags:\n  a: b", "tags: |\n  a", "tags: \"a", "tags: [a,,b]", "tags: [a, {b]}]", "tags: 'a', b",
        "tags: [a]\n b", "tags: a\n  b", "tags: 'a'\n  b", "tags: [a, [b]]", "tags: [{a: b}, c]", "tags: ['a' b]",
        "tags: [a, \"b, c]", "tags: [a, #]", "tags: [a\n  b]", "tags: [\"a\n  b\"]", "tags: [a: b]", "tags: [a, *b]",
        "tags:\n\t- a", "tags:\n  - a\n\t- b",
    ])
    func `keeps tags that are not acceptable, as a warning`(lines: String) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.tags.isEmpty)
        #expect(item.unacceptable.map(\.key) == [.tags])
        var metadata = item.metadata
        metadata.tags = ["new"].compactMap { Tag($0) }
        #expect(throws: TextProblem.self) { try item.setting(metadata) }
    }

    /// Lines, the tags that can be read, the byte at which the first value stands that is none, and the lines after an
    /// edit that takes the tag `a` away and adds `q`.
    @Test(arguments: [
        ("tags: [a, b, \"c,d\"]", "b", "\"c,d\"", "tags: [b, \"c,d\", q]"),
        (
            "tags: [\n  a, # first, of two\n  \"b,c\", # second\n  d\n]", "d", "\"b,c\"",
            "tags: [\n  # first, of two\n  \"b,c\", # second\n  d, q\n]"
        ),
        ("tags:\n  - a: b\n    c: d\n  - a\n  - e", "e", "a: b", "tags:\n  - a: b\n    c: d\n  - e\n  - q"),
        ("tags:\n  - - a\n  # c\n  - a", "", "- a", "tags:\n  - - a\n  # c\n  - q"),
        ("tags:\n- a\n- b\n  c\n- |\n  x\n\n  y", "", "b", "tags:\n- q\n- b\n  c\n- |\n  x\n\n  y"),
        ("tags:\n  - [a]", "", "[a]", "tags:\n  - [a]\n  - q"),
        ("tags:\n  - b\n  \t- c\n  - a", "", "b", "tags:\n  - b\n  \t- c\n  - q"),
    ])
    func `keeps what is no tag among tags`(lines: String, tags: String, place: String, edited: String) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.tags.map(\.text).filter { $0 != "a" }.joined(separator: " ") == tags)
        let value = try #require(item.unacceptable.first)
        #expect(value.key == .tags)
        #expect(String(decoding: item.bytes[value.offset...], as: UTF8.self).hasPrefix(place))
        var metadata = item.metadata
        metadata.tags = metadata.tags.filter { $0.text != "a" } + ["q"].compactMap { Tag($0) }
        let changed = try item.setting(metadata)
        #expect(String(decoding: changed.bytes, as: UTF8.self) == "---\n\(edited)\n---\nBody\n")
        #expect(changed.metadata.tags == metadata.tags)
    }

    @Test(arguments: [
        ("tags: [x,\n  a, b\n]", "tags: [x\n\n]"), ("tags: [a, b, x, a, b]", "tags: [x]"),
        ("tags: [x, a,\n  b # c\n]", "tags: [x\n   # c\n]"), ("tags: x, a, b", "tags: [x]"),
        ("tags: [a, # c\n  x]", "tags: [ # c\n  x]"), ("tags: [x,a, # c\n  b\n]", "tags: [x # c\n\n]"),
    ])
    func `takes neighbours away at once`(lines: String, edited: String) throws {
        let item = try Self.item(lines)
        var metadata = item.metadata
        metadata.tags = ["x"].compactMap { Tag($0) }
        let text = try String(decoding: item.setting(metadata).bytes, as: UTF8.self)
        #expect(text == "---\n\(edited)\n---\nBody\n")
    }

    @Test(arguments: [
        ("tags: birds, wet land", ["birds", "wet land"]), ("tags: a, null", ["a"]), ("tags: a, ", ["a"]),
        ("tags: a,#b # c", ["a", "b"]), ("tags: a, 'b'", ["a", "'b'"]), ("tags: 'a, null'", ["a", "null"]),
    ])
    func `cuts one scalar at its commas`(lines: String, tags: [String]) throws {
        #expect(try Self.item(lines).metadata.tags.map(\.text) == tags)
    }

    @Test(arguments: [
        ("title: Grey heron", "Grey heron"), ("title: 'It''s'", "It's"),
        ("title: \"a \\\"b\\\" \\u00e9\\x41\\U0001FAB6\"", "a \"b\" éA🪶"),
        ("title: Grey heron # bird", "Grey heron"), ("title: C# and F#", "C# and F#"), ("title: 2026", "2026"),
        ("title: true", "true"),
        ("title: a:b", "a:b"), ("title: -x", "-x"), ("title: \"null\"", "null"), ("title:", nil), ("title: null", nil),
        ("title: \"\"", nil),
        ("title: \"\\ud83e\\udeb6\"", "🪶"), ("title:\tTabbed", "Tabbed"), ("title: \"#\" # x", "#"),
    ])
    func `gives the title in every accepted spelling`(lines: String, title: String?) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.title == title)
        #expect(item.unacceptable.isEmpty)
    }

    @Test(arguments: [
        "title: {{title}}", "title: [a]", "title: a: b", "title: |\n  Text", "title: >-\n  Text", "title: \"a\\nb\"",
        "title: \"a",
        "title: \"\\q\"", "title: a\n  b", "title: 'a' b", "title: *x", "title: @x", "title: `x`", "title: \"a\"#b",
        "title: a:",
    ])
    func `keeps a title that is not acceptable, as a warning`(lines: String) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.title == nil)
        #expect(item.unacceptable.map(\.key) == [.title])
    }

    @Test(arguments: [
        ("pinned: true", true), ("pinned: Yes", true), ("pinned: ON", true), ("pinned: \"true\"", true),
        ("pinned: false", false),
        ("pinned: no", false), ("pinned:", false),
    ])
    func `says whether an item is pinned`(lines: String, pinned: Bool) throws {
        let item = try Self.item(lines)
        #expect(item.metadata.pinned == pinned)
        #expect(item.unacceptable.isEmpty)
    }

    @Test(arguments: [
        "pinned: 1", "pinned: tRUE", "created: {{date}}", "modified: yesterday", "uuid: 42", "created: [2026-11-20]",
    ])
    func `keeps other values that are not acceptable, as a warning`(lines: String) throws {
        let item = try Self.item(lines)
        #expect(item.metadata == ItemMetadata())
        #expect(item.unacceptable.count == 1)
    }

    @Test(arguments: [
        ("categories:\n  - \"[[Books]]\"\nrating: 7", "foreign keys"),
        ("aliases: [a]\ncssclass: x # y", "foreign flow lists"),
        ("Title: x\nid: 42", "other spellings"),
        ("text: |\n  a\n\n  # no comment\n    b\nmore: >\n  c", "block scalars"),
        ("\"quoted: key\": 1\n'it''s': 2", "quoted keys"), ("a key with spaces: x", "spaces"),
        ("日本: x\n🪶: y", "other scripts"),
        ("list:\n- a\n- b:\n    c: d\nmap: {\n  a: 1\n}", "nested"), ("# only a comment", "comment"), ("", "nothing"),
        ("-x: 1", "dash"), ("C#: x #: y", "a sign that begins no comment"), ("list:\n-\tx", "a tab behind a dash"),
    ])
    func `with anything under foreign keys is kept byte for byte`(lines: String, name: String) throws {
        let item = try Self.item(lines)
        #expect(item.metadata == ItemMetadata())
        var metadata = item.metadata
        metadata.pinned = true
        let changed = try item.setting(metadata)
        #expect(
            String(decoding: changed.bytes, as: UTF8.self).replacing("pinned: true\n", with: "")
                == String(decoding: item.bytes, as: UTF8.self))
        #expect(try changed.setting(ItemMetadata()).bytes == item.bytes)
    }

    @Test(arguments: [
        ("just text", 2, 1), ("a: 1\nno key", 3, 1), ("  indented: 1", 2, 1), ("- a", 2, 1),
        ("title: a\ntitle: b", 3, 1),
        ("a: 1\n%YAML 1.2", 3, 1), ("a: 1\n{b: 2}", 3, 1), ("\"open: 1", 2, 1), (": x", 2, 1), ("a:b", 2, 1),
        ("a #b: c", 2, 1), ("a: 1\nb #:\n", 3, 1),
    ])
    func `that does not parse is refused with its place`(lines: String, line: Int, column: Int) throws {
        let bytes = Array("---\n\(lines)\n---\n".utf8)
        let problem = #expect(throws: TextProblem.self) { try ItemFile(bytes) }
        #expect(problem?.position(in: bytes) == TextPosition(line: line, column: column))
    }

    @Test(arguments: [
        ("---\na: 1\n---\nBody", "Body"), ("---\na: 1\n---\n\nBody", "Body"), ("---\na: 1\n---\n\n\nBody", "\nBody"),
        ("Body", "Body"),
        ("---\nno end", "---\nno end"), ("--- \na: 1\n---\t\nBody", "Body"), ("\u{FEFF}---\na: 1\n---\nBody", "Body"),
        ("---\r\na: 1\r\n---\r\n\r\nBody\r\n", "Body\r\n"), ("---\n---\n", ""), ("---\n---", ""), ("", ""),
        ("\n---\na: 1\n---\n", "\n---\na: 1\n---\n"),
        ("----\na\n---\n", "----\na\n---\n"),
    ])
    func `ends where the body begins`(text: String, body: String) throws {
        #expect(String(decoding: try ItemFile(Array(text.utf8)).body, as: UTF8.self) == body)
    }

    @Test(arguments: ["\"\\u12", "\"\\x", "\"\\U0001F42", "\"\\"])
    func `has no escape that ends before its digits do`(text: String) {
        let bytes = Array(text.utf8)
        #expect(YAMLEscapes.doubleQuoted(bytes, 0..<bytes.count) == nil)
    }

    @Test func `is written in canonical form`() throws {
        let metadata = ItemMetadata(
            uuid: UniqueIdentifier("018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f"), title: "Grey heron",
            created: Timestamp(canonical: "2026-11-20T10:00:00Z"),
            modified: Timestamp(canonical: "2026-11-20T10:05:00Z"),
            pinned: true, tags: ["birds", "wetland"].compactMap { Tag($0) })
        let item = try ItemFile(metadata: metadata, body: Array("Stands still.\n".utf8))
        #expect(
            String(decoding: item.bytes, as: UTF8.self) == """
                ---
                uuid: 018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f
                title: Grey heron
                created: 2026-11-20T10:00:00Z
                modified: 2026-11-20T10:05:00Z
                pinned: true
                tags: [birds, wetland]
                ---

                Stands still.

                """)
        #expect(item.metadata == metadata)
    }

    @Test(arguments: [
        ("Grey heron", "Grey heron"), ("yes", "\"yes\""), ("NULL", "\"NULL\""), ("2026", "\"2026\""),
        ("2026-11-20", "\"2026-11-20\""),
        ("1e5", "\"1e5\""), ("0x1F", "\"0x1F\""), ("12 monkeys", "12 monkeys"), ("a: b", "\"a: b\""),
        ("a #b", "\"a #b\""), ("- a", "\"- a\""),
        ("[a]", "\"[a]\""), ("\"q\"", "\"\\\"q\\\"\""), ("it's", "it's"), ("'a'", "\"'a'\""), ("日本 🪶", "日本 🪶"),
        ("~", "\"~\""), ("a\\b", "\"a\\\\b\""),
        ("C:\\x", "\"C:\\\\x\""), ("100%", "\"100%\""), ("…", "\"…\""), ("a, b", "a, b"), ("(x)", "(x)"),
        ("@x", "\"@x\""), ("y", "\"y\""),
    ])
    func `quotes titles that are not plainly safe`(title: String, spelling: String) throws {
        #expect(String(decoding: YAMLSpelling.scalar(title), as: UTF8.self) == spelling)
        #expect(try Self.item("title: \(spelling)").metadata.title == title)
    }
}

struct `An edit of front matter` {
    static func edited(_ text: String, _ change: (inout ItemMetadata) -> Void) throws -> String {
        let item = try ItemFile(Array(text.utf8))
        var metadata = item.metadata
        change(&metadata)
        let changed = try item.setting(metadata)
        #expect(changed.metadata == metadata)
        return String(decoding: changed.bytes, as: UTF8.self)
    }

    @Test func `rewrites only the line whose value changed`() throws {
        let text = "---\n# mine\naliases: [x]\ntitle:   'Old'   # keep\nrating: 7\ntags: [ a ]\n---\nBody\n"
        #expect(
            try Self.edited(text) { $0.title = "New: one" }
                == "---\n# mine\naliases: [x]\ntitle:   \"New: one\"   # keep\nrating: 7\ntags: [ a ]\n---\nBody\n")
        #expect(
            try Self.edited(text) { $0.tags = ["a", "b c"].compactMap { Tag($0) } }
                == "---\n# mine\naliases: [x]\ntitle:   'Old'   # keep\nrating: 7\ntags: [ a, b c ]\n---\nBody\n")
    }

    @Test func `changes only lines of removed and added tags in a block list`() throws {
        let text = "---\ntags:\n  # first\n  - a # x\n  - 'b'\n\n  - c\nz: 1\n---\n"
        #expect(
            try Self.edited(text) { $0.tags = ["a", "c", "d e"].compactMap { Tag($0) } }
                == "---\ntags:\n  # first\n  - a # x\n\n  - c\n  - d e\nz: 1\n---\n")
        #expect(try Self.edited(text) { $0.tags = [] } == "---\nz: 1\n---\n")
    }

    @Test(arguments: [
        (["z", "b", "c"], "  - z # x\n\n  - b # y\n  # end\n  - c\n"),
        (["q", "a", "z", "c"], "  - q\n  - a # x\n\n  - z # y\n  # end\n  - c\n"),
        (["a", "d", "b", "c", "e"], "  - a # x\n  - d\n\n  - b # y\n  # end\n  - c\n  - e\n"),
        (["q", "z"], "  - q # x\n\n  - z # y\n  # end\n"),
        (["b", "z", "a"], "\n  # end\n  - b # y\n  - z\n  - a # x\n"),
    ])
    func `keeps comments in a block list where a tag takes the place of another`(tags: [String], lines: String) throws {
        let text = "---\ntags:\n  - a # x\n\n  - b # y\n  # end\n  - c\n---\n"
        #expect(try Self.edited(text) { $0.tags = tags.compactMap { Tag($0) } } == "---\ntags:\n\(lines)---\n")
    }

    @Test(arguments: [
        ("tags:\n  - a # x\n  - a # again\n  - A\n  - b # y\n", "tags:\n  - a # x\n  - b # y\n  - c\n"),
        ("tags: [a, a, b] # z\n", "tags: [a, b, c] # z\n"),
    ])
    func `changes only the lines of repeats, too`(lines: String, edited: String) throws {
        let tags = ["a", "b", "c"].compactMap { Tag($0) }
        #expect(try Self.edited("---\n\(lines)---\n") { $0.tags = tags } == "---\n\(edited)---\n")
    }

    @Test func `puts tags into brackets that one plain scalar cannot hold`() throws {
        let text = "---\ntags: a, null, - b # c\n---\n"
        #expect(
            try Self.edited(text) { $0.tags += ["d"].compactMap { Tag($0) } }
                == "---\ntags: a, null, - b, d # c\n---\n")
        #expect(
            try Self.edited(text) { $0.tags += ["d: e"].compactMap { Tag($0) } }
                == "---\ntags: [a, \"- b\", \"d: e\"] # c\n---\n")
        #expect(
            try Self.edited("---\ntags: a, - b, ~\n---\n") { $0.tags.removeFirst() }
                == "---\ntags: [\"- b\"]\n---\n")
    }

    @Test func `puts a new key behind the nearest that precedes it`() throws {
        let text = "---\naliases: x\ntitle: T\n# end\n---\n"
        let created = Timestamp(canonical: "2026-11-20T10:00:00Z")
        #expect(
            try Self.edited(text) { $0.created = created }
                == "---\naliases: x\ntitle: T\ncreated: 2026-11-20T10:00:00Z\n# end\n---\n")
        #expect(
            try Self.edited(text) { $0.uuid = UniqueIdentifier(randomBits: 0, 0) }
                == "---\nuuid: 00000000-0000-4000-8000-000000000000\naliases: x\ntitle: T\n# end\n---\n")
        #expect(
            try Self.edited(text) {
                $0.pinned = true; $0.created = created
            } == "---\naliases: x\ntitle: T\ncreated: 2026-11-20T10:00:00Z\npinned: true\n# end\n---\n")
    }

    @Test func `makes front matter where there is none`() throws {
        #expect(try Self.edited("Body\n") { $0.pinned = true } == "---\npinned: true\n---\n\nBody\n")
        #expect(try Self.edited("\nBody\n") { $0.pinned = true } == "---\npinned: true\n---\n\n\nBody\n")
        #expect(
            try Self.edited("\u{FEFF}Body") {
                $0.title = "T"; $0.pinned = true
            } == "\u{FEFF}---\ntitle: T\npinned: true\n---\n\nBody")
        #expect(try Self.edited("") { $0.pinned = true } == "---\npinned: true\n---\n")
        #expect(try Self.edited("a\r\nb\r\n") { $0.pinned = true } == "---\r\npinned: true\r\n---\r\n\r\na\r\nb\r\n")
    }

    @Test(arguments: ["title: {{title}}", "title: |\n  x", "pinned: perhaps", "title: >-\n  a\n  b"])
    func `refuses to overwrite what is not understood`(lines: String) throws {
        let item = try `Front matter`.item("a: 1\n\(lines)\nb: 2")
        var metadata = item.metadata
        metadata.title = "T"
        metadata.pinned = true
        #expect { try item.setting(metadata) } throws: { error in
            guard let problem = error as? TextProblem else { return false }
            return problem.kind == .notUnderstood && problem.position(in: item.bytes).line == 3
        }
    }

    @Test(arguments: ["uuid: my-own-id", "created: {{date}}", "modified: yesterday", "modified: |\n  x"])
    func `keeps what is not understood under keys that tools write`(line: String) throws {
        let text = "---\n\(line)\nother: 1\n---\n"
        let item = try ItemFile(Array(text.utf8))
        var metadata = item.metadata
        metadata.uuid = metadata.uuid ?? UniqueIdentifier(randomBits: 0, 0)
        metadata.created = Timestamp(canonical: "2026-11-20T10:00:00Z")
        metadata.modified = Timestamp(canonical: "2026-11-20T10:00:00Z")
        let changed = try item.setting(metadata)
        #expect(String(decoding: changed.bytes, as: UTF8.self).contains("\n\(line)\n"))
        #expect(changed.metadata != metadata)
        #expect(item.unacceptable.count == 1 && changed.unacceptable.count == 1)
    }

    @Test func `fills an empty value`() throws {
        #expect(try Self.edited("---\ntitle:\n---\n") { $0.title = "T" } == "---\ntitle: T\n---\n")
        #expect(try Self.edited("---\ntitle: # c\n---\n") { $0.title = "T" } == "---\ntitle: T # c\n---\n")
        #expect(
            try Self.edited("---\ntags:\na: 1\n---\n") { $0.tags = [Tag("x")].compactMap(\.self) }
                == "---\ntags: [x]\na: 1\n---\n")
    }

    @Test func `keeps the line ends of the file`() throws {
        #expect(
            try Self.edited("---\r\ntitle: A\r\n---\r\nB\r\n") { $0.pinned = true }
                == "---\r\ntitle: A\r\npinned: true\r\n---\r\nB\r\n")
    }

    @Test(arguments: Seeds.some(300))
    func `gives the values that were set and keeps all foreign lines`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "title: 'a'", "tags:\n  - x\n  - y", "tags: [x, \"y z\"]", "# c", "", "foreign:\n  - 1\n  # d\n  - 2",
            "created: {{date}}",
            "pinned: true # p", "modified: 2026-11-20", "other: |\n  a\n\n  b",
            "uuid: 018f3c2e-7b1a-4c60-9d7e-0d5a8c1b2e3f", "tags: x", "tags: [x, \"y,z\", w]",
            "tags:\n  - x\n  - {y: z}",
        ]
        var used: Set<String> = []
        let chosen = pieces.shuffled(using: &generator).prefix(5).filter { piece in
            let key = piece.prefix { $0 != ":" }
            return !KnownKey.allCases.map(\.rawValue).contains(String(key)) || used.insert(String(key)).inserted
        }
        let end = generator.pick(["\n", "\r\n"])
        let lines = chosen.filter { !($0.hasPrefix("#") && $0 == chosen.first) }
        let text = (["---"] + lines + ["---", "", "Body", ""]).joined(separator: "\n").replacing("\n", with: end)
        let item = try ItemFile(Array(text.utf8))
        var metadata = item.metadata
        if generator.chance(0.5) { metadata.title = generator.pick([nil, "New", "yes", "a: b"]) }
        if generator.chance(0.5) {
            metadata.tags = generator.pick([[], ["x"], ["y", "x"], ["n", "y"], ["x", "y z", "w"]]).compactMap {
                Tag($0)
            }
        }
        if generator.chance(0.5) { metadata.pinned.toggle() }
        if generator.chance(0.5) {
            metadata.modified = Timestamp(clamping: Int64.random(in: 0...4_000_000_000, using: &generator))
        }
        let changed = try item.setting(metadata)
        #expect(changed.metadata == metadata)
        #expect(changed.body.elementsEqual(item.body))
        let foreign = { (item: ItemFile) in
            String(decoding: item.bytes, as: UTF8.self).split(separator: end).filter { line in
                ["foreign", "other", "# c", "  # d", "  - {y: z}", "created: {{date}}", "  - 1", "  - 2", "  a", "  b"]
                    .contains { line.hasPrefix($0) }
            }
        }
        #expect(foreign(changed) == foreign(item))
        #expect(try changed.setting(metadata).bytes == changed.bytes)
    }

    @Test(arguments: Seeds.some(200))
    func `survives arbitrary bytes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("-:#[]{},'\"\\|>&* \t\r\nabtags titleé".utf8)
        var count = 0
        for _ in 0..<300 {
            let noise = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                generator.chance(0.95) ? generator.pick(alphabet) : UInt8.random(in: 0...255, using: &generator)
            }
            let bytes = generator.chance(0.8) ? Array("---\n".utf8) + noise + Array("\n---\nx".utf8) : noise
            guard let item = try? ItemFile(bytes) else { continue }
            var metadata = item.metadata
            metadata.tags = [Tag("new")].compactMap(\.self)
            metadata.title = "New"
            guard let changed = try? item.setting(metadata) else {
                #expect(item.unacceptable.contains { $0.key == .tags || $0.key == .title })
                continue
            }
            #expect(changed.metadata.tags == metadata.tags)
            #expect(changed.body.elementsEqual(item.body))
            count += 1
        }
        #expect(count > 0)
    }
}
