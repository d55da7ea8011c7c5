import NotebookBundle

/// What is being typed at the cursor, and what a proposal replaces.
struct CompletionContext {
    /// What can be typed.
    enum Kind: Equatable {
        /// The target of a wiki link or embed.
        case wikiTarget(isEmbed: Bool)
        /// The heading or block of a wiki link with a target.
        case wikiHeading(target: Range<Int>)
        /// The destination of a Markdown link or image.
        case destination(isImage: Bool)
        /// The fragment of a destination.
        case fragment(destination: Range<Int>)
        /// A tag, without `#`.
        case tag
        /// A word for a date, with `@`.
        case date
        /// A key of the front matter.
        case key
        /// The value of a key of the front matter.
        case value(key: String)
    }

    /// What is typed.
    let kind: Kind
    /// What was typed before the cursor.
    var typed: Range<Int>
    /// What a proposal replaces: what was typed, and the rest of the same name.
    var replaced: Range<Int>
    /// What follows a proposal, as far as it is not there.
    var ending: String
    /// What stands before a proposal, with a quotation mark that was missing.
    var beginning = ""
    /// The style of the text in the front matter; `nil` outside of values.
    var style: Style?
    /// Whether a destination is in angle brackets.
    var isBracketed = false
    /// Whether a label can follow a target.
    var takesLabel = false

    /// Whether other letters can bring proposals that an editor cannot find by itself: by paths and aliases.
    var dependsOnServer: Bool {
        switch kind {
        case .wikiTarget, .destination: true
        default: false
        }
    }

    /// How a value is written.
    struct Style: Equatable {
        /// The quotation mark around it.
        var quote: UInt8?
        /// Whether it is in a list in brackets.
        var isInFlow = false
    }

    /// Finds out what is typed; `nil` if nothing can be completed.
    init?(_ lines: LineTable, at offset: Int, in text: PlacedText?) {
        let line = lines.content(of: lines.line(of: offset))
        let cursor = max(line.lowerBound, min(offset, line.upperBound))
        let scan = CompletionScan(bytes: lines.bytes, line: line, cursor: cursor)
        if Self.isInFrontMatter(lines, offset) {
            guard let found = scan.inFrontMatter() else { return nil }
            self = found
            return
        }
        if text?.code.contains(where: { $0.lowerBound < offset && offset <= $0.upperBound }) ?? false { return nil }
        guard
            let found = scan.inLink(from: line.lowerBound, until: line.upperBound)
                ?? scan.inDefinition(from: line.lowerBound, until: line.upperBound)
                ?? scan.inWord(from: line.lowerBound)
        else { return nil }
        self = found
    }

    init(_ kind: Kind, _ typed: Range<Int>, until end: Int, ending: String = "") {
        (self.kind, self.typed, self.ending) = (kind, typed, ending)
        replaced = typed.lowerBound..<max(end, typed.upperBound)
    }

    /// Whether an offset is behind a first line `---` and before the next one (Format, clause 17.1), also while what is
    /// between is not valid; without a next one, only as far as lines look like front matter.
    private static func isInFrontMatter(_ lines: LineTable, _ offset: Int) -> Bool {
        func text(_ line: Int) -> String { String(decoding: lines.bytes[lines.content(of: line)], as: UTF8.self) }
        func isMark(_ line: Int) -> Bool {
            let bytes = lines.bytes[lines.content(of: line)]
            return bytes.starts(with: "---".utf8) && bytes.dropFirst(3).allSatisfy(Line.isBlank)
        }
        func isValue(_ line: Int) -> Bool {
            // It does not begin with a list.
            if line == 1, let first = text(line).first, "- \t".contains(first) { return false }
            return text(line).prefixMatch(of: /[ \t]+\S|-[ \t]|#|[^\s:#\[\]]+:(?:\s|$)/) != nil
        }
        let line = lines.line(of: offset)
        guard line > 0, isMark(0), !(1...line).contains(where: isMark) else { return false }
        if (line..<lines.count).contains(where: isMark) { return true }
        // Looks at the first lines of a long text.
        return (1..<line).prefix(200).allSatisfy(isValue)
            && (isValue(line) || text(line).wholeMatch(of: /[\w-]*/) != nil)
    }
}

/// A line with a cursor.
private struct CompletionScan {
    let bytes: [UInt8]
    let line: Range<Int>
    let cursor: Int

    private func isOneOf(_ signs: String, _ byte: UInt8) -> Bool { signs.utf8.contains(byte) }

    /// The first of some signs behind the cursor, or else an end.
    private func next(_ signs: String, until end: Int) -> Int {
        bytes[cursor..<max(cursor, end)].firstIndex { isOneOf(signs, $0) } ?? max(cursor, end)
    }

    private func holds(_ text: String, at index: Int) -> Bool { bytes[index...].starts(with: text.utf8) }

    // MARK: Links

    /// The link that begins before the cursor.
    func inLink(from start: Int, until end: Int) -> CompletionContext? {
        var index = cursor
        while index > start + 1 {
            index -= 1
            let pair = (bytes[index - 1], bytes[index])
            if pair == (UInt8(ascii: "]"), UInt8(ascii: "]")) { return nil }
            if pair == (UInt8(ascii: "["), UInt8(ascii: "[")) { return inWikiLink((index + 1)..<cursor, until: end) }
            if pair == (UInt8(ascii: "]"), UInt8(ascii: "(")) {
                return inDestination((index + 1)..<cursor, from: start, until: end)
            }
        }
        return nil
    }

    private func inWikiLink(_ before: Range<Int>, until end: Int) -> CompletionContext? {
        guard !bytes[before].contains(UInt8(ascii: "|")) else { return nil }
        // What stands behind the cursor is part of the link if it is closed there.
        let bracket = next("[]", until: end)
        let isClosed = bracket < end && holds("]]", at: bracket)
        var stop = isClosed ? next("#|]", until: end) : cursor
        // In tables, the separator is `\|`.
        if stop > cursor, bytes[stop - 1] == UInt8(ascii: "\\") { stop -= 1 }
        let follows = stop < end ? bytes[stop] : 0
        let isLabelled = isOneOf("#|\\", follows)
        var ending = isClosed || isLabelled ? "" : "]]"
        if !isClosed, bracket == cursor, follows == UInt8(ascii: "]") { ending = "]" }
        let sign = bytes[before].lastIndex(of: UInt8(ascii: "#"))
        if let sign {
            let target = before.lowerBound..<(bytes[before].firstIndex(of: UInt8(ascii: "#")) ?? sign)
            return CompletionContext(
                .wikiHeading(target: target), (sign + 1)..<cursor, until: stop, ending: ending)
        }
        let opening = before.lowerBound - 2
        let isEmbed = opening > line.lowerBound && bytes[opening - 1] == UInt8(ascii: "!")
        var context = CompletionContext(.wikiTarget(isEmbed: isEmbed), before, until: stop, ending: ending)
        context.takesLabel = !isLabelled
        return context
    }

    private func inDestination(_ before: Range<Int>, from start: Int, until end: Int) -> CompletionContext? {
        if bytes[before].first == UInt8(ascii: "<") {
            return inBrackets((before.lowerBound + 1)..<cursor, from: start, until: end)
        }
        guard !bytes[before].contains(where: { isOneOf(") ", $0) }) else { return nil }
        let sign = bytes[before].lastIndex(of: UInt8(ascii: "#"))
        let closing = next(")[", until: end)
        let isClosed = closing < end && bytes[closing] == UInt8(ascii: ")")
        let stop = isClosed ? next(sign == nil ? "#) " : ") ", until: end) : cursor
        let ending = isClosed || stop < end && bytes[stop] == UInt8(ascii: "#") ? "" : ")"
        if let sign {
            return CompletionContext(
                .fragment(destination: before.lowerBound..<sign), (sign + 1)..<cursor, until: stop, ending: ending)
        }
        return CompletionContext(
            .destination(isImage: isImage(before.lowerBound, from: start)), before, until: stop, ending: ending)
    }

    /// A destination in angle brackets, where spaces are as they are.
    private func inBrackets(_ before: Range<Int>, from start: Int, until end: Int) -> CompletionContext? {
        guard !bytes[before].contains(UInt8(ascii: ">")) else { return nil }
        let closing = next(">)[", until: end)
        let isClosed = closing < end && bytes[closing] == UInt8(ascii: ">")
        var ending = isClosed ? "" : cursor < end && bytes[cursor] == UInt8(ascii: ")") ? ">" : ">)"
        var context: CompletionContext
        if let sign = bytes[before].lastIndex(of: UInt8(ascii: "#")) {
            context = CompletionContext(
                .fragment(destination: before.lowerBound..<sign), (sign + 1)..<cursor,
                until: isClosed ? closing : cursor, ending: ending)
        } else {
            let stop = isClosed ? next("#>", until: end) : cursor
            if stop < end, bytes[stop] == UInt8(ascii: "#") { ending = "" }
            context = CompletionContext(
                .destination(isImage: isImage(before.lowerBound - 1, from: start)), before, until: stop, ending: ending)
        }
        context.isBracketed = true
        return context
    }

    /// Whether the destination at an offset is that of an image.
    private func isImage(_ destination: Int, from start: Int) -> Bool {
        let opening = bytes[start..<(destination - 2)].lastIndex(of: UInt8(ascii: "["))
        return opening.map { $0 > start && bytes[$0 - 1] == UInt8(ascii: "!") } ?? false
    }

    /// The destination of a definition, `[label]: destination`, which ends its line.
    func inDefinition(from start: Int, until end: Int) -> CompletionContext? {
        let text = bytes[start..<cursor].drop { $0 == 0x20 }
        guard text.first == UInt8(ascii: "["), !text.starts(with: "[^".utf8), !text.starts(with: "[[".utf8),
            let close = text.firstIndex(of: UInt8(ascii: "]")), close + 1 < cursor,
            bytes[close + 1] == UInt8(ascii: ":")
        else { return nil }
        let blank = (close + 2)..<cursor
        let before = (bytes[blank].firstIndex { $0 != 0x20 } ?? cursor)..<cursor
        guard !bytes[before].contains(where: { isOneOf("< ", $0) }) else { return nil }
        let sign = bytes[before].firstIndex(of: UInt8(ascii: "#"))
        guard let sign else {
            return CompletionContext(.destination(isImage: false), before, until: next("# ", until: end))
        }
        return CompletionContext(
            .fragment(destination: before.lowerBound..<sign), (sign + 1)..<cursor, until: next(" ", until: end))
    }

    // MARK: Words

    /// The tag or date that is typed.
    func inWord(from lineStart: Int) -> CompletionContext? {
        guard let start = wordStart(from: lineStart) else { return nil }
        let typed = (start + 1)..<cursor
        switch bytes[start] {
        case UInt8(ascii: "#") where !bytes[typed].contains(UInt8(ascii: "#")):
            return CompletionContext(.tag, typed, until: wordEnd("/-_"))
        case UInt8(ascii: "@"): return CompletionContext(.date, start..<cursor, until: wordEnd("+"))
        default: return nil
        }
    }

    private func wordStart(from lineStart: Int) -> Int? {
        var start = cursor
        while start > lineStart, bytes[start - 1] != 0x20, bytes[start - 1] != 0x09 { start -= 1 }
        return start < cursor ? start : nil
    }

    private func wordEnd(_ signs: String) -> Int {
        bytes[cursor..<line.upperBound].firstIndex { byte in
            byte < 0x80 && !ASCII.isLetter(byte) && !(0x30...0x39).contains(byte) && !isOneOf(signs, byte)
        } ?? line.upperBound
    }

    // MARK: Front matter

    func inFrontMatter() -> CompletionContext? {
        let before = bytes[line.lowerBound..<cursor]
        let indentation = before.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let text = before.dropFirst(indentation)
        if text.starts(with: "- ".utf8) {
            return keyAbove().flatMap { inValue(of: $0, from: text.startIndex + 2) }
        }
        if let colon = text.firstIndex(of: UInt8(ascii: ":")), !text.prefix(1).contains(where: { isOneOf("\"'[", $0) })
        {
            return inValue(of: String(decoding: text[..<colon], as: UTF8.self).trimmed, from: colon + 1)
        }
        if indentation > 0 { return keyAbove().flatMap { inValue(of: $0, from: text.startIndex, isInFlow: true) } }
        func isKey(_ byte: UInt8) -> Bool {
            ASCII.isLetter(byte) || (0x30...0x39).contains(byte) || isOneOf("-_", byte)
        }
        guard text.allSatisfy(isKey) else { return nil }
        let end = bytes[cursor..<line.upperBound].firstIndex { !isKey($0) } ?? line.upperBound
        let isNamed = end < line.upperBound && bytes[end] == UInt8(ascii: ":")
        return CompletionContext(.key, line.lowerBound..<cursor, until: end, ending: isNamed ? "" : ": ")
    }

    /// The key of the lines above that belong to the same value.
    private func keyAbove() -> String? {
        for line in bytes[..<line.lowerBound].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).reversed() {
            guard let first = line.first, !isOneOf(" \t-", first) else { continue }
            return line.firstIndex(of: UInt8(ascii: ":")).map { String(decoding: line[..<$0], as: UTF8.self).trimmed }
        }
        return nil
    }

    /// What is typed of a value, or of an element of a list in brackets.
    private func inValue(of key: String, from valueStart: Int, isInFlow: Bool = false) -> CompletionContext? {
        guard valueStart <= cursor else { return nil }
        var style = CompletionContext.Style(isInFlow: isInFlow)
        var (start, index) = (valueStart, valueStart)
        while index < cursor {
            let byte = bytes[index]
            let isAtStart = bytes[start..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
            switch (style.quote, byte) {
            case (UInt8(ascii: "\"")?, UInt8(ascii: "\\")): index += 1
            case (let quote?, _) where quote == byte: style.quote = nil
            case (nil, UInt8(ascii: "\"")) where isAtStart, (nil, UInt8(ascii: "'")) where isAtStart:
                (style.quote, start) = (byte, index + 1)
            case (nil, UInt8(ascii: "[")) where isAtStart && !style.isInFlow:
                guard !holds("[[", at: index) || holds("[[[", at: index) else { break }
                (style.isInFlow, start) = (true, index + 1)
            case (nil, UInt8(ascii: ",")) where style.isInFlow: start = index + 1
            default: break
            }
            index += 1
        }
        while style.quote == nil, start < cursor, bytes[start] == 0x20 { start += 1 }
        var context =
            inLink(style, from: start) ?? inDate(from: start)
            ?? CompletionContext(.value(key: key), start..<cursor, until: end(style), ending: missingQuote(style))
        context.style = context.style ?? style
        return context
    }

    private func inDate(from start: Int) -> CompletionContext? {
        guard let found = inWord(from: start), found.kind == .date else { return nil }
        return found
    }

    /// The closing quotation mark of a value behind the cursor.
    private func closingQuote(_ style: CompletionContext.Style) -> Int? {
        style.quote.flatMap { bytes[cursor..<line.upperBound].firstIndex(of: $0) }
    }

    private func missingQuote(_ style: CompletionContext.Style) -> String {
        guard let quote = style.quote, closingQuote(style) == nil else { return "" }
        return String(decoding: [quote], as: UTF8.self)
    }

    /// The end of a value.
    private func end(_ style: CompletionContext.Style) -> Int {
        if let quote = closingQuote(style) { return quote }
        var end = style.isInFlow ? next(",]", until: line.upperBound) : line.upperBound
        while end > cursor, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return end
    }

    /// A link in a value, which needs quotation marks if it begins the value.
    private func inLink(_ style: CompletionContext.Style, from start: Int) -> CompletionContext? {
        if let quote = closingQuote(style) { return inLink(from: start, until: quote) }
        guard var context = inLink(from: start, until: line.upperBound) else { return nil }
        let begins = style.quote == nil && holds("[[", at: start) || style.quote == nil && holds("![[", at: start)
        guard style.quote != nil || begins else { return context }
        // Nothing closes the value: what ends an element of a list ends the link.
        let stop = next(style.isInFlow ? ",]" : "]", until: line.upperBound)
        context.replaced = context.replaced.lowerBound..<(holds("]]", at: stop) ? stop + 2 : stop)
        (context.ending, context.takesLabel) = ("]]", true)
        if begins {
            context.beginning = "\"" + String(decoding: bytes[start..<context.replaced.lowerBound], as: UTF8.self)
            context.replaced = start..<context.replaced.upperBound
            context.style = .init(quote: UInt8(ascii: "\""), isInFlow: style.isInFlow)
            context.ending += "\""
        } else {
            context.ending += missingQuote(style)
        }
        return context
    }
}
