import Foundation
import NotebookBundle
import NotebookExchange
import NotebookFormat
import NotebookStore
import TestSupport
import Testing

/// An export that is one file, and has more in it than fits into memory.
struct `An export with large attachments` {
    private static let formats: [ExportFormat] =
        [.anki, .html(embeddingUpTo: 1 << 30), .json] + ["epub", "jex"].compactMap(ExportFormat.named)
    private static let size = 6 << 20

    /// A notebook with a card that shows a picture and a recording.
    private static func withNotebook(_ body: (NotebookDirectory, _ place: String) throws -> Void) throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            try notebook.edit { draft in
                let names = try ["pond.png", "pond.wav"].map { name in
                    try draft.addBlob(
                        NotebookStore.Attachment(name: name) { write in
                            try write([0x89] + Array("PNG\r\n\(name)".utf8))
                            for number in 0..<size >> 16 {
                                try write(Array(repeating: UInt8(truncatingIfNeeded: number), count: 1 << 16))
                            }
                        }
                    ).name
                }
                let text = "What?\n\n---\n\n![[\(names[0])]] ![[\(names[1])]]\n"
                _ = try draft.add(try NewItem(.card, file: Array(text.utf8)))
            }
            try body(notebook, place.path)
        }
    }

    @Test(arguments: formats) func `hands it on in small pieces, and is the same as a file`(format: ExportFormat) throws
    {
        try Self.withNotebook { notebook, place in
            var (whole, largest): ([UInt8], Int) = ([], 0)
            try notebook.export(
                to: .stream { piece in
                    largest = max(largest, piece.count)
                    whole += piece
                }, as: format)
            #expect(largest < Self.size / 4, "\(format.name)")
            // Stored or in base64; a recording may be compressed.
            #expect(whole.count > Self.size, "\(format.name)")
            try notebook.export(to: .place("out", in: place), as: format)
            #expect(FileManager.default.contents(atPath: "\(place)/out").map(Array.init) == whole, "\(format.name)")
        }
    }

    @Test func `is not there if an attachment is missing, and what was there stays`() throws {
        try Self.withNotebook { notebook, place in
            let blob = try #require(
                try notebook.read { snapshot in
                    snapshot.listing.manifest.entries(below: .blobs).first { $0.path.text.hasSuffix(".png") }?.path
                })
            try FileManager.default.removeItem(atPath: "\(notebook.path)/\(blob)")
            try "old".write(toFile: "\(place)/out", atomically: false, encoding: .utf8)
            for format in Self.formats {
                #expect(throws: NotebookError.gone(blob), "\(format.name)") {
                    try notebook.export(to: .place("out", in: place), as: format)
                }
                #expect(try String(contentsOfFile: "\(place)/out", encoding: .utf8) == "old", "\(format.name)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: place)
            #expect(names.sorted() == ["N.notebundle", "out"])
        }
    }
}
