import Foundation
import NotebookBundle
import NotebookTestSupport
import TestSupport
import Testing

struct `What stands at a place` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ("A.notebundle/", NotebookLocation.notebook), ("B.NoteBundle/", .notebook),
        ("C/manifest.json C/notebook.json", .notebook), ("D/manifest.json", .remains), ("E/notebook.json", .remains),
        ("F/notes/", .folder), ("notebundle/", .folder), ("G.notebundle.zip", .file), ("H.notebundle", .file),
    ])
    func `is told by its name and its two files`(files: String, expected: NotebookLocation) throws {
        for file in files.split(separator: " ") {
            let url = folder.url.appending(path: file)
            guard !file.hasSuffix("/") else {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
                continue
            }
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        let name = try #require(files.split(separator: "/").first.map(String.init))
        let path = folder.url.appending(path: name).path
        #expect(NotebookLocation(at: path) == expected)
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(filePath: path))
        #expect(NotebookLocation(at: link.path) == expected)
        #expect(NotebookLocation(at: path + "/missing") == .nothing)
    }

    @Test func `is the outermost notebook around a path`() throws {
        let inner = folder.url.appending(path: "Outer.notebundle/extras/Inner.notebundle/notes")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        let outer = folder.url.appending(path: "Outer.notebundle").path
        #expect(NotebookLocation.around(inner.path + "/not there.md") == outer)
        #expect(NotebookLocation.around(outer) == outer)
        #expect(NotebookLocation.around(folder.url.path) == nil)
        #expect(NotebookLocation.around("/") == nil)
    }

    @Test func `has a name with an ending, which is added once and taken off once`() {
        #expect(NotebookLocation.withEnding("Birds") == "Birds.notebundle")
        #expect(NotebookLocation.withEnding("Birds.notebundle") == "Birds.notebundle")
        #expect(NotebookLocation.stem(of: "Birds.notebundle") == "Birds")
        #expect(NotebookLocation.stem(of: "Birds.notebundle.notebundle") == "Birds.notebundle")
        #expect(NotebookLocation.stem(of: "Birds") == "Birds")
        #expect(NotebookLocation.withEnding("Birds.NoteBundle") == "Birds.notebundle")
        #expect(NotebookLocation.stem(of: "Birds.NOTEBUNDLE") == "Birds")
        #expect(NotebookLocation.isCalledArchive("Birds.notebundle.tar.zst"))
        #expect(!NotebookLocation.isCalledArchive("Birds.notebundle"))
    }
}
