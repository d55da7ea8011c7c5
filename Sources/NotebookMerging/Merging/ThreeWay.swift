import NotebookText

/// A three-way merge of two sequences (diff3: Khanna, Kunal and Pierce, “A Formal Investigation of Diff3”, 2007).
struct ThreeWay<Element: Hashable> {
    /// A part of the result.
    enum Part {
        /// A part that is the same in all, that only one side changed, or that both changed in the same way.
        case settled([Element])
        /// A part that both sides changed in different ways.
        case conflict(base: [Element], mine: [Element], theirs: [Element])
    }

    private(set) var parts: [Part] = []

    /// Merges two sequences.
    init(base: [Element], mine: [Element], theirs: [Element]) {
        let inMine = Dictionary(uniqueKeysWithValues: CommonParts(base, mine).pairs.map { ($0.old, $0.new) })
        let inTheirs = Dictionary(uniqueKeysWithValues: CommonParts(base, theirs).pairs.map { ($0.old, $0.new) })
        var (baseStart, mineStart, theirsStart) = (0, 0, 0)
        for index in base.indices {
            guard let mineEnd = inMine[index], let theirsEnd = inTheirs[index] else { continue }
            add(base[baseStart..<index], mine[mineStart..<mineEnd], theirs[theirsStart..<theirsEnd])
            parts.append(.settled([base[index]]))
            (baseStart, mineStart, theirsStart) = (index + 1, mineEnd + 1, theirsEnd + 1)
        }
        add(base[baseStart...], mine[mineStart...], theirs[theirsStart...])
    }

    private mutating func add(_ base: ArraySlice<Element>, _ mine: ArraySlice<Element>, _ theirs: ArraySlice<Element>) {
        guard !base.isEmpty || !mine.isEmpty || !theirs.isEmpty else { return }
        if theirs == base || mine == theirs {
            parts.append(.settled(Array(mine)))
        } else if mine == base {
            parts.append(.settled(Array(theirs)))
        } else {
            parts.append(.conflict(base: Array(base), mine: Array(mine), theirs: Array(theirs)))
        }
    }
}
