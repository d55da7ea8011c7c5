import Testing

@testable import NotebookQuery

struct `Parts of a name` {
    static let fits: [(String, String, NameParts.Fit?)] = [
        ("zett", "Zettelkasten", .beginning), ("kasten", "Zettelkasten", .anywhere),
        ("ZETTELKASTEN", "Zettelkasten", .whole),
        ("heron grey", "Grey heron", .words), ("her gr", "Grey heron", .words), ("ron ey", "Grey heron", .anywhere),
        ("grey heron", "Grey heron at the weir", .beginning), ("heron owl", "Grey heron", nil),
        ("uber", "Über", .whole),
        ("ubersicht kart", "Karten: Übersicht", .words), ("ÜBER", "ubermut", .beginning), ("白鷺", "大白鷺", .words),
        ("q&a", "Q&A on herons", .beginning), ("  grey   heron ", "grey heron", .whole), ("dup dup", "Dup", .words),
    ]

    @Test(arguments: fits.indices)
    func `fit in any order, without case and diacritics`(number: Int) throws {
        let (text, name, fit) = Self.fits[number]
        #expect(try #require(NameParts(text)).fit(name) == fit, "\(text) in \(name)")
    }

    @Test(arguments: ["", " ", "\u{301}"])
    func `are words`(text: String) { #expect(NameParts(text) == nil) }
}

struct `Other names in front matter` {
    static let texts: [(String, [String])] = [
        ("---\naliases: [NYC, \"New York, NY\"]\n---\n", ["NYC", "New York, NY"]),
        ("---\naliases:\n  - NYC\n  - 'Big Apple'\n---\nx", ["NYC", "Big Apple"]), ("---\nalias: NYC\n---\n", ["NYC"]),
        ("---\nAliases: NYC, Gotham\n---\n", ["NYC", "Gotham"]), ("---\naliases:\n---\n", []),
        ("---\ntitle: alias\n---\n", []),
        ("aliases: [NYC]\n", []), ("---\naliases: [NYC\n---\n", []), ("---\n\tbroken alias: x\n---\n", []), ("", []),
        ("---\naliases: {a: b}\n---\n", []), ("---\nalias: A\naliases: [B]\n---\n", ["A", "B"]),
    ]

    @Test(arguments: texts.indices)
    func `are read in all spellings of lists`(number: Int) {
        let (text, names) = Self.texts[number]
        #expect(ItemAliases.of(Array(text.utf8)) == names, "\(text)")
    }

    @Test func `are none in bytes that are no text`() {
        #expect(ItemAliases.of([0x2D, 0x2D, 0x2D, 0x0A, 0xFF, 0x00]) == [])
    }
}
