import Dispatch
import NotebookFiles
import NotebookFormat
import Synchronization

/// Compares files with their digests, which may become known only while later files are read.
final class Verification: Sendable {
    private let pending = DispatchGroup()
    private let changed = Mutex<[BundlePath]>([])

    /// Compares what was read of a file with the manifest.
    func compare(_ digest: StreamDigest, with entry: Entry) {
        pending.enter()
        digest.finish { [self] digest in
            if digest != entry.digest { changed.withLock { $0.append(entry.path) } }
            pending.leave()
        }
    }

    /// Waits for all files.
    ///
    /// - Throws: `PackingRefusal.changed` if one of them differs.
    func finish() throws(PackingRefusal) {
        pending.wait()
        let changed = changed.withLock { $0 }.sorted()
        if !changed.isEmpty { throw .changed(changed) }
    }
}
