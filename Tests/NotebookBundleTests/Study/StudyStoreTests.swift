import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

struct `Reviews of a notebook's cards` {
    private static let device = StudyDevice(randomBits: 0xAA)
    private static let now = Timestamp(clamping: 1_795_168_800)
    private static let context = QueryContext(now: now) { _ in 0 }
    private static let settings = StudySettings()

    /// A notebook with a note, a card of one side and one of two.
    private static func notebook() throws -> MemoryNotebook {
        let notebook = try MemoryNotebook(title: "N", environment: .fixed(at: now))
        try notebook.edit { draft in
            _ = try draft.add(NewItem(.note, text: "Note"))
            _ = try draft.add(NewItem(.card, text: "Q\n\n---\n\nA"))
            _ = try draft.add(NewItem(.card, text: "{{c1::a}} {{c2::b}}"))
        }
        return notebook
    }

    private static func review(_ deck: StudyDeck, _ number: UInt64, _ grade: ReviewGrade = .easy) throws -> Review {
        let key = try #require(deck.queue.next(at: now)?.key)
        return deck.queue.review(
            key, grade, at: now, milliseconds: 1, id: UniqueIdentifier(randomBits: number, number))
    }

    @Test
    func
        `begin with the cards in the order in which they were added, also within one second, or else in that of their names`()
        throws
    {
        let notebook = try MemoryNotebook(title: "N", environment: .fixed(at: Self.now))
        try notebook.edit { draft in
            for title in ["Card 10", "Card 2"] {
                var card = try NewItem(.card, text: "Q\n\n---\n\nA")
                card.title = title
                _ = try draft.add(card)
            }
        }
        try notebook.edit { draft in
            for (title, created) in [
                ("Card 1", ""), ("B 10", "created: 2020-01-01\n"), ("B 2", "created: 2020-01-01\n"),
            ] {
                var card = try NewItem(.card, file: Array("---\n\(created)x: y\n---\n\nQ\n\n---\n\nA".utf8))
                card.title = title
                _ = try draft.add(card)
            }
        }
        let deck = try notebook.studyDeck(Self.settings, in: Self.context)
        let titles = deck.queue.sides.map { deck.question($0.key) }
        #expect(titles == ["B 2", "B 10", "Card 10", "Card 2", "Card 1"])
    }

    @Test func `are in the notebook, sealed, and outside the cards`() throws {
        let notebook = try Self.notebook()
        let cards = try notebook.files().filter { $0.key.hasPrefix("cards/") }
        var deck = try notebook.studyDeck(Self.settings, in: Self.context)
        #expect(deck.queue.sides.count == 3 && deck.queue.counts(at: Self.now).new == 3)
        for number in 1...3 as ClosedRange<UInt64> {
            let review = try Self.review(deck, number)
            try notebook.edit { try $0.record([.review(review)], on: Self.device) }
            deck = try notebook.studyDeck(Self.settings, in: Self.context)
            #expect(deck.queue.history.reviews.count == Int(number))
            #expect(deck.queue.schedule(review.key).reviews == 1)
        }
        #expect(deck.queue.next(at: Self.now) == nil)
        let files = try notebook.files()
        #expect(files.filter { $0.key.hasPrefix("cards/") } == cards)
        #expect(files.keys.contains("extras/org.notebundle.study/reviews/00000000000000aa/2026-11.jsonl"))
        #expect(try RuleBook.findings(in: notebook.inspect(collectsLinks: true)).isEmpty)
    }

    @Test func `stay when a card is edited, renamed and moved`() throws {
        let notebook = try Self.notebook()
        let review = try Self.review(try notebook.studyDeck(Self.settings, in: Self.context), 1)
        try notebook.edit { try $0.record([.review(review)], on: Self.device) }
        try notebook.edit { draft in
            let card = try #require(draft.listing.items.first { $0.uuid == review.key.card })
            var change = ItemChange()
            change.front = Array("Another question".utf8)
            _ = try draft.edit(card.path, change)
            _ = try draft.move(card, to: FolderPath("Deep/Down"))
        }
        let deck = try notebook.studyDeck(Self.settings, in: Self.context)
        #expect(deck.queue.schedule(review.key).reviews == 1)
        #expect(deck.cards[review.key.card]?.folder.text == "Deep/Down")
    }

    @Test func `of another device are counted once, and an undo takes its review back`() throws {
        let notebook = try Self.notebook()
        let deck = try notebook.studyDeck(Self.settings, in: Self.context)
        let review = try Self.review(deck, 1)
        try notebook.edit { try $0.record([.review(review)], on: Self.device) }
        try notebook.edit { try $0.record([.review(review)], on: StudyDevice(randomBits: 0xBB)) }
        #expect(try notebook.studyDeck(Self.settings, in: Self.context).queue.history.reviews == [review])
        let undo = StudyRecord.undo(id: UniqueIdentifier(randomBits: 2, 2), time: Self.now, review: review.id)
        try notebook.edit { try $0.record([undo], on: Self.device) }
        #expect(try notebook.studyDeck(Self.settings, in: Self.context).queue.history.reviews.isEmpty)
    }

    @Test func `are in an archive only if asked, and in no part of it`() throws {
        let notebook = try Self.notebook()
        let review = try Self.review(try notebook.studyDeck(Self.settings, in: Self.context), 1)
        try notebook.edit { try $0.record([.review(review)], on: Self.device) }
        func reviews(_ change: (inout ArchiveOptions) -> Void) throws -> (reviews: Int, isTold: Bool) {
            var options = ArchiveOptions()
            change(&options)
            let archived = try notebook.archived(as: .zip, options: options)
            let archive = NotebookArchive(bytes: archived.bytes)
            #expect(try RuleBook.findings(in: archive.inspect(collectsLinks: true)).isEmpty)
            let deck = try archive.studyDeck(Self.settings, in: Self.context)
            return (deck.queue.history.reviews.count, archived.packed.studyLeftOut)
        }
        #expect(try reviews { _ in } == (0, true))
        #expect(try reviews { $0.includesStudy = true } == (1, false))
        #expect(try reviews { $0.part = NotebookPart(folders: [.root], tags: []) } == (0, false))
    }

    @Test func `can be in the user's data folder, by notebook`() throws {
        try TemporaryFolder.with { folder in
            let place = StudyFolder(FileLocation(path: folder.path).subpath("study"))
            let notebook = try Self.notebook()
            let uuid = try notebook.open().description.uuid
            #expect(try place.records(of: uuid).isEmpty)
            let device = try place.device()
            #expect(try place.device() == device)
            let review = try Self.review(try notebook.studyDeck(Self.settings, in: Self.context), 1)
            try place.record(.review(review), of: uuid, on: device)
            try place.record(.review(review), of: UniqueIdentifier(randomBits: 5, 5), on: device)
            let records = try place.records(of: uuid)
            #expect(try records == [.review(review)] && place.logs(of: uuid).unreadable.isEmpty)
            let deck = try notebook.studyDeck(besides: records, Self.settings, in: Self.context)
            #expect(deck.queue.schedule(review.key).reviews == 1)
            #expect(try !notebook.files().keys.contains { $0.contains("study") })
        }
    }

    @Test func `of a later version are not misread`() throws {
        let notebook = try Self.notebook()
        var files = try notebook.files()
        let path = "extras/org.notebundle.study/reviews/00000000000000aa/2026-11.jsonl"
        files[path] = Array("{\"format\": \"notebundle-study\", \"version\": 2}\n".utf8)
        let later = MemoryNotebook(files: files)
        #expect(try later.studyDeck(Self.settings, in: Self.context).queue.sides.count == 3, "not listed")
        let undo = StudyRecord.undo(
            id: UniqueIdentifier(randomBits: 1, 1), time: Self.now, review: UniqueIdentifier(randomBits: 2, 2))
        try later.edit { try $0.record([undo], on: Self.device) }
        #expect(throws: StudyError.laterVersion(path)) { try later.studyDeck(Self.settings, in: Self.context) }
    }

    @Test func `need a card with a uuid and an answer`() throws {
        let notebook = try Self.notebook()
        var files = try notebook.files()
        files["cards/none.md"] = Array("Q\n\n---\n\nA\n".utf8)
        files["cards/empty.md"] = Array("---\nuuid: 11111111-2222-4333-8444-555555555555\n---\n\nQ\n".utf8)
        let changed = MemoryNotebook(files: files)
        #expect(try changed.studyDeck(Self.settings, in: Self.context).cards.count == 2, "neither is listed")
        let manifest = try changed.open().manifest
        let listed = manifest.replacing(
            removed: [],
            put: try files.filter { $0.key == "cards/none.md" || $0.key == "cards/empty.md" }.compactMap {
                path, bytes in
                let path = try BundlePath(path)
                let fact = FileFact(
                    path: path, size: bytes.count, digest: Digest.of(bytes), item: ItemFact(bytes, type: .card))
                return Entry(fact, notebookCreated: Self.now)
            })
        files["manifest.json"] = listed.text
        let deck = try MemoryNotebook(files: files).studyDeck(Self.settings, in: Self.context)
        #expect(deck.withoutUUID.map(\.path.text) == ["cards/none.md"])
        #expect(deck.withoutAnswer.map(\.path.text) == ["cards/empty.md"])
    }
}
