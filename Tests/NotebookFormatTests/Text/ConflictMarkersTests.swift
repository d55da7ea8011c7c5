import NotebookText
import Testing

/// Clause 20.1.
struct `A conflict` {
    @Test(
        arguments: [
            ("<=>", true), ("<x=x=>", true), ("=<>", false), ("<=<>", false), ("<>=>", false), ("<=<=>", true),
            (">><=>", true), ("<=x", false), ("<>", false),
        ])
    func `is where its marks follow each other in their order`(marks: String, isThere: Bool) {
        for lineEnd in ["\n", "\r\n", "\r"] {
            let lines = marks.map { $0 == "x" ? "text" : String(repeating: $0, count: 7) + " a" }
            let text = lines.joined(separator: lineEnd) + lineEnd
            #expect((ConflictMarkers.firstRange(in: Array(text.utf8)) != nil) == isThere, "\(text)")
        }
    }
}
