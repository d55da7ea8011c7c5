import Foundation
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
import TestSupport
import Testing

struct `An attachment` {
    @Test func `is used if its name is behind more of an extra than a text may have`() throws {
        try TemporaryFolder.with { place in
            let notebook = try NotebookDirectory.create("N.notebundle", in: place.path, title: "N")
            let blob = try notebook.edit { draft in try draft.addBlob(Attachment(name: "a.bin") { try $0([1, 2, 3]) }) }
            #expect(try notebook.inspect(collectsLinks: true).unreferencedBlobs == [blob.result])
            let extras = place.appending(path: "N.notebundle/extras/org.example.app")
            try FileManager.default.createDirectory(at: extras, withIntermediateDirectories: true)
            let text = Data(repeating: 0x20, count: ItemFile.maximumBytes + 100) + Data(blob.result.name.utf8)
            try text.write(to: extras.appending(path: "big.json"))
            #expect(try notebook.inspect(collectsLinks: true).unreferencedBlobs == [])
        }
    }
}
