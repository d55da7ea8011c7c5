import Archives
import Foundation
import NotebookBundle
import NotebookCheck
import NotebookPacking
import NotebookQuery
import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// Searching and links, as others use the library: by its public declarations alone, in a directory and in an archive.
struct `The library finds` {
    private static func with(_ body: (NotebookDirectory, NotebookArchive) throws -> Void) throws {
        try TemporaryFolder.with { place in
            let bundle = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            try bundle.edit { draft in
                var heron = try NewItem(.note, text: Array("Stands at the [[Weir]].\n\nÉtoile.".utf8))
                heron.title = "Grey heron"
                let item = try draft.add(heron)
                _ = try draft.attach(
                    [Attachment(name: "used.txt") { try $0([0x61]) }, Attachment(name: "lost.txt") { try $0([0x62]) }],
                    to: item)
                var weir = try NewItem(.note, text: Array("No heron.".utf8))
                weir.title = "Weir"
                try draft.add(weir)
            }
            try bundle.edit { draft in
                let heron = try draft.listing.item("grey heron")
                let body = String(decoding: try draft.item(heron.path).body, as: UTF8.self)
                var change = ItemChange()
                change.body = Array(
                    body.split(separator: "\n").filter { !$0.contains("lost") }.joined(separator: "\n").utf8)
                return try draft.edit(heron.path, change)
            }
            _ = try bundle.archive("b.zip", in: place.path, as: .zip)
            try body(bundle, NotebookArchive(place.path + "/b.zip"))
        }
    }

    @Test func `words`() throws {
        try Self.with { directory, archive in
            var request = SearchRequest(try SearchQuery(["heron"]), context: QueryContext(now: Timestamp(clamping: 0)))
            for results in [try directory.search(request), try archive.search(request)] {
                #expect(results.map(\.item.title) == ["Grey heron", "Weir"])
                #expect(results.map(\.found.titleRank) == [2, 0])
                #expect(results.last?.found.snippet?.pieces.map(\.text) == ["No ", "heron", "."])
            }
            request.filter = try Query("title == 'weir'")
            #expect(try directory.search(request).map(\.item.title) == ["Weir"])
            request = SearchRequest(try SearchQuery(["etoile", "used.txt"]), context: request.context)
            request.detail = .lines
            #expect(try archive.search(request).first?.found.lines.map(\.text).first == "Étoile.")
        }
    }

    @Test func `words in files whose names are stored in another normalisation`() throws {
        try TemporaryFolder.with { place in
            let bundle = try NotebookDirectory.create("B.notebundle", in: place.path, title: "B")
            try bundle.edit { draft in
                var note = try NewItem(.note, text: Array("A heron.".utf8))
                note.title = "Étoile"
                return try draft.add(note)
            }
            let notes = bundle.path + "/notes/"
            try FileManager.default.moveItem(atPath: notes + "\u{C9}toile.md", toPath: notes + "E\u{301}toile.md")
            let request = SearchRequest(
                try SearchQuery(["heron"]), context: QueryContext(now: Timestamp(clamping: 0)))
            #expect(try bundle.search(request).map(\.item.title) == ["Étoile"])
        }
    }

    @Test func `links and what nothing uses`() throws {
        try Self.with { directory, archive in
            for map in [try directory.links(), try archive.links()] {
                #expect(map.links.map(\.link.source).first == "[[Weir]]")
                #expect(map.links.compactMap(\.target?.text).first == "notes/Weir.md")
                #expect(map.broken == [])
            }
            let usage = try directory.blobUsage()
            #expect(usage.uses.map(\.isReferenced) == [false, true])
            #expect(usage.searched == .init(notes: 2, others: 1))
            let lost = try #require(usage.unreferenced.first).path
            #expect(try directory.collectGarbage([]).result == nil)
            let batch = try #require(try directory.collectGarbage([lost]).result)
            #expect(try directory.open().trash.map(\.batch) == [batch])
            #expect(try directory.blobUsage().unreferenced == [])
            #expect(try RuleBook.findings(in: directory.inspect(collectsLinks: true)) == [])
        }
    }
}
