import Foundation
@testable import NotebookExchange
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// What we write, we read back.
@Suite struct `An export for another system` {
    /// Notes and cards with everything that a text can hold.
    static func items() throws -> [NewItem] {
        func item(_ type: FileType, _ title: String, _ folder: String, _ text: String, tags: [String] = []) throws
            -> NewItem
        {
            var item = try NewItem(type, text: Array(text.utf8))
            (item.title, item.folder, item.tags) = (title, try FolderPath(folder), tags.compactMap { Tag($0) })
            return item
        }
        return [
            try item(
                .note, "Herons & \"others\" <1>", "Birds/Waders",
                """
                # A heading

                Some *emphasis*, **strong**, ~~struck~~, ==marked== and `code <b>`. A [link](https://example.com/?a=1&b=2).

                - [ ] open
                - [x] done
                  - nested
                - plain

                1. one
                2. two

                > A quote.

                ```python
                if a < b:
                    print("  x")
                ```

                | a | b |
                | --- | --- |
                | 1 | **2** |

                See [Wren](../../Wren.md) and \\*this\\*. A formula: $x_1^2$.

                """, tags: ["birds/wader", "grey"]),
            try item(.note, "Wren", "", "Small.\\\nVery small.\n"),
            try item(.card, "", "Birds", "What is grey?\n\n---\n\nA heron.\n", tags: ["quiz"]),
            try item(.card, "", "", "The ==heron== is grey.\n"),
        ]
    }

    @Test(arguments: ["csv", "opml"])
    func `comes back with its attachments, which are beside it`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        var pond = try NewItem(.note, text: Array("A pond, and `heron, grey.png`.\n".utf8))
        pond.title = "Pond"
        let picture = NotebookStore.Attachment(name: "heron, grey.png") { try $0(Array("PNG".utf8)) }
        let trip = try RoundTrip(Self.items() + [pond], attaching: [picture], as: format)
        #expect(trip.differences == [])
        #expect(trip.after.attachments == ["heron, grey.png": 3])
        #expect(trip.losses.filter { $0.code == .partSkipped } == [])
        #expect(trip.after.report.balance.gaps.isEmpty && trip.after.report.losses.isEmpty)
    }

    @Test(arguments: ["enex", "jex"])
    func `comes back with the same titles, texts, tags, dates and folders`(_ name: String) throws {
        let format = try #require(ExportFormat.named(name))
        let trip = try RoundTrip(Self.items(), as: format)
        #expect(trip.differences == [])
        let links = trip.after.resolved.first { $0.key.contains("Herons") }?.value
        #expect(links == ["notes/Wren.md"])
    }
}

@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A corpus, exported again` {
    private static func files(_ format: String, _ ending: String) -> [String] {
        guard let folder = Corpora.folder("exchange/\(format)"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.path + "/" + $0 }
    }

    @Test func `comes back from ENEX unchanged`() throws {
        let trip = try RoundTrip(Self.files("enex", ".enex"), as: #require(ExportFormat.named("enex")))
        #expect(trip.differences == [])
    }

    @Test func `comes back from JEX unchanged`() throws {
        let files =
            Self.files("enex", "links_A.enex") + Self.files("enex", "image-size.enex") + Self.files("jex", ".jex")
        #expect(try RoundTrip(files, as: #require(ExportFormat.named("jex"))).differences == [])
    }
}
