import NotebookText

/// A Markdown text with the places of its comments, code and HTML, as one goes through it.
struct CommentedText {
    /// The numbers of a comment and of a literal.
    struct Place {
        fileprivate var comment = 0
        fileprivate var literal = 0
    }

    private let source: [UInt8]
    private let end: Int
    /// The ranges of comments, those of HTML included, in the order of the source.
    let comments: [Range<Int>]
    /// Code and blocks of HTML, in the order of the source.
    private let literals: [CommentScan.Literal]
    /// The first comment and literal that do not end before the offset that one has reached.
    private var next = Place()

    /// Makes a text without comments and literals.
    init(plain source: [UInt8]) { (self.source, end, comments, literals) = (source, source.count, [], []) }

    init(_ document: MarkdownDocument) {
        (source, end) = (document.bytes, document.range.upperBound)
        let scan = CommentScan(document)
        literals = scan.literals
        comments = CommentScan.mayHaveComments(source, document.range) ? scan.ranges() : []
    }

    /// Goes on to an offset; the functions below take offsets from there on.
    mutating func advance(to offset: Int) { next = place(at: offset) }

    /// The first comment that ends behind the offset that one has reached.
    var comment: Range<Int>? { next.comment < comments.count ? comments[next.comment] : nil }

    /// The first code or HTML that ends behind the offset that one has reached.
    var literal: CommentScan.Literal? { next.literal < literals.count ? literals[next.literal] : nil }

    /// The first comment and literal that end behind an offset.
    func place(at offset: Int) -> Place {
        var place = next
        advance(&place, to: offset)
        return place
    }

    private func advance(_ place: inout Place, to offset: Int) {
        while place.comment < comments.count, comments[place.comment].upperBound <= offset { place.comment += 1 }
        while place.literal < literals.count, literals[place.literal].range.upperBound <= offset { place.literal += 1 }
    }

    private func commentStart(_ place: Place) -> Int {
        place.comment < comments.count ? comments[place.comment].lowerBound : end
    }

    private func literalStart(_ place: Place) -> Int {
        place.literal < literals.count ? literals[place.literal].range.lowerBound : end
    }

    /// The next part of the text at or after an offset that is in no comment, code or HTML; indented code counts as text,
    /// since it may be part of a formula.
    ///
    /// - Parameter place: The comment and literal to look at first, which it advances.
    func part(from start: Int, before limit: Int, _ place: inout Place) -> Range<Int>? {
        var offset = start
        while offset < limit {
            advance(&place, to: offset)
            let (comment, literal) = (commentStart(place), literalStart(place))
            if comment <= offset {
                offset = comments[place.comment].upperBound
            } else if literal > offset {
                return offset..<min(limit, comment, literal)
            } else if literals[place.literal].kind == .indentedCode {
                return offset..<min(limit, comment, literals[place.literal].range.upperBound)
            } else {
                offset = literals[place.literal].range.upperBound
            }
        }
        return nil
    }

    /// A part of the source without its comments.
    func uncommented(_ range: Range<Int>) -> [UInt8] {
        var output: [UInt8] = []
        var offset = range.lowerBound
        for comment in comments[place(at: offset).comment...].prefix(while: { $0.lowerBound < range.upperBound }) {
            output += source[offset..<max(offset, comment.lowerBound)]
            offset = min(comment.upperBound, range.upperBound)
        }
        return output + source[offset..<range.upperBound]
    }

    /// The end of the line at an offset, or of the line where the last comment ends that begins there.
    func lineEnd(from start: Int) -> Int {
        var lineEnd = source.lineEnd(from: start, before: end)
        for comment in comments[place(at: start).comment...] {
            guard comment.lowerBound < lineEnd else { break }
            if comment.upperBound > lineEnd { lineEnd = source.lineEnd(from: comment.upperBound, before: end) }
        }
        return lineEnd
    }

    /// Whether nothing remains of a comment, which begins where one has arrived.
    ///
    /// One of HTML separates what is before it from what is after it, and may be a block of HTML.
    func vanishes(_ comment: Range<Int>) -> Bool {
        let text = source[comment]
        guard text.first == UInt8(ascii: "<"), text.last == UInt8(ascii: ">") else { return true }
        guard let literal, literal.kind == .html, literal.range.lowerBound <= comment.lowerBound,
            literal.range.upperBound >= comment.upperBound
        else { return text.contains(0x0A) }
        // CommonMark ends some blocks at a blank line; nobody who sees the page does.
        return Self.hasBlankLine(text)
    }

    private static func hasBlankLine(_ text: ArraySlice<UInt8>) -> Bool {
        var isBlank = false
        for byte in text {
            if byte == 0x0A {
                if isBlank { return true }
                isBlank = true
            } else if byte > 0x20 {
                isBlank = false
            }
        }
        return false
    }
}

extension [UInt8] {
    /// The end of the line at an offset, with its line feed.
    func lineEnd(from start: Int, before end: Int) -> Int {
        let text = span
        var offset = start
        while offset < end, text[offset] != 0x0A { offset &+= 1 }
        return Swift.min(offset + 1, end)
    }
}
