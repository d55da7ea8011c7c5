import NotebookText

/// A part of a file without case and diacritics, with the original position of each byte.
struct FoldedText: Sendable {
    /// The text without case and diacritics, as in `TextKey`.
    let bytes: [UInt8]
    /// For each byte, and for the end, the offset of its character in the file; `nil` if all offsets match.
    private let origins: [Int]?
    private let start: Int

    /// Folds a part of a file, which is UTF-8.
    init(_ source: [UInt8], _ range: Range<Int>) {
        start = range.lowerBound
        guard source[range].contains(where: { $0 >= 0x80 }) else {
            bytes = source[range].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            origins = nil
            return
        }
        var bytes: [UInt8] = []
        var origins: [Int] = []
        bytes.reserveCapacity(range.count)
        origins.reserveCapacity(range.count + 1)
        var index = range.lowerBound
        while index < range.upperBound {
            let isPlain = source[index] < 0x80 && (index + 1 >= range.upperBound || source[index + 1] < 0x80)
            if isPlain {
                bytes.append((0x41...0x5A).contains(source[index]) ? source[index] | 0x20 : source[index])
                origins.append(index)
                index += 1
                continue
            }
            // Takes a character together with the non-ASCII characters after it.
            let end = source[(index + 1)..<range.upperBound].firstIndex { $0 < 0x80 } ?? range.upperBound
            for character in String(decoding: source[index..<end], as: UTF8.self) {
                let key = TextKey(String(character), isExact: false).bytes
                bytes += key
                origins += Array(repeating: index, count: key.count)
                index += character.utf8.count
            }
            index = end
        }
        self.bytes = bytes
        self.origins = origins + [range.upperBound]
    }

    /// The bytes of the file for a range of the text: whole characters.
    func source(of range: Range<Int>) -> Range<Int> {
        guard let origins else { return start + range.lowerBound..<start + range.upperBound }
        guard range.lowerBound < origins.count, let last = origins.last else { return start..<start }
        let lower = origins[range.lowerBound]
        var end = min(range.upperBound, origins.count - 1)
        let final = range.isEmpty ? lower : origins[min(range.upperBound - 1, origins.count - 1)]
        while end < origins.count - 1, origins[end] <= final { end += 1 }
        return lower..<max(lower, range.isEmpty ? lower : min(origins[end], last))
    }
}
