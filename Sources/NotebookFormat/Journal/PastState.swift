package import NotebookText

/// The files of a notebook as they were after an earlier change, found by going back from the current state.
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
    /// - Throws: `HistoryGap` if another program changed the manifest in between, so that the state before is unknown.
    package init(
        after number: Int, in log: HistoryLog, from files: [BundlePath: Digest], _ fingerprint: Digest
    ) throws(HistoryGap) {
        let records = log.records
        var (state, seal): ([BundlePath: Digest], Digest?) = (files, fingerprint)
        var (index, last): (Int, Int?) = (records.count, nil)
        while index > 0, records[index - 1].number > number {
            let record = records[index - 1]
            guard record.after == seal else {
                // Another program, such as git, restored an earlier state. Changes in between do not count.
                guard let end = Self.end(of: seal, in: records[..<index]), end < index,
                    end == 0 || records[end - 1].number >= number
                else { throw HistoryGap(after: record.number, before: last) }
                index = end
                continue
            }
            for change in record.files { state[change.path] = change.before }
            for change in record.note.outside { state[change.path] = change.before }
            (seal, last) = (record.before, record.number)
            index -= 1
        }
        if index > 0, records[index - 1].number == number, records[index - 1].after != seal {
            throw HistoryGap(after: number, before: last)
        }
        self.files = state
        self.fingerprint = seal
    }

    /// How many of the records lead up to a fingerprint; `nil` if none contains it.
    private static func end(of seal: Digest?, in records: ArraySlice<HistoryRecord>) -> Int? {
        records.lastIndex { $0.after == seal }.map { $0 + 1 } ?? records.lastIndex { $0.before == seal }
    }
}

/// A place in a history where another program changed the manifest, so that the state before is unknown.
package struct HistoryGap: Error, Hashable, Sendable {
    /// The change before the gap.
    package let after: Int
    /// The change after the gap; `nil` if there is none.
    package let before: Int?
}
