import EditorWire
import NotebookBundle
import TestSupport
import Testing

@testable import LanguageServer

/// What the server proposes, and what the text is once the first proposal is chosen.
struct `A completion` {
    private static let files = [
        "notes/A.md": "",
        "notes/Kyoto.md": "---\naliases: [Old capital]\nloc: \"[[Japan]]\"\n---\n\n# Trips & more\n\nx ^b\n",
        "notes/Japan.md": "---\ntags: [größe]\nloc: \"[[Japan]]\"\n---\n", "notes/B.md": "#größe\n",
    ]

    private static func proposals(_ text: String) throws -> (editor: Editor, items: [JSONValue]) {
        let editor = try Editor(files)
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", text)
        return (editor, answer["items"]?.array ?? [])
    }

    @Test(arguments: [
        // Links in a text.
        ("[[Kyo▮to#Trips|x]]", "[[Kyoto#Trips|x]]"), ("[[Kyo▮to]] y", "[[Kyoto]] y"), ("[[Kyo▮ y", "[[Kyoto]] y"),
        ("[[Kyo▮]", "[[Kyoto]]"), ("[[Kyoto#Tr▮ip|x]]", "[[Kyoto#Trips & more|x]]"), ("[[Kyo▮|x]]", "[[Kyoto|x]]"),
        ("[[Old ca▮", "[[Kyoto|Old capital]]"), ("[[Old ca▮|x]]", "[[Kyoto|x]]"),
        ("| a |\n|---|\n| [[Old ca▮ |", "| a |\n|---|\n| [[Kyoto\\|Old capital]] |"),
        ("| [[Kyo▮x\\|y]] |", "| [[Kyoto\\|y]] |"), ("#gr▮öße z", "#größe z"),
        ("[x](Kyoto.md#▮", "[x](Kyoto.md#trips--more)"), ("[x](Kyoto.md#tr▮ips)", "[x](Kyoto.md#trips--more)"),
        ("# One\n\n[x](#▮)", "# One\n\n[x](#one)"), ("[x](Kyo▮t.md#trips)", "[x](Kyoto.md#trips)"),
        ("[x](<Kyo▮", "[x](<Kyoto.md>)"), ("[x](<Kyo▮>) y", "[x](<Kyoto.md>) y"), ("[x](<Kyo▮)", "[x](<Kyoto.md>)"),
        ("[x](<Kyoto.md#tr▮>)", "[x](<Kyoto.md#trips--more>)"), ("[l]: Kyo▮", "[l]: Kyoto.md"),
        ("[l]: Kyo▮t.md \"T\"", "[l]: Kyoto.md \"T\""), ("[l]: Kyoto.md#▮", "[l]: Kyoto.md#trips--more"),
        // Links in front matter.
        ("---\nloc:\n  - \"[[Ky▮\n---\n", "---\nloc:\n  - \"[[Kyoto]]\"\n---\n"),
        ("---\nloc: \"[[Ky▮\n---\n", "---\nloc: \"[[Kyoto]]\"\n---\n"),
        ("---\nloc: \"[[Ky▮]]\"\n---\n", "---\nloc: \"[[Kyoto]]\"\n---\n"),
        ("---\nloc: \"[[Ky▮\"\n---\n", "---\nloc: \"[[Kyoto]]\"\n---\n"),
        ("---\nloc: '[[Ky▮\n---\n", "---\nloc: '[[Kyoto]]'\n---\n"),
        ("---\nloc: [[Ky▮\n---\n", "---\nloc: \"[[Kyoto]]\"\n---\n"),
        ("---\nloc: [[Ky▮]]\n---\n", "---\nloc: \"[[Kyoto]]\"\n---\n"),
        ("---\ntopics: [a, \"[[Ja▮\n---\n", "---\ntopics: [a, \"[[Japan]]\"\n---\n"),
        ("---\ntopics: [a, \"[[Ja▮\"]\n---\n", "---\ntopics: [a, \"[[Japan]]\"]\n---\n"),
        ("---\ntopics: [a, \"[[Ja▮]\n---\n", "---\ntopics: [a, \"[[Japan]]\"]\n---\n"),
        ("---\nloc: \"[[Kyoto#Tr▮\"\n---\n", "---\nloc: \"[[Kyoto#Trips & more]]\"\n---\n"),
        // Values, keys, dates and tags.
        ("---\nloc: ▮\n---\n", "---\nloc: \"[[Japan]]\"\n---\n"),
        ("---\ntags: [gr▮ö]\n---\n", "---\ntags: [größe]\n---\n"),
        ("---\ntags:\n- gr▮\n---\n", "---\ntags:\n- größe\n---\n"),
        ("---\nlo▮c: x\n---\n", "---\nloc: x\n---\n"), ("---\npin▮\n---\n", "---\npinned: \n---\n"),
        ("---\ndue: @tod▮\n---\n", "---\ndue: 2025-11-25\n---\n"),
        // Front matter ends at its closing line, and a rule alone begins none.
        ("---\ntags: [x]\n--- \nsee [[Ky▮", "---\ntags: [x]\n--- \nsee [[Kyoto]]"),
        ("--- \npin▮\n---\n", "--- \npinned: \n---\n"), ("---\nloc: x\npin▮", "---\nloc: x\npinned: "),
        ("---\n\nfirst, see [[Ky▮\n\nmore\n", "---\n\nfirst, see [[Kyoto]]\n\nmore\n"),
    ])
    func `replaces what is half typed`(text: String, result: String) throws {
        let (editor, items) = try Self.proposals(text)
        let edit = try #require(items.first?["textEdit"], "nothing is proposed")
        let range = try #require(edit["range"])
        try editor.apply(
            .object([
                (
                    "changes",
                    .object([
                        (
                            editor.address("notes/A.md"),
                            .array([.object([("range", range), ("newText", edit["newText"] ?? .null)])])
                        )
                    ])
                )
            ]))
        #expect(editor.texts["notes/A.md"] == result)
    }

    @Test func `does not propose what is only half typed, or other keys’ tags`() throws {
        for text in ["---\nloc: Kyo▮\n---\n", "#zz▮qu", "---\ntags: [zz▮qu]\n---\n"] {
            let labels = try Self.proposals(text).items.compactMap { $0["label"]?.string }
            #expect(!labels.contains("Kyo") && !labels.contains("zzqu"), "\(text)")
        }
        #expect(try Self.proposals("---\ntopics:\n  - gr▮\n---\n").items.isEmpty)
    }

    @Test func `does not propose as a text what is a list or a mapping`() throws {
        let front = "---\nkind:\n  - - deep\n  - {a: b}\n  - plain\n---\n"
        let editor = try Editor(["notes/A.md": "", "notes/B.md": front])
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", "---\nkind: ▮\n---\n")
        #expect(answer["items"]?.array?.map { $0["label"]?.string } == ["plain"])
    }

    @Test(arguments: [
        ("[[Port▮", "B]]"), ("[[Bay▮", "B|Bay | sea]]"), ("| a |\n|---|\n| [[Bay▮ |", "B\\|Bay \\| sea]]"),
    ])
    func `gives a link the label that it can have`(text: String, inserted: String) throws {
        let front = "---\naliases: [\"Port [big]\", \"Bay | sea\"]\n---\n"
        let editor = try Editor(["notes/A.md": "", "notes/B.md": front])
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", text)
        #expect(answer["items"]?.array?.first?["textEdit"]?["newText"]?.string == inserted)
    }

    @Test func `names what letters are compared with only where it is needed`() throws {
        for text in ["[[Kyo▮", "#gr▮", "@▮", "---\nloc: ▮\n---\n"] {
            #expect(try Self.proposals(text).items.first?["filterText"] == nil, "\(text)")
        }
        #expect(try Self.proposals("---\nloc: [[Ky▮\n---\n").items.first?["filterText"]?.string == "[[Kyoto")
    }

    @Test func `proposes keys by their first letters, however many there are`() throws {
        let keys = (0..<60).map { "a\($0): x" }.joined(separator: "\n")
        let editor = try Editor(["notes/A.md": "", "notes/B.md": "---\n\(keys)\nzebra: x\n---\n"])
        let answer = try editor.ask("textDocument/completion", in: "notes/A.md", "---\nze▮\n---\n")
        #expect(answer["items"]?.array?.compactMap { $0["label"]?.string } == ["zebra"])
    }
}
