/// The common subsequence of two sequences.
///
/// If much differs, only elements that occur once in each sequence connect the two (Cohen, “Patience Diff”, 2010), so
/// that time and memory stay proportional to the sequences.
package struct CommonParts<Element: Hashable> {
    /// The indices of equal elements, ascending in both sequences.
    package private(set) var pairs: [(old: Int, new: Int)] = []

    private let old: [Element]
    private let new: [Element]

    /// Compares two sequences.
    package init(_ old: [Element], _ new: [Element]) {
        self.old = old
        self.new = new
        compare(old.indices, new.indices)
    }

    /// Above this number, elements are not compared one by one.
    private static var maximumCount: Int { 2000 }

    private mutating func compare(_ one: Range<Int>, _ other: Range<Int>) {
        var (one, other) = (one, other)
        while let first = one.first, let second = other.first, old[first] == new[second] {
            pairs.append((first, second))
            (one, other) = (one.dropFirst(), other.dropFirst())
        }
        var tail: [(old: Int, new: Int)] = []
        while let last = one.last, let second = other.last, old[last] == new[second] {
            tail.append((last, second))
            (one, other) = (one.dropLast(), other.dropLast())
        }
        if one.count + other.count <= Self.maximumCount {
            compareAll(one, other)
        } else {
            compareUnique(one, other)
        }
        pairs += tail.reversed()
    }

    private mutating func compareAll(_ one: Range<Int>, _ other: Range<Int>) {
        guard !one.isEmpty, !other.isEmpty else { return }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in Array(new[other]).difference(from: Array(old[one])) {
            switch change {
            case .remove(let offset, _, _): removed.insert(one.lowerBound + offset)
            case .insert(let offset, _, _): added.insert(other.lowerBound + offset)
            }
        }
        let pairs = zip(one.filter { !removed.contains($0) }, other.filter { !added.contains($0) })
        self.pairs += pairs.map { (old: $0, new: $1) }
    }

    /// Compares the parts between the elements that occur once in each sequence and in the same order.
    private mutating func compareUnique(_ one: Range<Int>, _ other: Range<Int>) {
        let places = Self.places(of: new, other)
        let pairs = Self.places(of: old, one).compactMap { element, place -> (old: Int, new: Int)? in
            places[element].map { (place, $0) }
        }
        let anchors = Self.longestRise(pairs.sorted { $0.old < $1.old })
        guard !anchors.isEmpty else { return }
        var (start, otherStart) = (one.lowerBound, other.lowerBound)
        for anchor in anchors {
            compare(start..<anchor.old, otherStart..<anchor.new)
            self.pairs.append(anchor)
            (start, otherStart) = (anchor.old + 1, anchor.new + 1)
        }
        compare(start..<one.upperBound, otherStart..<other.upperBound)
    }

    /// The indices of elements that occur once.
    private static func places(of elements: [Element], _ range: Range<Int>) -> [Element: Int] {
        var places: [Element: Int?] = [:]
        for index in range {
            places[elements[index]] = places[elements[index]] == nil ? .some(index) : .some(nil)
        }
        return places.compactMapValues(\.self)
    }

    /// The longest part of some pairs, sorted by one sequence, that is also sorted by the other.
    private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The last pairs of the best parts of each length, and the predecessor of each pair in its part.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var part: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            part.append(pairs[index])
            next = previous[index]
        }
        return part.reversed()
    }
}
