import Foundation
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `A query` {
    @Test(arguments: [
        ("tag == 'birds'", "tag == 'birds'"),
        ("  title\n!=\t\"Grey heron\" ", "title != 'Grey heron'"),
        ("modified>=startOfToday", "modified >= startOfToday"),
        ("isPinned == true", "pinned == true"),
        ("modifiedAt >= startOfToday && !isTrashed", "modified >= startOfToday and not trashed == true"),
        ("createdAt < 2026-11-20 || tags == '#birds'", "created < 2026-11-20 or tag == 'birds'"),
        ("pinned", "pinned == true"),
        ("PINNED AND NOT Trashed", "pinned == true and not trashed == true"),
        ("!(pinned)", "not pinned == true"),
        ("not not pinned != false", "not not pinned != false"),
        ("(((pinned)))", "pinned == true"),
        ("pinned and (trashed and size > 1)", "pinned == true and trashed == true and size > 1"),
        ("pinned or (trashed or size > 1)", "pinned == true or trashed == true or size > 1"),
        ("(pinned or trashed) and size > 1", "(pinned == true or trashed == true) and size > 1"),
        ("pinned or (trashed and size > 1)", "pinned == true or trashed == true and size > 1"),
        ("not (pinned and trashed)", "not (pinned == true and trashed == true)"),
        ("not pinned and trashed", "not pinned == true and trashed == true"),
        ("kind == note or kind == .card", "kind == 'note' or kind == 'card'"),
        ("kind in ['Note', card]", "kind in ('note', 'card')"),
        ("tag in ('a',\"b\")", "tag in ('a', 'b')"),
        ("tag in[exact]['a']", "tag in[exact] ('a')"),
        ("title ==[exact] 'A'", "title ==[exact] 'A'"),
        ("title contains [ EXACT ] 'A'", "title contains[exact] 'A'"),
        ("title == 'it''s'", "title == \"it's\""),
        ("title == \"say \"\"it's\"\"\"", "title == 'say \"it''s\"'"),
        ("title == '\u{301}'", "title == '\u{301}'"),
        ("title matches '^\\d+$'", "title matches '^\\d+$'"),
        ("folder under '/Birds/Owls/'", "folder under 'Birds/Owls'"),
        ("folder == '/'", "folder == ''"),
        ("path under 'notes/Birds/'", "path under 'notes/Birds'"),
        ("tag under 'birds/'", "tag under 'birds'"),
        ("tag == none and attachments != nil", "tag == none and attachment != none"),
        ("back == NULL", "back == none"),
        ("size >= 1500", "size >= 1500"),
        ("size >= 2kB and size < 1MiB", "size >= 2000 and size < 1048576"),
        ("size >= 2 kB and size != 1 or size in (1 B, 2)", "size >= 2000 and size != 1 or size in (1, 2)"),
        ("modified >= today - 2 w or pinned", "modified >= today - 2w or pinned == true"),
        ("created == 2026", "created == 2026"),
        ("created in (2025, 2026-11, today)", "created in (2025, 2026-11, today)"),
        ("created == '2026-11-20'", "created == 2026-11-20"),
        ("created < 2026-11-20t10:05", "created < 2026-11-20T10:05"),
        ("created < 2026-11-20T10:05:09z", "created < 2026-11-20T10:05:09Z"),
        ("created < 2026-11-20T10:05+0130", "created < 2026-11-20T10:05+01:30"),
        ("created < 2026-11-20T10:05-08", "created < 2026-11-20T10:05-08:00"),
        ("modified >= -7d", "modified >= -7d"),
        ("modified >= now - 7D", "modified >= -7d"),
        ("modified <= +2h", "modified <= +2h"),
        ("modified >= STARTOFWEEK-1w", "modified >= startOfWeek - 1w"),
        ("created < 2026-11-20-10d", "created < 2026-11-20 - 10d"),
        ("created < 2026-11-20T10:05-10d", "created < 2026-11-20T10:05 - 10d"),
        ("created < 2026-11-2d", "created < 2026-11 - 2d"),
        ("created < 2026 - 1m", "created < 2026 - 1m"),
    ])
    func `has one canonical text for all its spellings`(written: String, canonical: String) throws {
        let query = try Query(written)
        #expect(query.description == canonical)
        #expect(try Query(canonical) == query)
    }

    @Test(
        arguments: NotebookDescription(uuid: UniqueIdentifier(randomBits: 1, 2), title: "T", created: .epoch)
            .smartFolders)
    func `of a new notebook can be read`(folder: NotebookDescription.SmartFolder) throws {
        #expect(try Query(folder.predicate).description == folder.predicate)
    }

    @Test func `of the field guide can be read`() throws {
        let file = Project.samples.appending(path: "Field Guide.notebundle/notebook.json")
        let folders = try NotebookDescription(Array(Data(contentsOf: file))).smartFolders
        #expect(folders.count == 5)
        for folder in folders { #expect(try Query(folder.predicate).description == folder.predicate) }
    }

    @Test(
        arguments: [
            ("pinned and tag == 'a' and title matches 'b' and folder under 'c' and size > 1", []),
            ("body contains 'a'", [.body]), ("pinned or not front == 'a'", [.sides]), ("back == none", [.sides]),
            ("attachment contains '.jpg' and body == ''", [.body, .attachments]),
        ] as [(String, Set<QueryPart>)])
    func `says what it needs of an item's file`(text: String, parts: Set<QueryPart>) throws {
        let query = try Query(text)
        #expect(query.parts == parts)
    }
}

extension Timestamp {
    static let epoch = Timestamp(clamping: 0)
}
