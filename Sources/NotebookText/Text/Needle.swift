/// Bytes to search for, in time proportional to the searched bytes (Knuth, Morris and Pratt, 1977).
package struct Needle: Hashable, Sendable {
    package let bytes: [UInt8]
    /// For each prefix, the length of its longest proper prefix that is also a suffix.
    private let borders: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var borders = [0]
        var border = 0
        for byte in bytes.dropFirst() {
            while border > 0, bytes[border] != byte { border = borders[border - 1] }
            if bytes[border] == byte { border += 1 }
            borders.append(border)
        }
        self.borders = borders
    }

    /// Whether a text contains the bytes; every text contains an empty needle.
    package func isFound(in text: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        var matched = 0
        for byte in text {
            while matched > 0, bytes[matched] != byte { matched = borders[matched - 1] }
            guard bytes[matched] == byte else { continue }
            matched += 1
            if matched == bytes.count { return true }
        }
        return false
    }
}
