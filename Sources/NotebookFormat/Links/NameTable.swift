/// The entries of a manifest by names that they have, compared without regard to case and normalisation.
///
/// It holds no more than a hash of each name: whoever asks looks at the few entries that may have it. With dictionaries of names,
/// those of 10,000 items took longer to make than an edit takes.
struct NameTable: Sendable {
    /// The hash of a name in the upper half, the number of the entry in the lower one; ascending once it is complete.
    private var rows: [UInt64] = []

    /// Notes that an entry has a name.
    mutating func add(_ name: Span<UInt8>, number: Int) {
        rows.append(KeyHash.of(name) & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: number)))
    }

    /// Puts the names in order, after the last was added.
    mutating func complete() { rows.sort() }

    /// The numbers of the entries that may have a name, ascending.
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
