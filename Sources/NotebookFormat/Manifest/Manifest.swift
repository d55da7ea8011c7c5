/// The list of all files of a notebook, in the order of their paths (Format, section 13).
public struct Manifest: Hashable, Sendable {
    /// The version of the format.
    public static let version = FormatHeader.latestVersion
    /// The largest manifest that is read, in bytes (clause 13.7).
    public static let maximumBytes = 256 << 20

    /// The entries in ascending order of their paths.
    public let entries: [Entry]
    /// Where each entry stands in the text that was read, if it stands there as the canonical text has it; as many as there are
    /// entries, or none.
    let places: [EntryPlace]
    /// The text that was read.
    let source: [UInt8]

    /// The bytes of an entry in the text that was read, from bracket to bracket; `nil` for one that is not there.
    struct EntryPlace: Sendable {
        @CompactOptionalRange var range: Range<Int>?

        init(_ range: Range<Int>?) { _range = CompactOptionalRange(wrappedValue: range) }
    }

    /// A manifest of these entries, whose paths differ, in any order.
    public init(_ entries: [Entry]) {
        let isAscending = entries.indices.dropFirst().allSatisfy { entries[$0 - 1].path < entries[$0].path }
        self.entries = isAscending ? entries : entries.sorted { $0.path < $1.path }
        (places, source) = ([], [])
    }

    /// A manifest of entries that are in ascending order, and where they stand in a text.
    init(ascending entries: [Entry], places: [EntryPlace], of source: [UInt8]) {
        (self.entries, self.places, self.source) = (entries, places, source)
    }

    /// Compares the entries.
    public static func == (left: Manifest, right: Manifest) -> Bool { left.entries == right.entries }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }

    /// The entry of a path, found in logarithmic time.
    public subscript(path: BundlePath) -> Entry? {
        let index = index(of: path)
        return index < entries.count && entries[index].path == path ? entries[index] : nil
    }

    /// The entries whose paths lie below a directory.
    public func entries(below directory: BundlePath) -> ArraySlice<Entry> {
        let text = directory.text + "/"
        let start = firstIndex { !$0.path.text.utf8.lexicographicallyPrecedes(text.utf8) }
        let end = entries[start...].firstIndex { !$0.path.text.utf8.starts(with: text.utf8) } ?? entries.count
        return entries[start..<end]
    }

    /// The manifest after files were removed and others put in.
    ///
    /// Where the files stand is found by bisection, and what is between them is copied: one change among 100,000 entries takes a
    /// thirtieth of the time of looking at each of them.
    public func replacing(removed: Set<BundlePath>, put: [Entry]) -> Manifest {
        let new = Dictionary(put.map { ($0.path, $0) }) { _, last in last }
        var (changed, changedPlaces): ([Entry], [EntryPlace]) = ([], [])
        changed.reserveCapacity(entries.count + new.count)
        changedPlaces.reserveCapacity(entries.count + new.count)
        var copied = 0
        func copy(to end: Int) {
            changed.append(contentsOf: entries[copied..<end])
            if !places.isEmpty { changedPlaces.append(contentsOf: places[copied..<end]) }
            copied = end
        }
        for path in removed.union(new.keys).sorted() {
            let place = index(of: path)
            copy(to: place)
            if place < entries.count, entries[place].path == path { copied += 1 }
            guard let entry = new[path] else { continue }
            changed.append(entry)
            if !places.isEmpty { changedPlaces.append(EntryPlace(nil)) }
        }
        copy(to: entries.count)
        return Manifest(ascending: changed, places: changedPlaces, of: source)
    }

    private func index(of path: BundlePath) -> Int { firstIndex { !($0.path < path) } }

    private func firstIndex(where holds: (Entry) -> Bool) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if holds(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
