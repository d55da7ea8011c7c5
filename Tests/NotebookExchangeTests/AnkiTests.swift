import Foundation
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookStudy
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("exchange/anki"), "\(Corpora.absent)")) struct `A package of Anki` {
    @Test func `keeps each kind of note, and its reviews`() throws {
        let cards = try Arrived.corpus("anki", "mixed-legacy-2.apkg")
        #expect(cards.items.count == 8 && cards.paths.allSatisfy { $0.hasPrefix("cards/Test - Mixed Types/") })
        #expect(cards.attachments.values.sorted() == [10_701])
        let bodies = cards.items.values.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(cards.items.values.count { $0.foreignValue(of: "reversed") == "true" } == 2)
        #expect(bodies.count { $0.contains("{{c1::") } == 4)
        #expect(
            bodies.contains {
                $0.hasPrefix("In a cloze, some {{c1::fields}} are {{c2::hidden}}.\n\n---\n\nThis is the")
            })
        #expect(bodies.contains { $0.contains("{{c1::hints::(something that helps)}} as well.") })
        #expect(cards.losses(.cardChanged) == 2)
        #expect(cards.reviews.count == 26 && cards.count(.reviews, .recorded) == 26)
        #expect(cards.reviews.allSatisfy { $0.grade == .good })
        #expect(Set(cards.reviews.map(\.key.side.name)) == ["front", "back", "c1", "c2", "c3"])
        #expect(Set(cards.reviews.map(\.key.card)).isSubset(of: Set(cards.items.values.compactMap(\.metadata.uuid))))
        let picture = try #require(bodies.first { $0.contains("{{c3::") })
        #expect(picture.hasPrefix("![") && !picture.contains("image-occlusion"))
    }

    @Test func `without notes is told to be empty`() throws {
        let cards = try Arrived.corpus("anki", "empty-latest.apkg")
        #expect(cards.items.isEmpty && cards.report.losses.isEmpty && cards.report.hasNothing)
    }

    @Test func `keeps recordings`() throws {
        let cards = try Arrived.corpus("anki", "media.apkg")
        #expect(cards.items.count == 1 && cards.attachments.keys.sorted() == ["foo.wav"])
        #expect(try cards.body().hasPrefix("![foo.wav](../../blobs/foo."))
    }

    @Test func `has the front and the back of a card`() throws {
        #expect(try Arrived.corpus("anki", "diffmodels2-1.apkg").body() == "front\n\n---\n\nback\n")
    }

    @Test(arguments: ["rich-latest.apkg", "rich-legacy.apkg", "rich.colpkg"])
    func `is the same in every layout`(_ name: String) throws {
        let cards = try Arrived.corpus("anki", "made-with-anki-26.09.3/\(name)")
        let reference = try Arrived.corpus("anki", "made-with-anki-26.09.3/rich-legacy.apkg")
        #expect(cards.report.balance.found[.notes] == cards.items.count)
        #expect(
            cards.items.mapValues { String(decoding: $0.body, as: UTF8.self) }
                == reference.items.mapValues { String(decoding: $0.body, as: UTF8.self) })
        let folders = Set(cards.paths.map { $0.split(separator: "/").dropFirst().dropLast().joined(separator: "/") })
        #expect(folders == ["Birds/Herons", "Birds", "Default"])
        let tags = Set(cards.items.values.flatMap { $0.metadata.tags.map(\.text) })
        #expect(tags == ["wetland", "birds/heron", "deutsch", "marked", "leech"])
        #expect(cards.reviews.count == 2 && cards.attachments.keys.sorted() == ["heron dot.png"])
        #expect(cards.report.losses.contains { $0.code == .attachmentMissing && $0.target == "missing.mp3" })
        #expect(cards.items.values.contains { $0.body.count > 12_000 })
        #expect(cards.items.values.contains { String(decoding: $0.body, as: UTF8.self).contains("tab\there") })
    }

    @Test func `updates the cards of an earlier package by their guids`() throws {
        let folder = try #require(Corpora.folder("exchange/anki"))
        try TemporaryFolder.with { place in
            let places = FileLocations(environment: ["HOME": place.path])
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            func take(_ name: String) throws -> ImportOutcome {
                try notebook.importItems(
                    from: [FileLocation(path: folder.appending(path: name).path)], locations: places
                ).result
            }
            #expect(try take("update1.apkg").added.count == 1)
            let second = try take("update2.apkg")
            #expect(second.added.isEmpty && second.updated.count == 1)
            let body = try notebook.read { String(decoding: try $0.file(of: $0.listing.items[0]).body, as: UTF8.self) }
            #expect(body.contains("goodbye") && !body.contains("hello"))
            let third = try take("update2.apkg")
            #expect(third.updated.isEmpty && third.report.balance.fates[.notes] == [.unchanged: 1])
        }
    }
}

struct `A package written for Anki` {
    @Test func `has the cards, and is read as the same cards`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let text = "A *grey* heron < 1 m\n\n---\n\nGraureiher\n"
            try notebook.edit { draft in _ = try draft.add(NewItem(.card, text: text)) }
            let exported = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            #expect(exported.items.count == 1)
            let cards = try Arrived([place.path + "/N.apkg"])
            #expect(try cards.body() == text)
        }
    }

    @Test func `that comes back changes no card, and has no review twice`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                let card = try draft.add(NewItem(.card, text: "a\n\n---\n\nb\n"))
                let reviews = try (0..<3).map { number in
                    StudyRecord.review(
                        Review(
                            id: UniqueIdentifier(derivedFrom: "\(number)"),
                            time: Timestamp(clamping: 1_767_225_600 + Int64(number) * 86_400),
                            day: StudyDay(number: 20_454 + number),
                            key: StudyKey(card: try #require(card.uuid), side: .front), grade: .good, milliseconds: 9))
                }
                let hold = StudyHold(
                    id: UniqueIdentifier(derivedFrom: "h"), time: Timestamp(clamping: 1_767_225_600),
                    day: StudyDay(number: 20_454), card: try #require(card.uuid), kind: .suspend)
                try draft.record(reviews + [.hold(hold)], on: #require(StudyDevice("0123456789abcdef")))
            }
            _ = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            let before = try notebook.read { try $0.studyRecords().records }
            for _ in 1...2 {
                let result = try notebook.importItems(
                    from: [FileLocation(path: place.path + "/N.apkg")],
                    locations: FileLocations(environment: ["HOME": place.path])
                ).result
                #expect(result.report.balance.fates[.reviews] == [.unchanged: 3])
                #expect(result.report.balance.fates[.notes] == [.unchanged: 1])
                #expect(try notebook.read { try $0.studyRecords().records } == before)
            }
        }
    }

    @Test func `has the reviews that are not in the notebook, too`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let card = try notebook.edit { try $0.add(NewItem(.card, text: "a\n\n---\n\nb\n")) }.result
            let review = Review(
                id: UniqueIdentifier(derivedFrom: "a"), time: Timestamp(clamping: 1_767_225_600),
                day: StudyDay(number: 20_454), key: StudyKey(card: try #require(card.uuid), side: .front), grade: .good,
                milliseconds: 9)
            let folder = StudyFolder(FileLocation(path: place.path + "/study"))
            let uuid = try notebook.read { $0.listing.description.uuid }
            try folder.record(.review(review), of: uuid, on: #require(StudyDevice("0123456789abcdef")))
            _ = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki, withReviewsOf: folder)
            #expect(try Arrived([place.path + "/N.apkg"]).reviews.map(\.time) == [review.time])
        }
    }

    @Test func `asks braces of a card without gaps as text`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let text = "What does {\\{c1::x}} do, and `{{c1::y}}`?\n\n---\n\nA gap\n"
            try notebook.edit { draft in _ = try draft.add(NewItem(.card, text: text)) }
            _ = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            #expect(try Arrived([place.path + "/N.apkg"]).body() == text)
            let list = "#notetype:Basic\n#separator:tab\n#html:false\nWhat does {{c1::x}} do, and\tA gap\n"
            #expect(try Arrived.text(list, named: "list.txt").body().hasPrefix("What does {\\{c1::x}} do"))
        }
    }

    @Test func `names files as they are, marks those that are only linked, and keeps suspended cards so`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let card = try notebook.edit { draft in
                let names = try ["grün & 100%.png", "book ü.pdf"].map { name in
                    try draft.addBlob(NotebookStore.Attachment(name: name) { try $0(Array(name.utf8)) }).name
                }
                let text = "---\nanki-flag: 3\n---\n![[\(names[0])]]\n\n---\n\n[[\(names[1])|b]]\n"
                let card = try draft.add(NewItem(.card, file: Array(text.utf8)))
                let hold = StudyHold(
                    id: UniqueIdentifier(derivedFrom: "a"), time: Timestamp(clamping: 1_767_225_600),
                    day: StudyDay(number: 20_454), card: try #require(card.uuid), kind: .suspend)
                try draft.record([.hold(hold)], on: #require(StudyDevice("0123456789abcdef")))
                return card
            }.result
            let exported = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            #expect(exported.losses.isEmpty, "\(exported.losses)")
            let request = ImportRequest(environment: .system, progress: NoProgress())
            let files = try #require(try ImportLocation(place.path + "/N.apkg", shown: "N.apkg").files(request))
            let source = try AnkiSource(files, shown: "N.apkg")
            let note = try #require(source.collection.notes.first)
            #expect(note.fields[0].hasPrefix("<img src=\"grün &amp; 100%.png\""), "\(note.fields)")
            #expect(note.fields[1].hasPrefix("<a href=\"_book%20%C3%BC.pdf\">"), "\(note.fields)")
            #expect(note.cards.map(\.isSuspended) == [true] && note.cards.map(\.flag) == [3])

            let other = try NotebookDirectory.create("O.notebundle", in: place.path, title: "O")
            _ = try other.importItems(
                from: [FileLocation(path: place.path + "/N.apkg")],
                locations: FileLocations(environment: ["HOME": place.path]))
            let uuid = try #require(card.uuid)
            try other.read { notebook in
                #expect(notebook.listing.items.map(\.uuid) == [uuid])
                let records = try notebook.studyRecords().records
                #expect(ReviewHistory(records).held.isSuspended(uuid))
                let names = notebook.listing.manifest.entries.compactMap { BlobName($0.path.name)?.readableName }
                #expect(names.sorted() == ["book ü.pdf", "grün & 100%.png"])
            }
        }
    }

    @Test func `plays recordings by their names, and shows code as it is`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let code = "`\\(a\\)`, `[sound:x.mp3]` and `[latex]x[/latex]`"
            try notebook.edit { draft in
                let blob = try draft.addBlob(NotebookStore.Attachment(name: "Ton ü & x.mp3") { try $0([0x49]) })
                let text = "What is ![[\(blob.name)]]?\n\n---\n\n\(code)\n"
                _ = try draft.add(try NewItem(.card, file: Array(text.utf8)))
            }
            let exported = try notebook.export(to: .place("N.apkg", in: place.path), as: .anki)
            #expect(exported.losses.isEmpty)
            let cards = try Arrived([place.path + "/N.apkg"])
            #expect(cards.attachments.keys.sorted() == ["Ton ü & x.mp3"])
            #expect(cards.report.losses.isEmpty)
            #expect(try cards.body().hasSuffix("\n---\n\n\(code)\n"))
            let text = "#notetype:Basic\n#separator:tab\n#html:true\n"
            let row = "In \\( <img src=x.png> and \\)\t<pre>s/\\(.*\\)/\\[\\1\\]/</pre>\n"
            let body = try Arrived.text(text + row, named: "list.txt").body()
            #expect(body.contains("x.png") && body.contains("s/\\(.*\\)/\\[\\1\\]/"), "\(body)")
        }
    }
}
