/// Finds the longest common subsequence of two sequences of numbers (Myers, “An O(ND) Difference Algorithm and Its
/// Variations”, 1986, in linear space).
///
/// It finds the middle of a shortest path from one to the other, and continues with the parts before and after it. If
/// the number of differences exceeds the limit, the result may be shorter than the longest common subsequence.
struct CommonSearch {
    /// Consecutive elements that both sequences have.
    struct Run {
        let old: Int
        let new: Int
        let count: Int
    }

    /// The runs that both sequences have, in order.
    private(set) var runs: [Run] = []

    private let old: [Int32]
    private let new: [Int32]
    /// The greatest number of differences that a search of a middle follows from each end.
    private let limit: Int
    /// The farthest places on each diagonal, from the beginning and from the end.
    private var forward: [Int]
    private var backward: [Int]

    init(_ old: [Int32], _ new: [Int32], limit: Int) {
        self.old = old
        self.new = new
        self.limit = min(limit, (old.count + new.count + 1) / 2)
        forward = [Int](repeating: 0, count: 2 * self.limit + 3)
        backward = forward
    }

    /// A part of both sequences.
    struct Part {
        var old: Range<Int>
        var new: Range<Int>

        /// Cuts off what both parts begin and end with.
        mutating func trim(_ old: [Int32], _ new: [Int32]) -> (head: Run, tail: Run) {
            var (start, newStart) = (self.old.lowerBound, self.new.lowerBound)
            var (end, newEnd) = (self.old.upperBound, self.new.upperBound)
            while start < end, newStart < newEnd, old[start] == new[newStart] {
                start += 1
                newStart += 1
            }
            while start < end, newStart < newEnd, old[end - 1] == new[newEnd - 1] {
                end -= 1
                newEnd -= 1
            }
            let head = Run(old: self.old.lowerBound, new: self.new.lowerBound, count: start - self.old.lowerBound)
            let tail = Run(old: end, new: newEnd, count: self.old.upperBound - end)
            self = Part(old: start..<end, new: newStart..<newEnd)
            return (head, tail)
        }
    }

    private enum Step {
        case compare(Part)
        case add(Run)
    }

    /// Fills `runs`, with a list of parts to search instead of recursion, which could be deep.
    mutating func run() {
        var steps = [Step.compare(Part(old: old.indices, new: new.indices))]
        while let step = steps.popLast() {
            switch step {
            case .add(let run): add(run)
            case .compare(var part):
                let (head, tail) = part.trim(old, new)
                add(head)
                steps.append(.add(tail))
                guard !part.old.isEmpty, !part.new.isEmpty else { continue }
                let middle = middle(of: part)
                let (oldStart, newStart) = (part.old.lowerBound + middle.old, part.new.lowerBound + middle.new)
                let (oldEnd, newEnd) = (oldStart + middle.count, newStart + middle.count)
                steps.append(
                    .compare(Part(old: oldEnd..<part.old.upperBound, new: newEnd..<part.new.upperBound)))
                steps.append(.add(Run(old: oldStart, new: newStart, count: middle.count)))
                steps.append(
                    .compare(Part(old: part.old.lowerBound..<oldStart, new: part.new.lowerBound..<newStart)))
            }
        }
    }

    private mutating func add(_ run: Run) { if run.count > 0 { runs.append(run) } }

    /// The run in the middle of a shortest path, with offsets in the parts.
    ///
    /// Neither part is empty, and they begin and end differently. Beyond the limit, it returns an empty run at the
    /// farthest place that a path has reached.
    private mutating func middle(of part: Part) -> Run {
        let (count, newCount) = (part.old.count, part.new.count)
        let (shift, isOdd) = (count - newCount, (count + newCount) % 2 != 0)
        let (last, center) = (min(limit, (count + newCount + 1) / 2), limit + 1)
        for index in (center - last - 1)...(center + last + 1) { (forward[index], backward[index]) = (0, 0) }
        for distance in 0...last {
            let lower = -(distance - 2 * max(0, distance - newCount))
            let upper = distance - 2 * max(0, distance - count)
            for diagonal in stride(from: lower, through: upper, by: 2) {
                let start = Self.start(forward, center + diagonal, distance, diagonal)
                var (place, newPlace) = (start, start - diagonal)
                while place < count, newPlace < newCount,
                    old[part.old.lowerBound + place] == new[part.new.lowerBound + newPlace]
                {
                    place += 1
                    newPlace += 1
                }
                forward[center + diagonal] = place
                let other = shift - diagonal
                if isOdd, abs(other) < distance, place + backward[center + other] >= count {
                    return Run(old: start, new: start - diagonal, count: place - start)
                }
            }
            for diagonal in stride(from: lower, through: upper, by: 2) {
                let start = Self.start(backward, center + diagonal, distance, diagonal)
                var (place, newPlace) = (start, start - diagonal)
                while place < count, newPlace < newCount,
                    old[part.old.upperBound - 1 - place] == new[part.new.upperBound - 1 - newPlace]
                {
                    place += 1
                    newPlace += 1
                }
                backward[center + diagonal] = place
                let other = shift - diagonal
                if !isOdd, abs(other) <= distance, place + forward[center + other] >= count {
                    return Run(old: count - place, new: newCount - newPlace, count: place - start)
                }
            }
        }
        return farthest(last, center, count, newCount)
    }

    /// Where a path reaches a diagonal with one more difference: from the farther of the neighbouring diagonals.
    private static func start(_ places: [Int], _ index: Int, _ distance: Int, _ diagonal: Int) -> Int {
        if diagonal == -distance || diagonal != distance && places[index - 1] < places[index + 1] {
            return places[index + 1]
        }
        return places[index - 1] + 1
    }

    /// Of the places reached from either end, the one that the most elements lead up to.
    private func farthest(_ last: Int, _ center: Int, _ count: Int, _ newCount: Int) -> Run {
        var (best, place) = (-1, Run(old: 0, new: 0, count: 0))
        for diagonal in stride(from: -last, through: last, by: 2) {
            for (places, isForward) in [(forward, true), (backward, false)] {
                let (one, other) = (places[center + diagonal], places[center + diagonal] - diagonal)
                guard one <= count, (0...newCount).contains(other), one + other > best else { continue }
                best = one + other
                place =
                    isForward
                    ? Run(old: one, new: other, count: 0) : Run(old: count - one, new: newCount - other, count: 0)
            }
        }
        return place
    }
}
