/// A block that begins at the text of a line, other than a paragraph (CommonMark 0.31.2 §4 and §5).
enum BlockStart {
    case blockQuote
    case heading(NumberSignHeading)
    case fencedCode(CodeFence)
    case html(HTMLBlockKind)
    case thematicBreak
    case item(ListMarker)
    case indentedCode

    /// Finds the block that begins at the text of a line.
    ///
    /// The line may continue an open paragraph instead (`isInParagraph`), perhaps as a lazy continuation (`isLazy`,
    /// §5.1).
    init?(_ cursor: LineCursor, isInParagraph: Bool, isLazy: Bool, thematicBreaks: inout ThematicBreakScanner) {
        guard !cursor.isBlank else { return nil }
        guard !cursor.isIndentedAsCode else {
            if isInParagraph { return nil }
            self = .indentedCode
            return
        }
        switch cursor.bytes[cursor.text] {
        case UInt8(ascii: ">"): self = .blockQuote
        case UInt8(ascii: "#"):
            guard let heading = NumberSignHeading(cursor) else { return nil }
            self = .heading(heading)
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            guard let fence = CodeFence(cursor) else { return nil }
            self = .fencedCode(fence)
        case UInt8(ascii: "<"):
            guard let kind = HTMLBlockKind(cursor), kind != .completeTag || !isInParagraph else { return nil }
            self = .html(kind)
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"), 0x30...0x39:
            if thematicBreaks.accepts(cursor) {
                self = .thematicBreak
                return
            }
            guard let marker = ListMarker(cursor) else { return nil }
            guard !isInParagraph || isLazy || marker.canInterruptParagraph(in: cursor) else { return nil }
            self = .item(marker)
        default: return nil
        }
    }
}
