package import NotebookText
import Synchronization

/// What a command has read of the texts of notes, which are read again only if their files have changed.
///
/// A command follows links and tags several times, and the cache on the disk does not take in files that were changed just
/// before.
package final class TextMemory: Sendable {
    private let texts = Mutex<[FileIdentity: SeenFiles.Seen]>([:])

    /// The number of texts that are remembered at most.
    private static let maximumTexts = 200_000

    /// Remembers nothing yet.
    package init() {}

    /// What is known about a text that was read and has not changed; `nil` if it was not read.
    package func text(_ identity: FileIdentity) -> SeenFiles.Seen? { texts.withLock { $0[identity] } }

    /// What texts that were read name, by their digests.
    package var names: [Digest: TextNames] {
        texts.withLock { texts in
            Dictionary(texts.values.compactMap { seen in seen.names.map { (seen.digest, $0) } }) { first, _ in first }
        }
    }

    /// Remembers texts.
    ///
    /// - Parameter time: When their identities were known, before they were read, in nanoseconds since 1970.
    package func remember(_ read: [SeenFiles.Seen], at time: Int64) {
        texts.withLock { texts in
            if texts.count + read.count > Self.maximumTexts { texts = [:] }
            for text in read.prefix(Self.maximumTexts) where text.identity.isSettled(at: time) {
                texts[text.identity] = text
            }
        }
    }
}
