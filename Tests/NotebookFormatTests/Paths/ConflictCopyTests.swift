import Testing

@testable import NotebookFormat

/// Names under which other programs keep a second version (Format, clause 14.5).
@Suite struct `A conflict copy` {
    static let names: [(String, String?)] = [
        ("A (conflict 20260101T000000Z).md", "A.md"), ("A (conflict 20260101t000000z) 2.md", "A.md"),
        ("A (conflict 20260230T000000Z).md", nil), ("A (Anna's conflicted copy 2026-01-01).md", "A.md"),
        ("A (Conflicted Copy).md", "A.md"), ("İ (conflicted copy).md", "İ.md"), ("A (conflicted copy) b.md", "A b.md"),
        ("A (x (conflicted copy)).md", "A (x).md"), ("A(conflicted copy).md", nil), ("A (conflicted copy.md", nil),
        ("A (x) conflicted copy (y).md", "A.md"), ("A.sync-conflict-1-2-X.md", "A.md"), ("A.Sync-Conflict-1.md", nil),
        ("A.md", nil),
    ]

    @Test(arguments: names)
    func `is known by its name, and of what it is one`(name: String, original: String?) throws {
        let path = try BundlePath("notes/\(name)")
        #expect(ConflictCopy.matches(path) == (original != nil))
        #expect(ConflictCopy.original(of: path)?.text == original.map { "notes/\($0)" })
    }
}
