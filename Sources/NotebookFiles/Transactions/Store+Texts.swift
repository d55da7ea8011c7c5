package import NotebookFormat
package import NotebookText

/// The texts of items, and `notebook.json`, as two copies had them after one merged the other (Format, clause 21.8).
///
/// An editor overwrites a text without keeping the old version: without a copy, a merge would not know the common
/// version.
extension Store {
    /// Keeps the texts of items that the history does not have yet, unless they are too large for it.
    ///
    /// - Parameter texts: Returns the contents of some of the items.
    /// - Throws: an error if texts cannot be read, or files cannot be written.
    package func keepTexts(of manifest: Manifest, reading texts: (ArraySlice<Entry>) throws -> [Digest: [UInt8]]) throws
    {
        guard let history else { return }
        let entries = manifest.entries
        let items = entries.indices.filter { entries.type(at: $0).isItem || entries[$0].path == .notebook }
        guard items.reduce(0, { $0 + entries.size(at: $1) }) <= history.bytes / 2 else { return }
        try HistoryKeeping(self).makeDirectories()
        let known = try keptContents()
        let missing = items.filter { !known.contains(entries.digest(at: $0)) }.map { entries[$0] }
        var written: [Digest] = []
        for start in stride(from: 0, to: missing.count, by: Self.textsAtOnce) {
            let batch = missing[start..<min(start + Self.textsAtOnce, missing.count)]
            for (digest, bytes) in try texts(batch) {
                try write(bytes, to: Self.staged(digest))
                written.append(digest)
            }
        }
        guard !written.isEmpty else { return }
        try files.synchronizeAll()
        for digest in written { try files.rename(Self.staged(digest), to: Self.kept(digest)) }
    }

    /// The texts that belong to the states whose manifests are kept.
    func textsToKeep() throws(SystemError) -> Set<Digest> {
        var texts: Set<Digest> = []
        for state in try statesToKeep(of: recordedLineage()) {
            let place = Self.kept(state)
            guard let status = try files.status(place), status.size <= Manifest.maximumBytes,
                let manifest = try? Manifest(files.content(of: place, limit: Manifest.maximumBytes))
            else { continue }
            texts.formUnion(manifest.entries.lazy.filter { $0.type.isItem || $0.path == .notebook }.map(\.digest))
        }
        return texts
    }

    /// Content that is written but not yet durable does not count as part of the history.
    package static func staged(_ digest: Digest) -> DiskPath { historyPlace.appending("\(digest).new") }

    private static let textsAtOnce = 256

    private func write(_ bytes: [UInt8], to place: DiskPath) throws(SystemError) {
        if try files.status(place) != nil { try files.unlink(place) }
        let file = try files.create(place)
        defer { files.close(file) }
        try files.writeAll(bytes, to: file)
    }
}
