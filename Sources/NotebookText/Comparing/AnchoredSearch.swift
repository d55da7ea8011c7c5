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

/// What two sequences have in common, in the same order.
///
/// Elements that occur once in each sequence connect the two first (Cohen, “Patience Diff”, 2010): in texts, these are
/// lines that mean something, while empty lines are everywhere. Between them, the common subsequence is as long as
/// possible, unless the search would take too long. Time and memory stay nearly proportional to the sequences.
package struct CommonParts<Element: Hashable> {
    /// The indices of equal elements, ascending in both sequences.
    package private(set) var pairs: [(old: Int, new: Int)] = []

    /// Roughly how many steps a search may take, which is about half a second.
    package static var standardEffort: Int { 1 << 26 }

    /// Compares two sequences.
    ///
    /// - Parameter effort: Roughly how many steps the search may take.
    package init(_ old: [Element], _ new: [Element], effort: Int = standardEffort) {
        var numbers: [Element: Int32] = [:]
        let oldNumbers = Self.numbers(of: old, &numbers)
        let newNumbers = Self.numbers(of: new, &numbers)
        // Leaves out elements that only one sequence has.
        let (oldIndices, newIndices) = (
            Self.indices(of: oldNumbers, alsoIn: newNumbers, count: numbers.count),
            Self.indices(of: newNumbers, alsoIn: oldNumbers, count: numbers.count)
        )
        var search = AnchoredSearch(
            oldIndices.map { oldNumbers[$0] }, newIndices.map { newNumbers[$0] }, effort: effort)
        search.run()
        pairs = search.runs.flatMap { run in
            (0..<run.count).map { (oldIndices[run.old + $0], newIndices[run.new + $0]) }
        }
        slideDown(oldNumbers, newNumbers)
    }

    /// Moves pure additions and pure removals as far down as possible.
    ///
    /// A paragraph that was added between others can be said to begin with the empty line before it or to end with the
    /// one after it. When two people add the same paragraph, both changes must be at the same place.
    private mutating func slideDown(_ old: [Int32], _ new: [Int32]) {
        var before = (old: -1, new: -1)
        for index in pairs.indices {
            let pair = pairs[index]
            let (isRemoved, isAdded) = (pair.old > before.old + 1, pair.new > before.new + 1)
            if isAdded, !isRemoved, new[before.new + 1] == new[pair.new] {
                pairs[index].new = before.new + 1
            } else if isRemoved, !isAdded, old[before.old + 1] == old[pair.old] {
                pairs[index].old = before.old + 1
            }
            before = pairs[index]
        }
    }

    private static func numbers(of elements: [Element], _ known: inout [Element: Int32]) -> [Int32] {
        elements.map { element in
            if let number = known[element] { return number }
            let number = Int32(known.count)
            known[element] = number
            return number
        }
    }

    private static func indices(of numbers: [Int32], alsoIn others: [Int32], count: Int) -> [Int] {
        var isThere = [Bool](repeating: false, count: count)
        for number in others { isThere[Int(number)] = true }
        return numbers.indices.filter { isThere[Int(numbers[$0])] }
    }
}
