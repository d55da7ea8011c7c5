extension PatternProgram {
    /// Whether the expression matches anywhere in a text.
    ///
    /// Follows all alternatives in parallel, so that the time is at most the length of the text times the number of
    /// steps of the program.
    func isFound(in text: String.UnicodeScalarView) -> Bool {
        var waiting: [Int] = []
        var pending: [Int] = []
        // The position in the text where each step was last reached.
        var reached = Array(repeating: -1, count: steps.count)
        var place = 0
        var before: Unicode.Scalar?
        var characters = text.makeIterator()
        while true {
            let after = characters.next()
            waiting.removeAll(keepingCapacity: true)
            // A match may begin anywhere.
            pending.append(0)
            while let step = pending.popLast() {
                guard reached[step] < place else { continue }
                reached[step] = place
                switch steps[step] {
                case .take: waiting.append(step)
                case .split(let one, let other):
                    pending.append(other)
                    pending.append(one)
                case .jump(let step): pending.append(step)
                case .require(let kind) where kind.isBetween(before, after): pending.append(step + 1)
                case .require: break
                case .found: return true
                }
            }
            guard let after else { return false }
            for step in waiting {
                if case .take(let set) = steps[step], set.contains(after) { pending.append(step + 1) }
            }
            before = after
            place += 1
        }
    }

    /// The first match from a position, as long as possible.
    ///
    /// Follows all alternatives in parallel here, too. Each knows where it began; if two reach the same step, the
    /// earlier one continues.
    func firstRange(in text: [Unicode.Scalar], from start: Int) -> Range<Int>? {
        var waiting: [(step: Int, start: Int)] = []
        var reached = Array(repeating: -1, count: steps.count)
        var best: Range<Int>?
        for place in start...text.count {
            let before = place > 0 ? text[place - 1] : nil
            let after = place < text.count ? text[place] : nil
            var next: [(step: Int, start: Int)] = []
            var begun = waiting
            if best == nil { begun.append((0, place)) }
            for way in begun where best.map({ way.start <= $0.lowerBound }) ?? true {
                var pending = [way.step]
                while let step = pending.popLast() {
                    guard reached[step] < place else { continue }
                    reached[step] = place
                    switch steps[step] {
                    case .take(let set):
                        if let after, set.contains(after) { next.append((step + 1, way.start)) }
                    case .split(let one, let other):
                        pending.append(other)
                        pending.append(one)
                    case .jump(let step): pending.append(step)
                    case .require(let kind):
                        if kind.isBetween(before, after) { pending.append(step + 1) }
                    case .found: best = way.start..<place
                    }
                }
            }
            waiting = next
            if waiting.isEmpty, best != nil { return best }
        }
        return best
    }
}
