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
