import Cores
import Dispatch
import NotebookFormat
import Synchronization

/// Compares large files with their digests on other cores, while their pieces are passed on.
final class Verification: Sendable {
    private let pending = DispatchGroup()
    private let changed = Mutex<[BundlePath]>([])

    /// One file, to which the pieces come in their order.
    final class Check: Sendable {
        private let verification: Verification
        private let entry: Entry
        private let chain = JobChain()
        private let hasher = Mutex(SHA256())
        /// How many pieces may wait.
        private let room = DispatchSemaphore(value: 8)

        fileprivate init(_ verification: Verification, _ entry: Entry) {
            self.verification = verification
            self.entry = entry
        }

        /// Takes in the next piece, as soon as there is room for it.
        func update(_ bytes: [UInt8]) {
            room.wait()
            chain.add { [self] in
                hasher.withLock { $0.update(bytes) }
                room.signal()
            }
        }

        /// Compares what was taken in with what is listed.
        func finish() {
            verification.pending.enter()
            chain.add { [self] in
                if hasher.withLock({ $0.finish() }) != entry.digest {
                    verification.changed.withLock { $0.append(entry.path) }
                }
                verification.pending.leave()
            }
        }
    }

    /// Begins a file.
    func begin(_ entry: Entry) -> Check { Check(self, entry) }

    /// Waits for all files.
    ///
    /// - Throws: `PackingRefusal.changed` if one of them is not what is listed.
    func finish() throws(PackingRefusal) {
        pending.wait()
        let changed = changed.withLock { $0 }.sorted()
        if !changed.isEmpty { throw .changed(changed) }
    }
}
