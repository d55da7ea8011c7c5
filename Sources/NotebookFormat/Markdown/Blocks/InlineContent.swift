/// The text of a leaf block, put together from its lines with a line feed between them, and where in the source it stands.
struct InlineContent {
    private(set) var bytes: [UInt8] = []
    private var origins: [Origin] = []

    /// From `offset` on, up to the next origin, the source runs along with the content.
    private struct Origin {
        @Compact var offset: Int
        @Compact var source: Int
    }

    init() {}

    init(_ lines: ArraySlice<ContentLine>, of source: [UInt8]) { load(lines, of: source) }

    /// Takes the text of other lines, without spaces and tabs at its end.
    mutating func load(_ lines: ArraySlice<ContentLine>, of source: [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        for line in lines {
            if !origins.isEmpty { bytes.append(0x0A) }
            let origin = Origin(offset: bytes.count, source: line.range.lowerBound)
            if let last = origins.last, last.source - last.offset == origin.source - origin.offset {
                // The line end has one byte and no indentation follows: the last origin holds on.
            } else {
                origins.append(origin)
            }
            bytes.append(contentsOf: source[line.range])
        }
        while let last = bytes.last, Line.isBlank(last) { bytes.removeLast() }
    }

    /// Where a byte of the content stands in the source.
    func source(of offset: Int) -> Int {
        var low = 0
        var high = origins.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if origins[middle].offset <= offset { low = middle } else { high = middle }
        }
        return low < origins.count ? origins[low].source + offset - origins[low].offset : 0
    }

    /// The bytes of the source from the first to the last of a range of the content.
    func source(of range: Range<Int>) -> Range<Int> {
        let start = source(of: range.lowerBound)
        guard !range.isEmpty else { return start..<start }
        let last = range.upperBound - 1
        let end =
            bytes[last] == 0x0A && range.upperBound < bytes.count ? source(of: range.upperBound) : source(of: last) + 1
        return start..<max(start, end)
    }

    /// Whether only spaces and tabs precede an offset in its line.
    func startsLine(at offset: Int) -> Bool {
        var start = offset
        while start > 0, Line.isBlank(bytes[start - 1]) { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A
    }
}
