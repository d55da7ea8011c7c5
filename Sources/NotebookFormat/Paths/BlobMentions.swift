import NotebookText

/// Looks for the names of blobs in items and extras (Format, clause 9.6).
package struct BlobMentions: Sendable {
    private let search: WordSearch
    private let blobs: [BundlePath]
    private var found: Set<Int> = []

    /// Makes a search for mentions of some blobs.
    package init(of blobs: [BundlePath]) {
        self.blobs = blobs
        // Each blob has two names: the name of its file, and the name that it was attached under.
        search = WordSearch(
            blobs.flatMap { path in
                [Array(path.name.utf8), Array((BlobName(path.name)?.readableName ?? String(path.name)).utf8)]
            })
    }

    /// Searches the bytes of an item or extra: as they are, percent-decoded, and in Normalization Form C.
    package mutating func read(_ bytes: [UInt8]) { found.formUnion(indices(in: bytes)) }

    /// The blobs whose names occur in some bytes.
    package func mentioned(in bytes: [UInt8]) -> [BundlePath] { indices(in: bytes).sorted().map { blobs[$0] } }

    private func indices(in bytes: [UInt8]) -> Set<Int> {
        guard !blobs.isEmpty else { return [] }
        var found = Set(search.words(in: bytes).map { $0 / 2 })
        guard bytes.contains(UInt8(ascii: "%")) || bytes.contains(where: { $0 >= 0x80 }) else { return found }
        let text = String(decoding: bytes, as: UTF8.self)
        found.formUnion(search.words(in: text.composed.utf8).map { $0 / 2 })
        // Bytes that are not valid UTF-8 in one place can still name a blob in another.
        let decoded = String(decoding: PercentEncoding.decodedBytes(bytes), as: UTF8.self)
        found.formUnion(search.words(in: decoded.composed.utf8).map { $0 / 2 })
        return found
    }

    /// The blobs that were not mentioned, in their order.
    package var unmentioned: [BundlePath] { blobs.indices.filter { !found.contains($0) }.map { blobs[$0] } }
}
