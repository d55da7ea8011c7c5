import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `The answer to a query` {
    static let context = QueryContext(now: Timestamp(asWritten: "2026-11-20T10:00:00Z") ?? .epoch)

    static func heron(content: ItemContent? = nil) throws -> ItemFacts {
        ItemFacts(
            path: try BundlePath("cards/Birds/Gänse/Grey heron.md"), kind: .card,
            item: ItemMetadata(
                title: "Grey Heron — Fischreiher",
                created: Timestamp(asWritten: "2026-11-01T08:00:00Z"),
                modified: Timestamp(asWritten: "2026-11-20T09:00:00Z"), pinned: true,
                tags: ["birds/herons", "Étoiles"].compactMap { Tag($0) }),
            notebookCreated: .epoch, size: 1500, content: content)
    }

    static let read = ItemContent(
        body: "What stands?\n\n---\n\nThe **heron**\n", front: "What stands?\n", back: "The **heron**\n",
        attachments: ["heron.jpg", "call.MP3"])

    static func answer(_ text: String, content: ItemContent? = nil) throws -> Bool? {
        try Query(text).answer(for: heron(content: content), in: context)
    }

    @Test(arguments: [
        "title == 'grey HERON — fischreiher'", "title contains 'FISCH'", "title contains ''",
        "title == 'Gre\u{301}y Heron — Fischreiher'", "title != 'Grey'", "title > 'Grey'", "title <= 'h'",
        "title in ('a', 'GREY heron — Fischreiher')", "title matches '^grey\\b.*r$'",
        "title ==[exact] 'Grey Heron — Fischreiher'", "title contains[exact] 'Heron'", "title matches[exact] 'H'",
        "kind == 'card'", "kind != note", "kind in (note, card)", "folder == 'birds/ganse'",
        "folder ==[exact] 'Birds/Gänse'",
        "folder under 'birds'", "folder under 'BIRDS/Gänse/'", "folder under ''", "folder != 'Birds'",
        "path == 'cards/Birds/Ganse/Grey heron.md'", "path under 'cards'", "path matches '\\.md$'",
        "tag == 'birds/herons'", "tag == '#etoiles'", "tag under 'birds'", "tag under 'Birds/Herons'", "tag != 'birds'",
        "tag contains 'heron'", "tag in ('x', 'étoiles')", "tag != none", "tag matches '^b'", "tag < 'c' and tag > 'c'",
        "created < 2026-11-02", "created == 2026-11-01", "created == 2026-11",
        "created == 2026", "created <= 2026-11-01", "created in (2025, 2026-11-01)", "created == 2026-11-01T08:00",
        "created == 2026-11-01T09:00:00+01:00", "created != 2026-11-02", "modified == today",
        "modified >= startOfToday",
        "modified > -1d", "modified >= -1h", "modified < now", "pinned", "not trashed", "size == 1500", "size < 2kB",
        "size in (1, 1500)", "size != 1", "pinned == true and size >= 1500 or trashed", "pinned != false",
    ])
    func `is yes for what fits`(text: String) throws { #expect(try Self.answer(text) == true) }

    @Test(arguments: [
        "title == 'heron'", "title ==[exact] 'grey heron — fischreiher'", "title contains[exact] 'heron'",
        "title matches 'zzz'", "title matches[exact] 'grey'", "title < 'grey'", "folder == 'Birds'",
        "folder under 'Bird'",
        "folder ==[exact] 'Birds/Ganse'", "folder under 'Gänse'", "tag == 'birds'", "tag under 'bird'",
        "tag under 'herons'", "tag ==[exact] 'étoiles'", "tag == none", "tag != 'birds/herons'", "created > 2026-11-01",
        "created < 2026-11-01", "created == 2026-11-02", "created == yesterday", "created != 2026-11",
        "modified > now", "modified < -1h", "trashed", "not pinned", "size > 1500",
        "kind == note",
        "pinned and not pinned", "kind in (note)", "modified > today", "modified < today",
    ])
    func `is no for what does not`(text: String) throws { #expect(try Self.answer(text) == false) }

    @Test(arguments: [
        ("body contains 'heron'", true), ("body contains '**heron**'", true), ("body matches '^the '", true),
        ("front contains 'heron'", false), ("back contains 'heron'", true), ("back != none", true),
        ("attachment == 'HERON.jpg'", true), ("attachment contains '.mp3'", true), ("attachment == none", false),
        ("attachment matches[exact] '\\.mp3$'", false), ("attachment != 'heron.jpg'", false), ("front < 'x'", true),
    ])
    func `on what is in the file needs the file`(text: String, expected: Bool) throws {
        #expect(try Self.answer(text) == nil)
        #expect(try !Query(text).matches(Self.heron(), in: Self.context))
        #expect(try Self.answer(text, content: Self.read) == expected)
        #expect(try Self.answer("not " + text) == nil)
        #expect(try Self.answer("not " + text, content: Self.read) == !expected)
    }

    @Test(
        arguments: [
            ("body contains 'x' and not pinned", false), ("not pinned and body contains 'x'", false),
            ("body contains 'x' or pinned", true), ("pinned or front == 'x'", true),
            ("not (body contains 'x' or pinned)", false),
            ("body contains 'x' and pinned", nil), ("trashed or body contains 'x'", nil),
        ] as [(String, Bool?)])
    func `needs no file where other facts settle it`(text: String, expected: Bool?) throws {
        #expect(try Self.answer(text) == expected)
    }

    @Test(
        arguments: [
            ("tag == 'weir'", nil), ("tag == 'étoiles'", true), ("tag != 'weir'", nil), ("tag != 'étoiles'", false),
            ("tag == none", false), ("tag != none", true), ("tag in ('x', 'étoiles')", true),
            ("tag in ('x', 'y')", nil),
            ("tag under 'water'", nil), ("not tag under 'birds'", false), ("tag == 'weir' and pinned", nil),
            ("tag == 'weir' and trashed", false), ("tag == 'weir' or pinned", true),
        ] as [(String, Bool?)])
    func `on tags waits for those in the text only where they matter`(text: String, expected: Bool?) throws {
        var heron = try Self.heron()
        heron.inlineTags = nil
        let query = try Query(text)
        #expect(query.answer(for: heron, in: Self.context) == expected)
        for inlineTags in [[], ["weir"], ["water/still", "y"]] {
            heron.inlineTags = inlineTags.compactMap { Tag($0) }
            let answer: Bool? = query.answer(for: heron, in: Self.context)
            #expect(answer != nil)
            if let expected { #expect(answer == expected) }
        }
        heron.item.tags = []
        heron.inlineTags = nil
        #expect(try Query("tag == none").answer(for: heron, in: Self.context) == nil)
        heron.inlineTags = ["weir"].compactMap { Tag($0) }
        #expect(try Query("tag == none").answer(for: heron, in: Self.context) == false)
    }

    @Test func `of a note and of a card with one side has no back`() throws {
        let note = ItemContent(body: "text")
        #expect(try Self.answer("front == none and back == none and attachment == none", content: note) == true)
        #expect(try Self.answer("front == 'a' or front != 'a'", content: note) == true)
        #expect(try Self.answer("back contains '' or back matches ''", content: note) == false)
        #expect(try Self.answer("back == none", content: ItemContent(body: "q", front: "q", back: "")) == true)
    }

    @Test func `takes case and diacritics away from a long text once, however many it is compared with`() throws {
        let query = try Query("body in (\((0..<1000).map { "'\($0)'" }.joined(separator: ", ")))")
        let heron = try Self.heron(content: ItemContent(body: String(repeating: "A", count: 400_000)))
        var answer: Bool?
        let time = ProcessorTime.seconds { answer = query.answer(for: heron, in: Self.context) }
        #expect(answer == false)
        #expect(time < 5)
    }
}
