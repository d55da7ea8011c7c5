/// Pairs delimiter runs into emphasis and strong emphasis (CommonMark 0.31.2, appendix, “process emphasis”).
struct EmphasisMatcher {
    /// The last run that can still match.
    private(set) var last: Int?

    mutating func removeAll() { last = nil }

    /// Adds a run that can open or close emphasis.
    mutating func push(_ run: Int, _ runs: inout [DelimiterRun]) {
        runs[run].previous = last
        if let last { runs[last].next = run }
        last = run
    }

    /// Pairs all runs after one, or all runs, and removes them from the list.
    mutating func match(behind bottom: Int?, _ runs: inout [DelimiterRun], _ matches: inout [EmphasisMatch]) {
        // For each kind of closer, the run at or before which there are no openers.
        var floors = Array(repeating: bottom ?? -1, count: 12)
        var current = first(behind: bottom, runs)
        while let closer = current {
            guard runs[closer].canClose else {
                current = runs[closer].next
                continue
            }
            let sort =
                (runs[closer].character == UInt8(ascii: "_") ? 6 : 0) + (runs[closer].canOpen ? 3 : 0)
                + runs[closer].length % 3
            var opener = runs[closer].previous
            while let candidate = opener, candidate > floors[sort], !runs[candidate].opens(runs[closer]) {
                opener = runs[candidate].previous
            }
            if let opener, opener > floors[sort] {
                pair(opener, closer, &runs, &matches)
                if runs[opener].remaining == 0 { remove(opener, &runs) }
                if runs[closer].remaining == 0 {
                    current = runs[closer].next
                    remove(closer, &runs)
                }
            } else {
                floors[sort] = runs[closer].previous ?? -1
                current = runs[closer].next
                if !runs[closer].canOpen { remove(closer, &runs) }
            }
        }
        last = bottom
        if let bottom { runs[bottom].next = nil }
    }

    private func first(behind bottom: Int?, _ runs: [DelimiterRun]) -> Int? {
        var first: Int?
        var candidate = last
        while let run = candidate, run != bottom {
            first = run
            candidate = runs[run].previous
        }
        return first
    }

    private mutating func pair(
        _ opener: Int, _ closer: Int, _ runs: inout [DelimiterRun], _ matches: inout [EmphasisMatch]
    ) {
        let isStrong = runs[opener].remaining >= 2 && runs[closer].remaining >= 2
        let match = EmphasisMatch(isStrong: isStrong, previousOpened: runs[opener].lastOpened, nextClosed: nil)
        runs[opener].lastOpened = matches.count
        if let lastClosed = runs[closer].lastClosed {
            matches[lastClosed].nextClosed = matches.count
        } else {
            runs[closer].firstClosed = matches.count
        }
        runs[closer].lastClosed = matches.count
        matches.append(match)
        runs[opener].remaining -= match.width
        runs[closer].remaining -= match.width
        // The runs between the two cannot match any more.
        runs[opener].next = closer
        runs[closer].previous = opener
    }

    private mutating func remove(_ run: Int, _ runs: inout [DelimiterRun]) {
        if let previous = runs[run].previous { runs[previous].next = runs[run].next }
        if let next = runs[run].next {
            runs[next].previous = runs[run].previous
        } else {
            last = runs[run].previous
        }
    }
}
