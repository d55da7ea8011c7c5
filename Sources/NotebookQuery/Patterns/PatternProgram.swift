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
