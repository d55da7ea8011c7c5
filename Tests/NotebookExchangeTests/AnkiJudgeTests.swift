import Foundation
import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// Packages as Anki itself reads and writes them.
@Suite(.enabled(if: Python.has("anki"), "\(Python.absent("anki"))"))
struct `Anki itself` {
    /// Reads a package, prints what it holds then, and exports it in each layout.
    private static let script = """
        import json, os, sys
        from anki.collection import (
            Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest)
        package, folder = sys.argv[1:]
        collection = Collection(os.path.join(folder, "c.anki2"))
        options = ImportAnkiPackageOptions(with_scheduling=True)
        collection.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=options))
        media = collection.media.check()
        cards = [collection.get_card(id) for id in sorted(collection.find_cards(""))]
        notes = {card.nid: card.note() for card in cards}
        print(json.dumps({
            "missing": sorted(media.missing), "unused": sorted(media.unused),
            "media": sorted(os.listdir(os.path.join(folder, "c.media"))),
            "guids": sorted(note.guid for note in notes.values()),
            "decks": sorted({collection.decks.name(card.did) for card in cards}),
            "tags": sorted({tag for note in notes.values() for tag in note.tags}),
            "queues": sorted(card.queue for card in cards), "flags": sorted(card.flags for card in cards),
            "reviews": collection.db.scalar("select count() from revlog"),
            "remembered": sum(card.memory_state is not None for card in cards),
        }))
        for name, legacy in (("latest", False), ("legacy", True)):
            options = ExportAnkiPackageOptions(with_scheduling=True, with_media=True, legacy=legacy)
            collection.export_anki_package(out_path=os.path.join(folder, name + ".apkg"), options=options, limit=None)
        collection.export_collection_package(os.path.join(folder, "whole.colpkg"), True, False)
        """

    private struct Answer: Decodable, Equatable {
        var missing: [String] = []
        var unused: [String] = []
        var media: [String] = []
        var guids: [String] = []
        var decks: [String] = []
        var tags: [String] = []
        var queues: [Int] = []
        var flags: [Int] = []
        var reviews = 0
        var remembered = 0
    }

    private static func body(_ item: ItemFile) -> String { String(decoding: item.body, as: UTF8.self) }

    @Test func `takes cards over with all files, reviews, suspension and flags, and gives them back`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                func attach(_ name: String) throws -> String {
                    try "\(draft.addBlob(NotebookStore.Attachment(name: name) { try $0(Array(name.utf8)) }).name)"
                }
                let shown = try ["grün & 100%.png", "plain.png", "_mark.png"].map { "![[\(try attach($0))]]" }
                let texts = [
                    "What is *this*? \(shown.joined(separator: " "))\n\n---\n\nA ![[\(try attach("Ton ü & x.mp3"))]]\n",
                    "---\nreversed: true\nanki-flag: 3\n---\nboth ways\n\n---\n\n"
                        + "See [[\(try attach("book.pdf"))|the book]] and <https://a.org/b%20c.png>\n",
                    "The {{c1::capital::town}} of {{c2::France}}\n",
                ]
                var items: [Item] = []
                for (index, text) in texts.enumerated() {
                    var item = try NewItem(.card, file: Array(text.utf8))
                    item.folder = try FolderPath(index == 0 ? "Birds/Wading birds" : "Geo")
                    item.tags = index == 0 ? [try #require(Tag("wet/land"))] : []
                    items.append(try draft.add(item))
                }
                let card = try #require(items[1].uuid)
                let time = Timestamp(clamping: 1_767_225_600)
                let device = try #require(StudyDevice("0123456789abcdef"))
                let key = StudyKey(card: try #require(items[0].uuid), side: .front)
                try draft.record(
                    [
                        .review(
                            Review(
                                id: UniqueIdentifier(derivedFrom: "a"), time: time, day: StudyDay(number: 20_454),
                                key: key, grade: .good, milliseconds: 1000)),
                        .hold(
                            StudyHold(
                                id: UniqueIdentifier(derivedFrom: "b"), time: time, day: StudyDay(number: 20_454),
                                card: card, kind: .suspend)),
                    ], on: device)
            }
            let exported = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            #expect(exported.losses.isEmpty, "\(exported.losses)")
            let result = try Python.run(.text(Self.script), [place.path + "/N.apkg", place.path], modules: ["anki"])
            #expect(result.status == 0, "\(result.errors)")
            let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
            let listing = try notebook.read { $0.listing }
            #expect(
                answer
                    == Answer(
                        media: ["Ton ü & x.mp3", "_book.pdf", "_mark.png", "grün & 100%.png", "plain.png"],
                        guids: listing.items.compactMap { $0.uuid?.description }.sorted(),
                        decks: ["Birds::Wading birds", "Geo"], tags: ["wet::land"], queues: [-1, -1, 0, 0, 1],
                        flags: [0, 0, 0, 3, 3], reviews: 1, remembered: 1))
            for name in ["latest.apkg", "legacy.apkg", "whole.colpkg"] {
                let back = try Arrived([place.path + "/" + name])
                #expect(Set(back.items.values.map(\.metadata.uuid)) == Set(listing.items.map(\.uuid)))
                // Into packages of decks, Anki itself does not put what texts only link to.
                let hasLinked = name.hasSuffix(".colpkg")
                let shown = ["Ton ü & x.mp3", "_mark.png", "grün & 100%.png", "plain.png"]
                #expect(back.attachments.keys.sorted() == (shown + (hasLinked ? ["book.pdf"] : [])).sorted())
                #expect(back.reviews.count == 1)
                let codes = Set(back.report.losses.map(\.code))
                #expect(codes == (hasLinked ? [.propertyKept] : [.propertyKept, .linkUnresolved]))
                #expect(back.items.values.allSatisfy { $0.foreignValue(of: "anki-suspended") == nil })
                let bodies = back.items.values.map(Self.body)
                #expect(bodies.contains("The {{c1::capital::town}} of {{c2::France}}\n"))
            }
        }
    }
}
