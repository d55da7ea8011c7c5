import Foundation
import NotebookBundle
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookStore
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange"), "\(Corpora.absent)")) struct `A second import` {
    private static let sources = [
        "enex/linked_notes.enex", "enex/test-3NotesWithSameName.enex", "enex/tasks.enex", "keep",
        "anki/mixed-legacy-2.apkg", "anki/made-with-anki-26.09.3/cards.txt", "notion/database-row.html",
        "bear/backup.bear2bk", "textbundle/Ulysses Export.zip", "html", "roam/shapes.json",
        "csv/comprehensive-test.csv", "opml/states.opml", "simplenote/simplenote.zip", "dayone", "tomboy",
    ]

    @Test func `of the same exports finds nothing new`() throws {
        let folder = try #require(Corpora.folder("exchange"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let sources = Self.sources.map { FileLocation(folder.appending(path: $0)) }
            let first = try notebook.importItems(from: sources, locations: places).result
            #expect(first.added.count > 80 && first.updated.isEmpty)
            let second = try notebook.importItems(from: sources, locations: places).result
            #expect(second.added.map(\.path.text) == [] && second.updated.map(\.path.text) == [])
            #expect(second.transfers.flatMap(\.unchanged).count == first.added.count)
        }
    }
}
