import Cores
import Dispatch
package import NotebookText
import Synchronization

/// The digest of content that comes piece by piece; for a large file, another core computes it while the next pieces
/// are read or written.
///
/// Reading or writing a cached file takes one core about as long as computing its digest, so this halves the time.
package struct StreamDigest {
    private var way: Way

    private enum Way {
        case inline(SHA256)
        case elsewhere(Chain)
    }

    /// The size above which using another core saves time.
    private static let largeSize = 1 << 20

    /// The digest of a file of about this many bytes.
    package init(size: Int) { way = size > Self.largeSize ? .elsewhere(Chain()) : .inline(SHA256()) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        switch way {
        case .inline(var hasher):
            hasher.update(bytes)
            way = .inline(hasher)
        case .elsewhere(let chain): chain.update(bytes)
        }
    }

    /// The digest of all bytes so far.
    package func finish() -> Digest {
        switch way {
        case .inline(let hasher): hasher.finish()
        case .elsewhere(let chain): chain.finish()
        }
    }

    /// Calls `receive` with the digest as soon as it is known, from any thread.
    package func finish(_ receive: @escaping @Sendable (Digest) -> Void) {
        switch way {
        case .inline(let hasher): receive(hasher.finish())
        case .elsewhere(let chain): chain.finish(receive)
        }
    }

    private final class Chain: Sendable {
        private let jobs = JobChain()
        private let hasher = Mutex(SHA256())
        /// How many pieces may wait.
        private let room = DispatchSemaphore(value: 8)

        func update(_ bytes: [UInt8]) {
            room.wait()
            jobs.add { [self] in
                hasher.withLock { $0.update(bytes) }
                room.signal()
            }
        }

        func finish(_ receive: @escaping @Sendable (Digest) -> Void) {
            jobs.add { [self] in receive(hasher.withLock { $0.finish() }) }
        }

        func finish() -> Digest {
            let isDone = DispatchSemaphore(value: 0)
            jobs.add { isDone.signal() }
            isDone.wait()
            return hasher.withLock { $0.finish() }
        }
    }
}
