import Testing

@testable import NotebookFormat

/// Names under which other programs keep a second version (Format, clause 14.1).
struct `A conflict copy` {
    static let names: [(String, String?)] = [
        ("A (conflict 20260101T000000Z).md", "A.md"), ("A (conflict 20260101t000000z) 2.md", "A.md"),
        ("A (conflict 20260230T000000Z).md", nil), ("A (Anna's conflicted copy 2026-01-01).md", "A.md"),
        ("A (Conflicted Copy).md", "A.md"), ("İ (conflicted copy).md", "İ.md"), ("A (conflicted copy) b.md", "A b.md"),
        ("A (x (conflicted copy)).md", "A (x).md"), ("A(conflicted copy).md", nil), ("A (conflicted copy.md", nil),
        ("A (x) conflicted copy (y).md", "A.md"), ("A.sync-conflict-1-2-X.md", "A.md"), ("A.Sync-Conflict-1.md", nil),
        ("A.Sync-conflict-1.sync-conflict-2.md", "A.Sync-conflict-1.md"),
        ("A.md", nil),
        // In brackets, and chains.
        ("A (PC's conflicted copy 2026-01-01 (1)).md", "A.md"),
        ("A (Anna (PC)'s conflicted copy 2026-01-01).md", "A.md"),
        ("A (conflicted copy 2026-01-01) (1).md", "A.md"), ("A (conflicted copy 2026-01-01) 2.md", "A.md"),
        ("A (conflicted copy) (Bob's conflicted copy).md", "A.md"), ("A (1) (conflicted copy).md", "A (1).md"),
        ("A.sync-conflict-20260101-101010-ABCDEFG.sync-conflict-20260102-101010-HIJKLMN.md", "A.md"),
        ("A (Anna )'s conflicted copy).md", "A.md"), ("A (conflicted copy (1).md", "A.md"),
        // The first place that is a mark.
        ("A (conflict 20261302T030405Z) (conflict 20260102T030405Z).md", "A (conflict 20261302T030405Z).md"),
        ("B(conflicted copy) (conflicted copy).md", "B(conflicted copy).md"),
        ("\u{11F02}_conflict-20260102-030405.md", "\u{11F02}.md"), ("\u{11F02}.conflict1.md", "\u{11F02}.md"),
        // Other programs, and other languages.
        ("A (Case Conflict).md", "A.md"), ("A (Case Conflict 1).md", "A.md"),
        ("A (Unicode Encoding Conflict).md", "A.md"), ("A (case clash from 2026-01-01 101010).md", "A.md"),
        ("A (SFConflict a@b.org 2026-01-01-10-10-10).md", "A.md"), ("A [conflicted].md", "A.md"),
        ("A_Andy-PC_Jan-03-0901-2013_CaseConflict_1.md", "A.md"), ("A_PC_Jan-03-090101-2013_Conflict.md", "A.md"),
        ("A_conflict-20260101-101010.md", "A.md"), ("A.conflict1.md", "A.md"), ("A.md.conflict2", "A.md"),
        ("A.md..path1", "A.md"), ("A.md.path2", "A.md"), ("A.path1.md", "A.md"), ("A.md.conflict1.conflict2", "A.md"),
        ("A.path3.md", nil), ("A (Annas In Konflikt stehende Kopie 2026-01-01).md", "A.md"),
        ("A (Copie en conflit de Anna 2026-01-01).md", "A.md"), ("A (平川 の競合コピー 2026-01-01).md", "A.md"),
        ("A (Anna 的冲突副本 2026-01-01).md", "A.md"), ("A (Cópia em conflito de Anna).md", "A.md"),
        // What people call notes.
        ("A (1).md", nil), ("A 2.md", nil), ("A-PC.md", nil), ("Conflict.md", nil),
        ("A_PC_Jan-03-09010-2013_Conflict.md", nil),
        ("A (a conflict of interests).md", nil),
        ("A (conflict).md", nil), ("Case conflict.md", nil), ("A.conflict.md", nil), ("A.conflict1.2.md", nil),
        ("冲突副本.md", nil), ("A_conflict-of-laws.md", nil),
    ]

    @Test(arguments: [
        ("A (1).md", "A.md"), ("A 2.md", "A.md"), ("A-PC.md", "A.md"), ("A-B-PC.md", "A.md"),
        ("A (1) 2.md", "A (1).md"),
        ("A.md", nil), ("A -.md", nil), ("A (x).md", nil), ("1.md", nil),
    ]) func `may have a name that people give as well`(name: String, original: String?) throws {
        let path = try BundlePath("notes/\(name)")
        #expect(ConflictCopy.possibleOriginal(of: path)?.text == original.map { "notes/\($0)" })
    }

    @Test(arguments: [
        ("A.md.conflict1", "A.conflict1.md"), ("A.md..path2", "A..path2.md"), ("A.conflict1.md", nil),
        ("A.jpg.conflict1", nil),
    ]) func `gets an ending of items`(name: String, path: String?) throws {
        #expect(ConflictCopy.withEnding(try BundlePath("notes/\(name)"))?.text == path.map { "notes/\($0)" })
    }

    @Test(arguments: [
        ("manifest (1).json", "manifest.json"), ("notebook-PC.json", "notebook.json"),
        ("notebook (PC's conflicted copy 2026-01-01).json", "notebook.json"),
        ("manifest.json.conflict1", "manifest.json"), ("notebook 2.json", "notebook.json"), ("notebooks-PC.json", nil),
        ("notes/notebook-PC.json", nil), ("notebook.json", nil), ("blobs/a.bin.conflict1", "blobs/a.bin"),
        ("blobs/a.0123456789abcdef.bin..path2", "blobs/a.0123456789abcdef.bin"),
        ("blobs/a (conflicted copy).0123456789abcdef.bin", "blobs/a.0123456789abcdef.bin"),
        ("extras/org.x/a.conflict1.txt", "extras/org.x/a.txt"),
        ("notes/a.jpg.conflict1", nil),
    ])
    func `is one of a file that a notebook can hold, or of its own files`(path: String, original: String?) throws {
        let path = try BundlePath(path)
        #expect(ConflictCopy.matches(path) == (original != nil))
        if let original { #expect(ConflictCopy.original(of: path)?.text == original) }
    }

    @Test(arguments: names)
    func `is known by its name, and of what it is one`(name: String, original: String?) throws {
        let path = try BundlePath("notes/\(name)")
        #expect(ConflictCopy.matches(path) == (original != nil))
        #expect(ConflictCopy.original(of: path)?.text == original.map { "notes/\($0)" })
    }
}
