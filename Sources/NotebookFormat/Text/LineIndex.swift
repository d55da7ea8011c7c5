/// The beginnings of the lines of a text, to find many places in it.
struct LineIndex {
    private let bytes: [UInt8]
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var offset = 0
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            if line.end > line.content.upperBound { starts.append(offset) }
        }
        self.starts = starts
    }

    /// The line and column of a byte.
    func position(of offset: Int) -> TextPosition {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let points = bytes[starts[low]..<min(max(offset, starts[low]), bytes.count)].count { $0 & 0xC0 != 0x80 }
        return TextPosition(line: low + 1, column: points + 1)
    }
}
