import Synchronization

/// Something about an archive as a whole that other programs write and the format does not, and that is no reason to refuse it.
package enum ContainerOddity: String, CaseIterable, Sendable {
    case zipComment = "the zip has a comment"
    case globalHeader = "the tar has global extended headers"
    case gzipName = "the gzip header holds the name of a file"
    case gzipHeaderChecksum = "the gzip header has a checksum"
    case severalStreams = "the compressed data is made of several streams"
    case streamPadding = "padding follows the compressed data"
    case frameSizes = "frames tell the sizes of the frames behind them"
}

/// The oddities that have been seen so far in one archive.
final class ContainerNotes: Sendable {
    private let seen = Mutex<Set<ContainerOddity>>([])

    func note(_ oddity: ContainerOddity) { seen.withLock { _ = $0.insert(oddity) } }

    /// In the order of their declaration.
    var all: [ContainerOddity] { seen.withLock { seen in ContainerOddity.allCases.filter(seen.contains) } }
}
