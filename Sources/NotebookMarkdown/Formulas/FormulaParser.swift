/// Reads the common part of TeX's mathematics, strictly: a formula with anything else is not understood at all, so that
/// nobody reads half of one.
///
/// It reads each character once. Length and depth are bounded.
package struct FormulaParser {
    /// The longest formula, in characters.
    package static let maximumLength = 10_000
    /// How deep parts are in one another; deeper formulas are not understood.
    static let maximumDepth = 20

    /// What the parser does not know.
    struct NotUnderstood: Error {}

    /// What ends a row, without belonging to it.
    enum End {
        case whole
        case brace
        case bracket
        case cell
        case right
    }

    private let source: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    var font: FormulaFont?

    private init(_ source: [Unicode.Scalar]) { self.source = source }

    /// Reads a formula without its dollar signs; `nil` if it is not understood.
    package static func formula(_ text: some StringProtocol) -> Formula? {
        guard text.utf8.count <= 4 * maximumLength else { return nil }
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= maximumLength, scalars.contains(where: { !$0.properties.isWhitespace }) else {
            return nil
        }
        var parser = FormulaParser(scalars)
        return try? parser.lines()
    }

    /// The whole formula; several lines are rows of a table.
    private mutating func lines() throws(NotUnderstood) -> Formula {
        var rows = [try row(.whole)]
        while skipCommand("\\") {
            try skipLineDistance()
            rows.append(try row(.whole))
        }
        guard peek() == nil else { throw NotUnderstood() }
        if rows.count > 1, rows.last == .row([]) { rows.removeLast() }
        guard rows.count > 1 else { return rows[0] }
        return .table(.init(kind: .equations, sides: [.center], rows: rows.map { [$0] }))
    }

    // MARK: Characters

    /// The next character that is neither white space nor in a comment.
    mutating func peek() -> Unicode.Scalar? {
        while index < source.count {
            if source[index] == "%" {
                while index < source.count, source[index] != "\n" { index += 1 }
            } else if source[index].properties.isWhitespace {
                index += 1
            } else {
                return source[index]
            }
        }
        return nil
    }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        index += 1
        return true
    }

    mutating func require(_ scalar: Unicode.Scalar) throws(NotUnderstood) {
        guard skip(scalar) else { throw NotUnderstood() }
    }

    /// The name of the command that begins here, without reading it.
    private mutating func peekCommand() -> String? {
        guard peek() == "\\", index + 1 < source.count else { return nil }
        guard Self.isLetter(source[index + 1]) else { return String(source[index + 1]) }
        var name = ""
        for scalar in source[(index + 1)...] {
            guard Self.isLetter(scalar) else { break }
            name.unicodeScalars.append(scalar)
        }
        if name == "operatorname" || name == "tag", index + 1 + name.utf8.count < source.count,
            source[index + 1 + name.utf8.count] == "*"
        {
            name += "*"
        }
        return name
    }

    mutating func skipCommand(_ name: String) -> Bool {
        guard peek() == "\\", index + 1 < source.count, source[index + 1] == name.unicodeScalars.first,
            peekCommand() == name
        else { return false }
        index += 1 + name.unicodeScalars.count
        return true
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// The text of an argument in braces, as it is written.
    mutating func words() throws(NotUnderstood) -> String {
        try require("{")
        var (text, level) = ("", 0)
        while index < source.count {
            let scalar = source[index]
            index += 1
            switch scalar {
            case "}" where level == 0: return text
            case "{": level += 1
            case "}": level -= 1
            case "~": text += "\u{A0}"
            case "$", "%": throw NotUnderstood()
            case "\\":
                guard index < source.count, " {}%$&#_,".unicodeScalars.contains(source[index]) else {
                    throw NotUnderstood()
                }
                text.unicodeScalars.append(source[index] == "," ? " " : source[index])
                index += 1
            default: text.unicodeScalars.append(scalar)
            }
        }
        throw NotUnderstood()
    }

    /// The delimiter after `\left` and its relatives.
    mutating func delimiter() throws(NotUnderstood) -> String {
        guard let first = peek() else { throw NotUnderstood() }
        var name = String(first)
        if let command = peekCommand() { name += command }
        guard let delimiter = FormulaSymbols.delimiter(name) else { throw NotUnderstood() }
        index += name.unicodeScalars.count
        return delimiter
    }

    /// `*` or the distance after `\\`, such as `[2pt]`, which are left out.
    mutating func skipLineDistance() throws(NotUnderstood) {
        if index < source.count, source[index] == "*" { index += 1 }
        guard index < source.count, source[index] == "[" else { return }
        while index < source.count, source[index] != "]" {
            guard source[index].isASCII, source[index] != "\\" else { throw NotUnderstood() }
            index += 1
        }
        index += 1
    }

    // MARK: Rows

    /// Reads parts up to what ends them.
    mutating func row(_ end: End) throws(NotUnderstood) -> Formula {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw NotUnderstood() }
        let outer = font
        defer { font = outer }
        var parts: [Formula] = []
        while let scalar = peek(), !isEnd(scalar, end) {
            guard scalar == "\\", let name = peekCommand() else {
                parts.append(try part())
                continue
            }
            if let style = Self.style(name) {
                index += 1 + name.unicodeScalars.count
                return Self.row(parts + [.styled(style, try row(end))])
            }
            if name == "color" {
                index += 6
                return Self.row(parts + [.styled(try color(), try row(end))])
            }
            if ["rm", "it", "bf", "cal", "sf", "tt"].contains(name) {
                index += 1 + name.unicodeScalars.count
                font = FormulaFont(command: name)
            } else if let infix = Self.infix[name] {
                index += 1 + name.unicodeScalars.count
                let fraction = Formula.fraction(Self.row(parts), try row(end), hasLine: infix.hasLine)
                return infix.open.isEmpty ? fraction : .fenced(open: infix.open, [fraction], close: infix.close)
            } else {
                parts.append(try part())
            }
        }
        return Self.row(parts)
    }

    private static func row(_ parts: [Formula]) -> Formula { parts.count == 1 ? parts[0] : .row(parts) }

    private static let infix: [String: (hasLine: Bool, open: String, close: String)] = [
        "over": (true, "", ""), "atop": (false, "", ""), "choose": (false, "(", ")"), "brack": (false, "[", "]"),
        "brace": (false, "{", "}"),
    ]

    private static func style(_ name: String) -> Formula.Appearance? {
        switch name {
        case "displaystyle": .display
        case "textstyle": .inline
        case "scriptstyle", "scriptscriptstyle": .small
        default: nil
        }
    }

    private mutating func isEnd(_ scalar: Unicode.Scalar, _ end: End) -> Bool {
        switch scalar {
        case "}": return end == .brace || end == .cell
        case "]": return end == .bracket
        case "&": return end == .cell
        case "\\":
            guard end != .brace, end != .bracket, index + 1 < source.count else { return false }
            switch source[index + 1] {
            case "\\": return end == .cell || end == .whole
            case "e": return end == .cell && peekCommand() == "end"
            case "r": return end == .right && peekCommand() == "right"
            case "c": return (end == .cell || end == .whole) && peekCommand() == "cr"
            default: return false
            }
        default: return false
        }
    }

    /// Reads a part with its scripts.
    private mutating func part() throws(NotUnderstood) -> Formula {
        // Scripts without a part stand beside nothing.
        let isLoose = peek() == "^" || peek() == "_" || peek() == "'"
        let base = isLoose ? Formula.row([]) : try atom()
        var (below, above, primes): (Formula?, Formula?, Int) = (nil, nil, 0)
        var areLimits: Bool?
        loop: while let scalar = peek() {
            switch scalar {
            case "_":
                guard below == nil else { throw NotUnderstood() }
                index += 1
                below = try argument()
            case "^":
                guard above == nil else { throw NotUnderstood() }
                index += 1
                above = try argument()
            case "'", "′":
                guard above == nil else { throw NotUnderstood() }
                index += 1
                primes += 1
            case "\\":
                if skipCommand("limits") {
                    areLimits = true
                } else if skipCommand("nolimits") {
                    areLimits = false
                } else {
                    break loop
                }
            default: break loop
            }
        }
        if primes > 0 {
            let marks = [1: "′", 2: "″", 3: "‴"][primes] ?? String(repeating: "′", count: primes)
            let prime = Formula.sign(.init(text: marks, kind: .ordinary))
            above = above.map { .row([prime, $0]) } ?? prime
        }
        guard below != nil || above != nil else { return base }
        return .scripts(base, below: below, above: above, areLimits: areLimits)
    }

    /// Reads what follows a command or the sign of a script: a group, a command or a character.
    mutating func argument() throws(NotUnderstood) -> Formula {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth, let scalar = peek() else { throw NotUnderstood() }
        if ("0"..."9").contains(scalar) {
            index += 1
            return .number(font?.shown(scalar) ?? String(scalar))
        }
        guard scalar != "^", scalar != "_", scalar != "&", scalar != "}" else { throw NotUnderstood() }
        return try atom()
    }

    /// Reads an argument in an alphabet.
    mutating func argument(in font: FormulaFont) throws(NotUnderstood) -> Formula {
        let outer = self.font
        self.font = font
        defer { self.font = outer }
        return try argument()
    }

    /// Reads a part without its scripts.
    private mutating func atom() throws(NotUnderstood) -> Formula {
        guard let scalar = peek() else { throw NotUnderstood() }
        switch scalar {
        case "{":
            index += 1
            let inner = try row(.brace)
            try require("}")
            return .row([inner])
        case "\\":
            guard let name = peekCommand() else { throw NotUnderstood() }
            index += 1 + name.unicodeScalars.count
            return try command(name)
        case "}", "&", "#", "$", "^", "_": throw NotUnderstood()
        case "~":
            index += 1
            return .space(25)
        case "0"..."9": return number()
        case ".":
            if index + 1 < source.count, ("0"..."9").contains(source[index + 1]) { return number() }
        default: break
        }
        guard scalar.properties.isAlphabetic else {
            index += 1
            return FormulaSymbols.sign(Character(scalar))
        }
        guard font == .upright else {
            index += 1
            return .identifier(font?.shown(scalar) ?? String(scalar), isUpright: false)
        }
        var name = ""
        while index < source.count, source[index].properties.isAlphabetic {
            name.unicodeScalars.append(source[index])
            index += 1
        }
        return .identifier(name, isUpright: true)
    }

    private mutating func number() -> Formula {
        var text = ""
        while index < source.count {
            let isPoint =
                source[index] == "." && index + 1 < source.count && ("0"..."9").contains(source[index + 1])
                && !text.contains(".")
            guard ("0"..."9").contains(source[index]) || isPoint else { break }
            text += font?.shown(source[index]) ?? String(source[index])
            index += 1
        }
        return .number(text)
    }

    /// The colour of an argument in braces.
    mutating func color() throws(NotUnderstood) -> Formula.Appearance {
        let name = try words()
        let digits = name.hasPrefix("#") ? name.dropFirst() : ""
        let isColor =
            digits.isEmpty
            ? (1...20).contains(name.utf8.count) && name.unicodeScalars.allSatisfy(Self.isLetter)
            : (digits.utf8.count == 3 || digits.utf8.count == 6) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isColor else { throw NotUnderstood() }
        return .color(name.lowercased())
    }
}
