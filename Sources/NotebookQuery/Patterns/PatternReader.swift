import NotebookText

/// Parses regular expressions: those of Swift, without features that need more than one pass over a text.
struct PatternReader {
    /// The maximum nesting of groups.
    static let maximumDepth = 50
    /// The largest number in a repetition.
    static let maximumCount = 1000

    let scalars: [Unicode.Scalar]
    let isExact: Bool
    var offset = 0
    private var depth = 0

    /// Parses a pattern.
    ///
    /// - Throws: `PatternProblem` if it is invalid or not supported, and where.
    static func read(_ source: String, isExact: Bool) throws(PatternProblem) -> PatternNode {
        var reader = PatternReader(scalars: Array(source.unicodeScalars), isExact: isExact)
        let node = try reader.choice()
        guard reader.offset == reader.scalars.count else {
            throw PatternProblem("unmatched closing parenthesis", at: reader.offset, "write ‘\\)’ for the character")
        }
        return node
    }

    private init(scalars: [Unicode.Scalar], isExact: Bool) {
        self.scalars = scalars
        self.isExact = isExact
    }

    var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        offset += 1
        return true
    }

    private mutating func choice() throws(PatternProblem) -> PatternNode {
        var options = [try sequence()]
        while skip("|") { options.append(try sequence()) }
        return options.count == 1 ? options[0] : .choice(options)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternNode {
        var nodes: [PatternNode] = []
        while let next, next != "|", next != ")" { nodes.append(try repeated()) }
        return Self.sequence(nodes)
    }

    static func sequence(_ nodes: [PatternNode]) -> PatternNode {
        let nodes = nodes.filter { $0 != .empty }
        return nodes.count > 1 ? .sequence(nodes) : nodes.first ?? .empty
    }

    private mutating func repeated() throws(PatternProblem) -> PatternNode {
        let node = try atom()
        guard let count = try repetition() else { return node }
        // Laziness does not affect whether anything matches.
        if skip("?") {}
        if next == "+" {
            throw PatternProblem("possessive repetitions are not supported", at: offset)
        }
        if let next, "*?{".unicodeScalars.contains(next) {
            throw PatternProblem(
                "a repetition of a repetition", at: offset, "put parentheses around the repeated part")
        }
        return .repetition(node, minimum: count.minimum, maximum: count.maximum)
    }

    /// Parses the quantifier of the preceding node; `nil` if there is none.
    private mutating func repetition() throws(PatternProblem) -> (minimum: Int, maximum: Int?)? {
        let start = offset
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard skip("{") else { return nil }
        let minimum = try number()
        let hasComma = skip(",")
        let maximum = hasComma ? try number() : minimum
        guard skip("}"), minimum != nil || maximum != nil else {
            throw PatternProblem(
                "expected repetitions such as {3}, {3,} or {3,5}", at: start, "write ‘\\{’ for the character")
        }
        if let minimum, let maximum, minimum > maximum {
            throw PatternProblem("\(minimum) is more than \(maximum)", at: start)
        }
        return (minimum ?? 0, maximum)
    }

    private mutating func number() throws(PatternProblem) -> Int? {
        let start = offset
        var value = 0
        while let digit = next, (0x30...0x39).contains(digit.value) {
            value = value * 10 + Int(digit.value - 0x30)
            guard value <= Self.maximumCount else {
                throw PatternProblem("nothing can be repeated more than \(Self.maximumCount) times", at: start)
            }
            offset += 1
        }
        return offset > start ? value : nil
    }

    private mutating func atom() throws(PatternProblem) -> PatternNode {
        let start = offset
        guard let scalar = next else { return .empty }
        switch scalar {
        case "(": return try group()
        case "[": return .character(try set())
        case "\\": return try escape()
        case "*", "+", "?", "{":
            throw PatternProblem(
                "there is nothing to repeat before ‘\(scalar)’", at: start, "write ‘\\\(scalar)’ for the character")
        default: break
        }
        offset += 1
        switch scalar {
        case ".": return .character(.any)
        case "^": return .place(.lineStart)
        case "$": return .place(.lineEnd)
        default: return Self.sequence(letters(from: scalar).map { .character(.one($0)) })
        }
    }

    /// The characters that stand for a letter in comparisons, with the marks after it.
    mutating func letters(from scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        var letter = String.UnicodeScalarView([scalar])
        while let next, next.properties.canonicalCombiningClass != .notReordered {
            letter.append(next)
            offset += 1
        }
        return Array(TextKey(String(letter), isExact: isExact).text.unicodeScalars)
    }

    private mutating func group() throws(PatternProblem) -> PatternNode {
        let start = offset
        offset += 1
        try readGroupKind(start)
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw PatternProblem("groups are nested deeper than \(Self.maximumDepth)", at: start)
        }
        let node = try choice()
        depth -= 1
        guard skip(")") else { throw PatternProblem("this parenthesis is not closed", at: start) }
        // A group is one node, even if it is a sequence.
        return node
    }

    /// Parses `?:` and `?<name>` after an opening parenthesis, which have no effect here.
    private mutating func readGroupKind(_ start: Int) throws(PatternProblem) {
        guard skip("?"), !skip(":") else { return }
        if skip("<"), let first = next, first != "=", first != "!" {
            while let next, next.isPartOfWord { offset += 1 }
            guard skip(">") else { throw PatternProblem("the name of this group is not closed by ‘>’", at: start) }
            return
        }
        let isOption = next.map { $0.properties.isAlphabetic || $0 == "-" } ?? false
        throw PatternProblem(
            "groups that begin with ‘(?’ are not supported, except ‘(?:’", at: start,
            isOption ? "‘matches[exact]’ is case-sensitive, ‘matches’ is not" : nil)
    }
}

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
