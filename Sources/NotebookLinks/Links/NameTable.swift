import NotebookText

/// The entries of a manifest by their names, ignoring case and normalisation.
///
/// It contains only a hash of each name; the caller checks the few entries found. Building dictionaries of names for
/// 10,000 items would take longer than an edit.
struct NameTable: Sendable {
    /// The hash of a name in the upper half, and the index of the entry in the lower half; sorted when complete.
    private var rows: [UInt64] = []

    /// Adds a name of an entry.
    mutating func add(_ name: Span<UInt8>, number: Int) {
        rows.append(KeyHash.of(name) & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: number)))
    }

    /// Sorts the names, after the last one is added.
    mutating func complete() { rows.sort() }

    /// The indices of the entries that may have a name, in ascending order.
    func numbers(for key: ComparisonKey) -> some Sequence<Int> {
        let text = key.text
        let hash = KeyHash.of(text.utf8.span) >> 32
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] >> 32 < hash { low = middle + 1 } else { high = middle }
        }
        return rows[low...].prefix { $0 >> 32 == hash }.lazy.map { Int($0 & 0xFFFF_FFFF) }
    }
}
