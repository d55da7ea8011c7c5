import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookLinks
@testable import NotebookQuery
@testable import NotebookText

struct `The facts of an item` {
    static let created = Timestamp(clamping: 1_000_000)

    static func entry(_ path: String, _ item: ItemMetadata = ItemMetadata()) throws -> Entry {
        let path = try BundlePath(path)
        return Entry(
            path: path, type: try #require(FileType(of: path)), size: 12, digest: Digest.of([]), item: item)
    }

    @Test func `are what the manifest says`() throws {
        let item = ItemMetadata(
            title: "T", created: Timestamp(clamping: 1), modified: Timestamp(clamping: 2), pinned: true,
            tags: [try #require(Tag("a"))])
        let facts = try #require(ItemFacts(Self.entry("notes/Birds/x.md", item), notebookCreated: Self.created))
        let expected = ItemFacts(
            path: try BundlePath("notes/Birds/x.md"), kind: .note, item: item, notebookCreated: Self.created, size: 12)
        #expect(facts == expected)
        #expect(facts.folder.text == "Birds")
    }

    @Test func `have the defaults of the format`() throws {
        let facts = try #require(ItemFacts(Self.entry("cards/Grey heron.md"), notebookCreated: Self.created))
        let item = ItemMetadata(title: "Grey heron", created: Self.created, modified: Self.created)
        #expect(facts.item == item)
        #expect(facts.kind == .card && facts.folder == .root && facts.content == nil)
    }

    @Test func `in the trash are those of the old place`() throws {
        let path = "trash/20261120T101500Z-9f3c2a17/notes/Birds/Old.md"
        let facts = try #require(ItemFacts(Self.entry(path), notebookCreated: Self.created))
        #expect(facts.isTrashed && facts.path.text == "notes/Birds/Old.md" && facts.item.title == "Old")
        #expect(try Query("trashed and folder == 'birds'").matches(facts, in: QueryContext(now: Self.created)))
    }

    @Test(arguments: ["notebook.json", "blobs/a.2cf24dba5fb0a30e.jpg", "extras/org.example.app/x"])
    func `are none for other files`(path: String) throws {
        #expect(try ItemFacts(Self.entry(path), notebookCreated: Self.created) == nil)
    }

    @Test func `have both sides of a card`() throws {
        let file = try ItemFile(Array("---\ntitle: T\n---\n\nWhat?\n\n---\n\nThat.\n".utf8))
        let card = ItemContent(file, at: try BundlePath("cards/x.md"))
        #expect(card == ItemContent(body: "What?\n\n---\n\nThat.", front: "What?", back: "That."))
        #expect(ItemContent(file, at: try BundlePath("notes/x.md")) == ItemContent(body: "What?\n\n---\n\nThat."))
        let half = ItemContent(try ItemFile(Array("What?\n".utf8)), at: try BundlePath("cards/x.md"))
        #expect(half == ItemContent(body: "What?", front: "What?"))
    }

    @Test func `have the attached names of the blobs that links lead to, each once`() throws {
        let manifest = Manifest([
            try Self.entry("blobs/heron.2cf24dba5fb0a30e.jpg"), try Self.entry("blobs/call.0123456789abcdef.mp3"),
            try Self.entry("blobs/other.0123456789abcdee.mp3"), try Self.entry("notes/y.md"),
        ])
        let text = """
            ![](../blobs/heron.2cf24dba5fb0a30e.jpg) [again](../blobs/heron.2cf24dba5fb0a30e.jpg) ![[call.mp3]] [[y]]
            `![[other.mp3]]` https://example.org/blobs/x.jpg [gone](../blobs/gone.0123456789abcdee.mp3)
            """
        let file = try ItemFile(Array(text.utf8))
        let path = try BundlePath("notes/x.md")
        #expect(ItemContent(file, at: path).attachments == [])
        #expect(ItemContent(file, at: path, resolver: LinkResolver(manifest)).attachments == ["heron.jpg", "call.mp3"])
    }
}
