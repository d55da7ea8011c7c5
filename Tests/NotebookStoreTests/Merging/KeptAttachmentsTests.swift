@testable import NotebookCheck
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookMerging
@testable import NotebookStore
import SimulatedDisks
import TestSupport
import Testing

/// Attachments of versions that go to the trash, because there is no history.
struct `A version that is kept in the trash` {
    private static let picture = "blobs/a.ca978112ca1bbdca.txt"

    /// The note that links to the attachment.
    private static func user(_ stage: HistoryStage) throws -> String {
        try #require(
            stage.document.first { path, bytes in
                path.hasSuffix(".md") && String(decoding: bytes, as: UTF8.self).contains("a.ca978112ca1bbdca.txt")
            }?.key)
    }

    @Test(arguments: ["ahead", "merged", "by hand"])
    func `keeps its attachment, whatever the other copy did with that`(way: String) throws {
        let device = try HistoryStage(nil)
        let place = try device.copy(named: "P", nil)
        try device.directory.synchronize(with: place.directory)
        let other = try place.copy(named: "D", withHistory: true)
        try other.directory.synchronize(with: place.directory)
        let note = try Self.user(other)
        try other.edit { draft in
            var change = ItemChange()
            change.body = Array("no picture\n".utf8)
            _ = try draft.edit(BundlePath(note), change)
        }
        if way == "by hand" {
            try other.disk.unlink(DiskPath(Self.picture))
            _ = try other.directory.seal()
        } else {
            _ = try other.directory.collectGarbage([BundlePath(Self.picture)])
        }
        if way == "merged" { try device.append("own\n", to: "Q") }
        for stage in [other, device, other, device] { try stage.directory.synchronize(with: place.directory) }
        for stage in [device, other, place] {
            #expect(try `Merging two copies that were changed at random`.errors(in: stage) == [])
            #expect(stage.document == device.document)
        }
        let versions = device.document.filter { $0.key.hasSuffix("/\(note)") }.map(\.value)
        #expect(versions.contains { String(decoding: $0, as: UTF8.self).contains("a.ca978112ca1bbdca.txt") })
    }
}
