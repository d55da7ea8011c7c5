import NotebookTestSupport
import TestSupport
import Testing

@testable import NotebookFormat
@testable import NotebookStore
@testable import NotebookText

struct `Attachments whose names were mixed up` {
    private static func blob(_ name: String, holding text: String) throws -> FileFact {
        let bytes = Array(text.utf8)
        return FileFact(
            path: try BundlePath("blobs/\(name)"), size: bytes.count, digest: Digest.of(bytes), item: nil)
    }

    private static func name(_ stem: String, for text: String) -> String {
        BlobName("\(stem).txt", digest: Digest.of(Array(text.utf8))).text
    }

    private static func entry(_ name: String, listing text: String) throws -> Entry {
        let bytes = Array(text.utf8)
        return Entry(
            path: try BundlePath("blobs/\(name)"), type: .blob, size: bytes.count, digest: Digest.of(bytes), item: nil)
    }

    @Test(arguments: Seeds.some(40), [false, true])
    func `are found by what they hold, however they were mixed`(seed: UInt64, isListed: Bool) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = (0..<Int.random(in: 1...8, using: &generator)).map { "text \($0)" }
        let names = texts.map { Self.name("n", for: $0) }
        let mixed = names.shuffled(using: &generator)
        let files = try zip(mixed, texts).map { try Self.blob($0, holding: $1) }
        let listed = isListed ? try zip(names, texts).map { try Self.entry($0, listing: $1) } : []
        let origins = BlobOrigins(files, listed: listed)
        #expect(origins.damaged == [])
        let expected = zip(mixed, names).filter { $0 != $1 }.map { "blobs/\($0) blobs/\($1)" }
        #expect(Set(origins.moves.map { "\($0.source.text) \($0.target.text)" }) == Set(expected))
    }

    @Test func `are returned where a name was taken away`() throws {
        let name = Self.name("a", for: "one")
        let files = try [Self.blob("plain.txt", holding: "one"), Self.blob("new.txt", holding: "two")]
        let moves = BlobOrigins(files, listed: [try Self.entry(name, listing: "one")]).moves
        #expect(moves.map { "\($0.source.text) \($0.target.text)" } == ["blobs/plain.txt blobs/\(name)"])
        #expect(moves.map(\.isReturn) == [true])
    }

    @Test func `are damaged where nothing is known of what they hold`() throws {
        let (a, b) = (Self.name("a", for: "one"), Self.name("b", for: "two"))
        let files = try [Self.blob(a, holding: "other"), Self.blob(b, holding: "two")]
        let origins = BlobOrigins(files, listed: [try Self.entry(a, listing: "one")])
        #expect(origins.moves == [] && origins.damaged.map(\.text) == ["blobs/\(a)"])
    }

    @Test func `do not take the place of what stands under its own name`() throws {
        let (a, b) = (Self.name("a", for: "one"), Self.name("b", for: "two"))
        let origins = BlobOrigins(
            try [Self.blob(a, holding: "two"), Self.blob(b, holding: "two")],
            listed: [try Self.entry(b, listing: "two")])
        #expect(origins.moves == [] && origins.damaged.map(\.text) == ["blobs/\(a)"])
    }
}

struct `What can be read of a damaged manifest` {
    private static let manifest: Manifest = {
        let entries = (0..<20).compactMap { number -> Entry? in
            guard let path = try? BundlePath("notes/\(number).md") else { return nil }
            return Entry(path: path, type: .note, size: number, digest: Digest.of([UInt8(number)]), item: nil)
        }
        return Manifest(entries)
    }()

    @Test func `is everything if only its frame is damaged`() {
        #expect(RepairedManifest(Self.manifest.text).entries == Array(Self.manifest.entries))
        let cut = Array(Self.manifest.text.dropFirst(10).dropLast(4))
        #expect(RepairedManifest(cut).entries == Array(Self.manifest.entries))
    }

    @Test(arguments: Seeds.some(40))
    func `is what is whole, and nothing that was not said`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Self.manifest.text
        for _ in 0..<5 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            if generator.chance(0.5) { bytes.remove(at: place) } else { bytes[place] = UInt8(ascii: "}") }
        }
        let entries = RepairedManifest(bytes).entries
        #expect(entries.count >= 10)
        #expect(Set(entries.map(\.digest)).isSubset(of: Self.manifest.entries.map(\.digest)))
    }

    @Test func `is found in steps that grow with the text alone`() {
        let bytes = Array(String(repeating: "{\"path\": {", count: 200_000).utf8)
        let time = ProcessorTime.seconds { #expect(RepairedManifest(bytes).entries == []) }
        #expect(time < 60)
    }
}
