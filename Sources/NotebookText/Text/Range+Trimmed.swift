extension Range<Int> {
    /// The part without surrounding spaces and tabs.
    package func trimmed(in bytes: [UInt8]) -> Range<Int> {
        var range = self
        while !range.isEmpty, Line.isBlank(bytes[range.lowerBound]) { range = range.lowerBound + 1..<range.upperBound }
        while !range.isEmpty, Line.isBlank(bytes[range.upperBound - 1]) {
            range = range.lowerBound..<range.upperBound - 1
        }
        return range
    }
}
