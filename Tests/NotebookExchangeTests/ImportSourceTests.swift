import Foundation
import NotebookBundle
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStore
import NotebookTestSupport
import NotebookText
import Synchronization
import TestSupport
import Testing

@testable import NotebookExchange

/// What can come in, and what becomes of it when it is not as it was a moment ago.
struct `A source of items` {
    private static let time = Timestamp(clamping: 1_767_225_600)

    private static func environment() -> NotebookEnvironment {
        let chance = Mutex<UInt64>(0)
        return NotebookEnvironment(
            now: { time },
            random: {
                chance.withLock { number in
                    number &+= 0x1234_5678_9ABC_DEF1
                    return number
                }
            }, open: { path, _, _ in try DirectoryFiles(path) })
    }

    private static func note(_ title: String, _ number: UInt64) throws -> [UInt8] {
        let metadata = ItemMetadata(
            uuid: UniqueIdentifier(randomBits: number, number), title: title, created: time, modified: time)
        return try ItemFile(metadata: metadata, body: Array("Grey.\n".utf8)).bytes
    }

    @Test func `that is a notebook gives what its manifest lists, and no file that lies beside it`() throws {
        try TemporaryFolder.with { place in
            let environment = Self.environment()
            var bundle = try NewBundle("M.notebundle", in: place.path, environment: environment)
            try bundle.write(try Self.note("Heron", 1), at: BundlePath("notes/Heron.md"))
            _ = try bundle.finish(
                NotebookDescription(uuid: UniqueIdentifier(randomBits: 9, 9), title: "M", created: Self.time))
            let path = place.path + "/M.notebundle"
            try Data(Self.note("Wren", 2)).write(to: URL(filePath: path + "/notes/Wren.md"))
            let request = ImportRequest(scratch: place.path, environment: environment, progress: NoProgress())
            let found = ImportLocation(path, shown: "M")
            let open = try #require(try NotebookDirectories().open(found, request))
            let source = try open.source(found, for: UniqueIdentifier(randomBits: 8, 8), request)
            #expect(source.notebook.items.map(\.title) == ["Heron"])
        }
    }

    @Test func `that loses a file while it comes in is an error, and no empty file`() throws {
        try TemporaryFolder.with { place in
            let environment = Self.environment()
            let blob = "blobs/a.ca978112ca1bbdca.txt"
            let description = NotebookDescription(
                uuid: UniqueIdentifier(randomBits: 9, 9), title: "M", created: Self.time)
            let folder = try TemporaryFolder()
            try folder.write("notebook.json", Array(description.text))
            try folder.write("notes/Heron.md", try Self.note("Heron", 1))
            try folder.write(blob, Array("a".utf8))
            let request = ImportRequest(environment: environment, progress: NoProgress())
            let export = try #require(try MarkdownFormat().open(ImportLocation(folder.path, shown: "M"), request))
            try FileManager.default.removeItem(atPath: folder.file(blob))
            var bundle = try NewBundle("N.notebundle", in: place.path, environment: environment)
            var message = "it came in"
            do {
                _ = try export.write(into: &bundle, for: UniqueIdentifier(randomBits: 8, 8), request)
            } catch {
                message = "\(error)"
            }
            #expect(message.contains(blob), "\(message)")
        }
    }
}
