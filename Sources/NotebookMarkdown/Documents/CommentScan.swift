import NotebookText

extension MarkdownDocument {
    /// The ranges of comments, those of HTML included, in the order of the source (Format, clause 21.1).
    package func comments() -> [Range<Int>] {
        CommentScan.mayHaveComments(bytes, range) ? CommentScan(self).ranges() : []
    }
}

extension InlineStructure {
    /// The bytes of the code spans, in the order of the source.
    package var codeSpans: [Range<Int>] {
        tokens.compactMap { if case .code = $0.kind { content.source(of: $0.range) } else { nil } }
    }
}

/// Looks for comments outside code, which only the structure of the text shows.
struct CommentScan {
    /// Code or a block of HTML: a part of the text in which marks of formulas, footnotes and blocks mean nothing.
    struct Literal {
        enum Kind { case codeSpan, fencedCode, indentedCode, html }

        let kind: Kind
        let range: Range<Int>

        /// Whether it is a block that begins at an offset.
        func beginsBlock(at offset: Int) -> Bool { kind != .codeSpan && range.lowerBound == offset }
    }

    /// Code blocks, code spans and blocks of HTML, in the order of the source.
    private(set) var literals: [Literal] = []

    private let bytes: [UInt8]
    private let range: Range<Int>
    /// Elements such as `script`, in whose text `%%` means something else.
    private var verbatim: [Range<Int>] = []
    /// The ends of the blocks that begin with a comment of HTML, by their beginnings.
    private var blockEnds: [Int: Int] = [:]
    /// Whether no `-->` follows; many comments that nothing closes take no more time than one.
    private var lacksEnd = false

    init(_ document: MarkdownDocument) {
        (bytes, range) = (document.bytes, document.range)
        var inlines = InlineParser(document.options)
        for node in document.blocks.nodes {
            switch node.kind {
            case .fencedCode: add(.fencedCode, node.range)
            case .indentedCode: add(.indentedCode, node.range)
            case .html(let kind):
                add(.html, node.range)
                if kind == .literalElement { verbatim.append(node.range) }
                if kind == .comment { blockEnds[node.range.lowerBound] = min(node.range.upperBound, range.upperBound) }
            case .paragraph, .heading:
                let backtick = UInt8(ascii: "`")
                guard bytes.span.contains(backtick, or: backtick, in: node.range) else { continue }
                inlines.parse(node, of: document.blocks)
                for span in inlines.structure.codeSpans { add(.codeSpan, span) }
            default: break
            }
        }
    }

    private mutating func add(_ kind: Literal.Kind, _ part: Range<Int>) {
        literals.append(Literal(kind: kind, range: part.clamped(to: range)))
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

    /// The ranges of comments, those of HTML included, in the order of the source.
    consuming func ranges() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (code, verbatim) = (literals.filter { $0.kind != .html }.map(\.range)[...], verbatim[...])
        var index = range.lowerBound
        while index < range.upperBound {
            while let first = code.first, first.upperBound <= index { code.removeFirst() }
            while let first = verbatim.first, first.upperBound <= index { verbatim.removeFirst() }
            if let first = code.first, first.lowerBound <= index {
                index = first.upperBound
                continue
            }
            let isVerbatim = verbatim.first.map { $0.lowerBound <= index } ?? false
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "<"), UInt8(ascii: "%"):
                guard let end = bytes[index] == UInt8(ascii: "<") ? htmlEnd(index) : isVerbatim ? nil : end(index)
                else {
                    index += 1
                    continue
                }
                found.append(index..<end)
                index = end
            default: index += 1
            }
        }
        return found
    }

    /// The end of a comment that begins here with `%%`.
    private func end(_ start: Int) -> Int? {
        guard bytes[start..<range.upperBound].starts(with: "%%".utf8) else { return nil }
        if let close = closing("%%", from: start + 2) { return close }
        let before = bytes[range.lowerBound..<start]
        let line = before.suffix(from: (before.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? range.lowerBound - 1) + 1)
        let mayBegin = (line.last ?? 0x20) <= 0x20 || line.allSatisfy { " \t>".utf8.contains($0) }
        return mayBegin ? range.upperBound : nil
    }

    /// The end of a comment of HTML that begins here, in whatever paragraph, or else that of its block.
    private mutating func htmlEnd(_ start: Int) -> Int? {
        let rest = bytes[start..<range.upperBound]
        guard rest.starts(with: "<!--".utf8) else { return nil }
        // Two are whole (CommonMark 0.31.2 §6.6).
        if let whole = ["<!-->", "<!--->"].first(where: { rest.starts(with: $0.utf8) }) {
            return start + whole.utf8.count
        }
        let close = lacksEnd ? nil : closing("-->", from: start + 4)
        lacksEnd = close == nil
        return close ?? blockEnds[start]
    }

    /// The offset behind the next occurrence of a mark.
    private func closing(_ mark: StaticText, from start: Int) -> Int? {
        bytes.firstOccurrence(of: mark, from: start, before: range.upperBound).map { $0 + mark.bytes.count }
    }
}
