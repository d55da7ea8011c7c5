package import NotebookText

/// A regular expression for searching texts.
///
/// Its syntax and meaning are those of Swift's `Regex` (docs/Query.md has the list), where a character is a code point
/// of Normalization Form C. It has its own machine, because Swift's takes quadratic time for `.*x` and exponential time
/// for `(a+)+b`, and a smart folder may come from a stranger.
package struct TextPattern: Hashable, Sendable {
    /// The expression as it is written.
    package let source: String
    let isExact: Bool
    private let program: PatternProgram

    /// Parses an expression.
    ///
    /// - Throws: `PatternProblem` if it is invalid or not supported, and where.
    package init(_ source: String, isExact: Bool) throws(PatternProblem) {
        self.source = source
        self.isExact = isExact
        program = try PatternProgram(PatternReader.read(source, isExact: isExact))
    }

    /// Whether the expression matches anywhere in a text, in time proportional to its length.
    package func isFound(in text: TextKey) -> Bool { program.isFound(in: text.text.unicodeScalars) }

    /// The matches in a text, from left to right and each as long as possible, as byte offsets.
    ///
    /// So that the time is proportional to the length of the text, looking for longer matches ends at some point.
    func ranges(in text: TextKey, limit: Int) -> [Range<Int>] {
        let scalars = Array(text.text.unicodeScalars)
        var patience = scalars.count * 8 + 1000
        var ranges: [Range<Int>] = []
        var (scalar, byte) = (0, 0)
        while ranges.count < limit, scalar <= scalars.count,
            let found = program.firstRange(in: scalars, from: scalar, patience: &patience)
        {
            while scalar < found.lowerBound {
                byte += UTF8.width(scalars[scalar])
                scalar += 1
            }
            let start = byte
            while scalar < found.upperBound {
                byte += UTF8.width(scalars[scalar])
                scalar += 1
            }
            ranges.append(start..<byte)
            guard found.isEmpty else { continue }
            if scalar < scalars.count { byte += UTF8.width(scalars[scalar]) }
            scalar += 1
        }
        return ranges
    }

    package static func == (left: TextPattern, right: TextPattern) -> Bool {
        left.source.isIdentical(to: right.source) && left.isExact == right.isExact
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(isExact)
    }
}

/// Why a regular expression is invalid or not supported, and where.
package struct PatternProblem: Error, Hashable {
    /// What is wrong, without a full stop.
    package let message: String
    /// The position, in code points from the beginning of the pattern.
    let offset: Int
    /// A suggestion, as a sentence without a full stop.
    let suggestion: String?

    init(_ message: String, at offset: Int, _ suggestion: String? = nil) {
        self.message = message
        self.offset = offset
        self.suggestion = suggestion
    }
}
