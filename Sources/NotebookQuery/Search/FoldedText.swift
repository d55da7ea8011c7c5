import NotebookText

/// A part of a file without case and diacritics, with the original position of each byte.
package struct FoldedText: Sendable {
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

/// A text to search for, ignoring case and diacritics (Horspool, “Practical fast searching in strings”, 1980).
///
/// A space in it matches any white space, and at line ends also the markers of block quotes.
struct LooseNeedle: Sendable {
    /// The text without case and diacritics.
    let bytes: [UInt8]
    /// The text before the first space.
    private let first: [UInt8]
    /// The words after the first space.
    private let others: [[UInt8]]
    /// How far to skip, by the byte that is compared with the end of the first word.
    private let skips: [Int]

    init(_ text: String) {
        bytes = TextKey(text, isExact: false).bytes
        let words = bytes.split(separator: 0x20).map(Array.init)
        let first = words.first ?? []
        var skips = [Int](repeating: max(first.count, 1), count: 256)
        for (index, byte) in first.dropLast().enumerated() {
            skips[Int(byte)] = first.count - 1 - index
            if (0x61...0x7A).contains(byte) { skips[Int(byte & 0xDF)] = first.count - 1 - index }
        }
        self.first = first
        others = Array(words.dropFirst())
        self.skips = skips
    }

    /// The next match in ASCII text of any case, or in a text without case and diacritics.
    func firstRange(in text: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
        var place = start
        while let found = firstWord(in: text, from: place, to: end) {
            if let last = self.end(in: text, behind: found + first.count, to: end) { return found..<last }
            place = found + 1
        }
        return nil
    }

    private func firstWord(in text: [UInt8], from start: Int, to end: Int) -> Int? {
        guard let last = first.last else { return nil }
        let count = first.count
        var index = start + count - 1
        while index < end {
            let byte = text[index]
            if Self.folded(byte) == last {
                var offset = 1
                while offset < count, Self.folded(text[index - offset]) == first[count - 1 - offset] { offset += 1 }
                if offset == count { return index - count + 1 }
            }
            index += skips[Int(byte)]
        }
        return nil
    }

    /// The end of the needle if its first word ends at an offset; `nil` if the other words do not follow.
    private func end(in text: [UInt8], behind start: Int, to end: Int) -> Int? {
        var place = start
        for word in others {
            let next = Self.behindSpace(in: text, from: place, to: end)
            guard next > place, next + word.count <= end else { return nil }
            for (offset, byte) in word.enumerated() where Self.folded(text[next + offset]) != byte { return nil }
            place = next + word.count
        }
        return place
    }

    /// The offset after white space, and after the markers of block quotes at the beginnings of lines.
    private static func behindSpace(in text: [UInt8], from start: Int, to end: Int) -> Int {
        var (place, isInLine) = (start, true)
        while place < end {
            switch text[place] {
            case 0x20, 0x09, 0x0B, 0x0C: break
            case 0x0A, 0x0D: isInLine = false
            case UInt8(ascii: ">") where !isInLine: break
            default: return place
            }
            place += 1
        }
        return place
    }

    /// All matches, without overlaps.
    func ranges(in text: [UInt8], from start: Int, to end: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = start
        while let found = firstRange(in: text, from: place, to: end) {
            ranges.append(found)
            place = found.upperBound
        }
        return ranges
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
