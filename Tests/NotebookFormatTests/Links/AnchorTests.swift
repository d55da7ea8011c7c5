import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookMarkdown
@testable import NotebookText

struct `What links can lead to within a text` {
    private static let text = """
        # Food & *drink*

        Setext `code`
        =============

        ## Food & drink

        - an item ^item
        - another ^first
          that goes on
        - a third
          ^own
          and more

        # What is it?

        # One [1]

        A paragraph
        of two lines. ^Mark

        ^alone

        <a name="by-hand"></a> <b id='Über'>x</b>

        <div id="block">

        ### Größe 1.2 – «neu»

        ```
        # Not a heading ^not
        ```
        """
    private static let anchors = MarkdownDocument(Array(text.utf8)).anchors()

    @Test(
        arguments: [
            ("food-drink", false), ("Setext%20code", false), ("Setext code", true), ("food--drink", true),
            ("food--drink-1", true), ("food--drink-2", false),
            ("setext-code", true), ("by-hand", true), ("Über", true), ("block", true), ("größe-12--neu", true),
            ("", true),
            ("top", true), ("not-a-heading-not", false), ("FOOD--DRINK", true), ("^mark", true), ("^none", false),
        ])
    func `by a fragment`(fragment: String, isThere: Bool) {
        #expect((Self.anchors.place(fragment: fragment) != nil) == isThere)
    }

    @Test(
        arguments: [
            ("Food & drink", true), ("FOOD  &  DRINK", true), ("Setext code", true), ("Food", false), ("^item", true),
            ("^MARK", true), ("^alone", true), ("^not", false), ("A#Setext code", false), ("Grösse 1.2 – «neu»", true),
            ("Not a heading", false), ("^first", true), ("^own", true), ("What is it", true), ("one 1", true),
            ("Food drink", true), ("A#Food #drink", false), ("Grösse 1 2 – «neu»", true), ("What is", false),
            ("#", true), ("Food & drink#", true), ("Food & drink# #", true), ("None#", false),
            ("\tSetext code\t", true),
        ])
    func `by a heading or the name of a block`(heading: String, isThere: Bool) {
        #expect((Self.anchors.place(heading: heading) != nil) == isThere)
    }
}

struct `Words that are searched for` {
    @Test(arguments: Seeds.some(200))
    func `are found as one by one`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("ab/".utf8)
        func random(_ length: Int) -> [UInt8] { (0..<length).map { _ in generator.pick(letters) } }
        let words = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            random(Int.random(in: 1...5, using: &generator))
        }
        let text = random(Int.random(in: 0...40, using: &generator))
        let expected = Set(words.indices.filter { text.firstRange(of: words[$0]) != nil })
        #expect(WordSearch(words).words(in: text) == expected)
    }
}

struct `Mentions of blobs` {
    @Test(
        arguments: [
            ("![a](../blobs/a%20b.2cf24dba5fb0a30e.png)", true), ("see a b.2cf24dba5fb0a30e.png there", true),
            ("![[a b.png]]", true), ("<img src='a%20b.png'>", true), ("a b.2cf24dba5fb0a30f.png", false),
            ("a%2520b.png", false), ("", false),
        ])
    func `are found in any spelling`(text: String, isThere: Bool) throws {
        var mentions = BlobMentions(of: [try BundlePath("blobs/a b.2cf24dba5fb0a30e.png")])
        mentions.read(Array(text.utf8))
        #expect(mentions.unmentioned.isEmpty == isThere)
    }

    @Test func `within the name of another blob are none of a name`() throws {
        let blobs = try ["dot", "heron dot", "a heron dot.png.old", "é dot"].map {
            try BundlePath("blobs/\($0).2cf24dba5fb0a30e.png")
        }
        let mentions = BlobMentions(of: blobs)
        func named(_ text: String) -> [String] {
            mentions.named(in: Array(text.utf8)).map { String($0.name.prefix { $0 != "." }) }
        }
        #expect(named("see heron dot.png") == ["heron dot"])
        #expect(named("see heron%20dot.png, dot.png") == ["dot", "heron dot"])
        #expect(named("a heron dot.png.old.png dot.png x") == ["dot", "a heron dot"])
        #expect(named("e\u{301} dot.png") == ["é dot"])
        #expect(mentions.mentioned(in: Array("heron dot.png".utf8)).count == 2)
    }

    @Test func `do not depend on normalisation`() throws {
        var mentions = BlobMentions(of: [try BundlePath("blobs/Vögel.2cf24dba5fb0a30e.png")])
        mentions.read(Array("![](blobs/Vo\u{308}gel.2cf24dba5fb0a30e.png)".utf8))
        #expect(mentions.unmentioned == [])
    }
}

struct `A link to a heading` {
    /// Unicode makes one character of U+0600 and what follows it.
    @Test func `leads to one that ends in a sign which joins others`() {
        let anchors = MarkdownDocument(Array("# h\u{600}\n\n# i\u{600}/j\n".utf8)).anchors()
        for heading in ["h\u{600}", "h\u{600}/", "#h\u{600} ", "i\u{600} j", "i\u{600}/j"] {
            #expect(anchors.place(heading: heading) != nil)
        }
    }

    private static let text = """
        # S1
        ## E
        # S2
        ## Between
        ### E
        ### Deep ^deep
        # D&D WOTC
        # Über Straße
        ## E
        %%
        # Hidden
        %%
        <!--
        # Hidden
        -->
        # S2
        ## Later
        ## Page\u{A0}12 of Soft\u{AD}ware
        """
    private static let anchors = MarkdownDocument(Array(text.utf8)).anchors()

    @Test(
        arguments: [
            ("E", "e"), ("S1#E", "e"), ("S2#E", "e-1"), ("S2#Between#E", "e-1"), ("Between#E", "e-1"), ("S1#Deep", nil),
            ("E#S2", nil), ("S2#Deep", "deep"), ("S2#Later", "later"), ("D D WOTC", "dd-wotc"), ("D&D WOTC", "dd-wotc"),
            ("ÜBER STRASSE", "über-straße"), ("Über Straße#E", "e-2"), ("Hidden", nil), ("#S2#", "s2"), ("S2#S2", nil),
            ("Deep ^deep", nil), ("Deep", "deep"), ("S2#None", nil), ("None#E", nil),
            ("Page 12 of Software", "page-12-of-software"),
            ("pa\u{200B}ge\u{202F}12 of software", "page-12-of-software"),
        ])
    func `means the first one in the sections that it names before`(heading: String, fragment: String?) {
        #expect(Self.anchors.place(heading: heading) == fragment.map { .heading($0) })
        // A Markdown link may have the same as its fragment, as Obsidian writes it.
        #expect(Self.anchors.place(fragment: heading) == fragment.map { .heading($0) })
    }

    @Test(arguments: Seeds.some(300)) func `is looked up as the text is read`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let texts = ["a", "b", "c"]
        let headings = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
            (text: generator.pick(texts), level: Int.random(in: 1...6, using: &generator))
        }
        var anchors = MarkdownAnchors()
        let fragments = headings.map { anchors.addHeading($0.text, level: $0.level) }
        let path = (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.pick(texts) }
        var above: [(text: String, level: Int)] = []
        var expected: String?
        for (heading, fragment) in zip(headings, fragments) where expected == nil {
            above.removeAll { $0.level >= heading.level }
            var wanted = path.dropLast()
            for outer in above.reversed() where outer.text == wanted.last { wanted.removeLast() }
            if wanted.isEmpty, heading.text == path.last { expected = fragment }
            above.append(heading)
        }
        #expect(anchors.place(heading: path.joined(separator: "#")) == expected.map { .heading($0) })
    }
}
