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

/// A text to search for, ignoring case and diacritics.
///
/// A space in it matches any white space, and at line ends also the markers of block quotes.
struct LooseNeedle: Sendable {
    /// The text without case and diacritics.
    let bytes: [UInt8]
    /// The text before the first space.
    private let first: [UInt8]
    /// The words after the first space.
    private let others: [[UInt8]]

    init(_ text: String) {
        bytes = TextKey(text, isExact: false).bytes
        let words = bytes.split(separator: 0x20).map(Array.init)
        first = words.first ?? []
        others = Array(words.dropFirst())
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

    /// The next place of the first word.
    ///
    /// Compares sixteen places at once with its first and its last byte, and with all of it only where both agree.
    private func firstWord(in text: [UInt8], from start: Int, to end: Int) -> Int? {
        guard let head = first.first, let tail = first.last, start >= 0, end <= text.count else { return nil }
        let last = first.count - 1
        let (heads, headCase) = (Lanes(repeating: head), Lanes(repeating: Self.caseBit(of: head)))
        let (tails, tailCase) = (Lanes(repeating: tail), Lanes(repeating: Self.caseBit(of: tail)))
        return unsafe text.withUnsafeBytes { bytes -> Int? in
            var index = start
            while index + last + Lanes.scalarCount <= end {
                let one = unsafe bytes.loadUnaligned(fromByteOffset: index, as: Lanes.self) | headCase
                let other = unsafe bytes.loadUnaligned(fromByteOffset: index + last, as: Lanes.self) | tailCase
                // Eight lanes in a number, the first of them in its lowest byte.
                let hits = unsafe unsafeBitCast((one .== heads) .& (other .== tails), to: SIMD2<UInt64>.self)
                for half in 0..<2 where hits[half] != 0 {
                    var rest = UInt64(littleEndian: hits[half])
                    while rest != 0 {
                        let lane = rest.trailingZeroBitCount / 8
                        let place = index + half * 8 + lane
                        if unsafe isFirstWord(bytes, at: place) { return place }
                        rest &= ~(0xFF << UInt64(lane * 8))
                    }
                }
                index += Lanes.scalarCount
            }
            while index + last < end {
                if unsafe isFirstWord(bytes, at: index) { return index }
                index += 1
            }
            return nil
        }
    }

    private typealias Lanes = SIMD16<UInt8>

    private func isFirstWord(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        for offset in first.indices where unsafe Self.folded(bytes[place + offset]) != first[offset] { return false }
        return true
    }

    /// The bit in which the capital of a small letter differs; none for other bytes.
    private static func caseBit(of byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? 0x20 : 0 }

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
