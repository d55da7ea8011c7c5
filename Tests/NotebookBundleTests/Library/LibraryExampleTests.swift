import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

/// The example of docs/Library.md, which shows these lines; `BUNDLE_RECORD=1 swift test --filter 'example of the library'`
/// writes them anew.
struct `The example of the library` {
    static let document = Project.root.appending(path: "docs/Library.md")

    @Test func `does what the document says`() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let places = FileLocations(environment: ["HOME": place.path])
        #expect(!places.drafts.exists)
        #expect(try await Self.example(places) == ["Kingfisher", "Kingfisher copy"])
    }

    static func example(_ places: FileLocations) async throws -> [String] {
        // example
        // A location is a path; it is not created until asked. `drafts` is our own, declared in one line.
        try places.drafts.create()
        let notebook = try Notebook.create("Birds.notebundle", in: places.drafts.path, title: "Birds")
        let other = try Notebook.open(places.drafts.subpath("Birds.notebundle").path)
        let changes = try await other.changes(every: .milliseconds(50))

        // An edit makes all its changes, or none.
        let kingfisher = try await notebook.edit { draft in
            var note = NewItem(note: "A blue flash. See [[Heron]].")
            note.title = "Kingfisher"
            note.folder = try FolderPath("River")
            note.tags = [Tag("birds/river")].compactMap { $0 }
            let item = try draft.add(note)
            let picture = Attachment(name: "feather.txt") { write in try write(Array("blue".utf8)) }
            _ = try draft.attach([picture], to: item)
            return item
        }.result

        // Folders, items and their content.
        try await notebook.read { snapshot in
            for folder in snapshot.listing.folder(at: .root)?.folders ?? [] { print(folder.text) }
            print(snapshot.listing.description.title, try snapshot.file(of: kingfisher).bodyText)
            print(try snapshot.blob("feather.txt").count, notebook.path ?? "")
        }

        // Waits for a change by others.
        for await change in changes {
            print(change.added, change.changed, change.removed)
            break
        }

        // Finds items, sorted by name; dates in a query are relative to now, in the local time zone.
        let query = try Query("tag under 'birds' and body contains 'blue' and modified >= -7d")
        let copy = try await notebook.edit(keepingReversal: true) { draft in try draft.duplicate(kingfisher) }
        let found = try await notebook.read { try $0.items(matching: query, sortedBy: ItemOrder(.name)) }

        // Everything else that blocks runs in the background like this. An edit can be undone as long as nobody has changed the
        // same files; a finding has a rule, a position and a remedy.
        try await inBackground {
            if let reversal = copy.reversal { try notebook.revert(reversal) }
            for finding in try RuleBook.findings(in: notebook.inspect(collectsLinks: true)) {
                print(finding.rule, finding.path, finding.position?.line ?? 0, finding.message)
            }
        }

        // A notebook in memory works in the same way, and is gone at the end.
        let sample = try Notebook.sample()
        print(try await sample.read { try $0.items(sortedBy: ItemOrder(.created)).map(\.title) })
        return found.map(\.title)
        // end
    }

    @Test func `is shown by the document`() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "        // example" })
        let end = try #require(lines.firstIndex { $0 == "        // end" })
        let place = try #require(lines.firstIndex { $0 == "// place" })
        let body = lines[(start + 1)..<(end - 1)].map { $0.dropFirst(8) }
        let code = ([lines[place + 1], ""] + body).joined(separator: "\n")
        var text = try String(contentsOf: Self.document, encoding: .utf8)
        if Environment["BUNDLE_RECORD"] == "1" {
            let parts = text.components(separatedBy: "```swift\n")
            text = (parts.prefix(2) + [code + "\n" + Self.tail(parts[2])] + parts.dropFirst(3))
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

// place
extension FileLocations { var drafts: FileLocation { library.subpath("Drafts") } }
