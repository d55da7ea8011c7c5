import NotebookText

/// Parses sets in brackets.
extension PatternReader {
    /// Parses a set: `[a-z_]`, `[^\d]`.
    mutating func set() throws(PatternProblem) -> PatternSet {
        let start = offset
        offset += 1
        let isNegated = skip("^")
        var members: [PatternSet.Member] = []
        let first = offset
        while !skip("]") {
            guard let scalar = next else { throw PatternProblem("this bracket is not closed", at: start) }
            if scalar == "[" {
                throw PatternProblem("a set within a set", at: offset, "write ‘\\[’ for the character")
            }
            try refuseOperation()
            members += try self.members(isFirst: offset == first)
        }
        guard !members.isEmpty else {
            throw PatternProblem("an empty set", at: start, "write ‘\\]’ for the character")
        }
        return PatternSet(members, isNegated: isNegated)
    }

    /// Rejects two of these characters in a row, which are set operations in Swift.
    private func refuseOperation() throws(PatternProblem) {
        guard let scalar = next, offset + 1 < scalars.count, scalars[offset + 1] == scalar,
            "&-~".unicodeScalars.contains(scalar)
        else { return }
        throw PatternProblem("‘\(scalar)\(scalar)’ within a set", at: offset, "write ‘\\\(scalar)’ for the character")
    }

    private mutating func members(isFirst: Bool) throws(PatternProblem) -> [PatternSet.Member] {
        let start = offset
        guard let lower = try letter() else { return [try setEscape()] }
        let isLast = offset + 1 < scalars.count && scalars[offset + 1] == "]"
        if lower.written == "-", scalars[start] != "\\" {
            guard isFirst || next == "]" else {
                throw PatternProblem("a range without a beginning", at: start, "write ‘\\-’ for the character")
            }
            return [.range(0x2D...0x2D)]
        }
        guard next == "-", !isLast else {
            guard let letter = lower.compared else {
                throw PatternProblem(
                    "‘\(lower.written)’ is compared as several characters, which a set cannot contain", at: start,
                    "put it outside the brackets, after ‘|’")
            }
            return [.range(letter.value...letter.value)]
        }
        offset += 1
        guard let upper = try letter() else { throw PatternProblem("a range without an end", at: start) }
        guard lower.written <= upper.written else {
            throw PatternProblem("the range ends before it begins", at: start)
        }
        var ranges: [PatternSet.Member] = [.range(lower.written.value...upper.written.value)]
        if let first = lower.compared, let last = upper.compared, first <= last {
            ranges.append(.range(first.value...last.value))
        }
        return ranges
    }

    /// Parses a character of a set, as written and as compared; `nil` for an escape that means several.
    private mutating func letter() throws(PatternProblem) -> (written: Unicode.Scalar, compared: Unicode.Scalar?)? {
        let start = offset
        guard let scalar = next else { return nil }
        if scalar == "\\" {
            guard let escaped = try escapedLetter() else {
                offset = start
                return nil
            }
            let compared = letters(from: escaped)
            return (escaped, compared.count == 1 ? compared[0] : nil)
        }
        offset += 1
        let compared = letters(from: scalar)
        let written = Array(String(String.UnicodeScalarView(scalars[start..<offset])).composed.unicodeScalars)
        return (written.first ?? scalar, compared.count == 1 ? compared[0] : nil)
    }

    private mutating func setEscape() throws(PatternProblem) -> PatternSet.Member {
        let start = offset
        guard case .character(let set) = try escape() else {
            throw PatternProblem("a set contains characters, not positions", at: start)
        }
        return .not(PatternSet(set.members, isNegated: !set.isNegated))
    }
}
