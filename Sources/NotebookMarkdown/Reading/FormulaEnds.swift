/// Finds the ends of formulas: `$$…$$` over any number of lines, or `$…$` on a line, without spaces next to the signs
/// inside, and without a digit after it, as Obsidian and Pandoc read it.
///
/// None is in a comment, in a block of HTML, or in code other than indented code.
struct FormulaEnds {
    /// Whether no `$$` follows in the text.
    private var lacksDoubleSign = false

    /// The offset after a formula that begins at an offset.
    ///
    /// - Parameter limit: The end of the line.
    mutating func end(
        _ source: [UInt8], from start: Int, line limit: Int, before end: Int, in text: CommentedText
    ) -> Int? {
        func isSign(_ offset: Int) -> Bool { offset < end && source[offset] == UInt8(ascii: "$") }
        guard isSign(start + 1) else { return Self.inlineEnd(source, from: start, before: limit, in: text) }
        guard !lacksDoubleSign else { return nil }
        var (offset, place) = (start + 2, text.place(at: start + 2))
        while let part = text.part(from: offset, before: end, &place) {
            if let found = part.first(where: { isSign($0) && isSign($0 + 1) }) {
                return found > start + 2 ? found + 2 : nil
            }
            offset = part.upperBound
        }
        lacksDoubleSign = true
        return nil
    }

    private static func inlineEnd(
        _ source: [UInt8], from start: Int, before limit: Int, in text: CommentedText
    ) -> Int? {
        guard start + 1 < limit, source[start + 1] > 0x20 else { return nil }
        var (offset, place) = (start + 1, text.place(at: start + 1))
        while let part = text.part(from: offset, before: limit, &place) {
            offset = part.lowerBound
            while offset < part.upperBound {
                if source[offset] == UInt8(ascii: "\\") {
                    offset += 2
                    continue
                }
                if source[offset] == UInt8(ascii: "$") {
                    let isClosing = source[offset - 1] > 0x20 && offset > start + 1
                    let followsDigit = offset + 1 < limit && (0x30...0x39).contains(source[offset + 1])
                    return isClosing && !followsDigit ? offset + 1 : nil
                }
                offset += 1
            }
        }
        return nil
    }
}
