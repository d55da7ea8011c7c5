import Testing

@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookQuery
@testable import NotebookText

/// A link is shown with its sentence.
struct `Sentences around links` {
    private func sentences(_ text: String) throws -> [String] {
        let file = try ItemFile(Array(text.utf8))
        let places = ItemLinks(file).links.map(\.found.position)
        let found = file.sentences(ofLinksAt: Set(places))
        return places.map { found[$0]?.text ?? "none" }
    }

    @Test(arguments: [
        ("One. Two [[A]] three. Four.", "Two [[A]] three."),
        ("One! [[A]]? Four.", "[[A]]?"),
        ("He said “Go.” Then [[A]] went.", "Then [[A]] went."),
        ("(One.) [a](A.md) two", "[a](A.md) two"),
        ("Eat fish, e.g. trout or [[A]], etc. and more. Next.", "Eat fish, e.g. trout or [[A]], etc. and more."),
        ("In z. B. Rome\nlives [[A]]. End.", "In z. B. Rome lives [[A]]."),
        ("Version 1.2 of [[A]] is out.", "Version 1.2 of [[A]] is out."),
        ("One…  Two [[A]]", "Two [[A]]"),
        ("灰鹭。我看见了[[A]]。好。", "我看见了[[A]]。"),
        ("# Of [[A]] and more #", "Of [[A]] and more #"),
        ("- one\n- two [[A]]\n- three", "two [[A]]"),
        ("> One. Two\n> [[A]] three.\n\nFour.", "Two [[A]] three."),
        ("| a | b |\n|---|---|\n| One. | [[A]] |\n| c | d |", "One. | [[A]]"),
        ("Before.\n\n[a]: A.md\n\nAfter.", "[a]: A.md"),
        ("---\nup: \"[[A]]\"\n---\nText.", "up: \"[[A]]\""),
        ("One. Dr. Smith met Mr. [[A]] on Jan. 3rd. Two.", "Dr. Smith met Mr. [[A]] on Jan. 3rd."),
        ("Prof. [[A]] left. He", "Prof. [[A]] left."), ("See fig. It is. [[A]]", "[[A]]"),
        ("Of [[A]]\n=====\n\nx", "Of [[A]]"), ("Two\nlines [[A]]\n-----", "Two lines [[A]]"),
        ("أين؟ هنا [[A]] الآن.", "هنا [[A]] الآن."),
        ("> [!note] The [[A]] title\n> Its text.", "The [[A]] title"),
        ("> [!tip]- Title\n> The [[A]] text.", "The [[A]] text."),
        ("> [!note]\n> The [[A]] text.", "The [[A]] text."),
        ("- [ ] Call [[A]] now", "Call [[A]] now"), ("- [x] [[A]]", "[[A]]"),
        ("x[^1]\n\n[^1]: From [[A]].", "From [[A]]."),
        ("x[^1]\n\n[^1]: [[A]]", "[[A]]"),
        ("[[A]] begins.", "[[A]] begins."), ("[a](A.md) begins.", "[a](A.md) begins."), ("|[[A]]|", "[[A]]"),
        ("[[Mr. A]] came. He [[B. C]] left.", "[[Mr. A]] came."),
    ]) func `end where a person ends them`(text: String, sentence: String) throws {
        #expect(try sentences(text).first == sentence)
    }

    @Test func `are cut when they are long`() throws {
        let words = String(repeating: "word ", count: 100)
        let sentence = try #require(try sentences("\(words)[[A]] \(words)").first)
        #expect(sentence.hasPrefix("…word "))
        #expect(sentence.hasSuffix("word…"))
        #expect(sentence.contains("word [[A]] word"))
        #expect(sentence.utf8.count < 430)
    }

    @Test func `mark the link`() throws {
        let file = try ItemFile(Array("See [[A|a]] now.".utf8))
        let snippet = try #require(file.sentences(ofLinksAt: [TextPosition(line: 1, column: 5)]).values.first)
        #expect(snippet.pieces.map(\.text) == ["See ", "[[A|a]]", " now."])
        #expect(snippet.pieces.map(\.isMatch) == [false, true, false])
    }
}

/// Texts that name an item and do not link to it.
struct `Mentions` {
    private func mentions(_ text: String, of names: [String] = ["Grey heron", "Ardea"]) throws -> [String] {
        try MentionedNames(names).mentions(
            in: ItemFile(Array(text.utf8)), at: BundlePath("notes/A.md")
        ).map { "\($0.position.line):\($0.position.column)" }
    }

    @Test(arguments: [
        ("A grey heron stands.", ["1:3"]), ("The GREY\nHERON.", ["1:5"]), ("Greyheron grey herons", []),
        ("ardea, (Ardea) and Ardea", ["1:1", "1:9", "1:20"]), ("[[Grey heron]] [grey heron](x) ![Ardea](y.png)", []),
        ("`Ardea` <b>Ardea</b>", ["1:12"]), ("```\nArdea\n```\n\n    Ardea\n\n<div>\nArdea\n</div>", []),
        ("*Ardea* and **grey heron**", ["1:2", "1:15"]), ("---\ntitle: Ardea\n---\n\nÉ Ardea.", ["5:3"]),
        ("> - # Ardea\n", ["1:7"]), ("[Ardea]: x.md", []), ("Ardea_1 xArdea Ardea9", []),
    ]) func `are whole words of the text`(text: String, places: [String]) throws {
        #expect(try mentions(text) == places)
    }

    @Test func `are found without case and diacritics, in scripts without spaces, and not of single letters`() throws {
        #expect(try mentions("L’été au marais, l'ete", of: ["Été"]) == ["1:3", "1:20"])
        #expect(try mentions("我看见灰鹭了", of: ["灰鹭"]) == ["1:4"])
        #expect(try mentions("A b c 1 é", of: ["A", "", "1", "É"]).isEmpty)
        #expect(try mentions("今日、猫と犬を見た。", of: ["猫"]) == ["1:4"])
        #expect(try mentions("A 🪰!", of: ["🪰"]) == ["1:3"])
        #expect(try mentions("Why - not?", of: ["-", "?"]).isEmpty)
    }

    @Test(arguments: [
        ("C++", "C++11, C++ and (C++)", ["1:8", "1:17"]), (".NET", "ASP.NET and .NET", ["1:13"]),
        ("Target", "http://e.com/Target www.x.org/Target (https://e.com/Target) Target", ["1:61"]),
        ("Target", "$Target$ and $$x\nTarget$$, $5 Target $6", ["2:14"]),
        ("Target", "a %% Target %% Target\n\n%%\nTarget\n%%\n", ["1:16"]),
        ("Target", "#Target #a/Target # Target", ["1:21"]), ("Target", "# Target\n\n## A Target", ["1:3", "3:6"]),
        ("Target", "\\$Target$ %% Target", ["1:3"]),
        ("Target", "\\$Target$ 50%% Target", ["1:3", "1:16"]), ("Target", "a <!-- Target --> Target", ["1:19"]),
        ("Target", "a/Target, \"Target\"", ["1:3", "1:12"]),
    ]) func `are not in addresses, mathematics, comments and tags`(name: String, text: String, places: [String]) throws
    {
        #expect(try mentions(text, of: [name]) == places)
    }

    @Test func `are one where names overlap`() throws {
        #expect(try mentions("The grey heron.", of: ["Grey", "Grey heron", "heron"]) == ["1:5"])
    }
}
