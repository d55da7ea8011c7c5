import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import TestSupport
import Testing

struct `Decks of hashcards` {
    private static let birds = """
        Q: What is grey?

        And tall?
        A: A heron.
        It fishes.

        Q: One?
        A: 1

        ---

        C: The [wren] is [very small], see [[x]].

        C:
        Two
        [paragraphs

        of a gap]
        """

    @Test func `become cards in the folders of their decks`() throws {
        let arrived = try Arrived.files([
            "Birds.md": Self.birds,
            "Deep/in.md": "---\n# Names\nname = \"Ducks \\\"&\\\" co\"\n---\nQ: Quack?\nA: Yes\n",
        ])
        #expect(
            arrived.paths == [
                "cards/Birds/One.md", "cards/Birds/The … is …, see ….md", "cards/Birds/Two.md",
                "cards/Birds/What is grey.md", "cards/Deep/Ducks & co/Quack.md",
            ])
        let bodies = arrived.items.mapValues { String(decoding: $0.body, as: UTF8.self) }
        #expect(
            bodies["cards/Birds/What is grey.md"]
                == "What is grey?\n\nAnd tall?\n\n---\n\nA heron.\nIt fishes.\n")
        #expect(arrived.report.balance.gaps.isEmpty && arrived.report.losses.isEmpty)
    }

    /// What the program makes of brackets, and what a notebook makes of them.
    @Test(
        arguments: [
            ("The [wren] is [small]", "The ==wren== is ==small=="),
            (#"A \[b\](c.md) and \[\[d\]\] [gap]"#, "A [b](c.md) and [[d]] ==gap=="),
            ("![p](p.png) [gap]", "![p](p.png) ==gap=="), ("![p](p.png) [gap] and `[code]`", nil),
            ("[a [b] c] d]", "a ==b== c d"), ("[a\n\nb] [c]", "{{c1::a\n\nb}} {{c2::c}}"),
            ("a == b, [c]", "a == b, ==c=="), ("[std::vector] [x]", "==std::vector== ==x=="),
            ("[std::\n\nvector] [x]", "{{c1::std:\\:\n\nvector}} {{c2::x}}"),
            (#"$\frac{a}{[b]}$"#, #"$\frac{a}{==b==}$"#), (#"[] \(x\) [y]"#, " $x$ ==y=="),
        ] as [(String, String?)])
    func `have gaps`(written: String, front: String?) {
        #expect(HashcardsGaps(written).front.map { HashcardsFormulas.dollars(in: $0) } == front)
    }

    @Test func `with gaps that a card cannot have keep their text`() throws {
        let arrived = try Arrived.text("C: In `code [gap]` only\n", named: "a.md")
        #expect(try arrived.body() == "In `code gap` only\n")
        #expect(arrived.report.losses.map(\.text) == ["its gaps cannot be asked"])
    }

    @Test func `have formulas in brackets, too`() throws {
        let text = #"Q: What is \(x^2\), `\(c\)` and \\(y\\)?\#nA: \[\frac12\]\#n"#
        #expect(
            try Arrived.text(text, named: "a.md").body()
                == #"What is $x^2$, `\(c\)` and \\(y\\)?\#n\#n---\#n\#n$$\frac12$$\#n"#)
    }

    @Test func `bring the files that they show`() throws {
        let arrived = try Arrived.files([
            "A/deck.md":
                "Q: What?\n\n![](@/pic%201.png)\n\nA: ![x](../sound.mp3) ![y](none.png) ![z](https://e.org/z.png)\n",
            "pic 1.png": "one", "sound.mp3": "two", "macros.tex": "x", "hashcards.db": "y",
        ])
        #expect(arrived.attachments == ["pic 1.png": 3, "sound.mp3": 3])
        #expect(arrived.rows(.partSkipped) == ["hashcards.db", "macros.tex"])
        #expect(arrived.report.losses.filter { $0.code == .attachmentMissing }.map(\.target) == ["none.png"])
        #expect(arrived.losses(.remoteKept) == 1)
        let alone = try TemporaryFolder.with { place in
            for (name, text) in ["d.md": "Q: a\nA: ![](b.png)\n", "b.png": "b", "c.png": "c"] {
                try Data(text.utf8).write(to: URL(filePath: "\(place.path)/\(name)"))
            }
            return try Arrived([place.path + "/d.md"])
        }
        #expect(alone.attachments == ["b.png": 1] && alone.report.losses.isEmpty && alone.paths == ["cards/d/a.md"])
    }

    @Test func `isolate what is damaged in its card`() throws {
        let text = """
            Q: First?
            A: Yes
            A: again

            Q: Never answered
            Q: Second?
            A: Yes

            C: without a gap
            ---
            prose
            Q: First?
            A: Yes
            Q: Empty?
            A:
            """
        let arrived = try Arrived.text("---\nname = 'D'\nx = 1\n---\n" + text, named: "a.md")
        #expect(arrived.paths == ["cards/D/Empty.md", "cards/D/First.md", "cards/D/Second.md"])
        #expect(
            arrived.report.losses.map { "\($0.place): \($0.text)" }
                == [
                    ": the value “x” of the deck", "line 7: an answer without a question",
                    "line 9: a question without an answer", "line 13: a card without a gap in brackets",
                    "line 15: a text that belongs to no card", "line 16: the same card comes twice",
                    "line 18: the card has no answer",
                ].map { $0.hasPrefix(":") ? "a.md" + $0 : $0 })
        #expect(arrived.count(.notes, .refused) == 4 && arrived.count(.notes, .merged) == 1)
    }

    /// What looks like a deck only at first.
    @Test(arguments: [
        ["a.md": "Some prose.\n\nQ: What?\nA: That.\n"], ["a.md": "---\ntitle: FAQ\n---\nQ: What?\nA: That.\n"],
        ["a.md": "Q: A question that is only a note\n"], ["a.md": "Q: What?\nA: That.\n", "b.md": "A note.\n"],
        ["a.md": "Q: What?\nA: That.\n", "b.md": "---\ntitle: B\n---\nA note.\n"],
        ["a.md": "C: is a drive\n"], ["a.md": "Q: x\nA: y\nQ: z\n"],
        ["a.md": "Q: What?\nA: That.\n", "b.md": "Q: only\n", "c.md": "C: drive\n"],
    ])
    func `are never notes`(files: [String: String]) throws {
        let arrived = try Arrived.files(files)
        #expect(arrived.paths.allSatisfy { $0.hasPrefix("notes/") } && arrived.items.count == files.count)
    }

    @Test func `are known again by their fronts`() throws {
        try TemporaryFolder.with { place in
            let deck = place.path + "/D.md"
            func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: deck)) }
            try write("Q: a\nA: 1\n\nC: The [b] is c.\n\nQ: a\nA: 3\n")
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func read() throws -> (Int, Int, Int) {
                let locations = FileLocations(environment: ["HOME": place.path])
                let outcome = try notebook.importItems(from: [FileLocation(path: deck)], locations: locations).result
                return (
                    outcome.added.count, outcome.updated.count, outcome.report.balance.fates[.notes]?[.unchanged] ?? 0
                )
            }
            #expect(try read() == (3, 0, 0))
            #expect(try read() == (0, 0, 3))
            try FileManager.default.createDirectory(atPath: place.path + "/m", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: place.path + "/m/x.png"))
            try Data("x".utf8).write(to: URL(filePath: place.path + "/x.png"))
            try write("Q: ![](x.png)\nA: 1\n")
            #expect(try read() == (1, 0, 0))
            try write("Q: ![](@/m/x.png)\nA: 1\n")
            #expect(try read() == (0, 0, 1))
            try write("Q: new\nA: 0\n\nQ: a\nA: 2\n\nC: The [b] is [c].\n\nQ: a\nA: 3\n")
            #expect(try read() == (1, 2, 1))
        }
    }

    @Test func `are what an export makes, and come back the same`() throws {
        func card(_ text: String, _ folder: String = "", front: String = "") throws -> NewItem {
            var item = try NewItem(.card, file: Array((front.isEmpty ? text : "---\n\(front)\n---\n\(text)").utf8))
            item.folder = try FolderPath(folder)
            return item
        }
        let texts = [
            "Wow!==gap==, \\\\==x== and [link](https://e.org) \\[no\\] `a[0]` ==[y]==\n",
            "Side \\[x\\] and \\(y\\)\n\n---\n\nQ: two\n\n***\n\n[link](https://e.org)\n",
        ]
        let cards = try [
            card(texts[0], "A/B"), card(texts[1], "A"), card("Hund\n\n---\n\ndog\n", front: "reversed: true"),
        ]
        let trip = try RoundTrip(cards, as: try #require(ExportFormat.named("hashcards")))
        #expect(trip.after.items.count == 3)
        let folders = Set(trip.after.paths.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
        #expect(folders == ["cards/A/B", "cards/A", "cards"])
        #expect(trip.after.items.values.contains { $0.foreignValue(of: "reversed") == "true" })
        let gaps = trip.after.items.values.compactMap {
            StudyCard($0).gaps.map { String(decoding: $0.filled, as: UTF8.self) }
        }
        #expect(gaps == ["Wow&#33;**gap**, \\\\ **x** and [link](https://e.org) &#91;no\\] `a[0]` [y]\n"])
        #expect(trip.after.report.losses.map(\.code) == [.cardChanged])
    }
}
