import Foundation
import NotebookBundle
import NotebookCheck
@testable import NotebookExchange
@testable import NotebookFormat
@testable import NotebookHistory
@testable import NotebookMerging
import NotebookPacking
@testable import NotebookQuery
@testable import NotebookStore
import NotebookTestSupport
import NotebookText
import TestSupport
import Testing

/// What has to be done for every key, so that one that is added is not forgotten anywhere.
struct `Every key of the front matter` {
    /// Two values of a key, as front matter has them, and one that is invalid.
    private static func samples(_ key: KnownKey) -> (one: String, other: String, invalid: String) {
        switch key.row.kind {
        case .uuid: ("0190c5a0-0000-7000-8000-000000000001", "0190c5a0-0000-7000-8000-000000000002", "7")
        case .title: ("Grey heron", "Stork", "[")
        case .date: ("2020-01-02T03:04:05Z", "2020-02-03T04:05:06Z", "soon")
        case .truth: ("true", "false", "perhaps")
        case .tags: ("[birds]", "[water]", "[[birds]]")
        }
    }

    private static func text(_ key: KnownKey, _ value: String, body: String = "Text.\n") -> [UInt8] {
        Array("---\n\(key.rawValue): \(value)\n---\n\n\(body)".utf8)
    }

    private static func sample(_ key: KnownKey) throws -> ItemFile { try ItemFile(text(key, samples(key).one)) }

    @Test(arguments: KnownKey.allCases) func `is read and written, also in the manifest`(key: KnownKey) throws {
        let item = try Self.sample(key)
        #expect(!key.row.isSame(item.metadata, ItemMetadata()) && key.row.text(item.metadata) != nil)
        #expect(try ItemFile(metadata: item.metadata, body: Array(item.body)).bytes == item.bytes)
        let entry = Entry(
            path: try BundlePath("notes/a.md"), type: .note, size: 1, digest: .of([]), item: item.metadata)
        let manifest = Manifest([entry])
        #expect(String(decoding: manifest.text, as: UTF8.self).contains("\"\(key.rawValue)\": "))
        let spaced = String(decoding: manifest.text, as: UTF8.self).replacing("\": ", with: "\" : ")
        for text in [manifest.text, Array(spaced.utf8)] {
            let read = try Manifest(text)
            #expect(read.entries.first?.item == item.metadata && read.text == manifest.text)
        }
    }

    @Test(arguments: KnownKey.allCases) func `is reported if its value is invalid`(key: KnownKey) throws {
        let notebook = try MemoryNotebook(title: "N")
        var files = try notebook.files()
        files["notes/a.md"] = Self.text(key, Self.samples(key).invalid)
        let inspection = try MemoryNotebook(files: files).directory.inspect(collectsLinks: true)
        let found = try RuleBook.findings(in: inspection).filter { $0.path == "notes/a.md" }
        #expect(found.contains { $0.message.contains("“\(key.rawValue)”") }, "\(found.map(\.message))")
    }

    @Test(arguments: KnownKey.allCases) func `is merged, and none of two values is lost`(key: KnownKey) throws {
        let labels = MergedText.Labels(mine: "mine", theirs: "theirs")
        let (sample, other) = (try Self.sample(key), Array("Other text.\n".utf8))
        let plain = Array(sample.body)
        for (mine, theirs) in [(sample.bytes, other), (other, sample.bytes)] {
            let merged = MergedVersions(base: plain, mine: mine, theirs: theirs, labels: labels)
            let item = try ItemFile(merged.bytes)
            #expect(key.row.isSame(item.metadata, sample.metadata) && merged.conflicts == 0)
            #expect(item.bodyText == "Other text.\n")
        }
        let values = Self.samples(key)
        let texts = [Self.text(key, values.one), Self.text(key, values.other)]
        let merged = MergedVersions(base: nil, mine: texts[0], theirs: texts[1], labels: labels)
        let holdsBoth = [values.one, values.other].allSatisfy {
            String(decoding: merged.bytes, as: UTF8.self).contains($0.trimmingCharacters(in: ["[", "]"]))
        }
        #expect(holdsBoth || key.row.isWrittenByTools || key.row.kind == .truth)
        #expect(
            (merged.conflicts > 0)
                == key.row.isContested(nil, try ItemFile(texts[0]).metadata, try ItemFile(texts[1]).metadata))
    }

    @Test(arguments: KnownKey.allCases) func `comes with a file, and into an item that it becomes part of`(
        key: KnownKey
    ) throws {
        let (notebook, sample) = (try MemoryNotebook(title: "N"), try Self.sample(key))
        let (added, plain) = try notebook.edit { draft in
            (
                try draft.add(NewItem(.note, file: sample.bytes)),
                try draft.add(NewItem(.note, text: Array("Plain.".utf8)))
            )
        }.result
        // An item that is added is another one, and has its first line as title.
        let isOwn = key == .uuid
        #expect(key.row.isSame(added.metadata, sample.metadata) != isOwn)
        #expect(key.row.isSame(try notebook.file(of: added).metadata, sample.metadata) != isOwn)
        let merged = try notebook.edit { try $0.merge(added, into: plain) }.result
        #expect(key.row.isSame(merged.metadata, sample.metadata) == (key == .created || key.row.isOrganising))
    }

    @Test(arguments: KnownKey.allCases) func `is a field of queries and a column`(key: KnownKey) throws {
        let (notebook, sample) = (try MemoryNotebook(title: "N"), try Self.sample(key))
        let added = try notebook.edit { draft in
            _ = try draft.add(NewItem(.note, text: Array("Plain.".utf8)))
            return try draft.add(NewItem(.note, file: sample.bytes))
        }.result
        guard let field = key.field, let text = key.row.text(sample.metadata) else {
            #expect(key == .uuid)
            return
        }
        #expect(QueryField(key.rawValue) == field, "the name of the key is one of the field")
        let value = [.text, .nestedText].contains(field.type) ? "'\(text)'" : text
        #expect(try notebook.items(matching: Query("\(field.rawValue) == \(value)")) == [added])
        let column = try #require(ItemColumn(key.rawValue))
        let cells = try notebook.read { try $0.listing.table(of: [added], [column], $0.files) }
        #expect(cells.first?.first??.scalars.map(\.text).joined(separator: ", ") == text)
    }

    @Test(arguments: KnownKey.allCases) func `is named by what changed it`(key: KnownKey) throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let item = try notebook.edit { try $0.add(NewItem(.note, text: Array("Plain.".utf8))) }.result
            let old = try notebook.file(of: item)
            var metadata = old.metadata
            key.row.copy(try Self.sample(key).metadata, &metadata)
            let new = try old.setting(metadata)
            #expect(PropertyDifference.all(old, new).map(\.key) == (key == .tags ? [] : [key.rawValue]))
            guard !key.row.isWrittenByTools else { return }
            _ = try notebook.edit { try $0.replace(item, with: new.bytes) }
            let change = try #require(try notebook.history().first)
            let events = try notebook.summaries(of: [change])[change.number]?.events ?? []
            #expect(events.count == 1 && events != [.edited(item.title)])
        }
    }

    @Test(arguments: KnownKey.allCases) func `is a key of a note in JSON`(key: KnownKey) throws {
        let sample = try Self.sample(key)
        var note = JSONNote(metadata: sample.metadata, id: sample.metadata.uuid?.description)
        note.content = "Text.\n"
        let read = try JSONNotes([UInt8](JSONEncoder().encode([note])), shown: "x.json")
        let arrived = try #require(read.notes.first?.note)
        let item = try arrived.item(arrived.identity(in: "").uuid)
        #expect(key.row.isSame(item.metadata, sample.metadata) && read.lost.isEmpty && read.leftOut.isEmpty)
        #expect(item.bodyText == "Text.\n")
    }
}
