import NotebookCheck
import NotebookTestSupport
import TestSupport
import Testing

struct `A pattern for paths` {
    static let cases: [(pattern: String, path: String, fits: Bool)] = [
        ("notes/A.md", "notes/A.md", true), ("notes/A.md", "notes/a.md", false), ("notes/*.md", "notes/A.md", true),
        ("notes/*.md", "notes/F/A.md", false), ("notes/**", "notes/F/G/A.md", true), ("notes/**", "notes", false),
        ("**/A.md", "A.md", true), ("**/A.md", "notes/F/A.md", true), ("**/A.md", "notes/BA.md", false),
        ("notes/**/A.md", "notes/A.md", true), ("notes/**/A.md", "notes/F/A.md", true),
        ("n?tes/A.md", "notes/A.md", true),
        ("n?tes", "n/tes", false), ("*", "notes/A.md", false), ("**", "notes/A.md", true), ("*.*", "A.md", true),
        ("notes/V\u{F6}gel.md", "notes/V\u{F6}gel.md", true), ("notes/Vo\u{308}gel.md", "notes/V\u{F6}gel.md", true),
        ("a**b", "a/x/b", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false), ("?", "", false),
    ]

    @Test(arguments: cases)
    func `fits what it should`(pattern: String, path: String, fits: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == fits)
    }

    static let vain: [(String, GlobPattern.Problem)] = [
        ("", .empty), ("/notes/*", .slashes), ("notes/", .slashes), ("notes//A.md", .slashes), ("./notes/*", .dots),
        ("notes/../cards/*", .dots), ("notes/{A,B}.md", .foreign("{")), ("notes/[AB].md", .foreign("[")),
        ("notes\\A.md", .foreign("\\")),
    ]

    @Test(arguments: vain)
    func `is refused if nothing can fit it`(pattern: String, problem: GlobPattern.Problem) {
        #expect(throws: problem) { try GlobPattern(pattern) }
    }

    @Test func `takes a time that does not explode`() throws {
        let pattern = try GlobPattern(String(repeating: "*a", count: 40) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 400)))
    }
}
