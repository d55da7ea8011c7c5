import NotebookText

/// A Markdown text prepared for reading, without the syntax that CommonMark does not define.
///
/// Removes comments (`%%…%%`; without closing marks, to the end of the text) and collects the definitions of footnotes.
/// Replaces each formula (`$…$`, `$$…$$`), whose signs would be markup, by a private character, which `pieces(of:)` turns
/// back. Leaves code and blocks of HTML alone, but for comments. What is code, HTML or a comment, `MarkdownDocument` says:
/// comments are those of `MarkdownDocument.comments()`.
package struct ReadingSource {
    /// The prepared text.
    package private(set) var bytes: [UInt8] = []
    /// The labels and texts of footnotes, in the order of the source, each before those that its own text had.
    package private(set) var footnotes: [(label: String, bytes: [UInt8])] = []
    /// The formulas, with their dollar signs.
    private(set) var formulas: [String] = []
    /// The ranges of formulas outside footnotes, in the order of the source.
    package private(set) var formulaRanges: [Range<Int>] = []
    /// The ranges of comments, those of HTML included, in the order of the source.
    package var comments: [Range<Int>] { text.comments }
    /// The ranges of names of blocks, such as `^name`.
    package private(set) var blockNames: [Range<Int>] = []

    /// The first of the private characters that stand for formulas (Supplementary Private Use Area-A).
    private static let firstFormula: UInt32 = 0xF0000
    private static let maximumFormulas = 0xFFFD
    /// How deep footnotes nest; the marks of deeper ones are text.
    private static let maximumDepth = 10

    private let source: [UInt8]
    private let end: Int
    private let replacesFormulas: Bool
    private var index: Int
    private var text: CommentedText
    private var containers: ContainerIndentation
    private var formulaEnds = FormulaEnds()
    /// The brackets of the line that ends at `limit`, from the first that was looked for.
    private var brackets = (limit: 0, partners: [Int: Int]())
    private var labels: FreeLabels
    /// How many footnotes the text is in.
    private let depth: Int

    /// Prepares a part of a file.
    package init(_ source: [UInt8], _ range: Range<Int>) { self.init(source, range, FreeLabels(source), depth: 0) }

    private init(_ source: [UInt8], _ range: Range<Int>, _ labels: FreeLabels, depth: Int) {
        (self.source, self.labels, self.depth) = (source, labels, depth)
        index = range.lowerBound
        // Replaces no formulas in a text that contains such characters itself.
        replacesFormulas = !source[range].contains(0xF3)
        guard Self.mayChange(source, range) else {
            (text, containers) = (CommentedText(plain: source), ContainerIndentation([]))
            (bytes, end) = (Array(source[range]), range.upperBound)
            return
        }
        let document = MarkdownDocument(source, in: range)
        (text, containers) = (CommentedText(document), ContainerIndentation(document.blocks.nodes))
        end = document.range.upperBound
        bytes.reserveCapacity(range.count)
        while index < end { readLine() }
    }

    /// Whether anything in a part of a file may differ from CommonMark.
    private static func mayChange(_ source: [UInt8], _ range: Range<Int>) -> Bool {
        source.span.contains(UInt8(ascii: "$"), or: UInt8(ascii: "^"), in: range)
            || CommentScan.mayHaveComments(source, range)
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

    /// The end of the line at `index`.
    private var lineEnd: Int { source.lineEnd(from: index, before: end) }

    private mutating func readLine() {
        let line = index..<lineEnd
        let content = source[line].drop { " \t>".utf8.contains($0) }
        if readFootnote(line) { return }
        readText(line, textStart: content.startIndex)
    }

    private mutating func copy(_ range: Range<Int>) {
        bytes += source[range]
        index = range.upperBound
    }

    // MARK: Footnotes

    /// Collects a footnote that begins on a line, with the lines that continue it: those up to a blank line, and
    /// indented ones after it, inside the same list item.
    private mutating func readFootnote(_ line: Range<Int>) -> Bool {
        let start = source.skippingBlanks(from: line.lowerBound, before: line.upperBound)
        guard let (label, content) = definition(source[start..<line.upperBound]) else { return false }
        text.advance(to: index)
        let isText = [text.comment, text.literal?.range].allSatisfy { $0.map { $0.lowerBound >= content } ?? true }
        let indentation = Self.columns(source[line.lowerBound..<start])
        let item = containers.base(at: start, indentation: indentation)
        guard isText, indentation < item.column + 4 else { return false }
        guard depth < Self.maximumDepth else {
            copy(index..<start)
            bytes.append(UInt8(ascii: "\\"))
            copy(index..<index + 1)
            return false
        }
        let lineEnd = text.lineEnd(from: content)
        var footnote = Array(text.uncommented(content..<lineEnd).drop { Line.isBlank($0) })
        index = lineEnd
        while let line = continuation(in: item, afterBlank: footnote.suffix(2) == [0x0A, 0x0A]) {
            footnote += line
        }
        if footnote.last != 0x0A { footnote.append(0x0A) }
        addFootnote(label, footnote)
        bytes.append(0x0A)
        return true
    }

    /// The label of a footnote that begins a line, and where its text begins.
    private func definition(_ line: ArraySlice<UInt8>) -> (label: String, content: Int)? {
        guard line.starts(with: "[^".utf8), let close = line.firstIndex(of: UInt8(ascii: "]")),
            close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: ":"), close > line.startIndex + 2
        else { return nil }
        let label = String(decoding: line[line.startIndex + 2..<close], as: UTF8.self)
        return label.contains(where: \.isWhitespace) ? nil : (label, close + 2)
    }

    /// Reads the line at `index` if it continues a footnote in a list item, and returns it without its indentation.
    private mutating func continuation(in item: (column: Int, end: Int), afterBlank: Bool) -> [UInt8]? {
        guard index < min(end, item.end) else { return nil }
        text.advance(to: index)
        let line = index..<text.lineEnd(from: index)
        let start = source.skippingBlanks(from: line.lowerBound, before: line.upperBound)
        let content = source[start..<line.upperBound]
        let indentation = source[line.lowerBound..<start]
        if content.allSatisfy({ $0 <= 0x20 }) {
            index = line.upperBound
            return [0x0A]
        }
        if Self.columns(indentation) < item.column + 2 {
            let beginsBlock = text.literal?.beginsBlock(at: start) ?? false
            if afterBlank || beginsBlock || content.starts(with: "[^".utf8) || content.starts(with: "#".utf8) {
                return nil
            }
        }
        index = line.upperBound
        let shown = text.uncommented(Self.prefix(indentation, columns: item.column + 4)..<line.upperBound)
        // A line that contained only comments is no blank line.
        return shown.allSatisfy { $0 <= 0x20 } ? [] : shown
    }

    /// Adds a footnote, and the footnotes in its text.
    private mutating func addFootnote(_ label: String, _ text: [UInt8]) {
        let mayHoldOthers = ["^[", "]:"].contains { text.firstOccurrence(of: $0, from: 0, before: text.count) != nil }
        guard mayHoldOthers else { return footnotes.append((label, text)) }
        let inner = ReadingSource(text, text.indices, labels, depth: depth + 1)
        labels = inner.labels
        footnotes.append((label, inner.bytes))
        footnotes += inner.footnotes
    }

    /// The number of columns of white space.
    private static func columns(_ space: ArraySlice<UInt8>) -> Int {
        space.reduce(0) { $1 == 0x09 ? $0 + 4 - $0 % 4 : $0 + 1 }
    }

    /// The end of the white space that takes up at most some columns.
    private static func prefix(_ space: ArraySlice<UInt8>, columns: Int) -> Int {
        var (offset, column) = (space.startIndex, 0)
        while offset < space.endIndex {
            column += space[offset] == 0x09 ? 4 - column % 4 : 1
            if column > columns { break }
            offset += 1
        }
        return offset
    }

    // MARK: Text

    /// Reads a line, and what continues a comment or formula of it.
    ///
    /// - Parameter textStart: The first byte that is neither white space nor the mark of a block quote.
    private mutating func readText(_ line: Range<Int>, textStart: Int) {
        let lineStart = bytes.count
        var removed = false
        var limit = line.upperBound
        while index < limit {
            text.advance(to: index)
            if let comment = text.comment, comment.lowerBound <= index {
                let isShown = comment.lowerBound == index && !text.vanishes(comment)
                if isShown { bytes += "<!---->".utf8 } else { removed = true }
                skip(to: comment.upperBound, &limit)
                continue
            }
            let comment = text.comment?.lowerBound ?? end
            if let literal = text.literal, literal.range.lowerBound <= index {
                copy(index..<min(literal.range.upperBound, comment))
                skip(to: index, &limit)
                continue
            }
            let mark = nextMark(before: min(limit, comment, text.literal?.range.lowerBound ?? end))
            guard mark == index else {
                copy(index..<mark)
                continue
            }
            switch source[index] {
            case UInt8(ascii: "\\"): copy(index..<min(index + 2, limit))
            case UInt8(ascii: "$"):
                guard replacesFormulas, formulas.count < Self.maximumFormulas,
                    let close = formulaEnds.end(source, from: index, line: limit, before: end, in: text)
                else {
                    copy(index..<index + 1)
                    continue
                }
                add(formula: index..<close, quotedBy: source[line.lowerBound..<textStart])
                skip(to: close, &limit)
            case UInt8(ascii: "^") where isBlockID(limit):
                blockNames.append(index..<limit)
                index = limit
                removed = true
                bytes.append(0x0A)
            default:
                guard let close = inlineFootnoteEnd(limit) else {
                    copy(index..<index + 1)
                    continue
                }
                guard depth < Self.maximumDepth else {
                    copy(index..<index + 1)
                    bytes.append(UInt8(ascii: "\\"))
                    copy(index..<index + 1)
                    continue
                }
                let label = labels.next()
                bytes += "[^\(label)]".utf8
                addFootnote(label, text.uncommented(index + 2..<close) + [0x0A])
                index = close + 1
            }
        }
        // Removes a line that contained only comments.
        if removed, bytes[lineStart...].allSatisfy({ $0 <= 0x20 }) { bytes.removeLast(bytes.count - lineStart) }
    }

    /// The next backslash, dollar sign or circumflex at or after `index`.
    private func nextMark(before limit: Int) -> Int {
        let bytes = source.span
        var offset = index
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "^"): return offset
            default: offset &+= 1
            }
        }
        return limit
    }

    private mutating func add(formula range: Range<Int>, quotedBy start: ArraySlice<UInt8>) {
        // The text of a footnote is prepared again when it is written.
        guard depth == 0 else { return bytes += text.uncommented(range) }
        formulas.append(formula(range, quotedBy: start))
        formulaRanges.append(range)
        let number = UInt32(formulas.count - 1)
        if let scalar = Unicode.Scalar(Self.firstFormula + number) { bytes += String(scalar).utf8 }
    }

    /// A formula without comments and without the marks of the block quote that it is in.
    private func formula(_ range: Range<Int>, quotedBy start: ArraySlice<UInt8>) -> String {
        let depth = start.count { $0 == UInt8(ascii: ">") }
        let written = text.uncommented(range)
        guard depth > 0, written.contains(0x0A) else { return String(decoding: written, as: UTF8.self) }
        let lines = written.split(separator: 0x0A, omittingEmptySubsequences: false)
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
        var place = text.place(at: offset)
        while let part = text.part(from: offset, before: limit, &place) {
            offset = part.lowerBound
            while offset < part.upperBound {
                switch source[offset] {
                case UInt8(ascii: "\\"): offset += 1
                case UInt8(ascii: "["): open.append(offset)
                case UInt8(ascii: "]"): if let opening = open.popLast() { brackets.partners[opening] = offset }
                default: break
                }
                offset += 1
            }
        }
    }
}

extension ReadingSource {
    /// The ranges of comments in a part of a file, those of HTML included.
    package static func comments(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        CommentScan.mayHaveComments(bytes, range) ? MarkdownDocument(bytes, in: range).comments() : []
    }

    /// The ranges of comments in a part of a file that begin before an offset, and perhaps others.
    package static func comments(in bytes: [UInt8], _ range: Range<Int>, before end: Int) -> [Range<Int>] {
        // Its first mark may be the last byte before the offset.
        mayHaveComments(bytes, range, before: end + 1) ? MarkdownDocument(bytes, in: range).comments() : []
    }

    /// Prepares a part of a file if a comment may begin before an offset.
    static func ifCommented(_ bytes: [UInt8], _ range: Range<Int>, before end: Int) -> ReadingSource? {
        mayHaveComments(bytes, range, before: end) ? ReadingSource(bytes, range) : nil
    }

    private static func mayHaveComments(_ bytes: [UInt8], _ range: Range<Int>, before end: Int) -> Bool {
        CommentScan.mayHaveComments(bytes, range.clamped(to: range.lowerBound..<max(range.lowerBound, end)))
    }
}
