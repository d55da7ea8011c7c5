import NotebookText

/// A wiki link or embed as written (Format, clause 21.1); its parts have no surrounding spaces.
struct ScannedWikiLink {
    @CompactRange private(set) var range: Range<Int>
    let isEmbed: Bool
    /// The text before `#`; it may be empty.
    @CompactRange private(set) var target: Range<Int>
    /// The text after `#`.
    @CompactOptionalRange private(set) var heading: Range<Int>?
    /// The text after `|`.
    @CompactOptionalRange private(set) var label: Range<Int>?

    /// Reads the link whose `[[` is at an offset.
    init?(_ bytes: [UInt8], at start: Int, isEmbed: Bool) {
        guard bytes.contains("[[", at: start, before: bytes.count) else { return nil }
        var end = start + 2
        var number: Int?
        var bar: Int?
        while end < bytes.count, bytes[end] != UInt8(ascii: "["), bytes[end] != UInt8(ascii: "]"), bytes[end] != 0x0A {
            if bar == nil, bytes[end] == UInt8(ascii: "|") { bar = end }
            if bar == nil, number == nil, bytes[end] == UInt8(ascii: "#") { number = end }
            end += 1
        }
        guard bytes.contains("]]", at: end, before: bytes.count) else { return nil }
        let isEscaped = bar.map { bytes[$0 - 1] == UInt8(ascii: "\\") } ?? false
        let destinationEnd = bar.map { isEscaped ? $0 - 1 : $0 } ?? end
        let target = Self.trimmed(bytes, start + 2..<(number ?? destinationEnd))
        let heading = number.map { Self.trimmed(bytes, $0 + 1..<destinationEnd) }
        let label = bar.map { Self.trimmed(bytes, $0 + 1..<end) }
        _range = CompactRange(wrappedValue: (isEmbed ? start - 1 : start)..<end + 2)
        _target = CompactRange(wrappedValue: target)
        _heading = CompactOptionalRange(wrappedValue: heading)
        _label = CompactOptionalRange(wrappedValue: label)
        self.isEmbed = isEmbed
        // Parts of a heading that are empty name nothing.
        let names = heading.map { bytes[$0].contains { $0 != UInt8(ascii: "#") && !Line.isBlank($0) } } ?? false
        if target.isEmpty, !names { return nil }
    }

    private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        let start = bytes.skippingBlanks(from: range.lowerBound, before: range.upperBound)
        var end = range.upperBound
        while end > start, Line.isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }
}
