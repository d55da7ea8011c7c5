@testable import NotebookFiles
@testable import NotebookFormat
import SimulatedDisks
import TestSupport
import Testing

struct `A directory in the place of a file` {
    @Test(arguments: ["manifest.json", "notes/b.md"])
    func `keeps a change from being committed that nothing could complete`(path: String) throws {
        var before = try EditKind.files(["notes/a.md": "A"])
        before["manifest.json"] = path == "manifest.json" ? nil : before["manifest.json"]
        let disk = try EditKind(name: "", files: before) { _ in }.disk()
        try disk.makeDirectory(DiskPath(path))
        let was = disk.snapshot.files
        let manifest = try EditKind.manifest(2)
        let store = Store(disk, now: FixedClock.now)
        let fingerprint = try disk.digest(of: DiskPath(.manifest))
        var transaction = try Transaction(store, before: fingerprint)
        let staged = try transaction.stage(Array("B".utf8))
        transaction.put(staged, at: try BundlePath("notes/b.md"), replaces: nil)
        var message = "done"
        do { _ = try transaction.commit(manifest) } catch { message = "\(error)" }
        #expect(message == "cannot change \(path): a folder has that name; nothing has changed")
        #expect(disk.snapshot.files == was)
        guard case .none(hasStaging: false) = try store.pendingChange() else {
            Issue.record("a change is pending")
            return
        }
    }
}
