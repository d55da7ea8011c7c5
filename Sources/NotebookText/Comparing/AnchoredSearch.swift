/// Finds what two sequences of numbers have in common: first the elements that occur once in each, then the longest
/// common subsequences between them.
struct AnchoredSearch {
    /// The runs that both sequences have, in order.
    private(set) var runs: [CommonSearch.Run] = []

    private let old: [Int32]
    private let new: [Int32]
    /// The greatest number of differences that a search follows.
    private let limit: Int

    /// How deep the search for anchors between anchors goes.
    private static let maximumDepth = 8

    init(_ old: [Int32], _ new: [Int32], effort: Int) {
        (self.old, self.new) = (old, new)
        limit = max(8, effort / max(1, old.count + new.count))
    }

    /// Fills `runs`.
    mutating func run() {
        let whole = CommonSearch.Part(old: old.indices, new: new.indices)
        // An element that occurs once in the whole sequences is a better anchor than one that occurs once in a part,
        // such as an empty line.
        connect(anchors(in: whole), in: whole, depth: Self.maximumDepth)
    }

    /// Compares the parts between anchors.
    private mutating func connect(_ anchors: [(old: Int, new: Int)], in part: CommonSearch.Part, depth: Int) {
        var start = (part.old.lowerBound, part.new.lowerBound)
        for anchor in anchors {
            compare(CommonSearch.Part(old: start.0..<anchor.old, new: start.1..<anchor.new), depth: depth)
            add(CommonSearch.Run(old: anchor.old, new: anchor.new, count: 1))
            start = (anchor.old + 1, anchor.new + 1)
        }
        compare(CommonSearch.Part(old: start.0..<part.old.upperBound, new: start.1..<part.new.upperBound), depth: depth)
    }

    private mutating func compare(_ part: CommonSearch.Part, depth: Int) {
        var part = part
        let (head, tail) = part.trim(old, new)
        add(head)
        if !part.old.isEmpty, !part.new.isEmpty {
            let anchors = depth > 0 ? anchors(in: part) : []
            if anchors.isEmpty { search(part) } else { connect(anchors, in: part, depth: depth - 1) }
        }
        add(tail)
    }

    /// Searches a part without anchors.
    private mutating func search(_ part: CommonSearch.Part) {
        var search = CommonSearch(Array(old[part.old]), Array(new[part.new]), limit: limit)
        search.run()
        for run in search.runs {
            add(
                CommonSearch.Run(
                    old: part.old.lowerBound + run.old, new: part.new.lowerBound + run.new, count: run.count))
        }
    }

    private mutating func add(_ run: CommonSearch.Run) { if run.count > 0 { runs.append(run) } }

    /// The elements that occur once in each sequence: as many of them as possible that are in the same order in both.
    private func anchors(in part: CommonSearch.Part) -> [(old: Int, new: Int)] {
        let places = Self.places(in: new, part.new)
        let found = Self.places(in: old, part.old).compactMap { number, place in
            places[number].map { (old: place, new: $0) }
        }
        return Self.longestRise(found.sorted { $0.old < $1.old })
    }

    /// The indices of elements that occur once.
    private static func places(in numbers: [Int32], _ range: Range<Int>) -> [Int32: Int] {
        var places: [Int32: Int] = [:]
        for index in range { places[numbers[index]] = places[numbers[index]] == nil ? index : -1 }
        return places.filter { $0.value >= 0 }
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
