import TestSupport
import Testing

@testable import NotebookFormat
import NotebookMarkdown
@testable import NotebookQuery
@testable import NotebookText

struct `A search` {
    static func entry(_ path: String, title: String? = nil, tags: [String] = []) throws -> Entry {
        Entry(
            path: try BundlePath(path), type: .note, size: 0, digest: .of([]),
            item: ItemMetadata(title: title, tags: tags.compactMap { Tag($0) }))
    }

    static func find(_ words: String..., in body: String, title: String = "Title", tags: [String] = []) throws
        -> FoundItem?
    {
        let text = "---\ntitle: \(title)\ntags: [\(tags.joined(separator: ", "))]\n---\n\n\(body)"
        return try SearchQuery(words).find(
            in: entry("notes/x.md", title: title, tags: tags), Array(text.utf8), detail: .lines)
    }

    static let found: [(String, String)] = [
        ("heron", "A HERON."), ("etoile", "Étoile"), ("étoile", "e\u{301}toile"), ("Étoile", "etoile"),
        ("strasse", "Straße"), ("STRASSE", "straße"), ("鷺", "白鷺城"), ("か\u{3099}", "が"),
        ("각", "\u{1100}\u{1161}\u{11A8}"),
        ("grey heron", "the grey heron"), ("\"grey heron\"", "Grey  Heron grey heron"), ("grey -owl", "grey"),
        ("title:tit", ""), ("title:\"tit\" -x", "y"), ("tag:birds", ""), ("tag:BIRDS/Herons", ""), ("-tag:owl", ""),
        ("“grey heron”", "grey heron"), ("bird", ""), ("\"-dash\"", "a -dash"), ("it's", "it's"),
        ("it's", "it’s"), ("it’s", "it's"), ("grey heron", "grey\nheron"), ("grey heron", "> the grey\r\n> \theron"),
        ("grey heron x", "grey   heron \t x"), ("#birds", ""), ("page 12", "page\u{A0}12"),
        ("page 12", "page\u{202F}\u{2009}12"), ("page\u{A0}12", "page 12"), ("cooperate", "co\u{AD}operate"),
        ("word", "wo\u{200B}r\u{2060}d"), ("wo\u{AD}rd", "word"), ("dışarı", "DIŞARI"), ("DIŞARI", "dışarı"),
        ("disari", "DIŞARI"), ("istanbul", "İstanbul"), ("text - #BIRDS/herons", "text"), ("-#owl", ""),
    ]

    @Test(arguments: found)
    func `finds`(words: String, body: String) throws {
        #expect(try Self.find(words, in: body, tags: ["birds/herons"]) != nil)
    }

    static let missed: [(String, String)] = [
        ("heron", "hero"), ("か", "が"), ("grey heron", "heron grey"), ("\"grey heron\" x", "heron grey x"),
        ("grey -heron", "grey heron"), ("title:heron", "heron"), ("tag:bird", "bird"), ("tag:heron", "heron"),
        ("-bird", ""), ("-title:title x", "x"), ("o", "ø"),
        ("grey heron", "grey\n- heron"), ("grey heron", "greyheron"), ("#bird", "bird"), ("grey heron", "grey > heron"),
    ]

    @Test(arguments: missed)
    func `does not find`(words: String, body: String) throws {
        #expect(try Self.find(words, in: body, tags: ["birds/gull"]) == nil)
    }

    @Test func `wants all words, whether the title, the tags or the text has them`() throws {
        #expect(try Self.find("title", "birds", "text", in: "text", tags: ["birds"]) != nil)
        #expect(try Self.find("title", "birds", "nothing", in: "text", tags: ["birds"]) == nil)
    }

    @Test(arguments: [
        ("japan 2023", true), ("\"2023 japan\"", true), ("\"japan 2023\"", false), ("title:\"2023 Jap", true),
        ("title:pack", false), ("pack -hotel", true), ("pack -japan", false), ("#travel pack", true), ("#trav", false),
        ("", true),
    ])
    func `finds parts of an item by their text, and its title and tags`(typed: String, isFound: Bool) throws {
        let query = SearchQuery(typed: typed)
        let tags = [try #require(Tag("travel/asia"))]
        #expect(query.matches("Pack the bag", title: "2023 Japan", tags: tags) == isFound)
    }

    @Test func `tells which words can be marked in an item`() {
        #expect(SearchQuery(typed: "\"2023 japan\" -x #tag title:Wort").shownWords == ["2023 japan", "Wort"])
    }

    @Test(arguments: ["\"open", "“open", "  ", "-", "tag:#"])
    func `refuses what says nothing`(words: String) throws {
        if words == "tag:#" {
            #expect(throws: SearchError.self) { try SearchQuery(["tag:#"]) }
        } else {
            #expect(throws: SearchError.self) { try SearchQuery([words]) }
        }
        #expect(throws: SearchError.self) { try SearchQuery(["a("], isRegex: true) }
    }

    @Test func `tells lines and columns, those of the front matter too`() throws {
        let found = try #require(
            try Self.find("heron", in: "Étoile heron, heron\n\nGrey\r\nHe\u{301}ron\n", title: "A heron"))
        #expect(
            found.lines.map(\.position) == [
                .init(line: 2, column: 10), .init(line: 6, column: 8), .init(line: 9, column: 1),
            ])
        #expect(found.lines.map(\.text) == ["title: A heron", "Étoile heron, heron", "He\u{301}ron"])
        #expect(found.titleRank == 2 && found.count == 4)
        #expect(found.snippet?.pieces.filter(\.isMatch).map(\.text) == ["heron", "heron", "He\u{301}ron"])
    }

    @Test func `tells where in the front matter the value is, and not its key`() throws {
        let text = "---\ntitle: \"title \\u0041\"\ntags:\n  - seabirds\n  - 'birds/tern'\n  - tags\n---\n"
        let entry = try Self.entry("notes/x.md", title: "title A", tags: ["seabirds", "birds/tern", "tags"])
        func lines(_ word: String) throws -> [TextPosition] {
            try SearchQuery([word]).find(in: entry, Array(text.utf8), detail: .lines)?.lines.map(\.position) ?? []
        }
        #expect(try lines("title") == [.init(line: 2, column: 9)])
        #expect(try lines("A") == [.init(line: 2, column: 8), .init(line: 4, column: 7), .init(line: 6, column: 6)])
        #expect(try lines("tag:birds") == [.init(line: 5, column: 6)])
        #expect(try lines("tags") == [.init(line: 6, column: 5)])
    }

    @Test func `counts words that are given twice only once`() throws {
        func count(_ words: String...) throws -> Int? {
            try SearchQuery(words).find(
                in: Self.entry("notes/x.md", title: "Heron"), Array("a heron, an owl\n".utf8), detail: .count)?.count
        }
        #expect(try count("heron") == 2 && count("heron", "HERON", "\"heron\" Heron") == 2)
        #expect(try count("heron", "title:heron", "owl") == 4)
        #expect(try SearchQuery(["-gull", "-gull", "a+", "a"], isRegex: true).required.count == 3)
        #expect(try SearchQuery(Array(repeating: "a", count: 2_000)).required.count == 1)
    }

    @Test func `shows a piece of a long text`() throws {
        let words = String(repeating: "word ", count: 60)
        let found = try #require(try Self.find("heron", in: "\(words)a heron\n\nstands \(words)"))
        let text = try #require(found.snippet).text
        #expect(text.hasPrefix("…word word"))
        #expect(text.contains(" a heron stands word"))
        #expect(text.hasSuffix("word…"))
        #expect(text.count < 160)
    }

    @Test func `finds regular expressions where they begin first, as long as they can be`() throws {
        func ranges(_ pattern: String, _ text: String) throws -> [String] {
            let key = TextKey(text, isExact: false)
            return try TextPattern(pattern, isExact: false).ranges(in: key, limit: 100).map {
                String(decoding: key.bytes[$0], as: UTF8.self)
            }
        }
        #expect(try ranges("a+", "baab a") == ["aa", "a"])
        #expect(try ranges("ab|abc|b", "abcb") == ["abc", "b"])
        #expect(try ranges("^\\w+$", "one\ntwo three\nfour") == ["one", "four"])
        #expect(try ranges("x*", "axa") == ["", "x", "", ""])
        #expect(try ranges("\\d{2}", "12345") == ["12", "34"])
        #expect(try ranges("鷺.", "é鷺は鷺") == ["鷺は"])
        #expect(try ranges("z", "") == [])
    }

    @Test(arguments: Seeds.some(60))
    func `knows where each character comes from`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scalars = Array("aZ é\u{301}\u{338}ΣßİかＡ\u{3099}각\u{1100}日—🐦ệﬀ\n".unicodeScalars)
        for _ in 0..<40 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...20, using: &generator)).map { _ in generator.pick(scalars) }))
            let bytes = Array(text.utf8)
            let folded = FoldedText(bytes, 0..<bytes.count)
            if folded.bytes != TextKey(text, isExact: false).bytes {
                Issue.record("seed \(seed): \(text.debugDescription)")
            }
            guard !folded.bytes.isEmpty else { continue }
            let start = Int.random(in: 0..<folded.bytes.count, using: &generator)
            let end = Int.random(in: start + 1...folded.bytes.count, using: &generator)
            let source = folded.source(of: start..<end)
            let piece = TextKey(String(decoding: bytes[source], as: UTF8.self), isExact: false).bytes
            let isWhole = piece.count >= end - start && String(validating: bytes[source], as: UTF8.self) != nil
            if !isWhole { Issue.record("seed \(seed): \(text.debugDescription), \(start)..<\(end)") }
        }
    }

    @Test(arguments: Seeds.some(60))
    func `finds what a plain search of the folded text finds`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("abAB é\u{301}日")
        func text(_ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &generator)).map { _ in generator.pick(letters) })
        }
        for _ in 0..<40 {
            let (body, word) = (text(0...90), text(1...3).split(separator: " ").joined())
            guard !TextKey(word, isExact: false).bytes.isEmpty else { continue }
            let isThere = Needle(TextKey(word, isExact: false).bytes).isFound(in: TextKey(body, isExact: false).bytes)
            let entry = try Self.entry("notes/0.md", title: "0")
            let found = try SearchQuery([word]).find(in: entry, Array(body.utf8))
            #expect((found != nil) == isThere, "seed \(seed): \(word.debugDescription) in \(body.debugDescription)")
        }
    }

    @Test(
        arguments: [
            ("gre", .beginning), ("her", .laterWord), ("Grey he", .rest), ("grey heron", .whole), ("ron", nil),
            ("owl", nil),
            ("城", nil),
        ] as [(String, WordPrefix.Rank?)])
    func `suggests titles by the beginnings of words`(prefix: String, rank: WordPrefix.Rank?) throws {
        #expect(try #require(WordPrefix(prefix)).rank(inTitle: "Grey heron") == rank)
        #expect(WordPrefix(" ") == nil)
        #expect(try #require(WordPrefix("鷺")).rank(inTitle: "白鷺") == .laterWord)
    }
}

struct `The text around a match` {
    @Test(arguments: ["%%x%%", "<!-- x -->", "%%", "<!--", "%", "<"])
    func `is without comments, wherever it ends`(comment: String) {
        for count in 60..<130 {
            let (before, after) = (String(repeating: "a", count: count), String(repeating: "b", count: 90))
            let text = Array("heron \(before)\(comment)\(after) c".utf8)
            let comments = ReadingSource.comments(in: text, text.indices)
            let given = Snippet(text, bodyStart: 0, [0..<5], comments: comments)
            #expect(Snippet(text, bodyStart: 0, [0..<5]) == given)
        }
    }
}
