import NotebookText
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks

/// Links that nobody follows, and definitions that nobody refers to, after a rename.
struct `A link that is not shown` {
    /// A text with links to One, those that people see, and the text when One is called New.
    static let texts: [(String, [String], String)] = [
        ("%%[[One]]%% [[One]]", ["One"], "%%[[New]]%% [[New]]"),
        ("a\n\n%%\n[x](One.md)\n\n[[One]]\n%%", [], "a\n\n%%\n[x](New.md)\n\n[[New]]\n%%"),
        ("a <!-- [[One|x]] --> ![[One]]", ["One"], "a <!-- [[New|x]] --> ![[New]]"),
        ("- a\n  <!--\n  [[One]] [x](One.md)\n  -->", [], "- a\n  <!--\n  [[New]] [x](New.md)\n  -->"),
        ("<!-- [[One]]\n\n[[One]]", [], "<!-- [[New]]\n\n[[New]]"),
        ("`%%` [[One]] 100%%", ["One"], "`%%` [[New]] 100%%"),
        // After something, marks that nothing closes are text, also after a bracket that is no block quote.
        ("a>%% [[One]]", ["One"], "a>%% [[New]]"), ("> %% [[One]]", [], "> %% [[New]]"),
        (">%% [[One]]", [], ">%% [[New]]"),
        // A code span goes on in the next line, but not in the next block.
        ("`a\n%%` [[One]]", ["One"], "`a\n%%` [[New]]"), ("> `a\n> %%` [[One]]", ["One"], "> `a\n> %%` [[New]]"),
        ("`a\n\n%%` [[One]]", [], "`a\n\n%%` [[New]]"), ("`a\n- %%` [[One]]", [], "`a\n- %%` [[New]]"),
        ("`a\n# %%` [[One]]", [], "`a\n# %%` [[New]]"), ("``a`\n``` %%`` [[One]]", ["One"], "``a`\n``` %%`` [[New]]"),
        // What is code, the structure of the text shows: this fence is in a list, and this bracket ends no quotation.
        ("- ```\n  %%\n  ```\n[[One]]", ["One"], "- ```\n  %%\n  ```\n[[New]]"),
        ("a\n    %% [[One]]", [], "a\n    %% [[New]]"),
        // Two comments of HTML are whole.
        ("a <!--> [[One]] -->", ["One"], "a <!--> [[New]] -->"), ("a <!---> [[One]]", ["One"], "a <!---> [[New]]"),
        ("<!-- `[[One]]` -->", [], "<!-- `[[One]]` -->"),
        // Foam repeats its wiki links as definitions.
        (
            "[[One]] [[One|x]]\n\n[//b]: # \"a\"\n[One]: One \"One\"\n[One|x]: One.md \"One\"\n[//e]: # \"a\"",
            ["One", "One", "#", "One", "One.md", "#"],
            "[[New]] [[New|x]]\n\n[//b]: # \"a\"\n[New]: New \"One\"\n[New|x]: New.md \"One\"\n[//e]: # \"a\""
        ),
        ("[[One]] [One]\n\n[One]: One.md", ["One", "One.md"], "[[New]] [One]\n\n[One]: New.md"),
        ("[[One#h]]\n\n[one#H]: One.md", ["One", "One.md"], "[[New#h]]\n\n[New#h]: New.md"),
    ]

    @Test(arguments: texts) func `follows a rename like others`(text: String, shown: [String], renamed: String) throws {
        let item = try ItemFile(Array(text.utf8))
        func manifest(_ name: String) throws -> Manifest {
            Manifest(
                try [name, "Self"].map {
                    Entry(
                        path: try BundlePath("notes/\($0).md"), type: .note, size: 0, digest: .of([]),
                        item: ItemMetadata())
                })
        }
        let (one, new, place) = (
            try BundlePath("notes/One.md"), try BundlePath("notes/New.md"), try BundlePath("notes/Self.md")
        )
        let links = KeptLinks(before: try manifest("One"), after: try manifest("New"), moves: [one: new])
        #expect(LinkNames.read(item).names.mayName(FileNames(of: [one])) == (text != renamed))
        let result = try links.rewriting(item, from: place, to: place)
        #expect(String(decoding: result.item.bytes, as: UTF8.self) == renamed)
        #expect(result.unkept == [])
    }

    @Test(arguments: texts) func `is in no list of links`(text: String, shown: [String], renamed: String) throws {
        let item = try ItemFile(Array(text.utf8))
        #expect(item.links.map(\.written) == shown)
        #expect(LinkTable(ItemText(item)).links == item.links)
        #expect(ItemLinks(item).links.map(\.found) == item.links)
    }

    @Test func `is listed in part only if it is long and in another link`() throws {
        let text = String(repeating: "![é", count: 1_000) + String(repeating: "](a.png)", count: 1_000)
        let long = "[x](https://example.org/" + String(repeating: "y", count: 2_000) + ")"
        let sources = ItemLinks(try ItemFile(Array("\(text)\n\n\(long)\n".utf8))).links.map(\.source)
        #expect(sources.count == 1_001 && sources.first == text && sources.last == long)
        let inner = sources.dropFirst().dropLast()
        #expect(inner.allSatisfy { $0.utf8.count <= 1_003 && text.holds($0.replacing("…", with: "")) })
        #expect(inner.first?.hasSuffix("![é…") == true && inner.last == "![é](a.png)")
    }
}
