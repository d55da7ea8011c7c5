import NotebookText

/// The marker of a list item: a bullet, or a number and a delimiter (CommonMark 0.31.2 §5.2).
package struct ListMarker {
    /// The bullet, or the delimiter after the number.
    let character: UInt8
    /// The number of an ordered list marker.
    @CompactOptional private(set) var number: Int?
    /// Its length in bytes.
    @Compact private(set) var width: Int

    /// Reads the marker at the beginning of a line's text.
    init?(_ cursor: LineCursor) {
        let bytes = cursor.bytes
        var offset = cursor.text
        guard offset < cursor.end else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            _number = CompactOptional(wrappedValue: nil)
        case 0x30...0x39:
            var value = 0
            while offset < cursor.end, ASCII.isDigit(bytes[offset]), offset - cursor.text < 10 {
                value = value * 10 + Int(bytes[offset] - 0x30)
                offset += 1
            }
            guard offset - cursor.text < 10, offset < cursor.end,
                bytes[offset] == UInt8(ascii: ".") || bytes[offset] == UInt8(ascii: ")")
            else { return nil }
            _number = CompactOptional(wrappedValue: value)
        default: return nil
        }
        guard offset + 1 == cursor.end || Line.isBlank(bytes[offset + 1]) else { return nil }
        character = bytes[offset]
        _width = Compact(wrappedValue: offset + 1 - cursor.text)
    }

    /// Whether items with these two markers can belong to one list (§5.3).
    func isSameType(as other: ListMarker) -> Bool {
        character == other.character && (number == nil) == (other.number == nil)
    }

    /// Whether the item can interrupt a paragraph: it has text, and its number is 1 (§5.2).
    func canInterruptParagraph(in cursor: LineCursor) -> Bool {
        let end = cursor.text + width
        return (number ?? 1) == 1 && cursor.bytes.skippingBlanks(from: end, before: cursor.end) < cursor.end
    }
}
