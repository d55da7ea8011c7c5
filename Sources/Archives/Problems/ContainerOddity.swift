import Synchronization

/// A property of an archive as a whole that the format does not define, but that does not make it unacceptable.
package enum ContainerOddity: String, CaseIterable, Sendable {
    case zipComment = "the zip has a comment"
    case globalHeader = "the tar has global extended headers"
    case gzipName = "the gzip header contains a file name"
    case gzipHeaderChecksum = "the gzip header has a checksum"
    case severalStreams = "the compressed data has several streams"
    case streamPadding = "padding follows the compressed data"
}

/// The oddities seen so far in one archive.
final class ContainerNotes: Sendable {
    private let seen = Mutex<Set<ContainerOddity>>([])

    func note(_ oddity: ContainerOddity) { seen.withLock { _ = $0.insert(oddity) } }

    /// The oddities, in the order of their declaration.
    var all: [ContainerOddity] { seen.withLock { seen in ContainerOddity.allCases.filter(seen.contains) } }
}
