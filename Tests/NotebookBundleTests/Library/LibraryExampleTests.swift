import Foundation
import NotebookBundle
import NotebookFormat
import TestSupport
import Testing

/// The example of docs/Library.md, which shows these lines; `BUNDLE_RECORD=1 swift test --filter LibraryExample` writes them
/// anew.
@Suite struct LibraryExampleTests {
    static let document = Project.root.appending(path: "docs/Library.md")

    @Test func `does what the document says`() throws {
        try TemporaryFolder.with { place in
            let titles = try Self.example(in: place.path)
            #expect(titles == ["Kingfisher copy", "Kingfisher"])
        }
    }

    static func example(in folder: String) throws -> [String] {
        // example
        let notebook = try NotebookDirectory.create("Birds.notebundle", in: folder, title: "Birds")

        // Everything in an edit is done together, or not at all.
        let kingfisher = try notebook.edit { draft in
            var note = try NewItem(.note, text: Array("A blue flash. See [[Heron]].".utf8))
            note.title = "Kingfisher"
            note.folder = try FolderPath("River")
            note.tags = [Tag("birds/river")].compactMap { $0 }
            let item = try draft.add(note)
            let picture = Attachment(name: "feather.txt") { write in try write(Array("blue".utf8)) }
            _ = try draft.attach([picture], to: item)
            return item
        }.result

        // What there is, and what is in it.
        let snapshot = try notebook.open()
        for folder in snapshot.folder(at: .root)?.folders ?? [] { print(folder.text) }
        let links = try notebook.file(of: kingfisher).body.count
        print(snapshot.description.title, links, try notebook.blob("feather.txt").count)

        // Looking for items, newest first; dates are counted from here and now.
        let query = try Query("tag under 'birds' and body contains 'blue'")
        let context = QueryContext(now: kingfisher.modified)
        _ = try notebook.edit { draft in try draft.duplicate(kingfisher) }
        let found = try notebook.items(matching: query, sortedBy: ItemOrder(.name, isReversed: true), in: context)

        // Checking: a finding has a rule, a place and a remedy.
        for finding in try RuleBook.findings(in: notebook.inspect(collectsLinks: true)) {
            print(finding.rule, finding.path, finding.position?.line ?? 0, finding.message)
        }
        return found.map(\.title)
        // end
    }

    @Test func `is shown by the document`() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "        // example" })
        let end = try #require(lines.firstIndex { $0 == "        // end" })
        let code = lines[(start + 1)..<(end - 1)].map { $0.dropFirst(8) }.joined(separator: "\n")
        var text = try String(contentsOf: Self.document, encoding: .utf8)
        if Environment["BUNDLE_RECORD"] == "1" {
            let parts = text.components(separatedBy: "```swift\n")
            let rest = parts[2].drop { $0 != "`" }
            text = [
                parts[0], parts[1], code + "\n" + (parts[2].hasPrefix("EXAMPLE") ? String(rest) : Self.tail(parts[2])),
            ]
            .joined(separator: "```swift\n")
            try text.write(to: Self.document, atomically: true, encoding: .utf8)
        }
        #expect(text.contains("```swift\n\(code)\n```\n"))
    }

    private static func tail(_ text: String) -> String {
        guard let range = text.range(of: "\n```\n") else { return text }
        return "```\n" + text[range.upperBound...]
    }
}
