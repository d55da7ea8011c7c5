import NotebookText

/// Writes text so that Markdown shows it unchanged (CommonMark 0.31.2 §2.4), with as few backslashes as possible.
package enum MarkdownEscapes {
    /// Escapes a text within a line.
    ///
    /// - Parameters:
    ///   - before: The character before the text; `nil` at the start of a line.
    ///   - inLink: Whether the text is in the brackets of a link.
    package static func text(_ text: String, after before: Character? = nil, inLink: Bool = false) -> String {
        guard hasSpecial(text.utf8.span) else { return text }
        var output = ""
        var done = text.startIndex
        var rest = text.utf8[...]
        while let index = rest.firstIndex(where: isSpecial) {
            let end = text.utf8.index(after: index)
            rest = rest[end...]
            // A sign with a combining mark is no markup.
            guard let character = text.character(from: index), character.utf8.count == 1 else { continue }
            let previous = index > text.startIndex ? text[text.index(before: index)] : before
            if needsBackslash(character, previous, text[end...].first, inLink: inLink, rest: text[end...]) {
                output += text[done..<index]
                output += "\\"
                done = index
            }
        }
        return done == text.startIndex && output.isEmpty ? text : output + text[done...]
    }

    private static func hasSpecial(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where isSpecial(bytes[index]) { return true }
        return false
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x23...0x26, 0x2A, 0x3C, 0x3D, 0x5B...0x60, 0x7E: true
        default: false
        }
    }

    private static func needsBackslash(
        _ character: Character, _ previous: Character?, _ next: Character?, inLink: Bool, rest: Substring
    ) -> Bool {
        switch character {
        case "\\": return next.map { $0.isASCII && ($0.isPunctuation || $0.isSymbol) } ?? true
        case "`", "[": return true
        case "]": return inLink
        case "*":
            let isAlone = (previous?.isWhitespace ?? true) && (next?.isWhitespace ?? true)
            return !isAlone
        case "_":
            func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
            let isInside = isWord(previous) && isWord(next)
            let isAlone = (previous?.isWhitespace ?? true) && (next?.isWhitespace ?? true)
            return !isInside && !isAlone
        case "~", "=", "%": return next == character && (previous != character || isMark(character, rest))
        case "<": return next.map { $0.isLetter && $0.isASCII || "/!?".contains($0) } ?? false
        case "&": return isReference(rest)
        case "#":
            guard previous?.isWhitespace ?? true else { return false }
            return rest.prefix { isNamed($0) }.contains { !$0.isNumber && !"_-/".contains($0) }
        case "$": return next.map { !$0.isWhitespace } ?? false
        case "^": return previous?.isWhitespace ?? true && next.map { $0.isLetter || $0.isNumber } ?? false
        default: return false
        }
    }

    /// Whether the rest of a run of signs, of which the first has a backslash, could be a mark; a line is none.
    private static func isMark(_ sign: Character, _ rest: Substring) -> Bool {
        // Only what is near counts, so that a long line takes no longer.
        sign != "=" || rest.prefix(8).first { $0 != sign }.map { !$0.isWhitespace } ?? false
    }

    private static func isNamed(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-/".contains(character) || !character.isASCII
    }

    private static func isReference(_ rest: Substring) -> Bool {
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }.prefix(32)
        return !name.isEmpty && rest.dropFirst(name.count).first == ";"
    }

    /// Escapes what would begin a block at the start of a line of a paragraph (CommonMark 0.31.2 §4 and §5).
    package static func lineStart(_ line: String) -> String {
        guard let first = line.utf8.first else { return line }
        let rest = line.dropFirst()
        switch first {
        case UInt8(ascii: "#"):
            let marks = line.prefix { $0 == "#" }
            let after = line.dropFirst(marks.count).first
            return marks.count <= 6 && after?.isWhitespace ?? true ? "\\" + line : line
        case UInt8(ascii: ">"), UInt8(ascii: "|"): return "\\" + line
        case UInt8(ascii: "-"), UInt8(ascii: "+"):
            let isRule = line.allSatisfy { "-+:| ".contains($0) }
            return rest.first?.isWhitespace ?? true || isRule ? "\\" + line : line
        case UInt8(ascii: "*"), UInt8(ascii: "_"):
            let isRule = line.allSatisfy { "*_ ".contains($0) }
            return first == UInt8(ascii: "*") && rest.first?.isWhitespace ?? true || isRule ? "\\" + line : line
        case UInt8(ascii: "="): return line.allSatisfy { "= ".contains($0) } ? "\\" + line : line
        case UInt8(ascii: "~"): return line.hasPrefix("~~~") ? "\\" + line : line
        case UInt8(ascii: ":"): return line.allSatisfy { "-:| ".contains($0) } ? "\\" + line : line
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digits = line.prefix { $0.isASCII && $0.isNumber }
            let after = line.dropFirst(digits.count)
            guard digits.count <= 9, let mark = after.first, mark == "." || mark == ")",
                after.dropFirst().first?.isWhitespace ?? true
            else { return line }
            return "\(digits)\\\(after)"
        default: return line
        }
    }

    /// Whether the list that begins with an item needs a blank line after a text: without one, an item without text would
    /// make it a heading, and another number than 1 be a part of it (CommonMark 0.31.2 §4.3 and §5.2).
    ///
    /// - Parameter line: The line before; none needs a blank line after it that is an item without text.
    package static func interruptsNoParagraph(_ item: String, after line: String? = nil) -> Bool {
        let words = item.split(separator: " ")
        guard let mark = words.first, line.map({ !isBareMark($0) }) ?? true else { return false }
        return words.count == 1 || mark.first?.isNumber == true && mark.dropLast() != "1"
    }

    /// Whether a line is an item of a list without text.
    private static func isBareMark(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard words.count == 1, let mark = words.first else { return false }
        return ["-", "*", "+"].contains(mark) || mark.last == "." && mark.dropLast().allSatisfy(\.isNumber)
    }

    /// A destination of a link in the form that needs no escapes, or in angle brackets.
    package static func destination(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"()<>\\".utf8.contains($0) }
        if isPlain { return withoutReferences(text) }
        let encoded = withoutReferences(text).unicodeScalars.map { scalar -> String in
            switch scalar {
            case "<": "%3C"
            case ">": "%3E"
            case "\\": "%5C"
            case "\n", "\r": ""
            case "\t": "%09"
            case " ": "%20"
            case "(": "%28"
            case ")": "%29"
            default: scalar.value < 0x20 ? "" : String(Character(scalar))
            }
        }.joined()
        return encoded.isEmpty ? "<>" : encoded
    }

    /// An address whose signs `&` begin no character references (CommonMark 0.31.2 §2.5).
    private static func withoutReferences(_ address: String) -> String {
        guard holdsReference(address) else { return address }
        let parts = address.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + (isReference($1) ? "&amp;" : "&") + $1 }
    }

    /// Whether a text has what would be a character reference in Markdown.
    static func holdsReference(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "&")) && text.utf8.contains(UInt8(ascii: ";"))
            && text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { isReference($0) }
    }

    /// Code within a line (CommonMark 0.31.2 §6.1).
    package static func codeSpan(_ text: String) -> String {
        let text = text.replacing("\n", with: " ").replacing("\r", with: "")
        guard !text.isEmpty else { return "" }
        let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
        let needsSpace = text.first == "`" || text.last == "`" || text.first == " " && text.last == " "
        return needsSpace && text.contains(where: { $0 != " " }) ? "\(fence) \(text) \(fence)" : fence + text + fence
    }

    /// Markdown of one line as a cell of a table (GitHub Flavored Markdown, §4.10).
    package static func cell(_ line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "|")) else { return line }
        return withoutEscapedBars(line).replacing("|", with: "\\|")
    }

    /// A line whose code and formulas have no vertical bars after backslashes: a cell would end there, as it takes the
    /// pair of backslashes for one.
    private static func withoutEscapedBars(_ line: String) -> String {
        guard line.holds("\\|") else { return line }
        var output = ""
        var rest = line[...]
        while let mark = rest.first {
            let span: (source: Substring, replacement: String)? =
                switch mark {
                case "`": codeSpan(at: rest)
                case "$": formula(at: rest)
                default: nil
                }
            if let span, holdsEscapedBar(span.source) {
                output += span.replacement
                rest = rest[span.source.endIndex...]
            } else if let span {
                output += span.source
                rest = rest[span.source.endIndex...]
            } else {
                // An escaped sign begins nothing.
                let count = mark == "\\" ? 2 : mark == "`" ? rest.prefix { $0 == "`" }.count : 1
                output += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
        }
        return output
    }

    /// Whether an odd number of backslashes stands before a vertical bar.
    private static func holdsEscapedBar(_ text: Substring) -> Bool {
        var backslashes = 0
        for character in text {
            if character == "|", !backslashes.isMultiple(of: 2) { return true }
            backslashes = character == "\\" ? backslashes + 1 : 0
        }
        return false
    }

    /// Code within a line as an element of HTML, for where another fence is beside it; `nil` for other Markdown.
    static func codeElement(_ markdown: String) -> String? {
        guard markdown.first == "`" else { return nil }
        return codeSpan(at: markdown[...])?.replacement
    }

    /// The code at the start of a line, and the same as an element of HTML; `nil` if its fence has no end.
    private static func codeSpan(at line: Substring) -> (source: Substring, replacement: String)? {
        let fence = line.prefix { $0 == "`" }
        var rest = line[fence.endIndex...]
        while let start = rest.firstIndex(of: "`") {
            let marks = rest[start...].prefix { $0 == "`" }
            if marks.count == fence.count {
                var code = line[fence.endIndex..<start]
                let isBlank = code.allSatisfy { $0 == " " }
                if !isBlank, code.first == " ", code.last == " " { code = code.dropFirst().dropLast() }
                let shown = text(String(code)).replacing("|", with: "&#124;")
                return (line[..<marks.endIndex], "<code>\(shown)</code>")
            }
            rest = rest[marks.endIndex...]
        }
        return nil
    }

    /// The formula at the start of a line, and the same without `\|`; `nil` if it has no end.
    private static func formula(at line: Substring) -> (source: Substring, replacement: String)? {
        let mark = line.prefix { $0 == "$" }
        guard mark.count <= 2 else { return nil }
        var isEscaped = false
        for index in line[mark.endIndex...].indices {
            if !isEscaped, line[index...].hasPrefix(mark) {
                let end = line.index(index, offsetBy: mark.count)
                let source = line[..<end]
                return (source, String(source).replacing("\\\\", with: "\\\\ ").replacing("\\|", with: "\\Vert "))
            }
            isEscaped = !isEscaped && line[index] == "\\"
        }
        return nil
    }

    /// The lines of a code block with its fence (CommonMark 0.31.2 §4.5).
    package static func fence(_ text: String, info: String = "") -> [String] {
        let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.last == "\r" ? String($0.dropLast()) : String($0)
        }
        if lines.last == "" { lines.removeLast() }
        return [fence + info] + lines + [fence]
    }

    private static func longestRun(of mark: Character, in text: String) -> Int {
        var (longest, run) = (0, 0)
        for character in text {
            run = character == mark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

extension StringProtocol {
    /// The character that begins at a byte; `nil` if it is a part of another.
    func character(from index: Index) -> Character? {
        self.index(before: self.index(after: index)) == index ? self[index] : nil
    }
}
