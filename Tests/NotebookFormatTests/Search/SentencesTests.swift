import Testing

@testable import NotebookFormat

/// A link is shown with its sentence.
@Suite struct `Sentences around links` {
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
        ("| a | b |\n|---|---|\n| One. | [[A]] |\n| c | d |", "| One. | [[A]] |"),
        ("Before.\n\n[a]: A.md\n\nAfter.", "[a]: A.md"),
        ("---\nup: \"[[A]]\"\n---\nText.", "up: \"[[A]]\""),
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
@Suite struct `Mentions` {
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
        #expect(try mentions("A b c", of: ["A", ""]).isEmpty)
    }

    @Test func `are one where names overlap`() throws {
        #expect(try mentions("The grey heron.", of: ["Grey", "Grey heron", "heron"]) == ["1:5"])
    }
}
