import NotebookText

/// A Markdown text prepared for reading, without the syntax that CommonMark does not define.
///
/// Removes comments (`%%…%%`; without closing marks, to the end of the text) and collects the definitions of footnotes.
/// Replaces each formula (`$…$`, `$$…$$`), whose signs would be markup, by a private character, which `pieces(of:)` turns
/// back. Leaves code and comments of HTML alone.
package struct ReadingSource {
    /// The prepared text.
    package private(set) var bytes: [UInt8] = []
    /// The labels and texts of footnotes, in the order of the source.
    package private(set) var footnotes: [(label: String, bytes: [UInt8])] = []
    /// The formulas, with their dollar signs.
    private(set) var formulas: [String] = []
    /// The ranges of formulas outside footnotes, in the order of the source.
    package private(set) var formulaRanges: [Range<Int>] = []
    /// The ranges of comments, those of HTML included, in the order of the source.
    package private(set) var comments: [Range<Int>] = []
    /// The ranges of names of blocks, such as `^name`.
    package private(set) var blockNames: [Range<Int>] = []

    /// The first of the private characters that stand for formulas (Supplementary Private Use Area-A).
    private static let firstFormula: UInt32 = 0xF0000
    private static let maximumFormulas = 0xFFFD

    private let source: [UInt8]
    private let end: Int
    private let replacesFormulas: Bool
    private var index: Int
    /// The fence that ends the current block of code; empty outside one.
    private var fence: [UInt8] = []
    /// The marks that do not occur in the rest of the text.
    private var missing: Set<String> = []
    /// From where the next `-->` was searched, up to it.
    private var nextClose = 0..<0
    /// From where the next blank line was searched, up to the line before it, and its end.
    private var nextBlankLine = (before: 0..<0, end: 0)
    /// The code spans of the paragraph where one was looked for.
    private var codeSpans = CodeSpanScanner()
    private var paragraph = 0..<0
    /// The brackets of the line that ends at `limit`, from the first that was looked for.
    private var brackets = (limit: 0, partners: [Int: Int]())
    /// The labels of footnotes that are numbers; `nil` until they are needed.
    private var usedNumbers: Set<Int>?
    /// The number of the last inline footnote.
    private var lastNumber = 0
    /// Whether the line before the current one was blank or indented code, so that an indented line is code.
    private var mayBeCode = true
    /// The tag that ends the current block of HTML whose text is no Markdown, such as `</pre`; empty outside one.
    private var verbatimEnd: [UInt8] = []
    private let findsFootnotes: Bool

    /// Prepares a part of a file.
    package init(_ source: [UInt8], _ range: Range<Int>) { self.init(source, range, findsFootnotes: true) }

    private init(_ source: [UInt8], _ range: Range<Int>, findsFootnotes: Bool) {
        self.source = source
        self.findsFootnotes = findsFootnotes
        (index, end) = (range.lowerBound, range.upperBound)
        // Replaces no formulas in a text that contains such characters itself.
        replacesFormulas = !source[range].contains(0xF3)
        while index < end { readLine() }
    }

    /// Splits a parsed text into formulas and other text.
    package func pieces(of text: String) -> [(text: String, isFormula: Bool)] {
        guard !formulas.isEmpty, text.utf8.contains(0xF3) else { return [(text, false)] }
        var pieces: [(text: String, isFormula: Bool)] = []
        var other = ""
        for scalar in text.unicodeScalars {
            let number = Int(scalar.value) - Int(Self.firstFormula)
            guard formulas.indices.contains(number) else {
                other.unicodeScalars.append(scalar)
                continue
            }
            if !other.isEmpty { pieces.append((other, false)) }
            pieces.append((formulas[number], true))
            other = ""
        }
        if !other.isEmpty { pieces.append((other, false)) }
        return pieces
    }

    /// A parsed text with its formulas as they are written.
    package func restored(_ text: String) -> String { pieces(of: text).map(\.text).joined() }

    private var lineEnd: Int {
        var offset = index
        while offset < end, source[offset] != 0x0A { offset += 1 }
        return min(offset + 1, end)
    }

    private mutating func readLine() {
        let line = index..<lineEnd
        let text = source[line].drop { " \t>".utf8.contains($0) }
        let isBlank = text.allSatisfy { $0 == 0x0A || $0 == 0x0D }
        let wasVerbatim = !verbatimEnd.isEmpty
        var isCode = false
        defer { mayBeCode = isBlank || isCode }
        if !fence.isEmpty {
            if text.starts(with: fence), text.dropFirst(fence.count).allSatisfy({ $0 <= 0x20 || $0 == fence[0] }) {
                fence = []
            }
            return copy(line)
        }
        if !wasVerbatim, let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") {
            let marks = text.prefix { $0 == mark }
            let isFence = marks.count >= 3 && (mark == UInt8(ascii: "~") || !text.dropFirst(marks.count).contains(mark))
            if isFence {
                fence = Array(marks)
                return copy(line)
            }
        }
        let indentation = source[line].prefix { $0 == 0x20 || $0 == 0x09 }
        let isIndented = indentation.contains(0x09) || indentation.count >= 4
        if !wasVerbatim, isIndented, mayBeCode, !isBlank {
            isCode = true
            return copy(line)
        }
        if !wasVerbatim, !isIndented { verbatimEnd = Self.verbatimEnd(text) }
        defer { if holds(verbatimEnd, line) { verbatimEnd = [] } }
        if findsFootnotes, !wasVerbatim, !isIndented, readFootnote(line) { return }
        readText(line, textStart: text.startIndex)
    }

    /// What ends a block of HTML that begins with this text, if its text is no Markdown (CommonMark 0.31.2 §4.6, kind 1).
    private static func verbatimEnd(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.first == UInt8(ascii: "<") else { return [] }
        let name = text.dropFirst().prefix { ASCII.isLetter($0) }.map(ASCII.lowercased)
        let isEnded = text.dropFirst(1 + name.count).first.map { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? true
        let names = ["pre", "script", "style", "textarea"]
        return isEnded && names.contains { name.elementsEqual($0.utf8) } ? Array("</".utf8) + name : []
    }

    private func holds(_ tag: [UInt8], _ line: Range<Int>) -> Bool {
        guard !tag.isEmpty, line.count >= tag.count else { return false }
        return (line.lowerBound...(line.upperBound - tag.count)).contains { offset in
            zip(tag, source[offset...]).allSatisfy { $0 == ASCII.lowercased($1) }
        }
    }

    private mutating func copy(_ range: Range<Int>) {
        bytes += source[range]
        index = range.upperBound
    }

    /// Collects a footnote that begins on a line, with the lines that continue it: those up to a blank line, and
    /// indented ones after it.
    private mutating func readFootnote(_ line: Range<Int>) -> Bool {
        let text = source[line].drop { $0 == 0x20 }
        guard text.starts(with: "[^".utf8), let close = text.firstIndex(of: UInt8(ascii: "]")),
            close + 1 < line.upperBound,
            source[close + 1] == UInt8(ascii: ":"), close > text.startIndex + 2
        else { return false }
        let label = String(decoding: source[text.startIndex + 2..<close], as: UTF8.self)
        guard !label.contains(where: \.isWhitespace) else { return false }
        var content = Array(source[close + 2..<line.upperBound].drop { $0 == 0x20 || $0 == 0x09 })
        index = line.upperBound
        var wasBlank = false
        while index < end {
            let next = index..<lineEnd
            let isBlank = source[next].allSatisfy { $0 <= 0x20 }
            let indentation = source[next].prefix { $0 == 0x20 || $0 == 0x09 }
            let isIndented = indentation.contains(0x09) || indentation.count >= 2
            let trimmed = source[next].dropFirst(indentation.count)
            if wasBlank, !isIndented, !isBlank { break }
            if !isBlank, !isIndented, trimmed.starts(with: "[^".utf8) || trimmed.starts(with: "#".utf8) { break }
            content += isBlank ? [0x0A] : Array(source[next].dropFirst(min(indentation.count, 4)))
            wasBlank = isBlank
            index = next.upperBound
        }
        if content.last != 0x0A { content.append(0x0A) }
        footnotes.append((label, content))
        comments += ReadingSource(source, line.lowerBound..<index, findsFootnotes: false).comments
        bytes.append(0x0A)
        return true
    }

    /// Reads a line, and what continues a comment or formula of it.
    ///
    /// - Parameter textStart: The first byte that is neither white space nor the mark of a block quote.
    private mutating func readText(_ line: Range<Int>, textStart: Int) {
        let lineStart = bytes.count
        var removed = false
        var limit = line.upperBound
        while index < limit {
            switch source[index] {
            case UInt8(ascii: "\\") where index + 1 < limit:
                copy(index..<index + 2)
            case UInt8(ascii: "`"):
                copy(index..<codeEnd())
                if index > limit { limit = lineEnd }
            case UInt8(ascii: "%") where verbatimEnd.isEmpty:
                guard let close = commentEnd(line.lowerBound) else {
                    copy(index..<index + 1)
                    continue
                }
                comments.append(index..<close)
                skip(to: close, &limit)
                removed = true
            case UInt8(ascii: "<"):
                guard let close = htmlCommentEnd(textStart) else {
                    copy(index..<index + 1)
                    continue
                }
                comments.append(index..<close)
                if blankLine(from: index + 4) < close {
                    // CommonMark ends some of them there; nobody who sees the page does.
                    removed = true
                } else {
                    copy(index..<close)
                }
                skip(to: close, &limit)
            case UInt8(ascii: "$"):
                guard replacesFormulas, formulas.count < Self.maximumFormulas, let close = formulaEnd(limit) else {
                    copy(index..<index + 1)
                    continue
                }
                formulas.append(formula(index..<close, quotedBy: source[line.lowerBound..<textStart]))
                formulaRanges.append(index..<close)
                let number = UInt32(formulas.count - 1)
                if let scalar = Unicode.Scalar(Self.firstFormula + number) { bytes += String(scalar).utf8 }
                skip(to: close, &limit)
            case UInt8(ascii: "^") where isBlockID(limit):
                blockNames.append(index..<limit)
                index = limit
                removed = true
                bytes.append(0x0A)
            case UInt8(ascii: "^"):
                guard let close = inlineFootnoteEnd(limit) else {
                    copy(index..<index + 1)
                    continue
                }
                let label = freeLabel()
                footnotes.append((label, Array(source[index + 2..<close]) + [0x0A]))
                bytes += "[^\(label)]".utf8
                index = close + 1
            default: copy(index..<index + 1)
            }
        }
        // Removes a line that contained only comments.
        if removed, bytes[lineStart...].allSatisfy({ $0 <= 0x20 }) { bytes.removeLast(bytes.count - lineStart) }
    }

    /// A formula without the marks of the block quote that it is in.
    private func formula(_ range: Range<Int>, quotedBy start: ArraySlice<UInt8>) -> String {
        let depth = start.count { $0 == UInt8(ascii: ">") }
        guard depth > 0, source[range].contains(0x0A) else { return String(decoding: source[range], as: UTF8.self) }
        let lines = source[range].split(separator: 0x0A, omittingEmptySubsequences: false)
        let rest = lines.dropFirst().map { line in
            var line = line
            for _ in 0..<depth {
                let text = line.drop { Line.isBlank($0) }
                guard text.first == UInt8(ascii: ">") else { break }
                line = text.dropFirst()
            }
            return line
        }
        let text = ([lines[0]] + rest).joined(separator: [0x0A])
        return String(decoding: Array(text), as: UTF8.self)
    }

    /// Goes on at an offset, perhaps in a later line.
    private mutating func skip(to offset: Int, _ limit: inout Int) {
        index = offset
        if offset > limit { limit = lineEnd }
    }

    /// Whether the name of a block, ` ^name`, begins here and ends the line, as Obsidian writes it.
    private func isBlockID(_ limit: Int) -> Bool {
        guard index == 0 || source[index - 1] <= 0x20 else { return false }
        let name = source[(index + 1)..<limit].prefix { $0 > 0x20 }
        return !name.isEmpty && source[name.endIndex..<limit].allSatisfy { $0 <= 0x20 }
            && name.allSatisfy { byte in
                let letter = byte | 0x20
                return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(letter) || byte == UInt8(ascii: "-")
            }
    }

    /// The bracket that closes an inline footnote, `^[text]`, which begins here, on this line.
    private mutating func inlineFootnoteEnd(_ limit: Int) -> Int? {
        guard index + 1 < limit, source[index + 1] == UInt8(ascii: "[") else { return nil }
        if brackets.limit != limit { pairBrackets(limit) }
        return brackets.partners[index + 1].flatMap { $0 > index + 2 ? $0 : nil }
    }

    /// Finds the partners of all brackets of the rest of a line at once.
    private mutating func pairBrackets(_ limit: Int) {
        brackets = (limit, [:])
        var open: [Int] = []
        var offset = index + 1
        while offset < limit {
            switch source[offset] {
            case UInt8(ascii: "\\"): offset += 1
            case UInt8(ascii: "["): open.append(offset)
            case UInt8(ascii: "]"): if let opening = open.popLast() { brackets.partners[opening] = offset }
            default: break
            }
            offset += 1
        }
    }

    /// A number that is not the label of a footnote yet.
    private mutating func freeLabel() -> String {
        if usedNumbers == nil {
            let text = String(decoding: source, as: UTF8.self)
            usedNumbers = Set(text.matches(of: /\[\^([0-9]{1,9})\]/).compactMap { Int($0.output.1) })
        }
        repeat { lastNumber += 1 } while usedNumbers?.contains(lastNumber) == true
        return "\(lastNumber)"
    }

    /// The offset after a comment that begins here.
    ///
    /// Without closing marks, `%%` begins a comment at the beginning of a line or after a space; “100%%” is text.
    private mutating func commentEnd(_ line: Int) -> Int? {
        guard isTwice(index) else { return nil }
        if let close = closing("%%", from: index + 2) { return close + 2 }
        let isFirst = index == line || source[index - 1] <= 0x20
        return isFirst || source[line..<index].allSatisfy { " \t>".utf8.contains($0) } ? end : nil
    }

    /// The offset after a comment of HTML that begins here; at the beginning of a line, it needs no end (CommonMark 0.31.2
    /// §4.6).
    private mutating func htmlCommentEnd(_ textStart: Int) -> Int? {
        guard source[index..<end].starts(with: "<!--".utf8) else { return nil }
        // `<!-->` and `<!--->` are whole (§6.6).
        let rest = source[(index + 4)..<end]
        if let signs = [">", "->"].first(where: { rest.starts(with: $0.utf8) }) { return index + 4 + signs.utf8.count }
        let close = close(from: index + 4)
        return close.map { $0 + 3 } ?? (index == textStart ? end : nil)
    }

    /// The next `-->` at or after an offset; many comments that nothing closes take no more time than one.
    private mutating func close(from start: Int) -> Int? {
        guard !missing.contains("-->") else { return nil }
        if !nextClose.contains(start) {
            var offset = start
            while offset + 2 < end, !source[offset..<end].starts(with: "-->".utf8) { offset += 1 }
            guard offset + 2 < end else {
                missing.insert("-->")
                return nil
            }
            nextClose = start..<offset + 1
        }
        return nextClose.upperBound - 1
    }

    /// The end of the next line after an offset that is blank, or of the text.
    private mutating func blankLine(from start: Int) -> Int {
        if !nextBlankLine.before.contains(start) {
            var (offset, lineEnd): (Int, Int?) = (start, nil)
            while offset < end {
                if source[offset] == 0x0A {
                    if lineEnd != nil { break }
                    lineEnd = offset
                } else if source[offset] > 0x20 {
                    lineEnd = nil
                }
                offset += 1
            }
            nextBlankLine = (start..<(lineEnd ?? end) + 1, offset)
        }
        return nextBlankLine.end
    }

    private func isTwice(_ offset: Int) -> Bool { offset + 1 < end && source[offset + 1] == source[offset] }

    /// The offset after a code span that begins here, or after its backticks if none closes it in this paragraph.
    private mutating func codeEnd() -> Int {
        if !paragraph.contains(index) {
            paragraph = index..<paragraphEnd()
            codeSpans.removeAll()
        }
        let limit = paragraph.upperBound
        let run = index..<CodeSpanScanner.runEnd(source, at: index, before: limit)
        return codeSpans.end(source, behind: run, before: limit) ?? run.upperBound
    }

    /// The end of the paragraph that this line belongs to.
    private func paragraphEnd() -> Int {
        var offset = lineEnd
        while offset < end, !endsParagraph(offset) {
            while offset < end, source[offset] != 0x0A { offset += 1 }
            offset = min(offset + 1, end)
        }
        return offset
    }

    /// Whether a line does not continue a paragraph: it is blank, or begins a block of another kind (CommonMark 0.31.2
    /// §4.8).
    private func endsParagraph(_ line: Int) -> Bool {
        let text = source[line..<end].drop { " \t>".utf8.contains($0) }
        guard let first = text.first else { return true }
        let second = text.dropFirst().first ?? 0x0A
        switch first {
        case 0x0A, 0x0D, UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: "|"): return true
        case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
            return second <= 0x20 || second == first
        case UInt8(ascii: "`"), UInt8(ascii: "~"): return text.starts(with: [first, first, first])
        case 0x30...0x39:
            let mark = text.drop { ASCII.isDigit($0) }.prefix(2)
            return mark.count == 2 && ".)".utf8.contains(mark[mark.startIndex]) && mark[mark.startIndex + 1] <= 0x20
        default: return false
        }
    }

    /// The next occurrence of a mark of two equal signs.
    ///
    /// Remembers if there is none, to search only once.
    private mutating func closing(_ mark: String, from start: Int) -> Int? {
        guard !missing.contains(mark), let sign = mark.utf8.first else { return nil }
        var offset = start
        while offset + 1 < end {
            if source[offset] == sign, source[offset + 1] == sign { return offset }
            offset += 1
        }
        missing.insert(mark)
        return nil
    }

    /// The offset after a formula that begins here: `$$…$$` over any number of lines, or `$…$` on this line, without
    /// spaces next to the signs inside, and without a digit after it, as Obsidian and Pandoc read it.
    private mutating func formulaEnd(_ limit: Int) -> Int? {
        if isTwice(index) {
            return closing("$$", from: index + 2).flatMap { $0 > index + 2 ? $0 + 2 : nil }
        }
        guard index + 1 < limit, source[index + 1] > 0x20 else { return nil }
        var offset = index + 1
        while offset < limit {
            if source[offset] == UInt8(ascii: "\\") {
                offset += 2
                continue
            }
            if source[offset] == UInt8(ascii: "$") {
                let isClosing = source[offset - 1] > 0x20 && offset > index + 1
                let followsDigit = offset + 1 < limit && (0x30...0x39).contains(source[offset + 1])
                return isClosing && !followsDigit ? offset + 1 : nil
            }
            offset += 1
        }
        return nil
    }
}

extension ReadingSource {
    /// The ranges of comments in a part of a file, those of HTML included.
    package static func comments(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        mayHaveComments(bytes, range) ? ReadingSource(bytes, range).comments : []
    }

    /// The ranges of comments in a part of a file that begin before an offset, and perhaps others.
    package static func comments(in bytes: [UInt8], _ range: Range<Int>, before end: Int) -> [Range<Int>] {
        // Its first mark may be the last byte before the offset.
        ifCommented(bytes, range, before: end + 1)?.comments ?? []
    }

    /// Whether a comment may begin in a part of a file.
    static func mayHaveComments(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let text = bytes.span.extracting(range)
        let (percent, less) = (UInt8(ascii: "%"), UInt8(ascii: "<"))
        var index = text.firstIndex(of: percent, or: less, from: 0)
        while index + 1 < text.count {
            if text[index + 1] == (text[index] == percent ? percent : UInt8(ascii: "!")) { return true }
            index = text.firstIndex(of: percent, or: less, from: index + 1)
        }
        return false
    }

    /// Prepares a part of a file if a comment may begin before an offset.
    static func ifCommented(_ bytes: [UInt8], _ range: Range<Int>, before end: Int) -> ReadingSource? {
        let read = range.clamped(to: range.lowerBound..<max(range.lowerBound, end))
        return mayHaveComments(bytes, read) ? ReadingSource(bytes, range) : nil
    }
}
