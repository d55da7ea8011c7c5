package import NotebookText

/// The readable entries of a damaged manifest.
///
/// Every complete entry counts. Its digest still proves what a file is, since no other file has it by chance.
package struct RepairedManifest: Sendable {
    /// The entries, in the order of their paths; if several have the same path, the first.
    package let entries: [Entry]
    /// The digests that each path is listed with.
    package let digests: [BundlePath: Set<Digest>]

    /// Reads as much as possible.
    package init(_ bytes: [UInt8]) {
        let starts = Self.starts(in: bytes)
        let ends = starts.dropFirst() + [bytes.count]
        var found: [BundlePath: Entry] = [:]
        var digests: [BundlePath: Set<Digest>] = [:]
        for (start, end) in zip(starts, ends) {
            var reader = JSONReader(Array(bytes[start..<end]))
            guard let entry = try? Entry(&reader) else { continue }
            digests[entry.path, default: []].insert(entry.digest)
            guard found[entry.path] == nil else { continue }
            found[entry.path] = entry
        }
        entries = found.values.sorted { $0.path < $1.path }
        self.digests = digests
    }

    /// The offsets of possible entries: writers put the path first.
    private static func starts(in bytes: [UInt8]) -> [Int] {
        let key = Array("\"path\"".utf8)
        var starts: [Int] = []
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "{") {
            var next = offset + 1
            while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
            if bytes[next...].starts(with: key) { starts.append(offset) }
        }
        return starts
    }
}
