import NotebookText

/// Parses escapes, which begin with a backslash.
extension PatternReader {
    /// Parses an escape for a character, a set or a position.
    mutating func escape() throws(PatternProblem) -> PatternNode {
        let start = offset
        if let letter = try escapedLetter() {
            return Self.sequence(letters(from: letter).map { .character(.one($0)) })
        }
        offset = start + 2
        switch scalars[start + 1] {
        case "d": return .character(PatternSet([.digit]))
        case "D": return .character(PatternSet([.digit], isNegated: true))
        case "w": return .character(PatternSet([.word]))
        case "W": return .character(PatternSet([.word], isNegated: true))
        case "s": return .character(PatternSet([.space]))
        case "S": return .character(PatternSet([.space], isNegated: true))
        case "b": return .place(.wordBoundary)
        case "B": return .place(.noWordBoundary)
        case "p": return .character(PatternSet([.category(try category(start))]))
        case "P": return .character(PatternSet([.category(try category(start))], isNegated: true))
        case "1"..."9", "k", "g":
            throw PatternProblem("backreferences are not supported", at: start)
        default:
            throw PatternProblem("‘\\\(scalars[start + 1])’ is not supported", at: start)
        }
    }

    /// Parses an escape for one character; `nil` for other escapes, after which the offset is undefined.
    mutating func escapedLetter() throws(PatternProblem) -> Unicode.Scalar? {
        let start = offset
        offset += 1
        guard let scalar = next else {
            throw PatternProblem("nothing follows the backslash", at: start, "write ‘\\\\’ for the character")
        }
        offset += 1
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "x": return try hexadecimal(digits: 2, start)
        case "u": return try hexadecimal(digits: 4, start)
        case "0"..."9", "a"..."z", "A"..."Z": return nil
        default: return scalar
        }
    }

    /// Parses a code point: this many digits, or any number of digits in braces.
    private mutating func hexadecimal(digits: Int, _ start: Int) throws(PatternProblem) -> Unicode.Scalar {
        let isBraced = skip("{")
        var value: UInt32 = 0
        var count = 0
        while count < (isBraced ? 8 : digits), let digit = next.flatMap({ Character($0).hexDigitValue }) {
            value = value << 4 | UInt32(digit)
            count += 1
            offset += 1
        }
        guard isBraced ? count > 0 && skip("}") : count == digits, let scalar = Unicode.Scalar(value) else {
            throw PatternProblem("not a code point", at: start, "write ‘\\u{E9}’, with the digits of the code point")
        }
        return scalar
    }

    private mutating func category(_ start: Int) throws(PatternProblem) -> PatternCategory {
        var name = ""
        if skip("{") {
            while let next, next != "}" {
                name.unicodeScalars.append(next)
                offset += 1
            }
            guard skip("}") else { throw PatternProblem("the name of a category is not closed by ‘}’", at: start) }
        }
        guard let category = PatternCategory(name, ignoringCase: !isExact) else {
            let like = Similarity.nearest(to: name, in: PatternCategory.names).first
            throw PatternProblem(
                "unknown category \(PrintableText.quoted(name))", at: start,
                like.map { "did you mean ‘\($0)’?" } ?? "write ‘\\p{L}’ for letters, ‘\\p{N}’ for numbers")
        }
        return category
    }
}
