public import NotebookMerging
public import NotebookStore

extension NotebookDifference {
    /// Compares two notebooks, and reads the texts of items that differ.
    package init(_ old: ComparedNotebook, _ new: ComparedNotebook) throws {
        try self.init(old.content, new.content) { pairs in
            var differences: [ItemDifference] = []
            var rest = pairs[...]
            while !rest.isEmpty {
                var (batch, size) = ([FilePairs.Pair](), 0)
                while let pair = rest.first, batch.isEmpty || size < Self.bytesAtOnce {
                    batch.append(pair)
                    size += (pair.old?.size ?? 0) + (pair.new?.size ?? 0)
                    rest = rest.dropFirst()
                }
                let (before, after) = (
                    try old.contents(of: batch.compactMap(\.old?.wanted)),
                    try new.contents(of: batch.compactMap(\.new?.wanted))
                )
                differences += batch.map { pair in
                    let (one, other) = (pair.old.flatMap { before[$0.wanted] }, pair.new.flatMap { after[$0.wanted] })
                    return pair.difference(one ?? [], other ?? [])
                }
            }
            return differences
        }
    }

    /// How many bytes of texts are in memory at a time.
    private static var bytesAtOnce: Int { 64 << 20 }
}

extension ComparedFile {
    /// What to read.
    package var wanted: ComparedNotebook.Wanted { ComparedNotebook.Wanted(path, digest) }
}

extension NotebookReading {
    /// Compares this notebook with another, which is the later one.
    ///
    /// Compares the files, not the manifests. Blocks until all files are read.
    ///
    /// - Throws: `NotebookError` or `ArchiveFailure` if one of them is not a notebook, `StoreError.changedMeanwhile`,
    ///   or an error if files cannot be read.
    public func difference(to other: some NotebookReading) throws -> NotebookDifference {
        try NotebookDifference(try ComparedNotebook(self), try ComparedNotebook(other))
    }

    /// Writes a patch for `git apply` that turns this notebook's files into those of another notebook, byte for byte.
    ///
    /// Blocks until all files are read.
    ///
    /// - Parameter write: Receives the patch piece by piece; nothing if all files are the same.
    /// - Throws: the same as `difference(to:)`, or what `write` throws.
    public func writePatch(to other: some NotebookReading, _ write: ([UInt8]) throws -> Void) throws {
        try NotebookPatch(try ComparedNotebook(self), try ComparedNotebook(other)).write(write)
    }
}
