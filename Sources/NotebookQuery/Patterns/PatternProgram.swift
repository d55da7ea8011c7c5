/// A regular expression as a program for a machine that reads a text (Thompson, 1968).
struct PatternProgram: Hashable, Sendable {
    /// The maximum number of steps.
    static let maximumSteps = 1000

    enum Step: Hashable, Sendable {
        /// Consumes a character of the set, and continues with the next step.
        case take(PatternSet)
        /// Continues at both steps.
        case split(Int, Int)
        /// Continues elsewhere.
        case jump(Int)
        /// Continues with the next step if the position is of this kind.
        case require(PatternAnchor)
        /// The pattern matches.
        case found
    }

    private(set) var steps: [Step] = []

    /// Makes the program of an expression.
    ///
    /// - Throws: `PatternProblem` if it has too many steps.
    init(_ node: PatternNode) throws(PatternProblem) {
        try append(node)
        steps.append(.found)
    }

    private mutating func append(_ step: Step) throws(PatternProblem) {
        guard steps.count < Self.maximumSteps else {
            throw PatternProblem("the expression is too large, once its repetitions are written out", at: 0)
        }
        steps.append(step)
    }

    private mutating func append(_ node: PatternNode) throws(PatternProblem) {
        switch node {
        case .empty: break
        case .character(let set): try append(.take(set))
        case .place(let place): try append(.require(place))
        case .sequence(let nodes):
            for node in nodes { try append(node) }
        case .choice(let nodes): try append(choice: nodes[...])
        case .repetition(let node, let minimum, let maximum): try append(node, minimum, maximum)
        }
    }

    private mutating func append(choice nodes: ArraySlice<PatternNode>) throws(PatternProblem) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index < nodes.count - 1 else {
                try append(node)
                break
            }
            let split = steps.count
            try append(.split(split + 1, 0))
            try append(node)
            jumps.append(steps.count)
            try append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func append(_ node: PatternNode, _ minimum: Int, _ maximum: Int?) throws(PatternProblem) {
        for _ in 0..<minimum {
            let start = steps.count
            try append(node)
            // Repeating a node without steps adds no steps.
            if steps.count == start { return }
        }
        if let maximum {
            var splits: [Int] = []
            for _ in minimum..<maximum {
                splits.append(steps.count)
                try append(.split(steps.count + 1, 0))
                try append(node)
            }
            for split in splits { steps[split] = .split(split + 1, steps.count) }
        } else {
            let split = steps.count
            try append(.split(split + 1, 0))
            try append(node)
            try append(.jump(split))
            steps[split] = .split(split + 1, steps.count)
        }
    }
}

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
    ///
    /// - Parameter patience: How many characters behind a match may be read in vain, for a longer one; less what was.
    func firstRange(in text: [Unicode.Scalar], from start: Int, patience: inout Int) -> Range<Int>? {
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
            guard let best else { continue }
            if best.upperBound < place { patience -= 1 }
            if waiting.isEmpty || patience < 0 && best.upperBound < place { return best }
        }
        return best
    }
}

/// A parsed regular expression.
indirect enum PatternNode: Hashable {
    /// The empty text.
    case empty
    /// One of these characters.
    case character(PatternSet)
    /// A position between two characters.
    case place(PatternAnchor)
    /// A sequence.
    case sequence([PatternNode])
    /// Alternatives.
    case choice([PatternNode])
    /// A repetition; without an upper bound if `maximum` is `nil`.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}

/// A position between two characters.
enum PatternAnchor: Hashable {
    /// `^`: the beginning of a line.
    case lineStart
    /// `$`: the end of a line.
    case lineEnd
    /// `\b`: the beginning or end of a word.
    case wordBoundary
    /// `\B`: not the beginning or end of a word.
    case noWordBoundary

    /// Whether the position is between these two characters, which are `nil` at the ends of the text.
    func isBetween(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        switch self {
        case .lineStart:
            guard let before else { return true }
            return before.isLineEnd && !(before == "\r" && after == "\n")
        case .lineEnd:
            guard let after else { return true }
            return after.isLineEnd && !(before == "\r" && after == "\n")
        case .wordBoundary: return (before?.isPartOfWord ?? false) != (after?.isPartOfWord ?? false)
        case .noWordBoundary: return (before?.isPartOfWord ?? false) == (after?.isPartOfWord ?? false)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the code point ends a line (Unicode Technical Standard 18, RL1.6).
    var isLineEnd: Bool { (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029 }

    /// Whether the code point belongs to a word (Unicode Technical Standard 18, annex C).
    var isPartOfWord: Bool {
        if value < 0x80 {
            return (0x61...0x7A).contains(value | 0x20) || (0x30...0x39).contains(value) || value == 0x5F
        }
        switch properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
    }
}
