import NotebookText

/// Finds the ends of code spans (CommonMark 0.31.2 §6.1).
///
/// After a search to the end of the text, it remembers the last run of backticks of each length, so that many runs
/// without a partner take no more time than one.
struct CodeSpanScanner {
    private var lastRuns: [Int: Int] = [:]
    private var isComplete = false

    mutating func removeAll() {
        guard isComplete || !lastRuns.isEmpty else { return }
        lastRuns.removeAll(keepingCapacity: true)
        isComplete = false
    }

    /// The end of a run of backticks.
    static func runEnd(_ bytes: [UInt8], at start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == UInt8(ascii: "`") { end += 1 }
        return end
    }

    /// The end of the code span that a run of backticks begins.
    mutating func end(_ bytes: [UInt8], behind run: Range<Int>) -> Int? {
        if isComplete, lastRuns[run.count, default: 0] <= run.lowerBound { return nil }
        var offset = run.upperBound
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "`") else {
                offset += 1
                continue
            }
            let end = Self.runEnd(bytes, at: offset)
            if end - offset == run.count { return end }
            lastRuns[end - offset] = offset
            offset = end
        }
        isComplete = true
        return nil
    }

    /// The content of a code span: line ends become spaces, and one space is removed from both ends unless it is all
    /// spaces.
    static func text(_ bytes: [UInt8], _ range: Range<Int>) -> ArraySlice<UInt8> {
        var text = bytes[range]
        if text.contains(0x0A) { text = ArraySlice(text.map { $0 == 0x0A ? 0x20 : $0 }) }
        guard text.count > 2, text.first == 0x20, text.last == 0x20, text.contains(where: { $0 != 0x20 }) else {
            return text
        }
        return text.dropFirst().dropLast()
    }
}

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
        if target.isEmpty, heading?.isEmpty ?? true { return nil }
    }

    private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        let start = bytes.skippingBlanks(from: range.lowerBound, before: range.upperBound)
        var end = range.upperBound
        while end > start, Line.isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }
}
