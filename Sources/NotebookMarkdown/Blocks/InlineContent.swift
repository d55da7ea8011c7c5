import NotebookText

/// The text of a leaf block, joined from its lines with line feeds, and its positions in the source.
package struct InlineContent {
    package private(set) var bytes: [UInt8] = []
    private var origins: [Origin] = []

    /// From `offset` to the next origin, the source runs in parallel with the content.
    private struct Origin {
        @Compact var offset: Int
        @Compact var source: Int
    }

    package init() {}

    package init(_ lines: ArraySlice<ContentLine>, of source: [UInt8]) { load(lines, of: source) }

    /// Makes the content from lines, without the spaces and tabs at its end.
    mutating func load(_ lines: ArraySlice<ContentLine>, of source: [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        for line in lines {
            if !origins.isEmpty { bytes.append(0x0A) }
            let origin = Origin(offset: bytes.count, source: line.range.lowerBound)
            if let last = origins.last, last.source - last.offset == origin.source - origin.offset {
                // The line end has one byte and no indentation follows, so the last origin still applies.
            } else {
                origins.append(origin)
            }
            bytes.append(contentsOf: source[line.range])
        }
        while let last = bytes.last, Line.isBlank(last) { bytes.removeLast() }
    }

    /// Makes the content from pieces, some of which replace others in the source.
    ///
    /// - Parameter pieces: The text of each piece and its offset in the source; consecutive there.
    package init(_ pieces: [(text: [UInt8], source: Int)], end: Int) {
        for piece in pieces {
            origins.append(Origin(offset: bytes.count, source: piece.source))
            bytes += piece.text
        }
        origins.append(Origin(offset: bytes.count, source: end))
    }

    /// A part of the content, with its positions in the source.
    func part(_ range: Range<Int>) -> InlineContent {
        var part = InlineContent()
        part.bytes = Array(bytes[range])
        part.origins = [Origin(offset: 0, source: source(of: range.lowerBound))]
        var (low, high) = (0, origins.count)
        while low < high {
            let middle = (low + high) / 2
            if origins[middle].offset <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        for origin in origins[low...].prefix(while: { $0.offset < range.upperBound }) {
            part.origins.append(Origin(offset: origin.offset - range.lowerBound, source: origin.source))
        }
        return part
    }

    /// The position of a byte of the content in the source.
    func source(of offset: Int) -> Int {
        guard !origins.isEmpty else { return 0 }
        let origin = origin(of: offset)
        return origin.source + offset - origin.offset
    }

    /// The last origin at or before an offset.
    private func origin(of offset: Int) -> Origin {
        var low = 0
        var high = origins.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if origins[middle].offset <= offset { low = middle } else { high = middle }
        }
        return origins[low]
    }

    /// The bytes of the source from the first to the last of a range of the content.
    package func source(of range: Range<Int>) -> Range<Int> {
        let start = source(of: range.lowerBound)
        guard !range.isEmpty else { return start..<start }
        // A piece that begins there may be longer in the source than in the content.
        let next = origin(of: range.upperBound)
        let end = next.offset == range.upperBound ? next.source : source(of: range.upperBound - 1) + 1
        return start..<max(start, end)
    }

    /// Whether only spaces and tabs precede an offset in its line.
    func startsLine(at offset: Int) -> Bool {
        var start = offset
        while start > 0, Line.isBlank(bytes[start - 1]) { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A
    }
}
