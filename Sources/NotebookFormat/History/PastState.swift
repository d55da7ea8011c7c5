/// The files of a notebook as they were after an earlier change, found by going back from how they are now.
package struct PastState: Sendable {
    /// The digests of the files by their paths.
    package let files: [BundlePath: Digest]
    /// The fingerprint that the notebook had then.
    package let fingerprint: Digest?

    /// Goes back to the state after the change with this number; 0 is the state before all changes that are kept.
    ///
    /// - Parameters:
    ///   - files: The files that the manifest lists now.
    ///   - fingerprint: The digest of that manifest.
    /// - Throws: `HistoryGap` if others changed the manifest meanwhile, so that what came before is unknown.
    package init(
        after number: Int, in log: HistoryLog, from files: [BundlePath: Digest], _ fingerprint: Digest
    ) throws(HistoryGap) {
        var (state, seal): ([BundlePath: Digest], Digest?) = (files, fingerprint)
        var last: Int?
        for record in log.records.reversed() where record.number > number {
            guard record.after == seal else { throw HistoryGap(after: record.number, before: last) }
            for change in record.files { state[change.path] = change.before }
            for change in record.note.outside { state[change.path] = change.before }
            seal = record.before
            last = record.number
        }
        if let record = log[number], record.after != seal { throw HistoryGap(after: number, before: last) }
        self.files = state
        self.fingerprint = seal
    }
}

/// A place in a history where others changed the manifest: what came before is unknown.
package struct HistoryGap: Error, Hashable, Sendable {
    /// The change before the gap.
    package let after: Int
    /// The change behind it; `nil` if that is the last one.
    package let before: Int?
}
