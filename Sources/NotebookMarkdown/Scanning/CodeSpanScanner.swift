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
    static func runEnd(_ bytes: [UInt8], at start: Int, before limit: Int) -> Int {
        var end = start
        while end < limit, bytes[end] == UInt8(ascii: "`") { end += 1 }
        return end
    }

    /// The end of the code span that a run of backticks begins; `limit` is the same in all searches.
    mutating func end(_ bytes: [UInt8], behind run: Range<Int>, before limit: Int) -> Int? {
        if isComplete, lastRuns[run.count, default: 0] <= run.lowerBound { return nil }
        var offset = run.upperBound
        while offset < limit {
            guard bytes[offset] == UInt8(ascii: "`") else {
                offset += 1
                continue
            }
            let end = Self.runEnd(bytes, at: offset, before: limit)
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
