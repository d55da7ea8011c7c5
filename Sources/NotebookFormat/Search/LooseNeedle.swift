/// A text that is looked for without case and diacritics (Horspool, “Practical fast searching in strings”, 1980).
struct LooseNeedle: Sendable {
    /// The text without case and diacritics.
    let bytes: [UInt8]
    /// How far to go on, by the byte at the needle's end.
    private let skips: [Int]

    init(_ text: String) {
        bytes = TextKey(text, isExact: false).bytes
        var skips = [Int](repeating: max(bytes.count, 1), count: 256)
        for (index, byte) in bytes.dropLast().enumerated() {
            skips[Int(byte)] = bytes.count - 1 - index
            if (0x61...0x7A).contains(byte) { skips[Int(byte & 0xDF)] = bytes.count - 1 - index }
        }
        self.skips = skips
    }

    /// Where the needle next stands in ASCII in any case, or in a text that has neither case nor diacritics.
    func firstIndex(in text: [UInt8], from start: Int, to end: Int) -> Int? {
        guard let last = bytes.last else { return nil }
        let count = bytes.count
        var index = start + count - 1
        while index < end {
            let byte = text[index]
            if Self.folded(byte) == last {
                var offset = 1
                while offset < count, Self.folded(text[index - offset]) == bytes[count - 1 - offset] { offset += 1 }
                if offset == count { return index - count + 1 }
            }
            index += skips[Int(byte)]
        }
        return nil
    }

    /// All places, none of which overlap.
    func ranges(in text: [UInt8], from start: Int, to end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = start
        while let found = firstIndex(in: text, from: place, to: end) {
            ranges.append(found..<found + bytes.count)
            place = found + bytes.count
        }
        return ranges
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
