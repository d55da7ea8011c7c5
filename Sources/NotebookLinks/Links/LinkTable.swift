import NotebookMarkdown
package import NotebookText

/// The links of an item in compact form: each different name with its positions.
///
/// A text of 16 MiB can contain three million links. For names that occur more often than ``maximumPlaces``, the table
/// keeps only the first positions, and counts the others.
package struct LinkTable: Sendable {
    /// The maximum number of positions kept for a name.
    package static let maximumPlaces = 1_000

    /// A name: the range of its text, the heading of a wiki link, and its first and last position.
    private struct Name {
        let start: UInt32
        let headingStart: UInt32
        let end: UInt32
        let kind: Kind
        var first: UInt32
        var last: UInt32
        var count: UInt32
    }

    private enum Kind: UInt8 {
        case destination
        case wiki
        case wikiWithHeading
    }

    /// A position, and the next one of the same name.
    private struct Occurrence {
        let line: UInt32
        let column: UInt32
        /// 0 if the link ends on another line.
        let endColumn: UInt32
        var next: UInt32
    }

    private static let none = UInt32.max

    private var text: [UInt8] = []
    private var names: [Name] = []
    private var places: [Occurrence] = []

    /// No links.
    package init() {}

    /// Makes the table of an item's links, at the positions of their destinations; for a reference, at its
    /// definition.
    package init(_ item: ItemText) {
        // They come in the order of the source, except for definitions, which come before the rest of the text.
        var positions = PositionWalker(item.bytes)
        // The names so far by their hashes. If two names have the same hash, the second may be listed several times.
        var known: [UInt64: UInt32] = [:]
        item.forEachLink { link in
            if link.holdsDestination, !link.isInComment { add(link, &known, &positions) }
        }
        text.shrink()
        names.shrink()
        places.shrink()
    }

    private mutating func add(_ link: MarkdownLink, _ known: inout [UInt64: UInt32], _ positions: inout PositionWalker)
    {
        let start = text.count
        let (kind, headingStart) = append(FoundLink.Name(link))
        let spelling = text[start...]
        let hash = spelling.reduce(UInt64(kind.rawValue) << 32 | UInt64(headingStart - start)) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0100_0000_01B3
        }
        if let found = known[hash], isSame(Int(found), kind, headingStart - start, spelling) {
            text.removeLast(text.count - start)
            add(link, toName: Int(found), &positions)
            return
        }
        known[hash] = UInt32(names.count)
        names.append(
            Name(
                start: UInt32(start), headingStart: UInt32(headingStart), end: UInt32(text.count), kind: kind,
                first: Self.none, last: Self.none, count: 0))
        add(link, toName: names.count - 1, &positions)
    }

    private mutating func append(_ name: FoundLink.Name) -> (Kind, headingStart: Int) {
        switch name {
        case .destination(let destination):
            text += destination.rawPath.utf8
            let suffixStart = text.count
            text += destination.suffix.utf8
            return (.destination, suffixStart)
        case .wiki(let target, let heading):
            text += target.utf8
            let headingStart = text.count
            if let heading { text += heading.utf8 }
            return (heading == nil ? .wiki : .wikiWithHeading, headingStart)
        }
    }

    private func isSame(_ index: Int, _ kind: Kind, _ headingOffset: Int, _ spelling: ArraySlice<UInt8>) -> Bool {
        let name = names[index]
        return name.kind == kind && Int(name.headingStart - name.start) == headingOffset
            && text[Int(name.start)..<Int(name.end)].elementsEqual(spelling)
    }

    private mutating func add(_ link: MarkdownLink, toName index: Int, _ positions: inout PositionWalker) {
        names[index].count += 1
        guard names[index].count <= Self.maximumPlaces else { return }
        let (start, end) = (positions.position(of: link.start), positions.position(of: link.end))
        let place = UInt32(places.count)
        places.append(
            Occurrence(
                line: UInt32(start.line), column: UInt32(start.column),
                endColumn: start.line == end.line ? UInt32(end.column) : 0, next: Self.none))
        if names[index].last == Self.none {
            names[index].first = place
        } else {
            places[Int(names[index].last)].next = place
        }
        names[index].last = place
    }
}

extension LinkTable {
    /// The number of names.
    package var count: Int { names.count }

    /// The approximate size in memory, in bytes.
    package var size: Int {
        text.count + names.count * MemoryLayout<Name>.stride + places.count * MemoryLayout<Occurrence>.stride
    }

    /// A name by its index, in the order of first occurrence.
    package func name(at index: Int) -> FoundLink.Name {
        let name = names[index]
        func string(_ start: UInt32, _ end: UInt32) -> String {
            String(decoding: text[Int(start)..<Int(end)], as: UTF8.self)
        }
        switch name.kind {
        case .destination: return .destination(LinkDestination(string(name.start, name.end)))
        case .wiki: return .wiki(target: string(name.start, name.end), heading: nil)
        case .wikiWithHeading:
            return .wiki(
                target: string(name.start, name.headingStart), heading: string(name.headingStart, name.end))
        }
    }

    /// The positions of a name; of a very frequent one only the first ones.
    package func positions(at index: Int) -> [TextPosition] { places(at: index).links.map(\.position) }

    /// The number of links with a name.
    package func count(at index: Int) -> Int { Int(names[index].count) }

    /// The first position of a name, and the number of its occurrences.
    package func places(at index: Int) -> (links: [FoundLink], count: Int) {
        let name = name(at: index)
        var links: [FoundLink] = []
        var next = names[index].first
        while next != Self.none {
            let place = places[Int(next)]
            links.append(
                FoundLink(
                    name: name, position: TextPosition(line: Int(place.line), column: Int(place.column)),
                    endColumn: place.endColumn == 0 ? nil : Int(place.endColumn)))
            next = place.next
        }
        return (links, Int(names[index].count))
    }
}

extension Array {
    /// Releases memory reserved for more elements.
    fileprivate mutating func shrink() {
        if capacity > count + count / 8 { self = Array(ContiguousArray(self)[...]) }
    }
}

/// The entries of a manifest by their names as readers see them, ignoring case and normalisation.
///
/// It contains only a hash of each name; the caller checks the few entries found. Building dictionaries of names for
/// 10,000 items would take longer than an edit.
struct NameTable: Sendable {
    /// The hash of a name in the upper half, and the index of the entry in the lower half; sorted when complete.
    private var rows: [UInt64] = []

    /// Adds a name of an entry.
    mutating func add(_ name: Span<UInt8>, number: Int) {
        rows.append(KeyHash.of(seen: name) & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: number)))
    }

    /// Sorts the names, after the last one is added.
    mutating func complete() { rows.sort() }

    /// The indices of the entries that may have a name, in ascending order.
    func numbers(for key: ComparisonKey) -> some Sequence<Int> {
        let hash = KeyHash.of(key) >> 32
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] >> 32 < hash { low = middle + 1 } else { high = middle }
        }
        return rows[low...].prefix { $0 >> 32 == hash }.lazy.map { Int($0 & 0xFFFF_FFFF) }
    }
}
