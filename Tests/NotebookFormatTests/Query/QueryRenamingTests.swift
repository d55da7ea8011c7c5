import Testing

@testable import NotebookFormat
@testable import NotebookQuery
@testable import NotebookText

struct `A query that names what gets another name` {
    static let queries: [(String, String?)] = [
        ("tag == 'birds'", "tag == 'aves'"), ("tags under 'Birds/'", "tag under 'aves'"),
        ("tag != 'birds/tern' or not tag in ('a', '#BIRDS')", "tag != 'aves/tern' or not tag in ('a', 'aves')"),
        ("tag == 'seabirds'", nil), ("tag contains 'birds'", nil), ("tag matches 'birds'", nil), ("tag == none", nil),
        ("tag ==[exact] 'Birds'", nil), ("tag ==[exact] 'birds'", "tag ==[exact] 'aves'"), ("title == 'birds'", nil),
        ("folder under 'a b'", "folder under 'C/d'"),
        ("folder == 'A B/x' and pinned", "folder == 'C/d/x' and pinned == true"),
        ("path under 'notes/A B' or path under 'A B'", "path under 'notes/C/d' or path under 'A B'"),
        ("path == 'cards/A B/x.md'", "path == 'cards/C/d/x.md'"), ("path == 'notes/x.md'", "path == 'notes/y.md'"),
        ("modified >= -7d", nil),
    ]

    @Test(arguments: queries)
    func `follows it`(text: String, result: String?) throws {
        let (old, new) = try (#require(Tag("birds")), #require(Tag("aves")))
        let renamings =
            try QueryRenaming.tag(old, to: new) + QueryRenaming.folder(FolderPath("A B"), to: FolderPath("C/d"))
            + QueryRenaming.path(BundlePath("notes/x.md"), to: BundlePath("notes/y.md"))
        #expect(try Query(text).following(renamings)?.description == result)
    }
}
