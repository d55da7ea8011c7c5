import CHashing

/// Follows deflate data from block to block without expanding it (RFC 1951 §3.2).
struct DeflateBlocks {
    private let bytes: [UInt8]
    private let end: Int
    private var position = 0

    /// Turns a complete stream into the beginning of a longer one: clears the mark of its last block, and adds an empty
    /// stored block up to the next whole byte, like zlib's `Z_SYNC_FLUSH`.
    static func openEnded(_ stream: [UInt8]) throws(ArchiveProblem) -> [UInt8] {
        var blocks = DeflateBlocks(stream)
        let last = try blocks.passAll()
        var bytes = stream
        bytes[last / 8] &= ~(1 << UInt8(last % 8))
        // A block begins with three bits; zeros fill up the last byte.
        let spare = bytes.count * 8 - blocks.position
        return bytes + (spare >= 3 ? [] : [0]) + [0, 0, 0xFF, 0xFF]
    }

    private init(_ stream: [UInt8]) {
        // Allows reading eight bytes anywhere.
        bytes = stream + [UInt8](repeating: 0, count: 8)
        end = stream.count * 8
    }

    /// Follows all blocks, and returns the bit where the last one begins.
    private mutating func passAll() throws(ArchiveProblem) -> Int {
        while true {
            let start = position
            let header = try readBits(3)
            switch header >> 1 {
            case 0: try passStored()
            case 1: try passSymbols(Self.fixed.0, Self.fixed.1)
            case 2:
                let (lengths, distances) = try codes()
                try passSymbols(lengths, distances)
            default: throw Self.damaged
            }
            if header & 1 == 1 { return start }
        }
    }

    private mutating func passStored() throws(ArchiveProblem) {
        position = (position + 7) & ~7
        let length = try readBits(16)
        _ = try readBits(16)
        position += length * 8
        guard position <= end else { throw Self.damaged }
    }

    private mutating func passSymbols(_ lengths: PrefixCode, _ distances: PrefixCode) throws(ArchiveProblem) {
        while true {
            guard position < end else { throw Self.damaged }
            // A code of up to 15 bits with 5 extra bits, and one of up to 15 with 13, fit into 57 bits.
            var bits = peek()
            let symbol = lengths[bits]
            if symbol.count == 0 { throw Self.damaged }
            position += symbol.count
            if symbol.value < 256 { continue }
            if symbol.value == 256 { break }
            let extra = Self.extraOfLength(symbol.value)
            bits >>= UInt64(symbol.count + extra)
            let distance = distances[bits]
            guard extra >= 0, distance.count > 0, distance.value < 30 else { throw Self.damaged }
            position += extra + distance.count + max(0, distance.value / 2 - 1)
        }
        guard position <= end else { throw Self.damaged }
    }

    /// Extra bits of the symbols from 257 on (§3.2.5); -1 for invalid ones.
    private static func extraOfLength(_ symbol: Int) -> Int {
        symbol < 265 || symbol == 285 ? 0 : symbol < 285 ? (symbol - 261) / 4 : -1
    }

    /// The codes of a block with dynamic codes (§3.2.7).
    private mutating func codes() throws(ArchiveProblem) -> (PrefixCode, PrefixCode) {
        let count = try readBits(5) + 257
        let distanceCount = try readBits(5) + 1
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for place in order.prefix(try readBits(4) + 4) { codeLengths[place] = UInt8(try readBits(3)) }
        let code = PrefixCode(codeLengths)
        var lengths: [UInt8] = []
        while lengths.count < count + distanceCount {
            let symbol = code[peek()]
            if symbol.count == 0 { throw Self.damaged }
            position += symbol.count
            switch symbol.value {
            case 16: lengths += repeatElement(lengths.last ?? 0, count: try readBits(2) + 3)
            case 17: lengths += repeatElement(0, count: try readBits(3) + 3)
            case 18: lengths += repeatElement(0, count: try readBits(7) + 11)
            case let length: lengths.append(UInt8(length))
            }
        }
        return (PrefixCode(lengths[..<count]), PrefixCode(lengths[count..<count + distanceCount]))
    }

    private mutating func readBits(_ count: Int) throws(ArchiveProblem) -> Int {
        guard position + count <= end else { throw Self.damaged }
        defer { position += count }
        return Int(peek() & (1 << UInt64(count) - 1))
    }

    /// The next 57 bits or more.
    @inline(__always)
    private func peek() -> UInt64 {
        let start = position / 8
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(bytes[start + index]) << UInt64(8 * index) }
        return word >> UInt64(position % 8)
    }

    private static let damaged = ArchiveProblem.failed(operation: "follow what the compression made", code: 0)

    private static let fixed = (
        PrefixCode(
            (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
        PrefixCode([UInt8](repeating: 5, count: 30))
    )
}

/// A prefix code of deflate (RFC 1951 §3.2.2), as a table indexed by the next bits.
private struct PrefixCode {
    private var table: [UInt16]
    private let mask: UInt64

    /// Makes the code from the number of bits of each symbol, 0 if it does not occur.
    init(_ lengths: some Collection<UInt8>) {
        let longest = Int(lengths.max() ?? 0)
        table = [UInt16](repeating: 0, count: 1 << longest)
        mask = UInt64(table.count - 1)
        var code = 0
        for length in 1...max(1, longest) {
            for (symbol, own) in lengths.enumerated() where Int(own) == length {
                // The first bit of a code is the lowest of the next bits.
                var reversed = 0
                for bit in 0..<length { reversed |= (code >> bit & 1) << (length - 1 - bit) }
                for place in stride(from: reversed, to: table.count, by: 1 << length) {
                    table[place] = UInt16(symbol << 4 | length)
                }
                code += 1
            }
            code <<= 1
        }
    }

    /// The symbol at the beginning of some bits, and the number of its bits; 0 if there is none.
    @inline(__always)
    subscript(bits: UInt64) -> (value: Int, count: Int) {
        let entry = table[Int(truncatingIfNeeded: bits & mask)]
        return (Int(entry >> 4), Int(entry & 15))
    }
}

/// Raw deflate data (RFC 1951) from content in memory.
enum Deflate {
    /// The size of the gzip frame: a header of 10 bytes, CRC-32 and length.
    private static let headerCount = 10
    private static let trailerCount = 8

    /// Compresses content into one stream, as zlib's `deflate` does in one call with `Z_FINISH`.
    static func compress(_ content: ArraySlice<UInt8>, level: Int) throws(ArchiveProblem) -> [UInt8] {
        let gzip = try CompressionEngine(.gzip(level: level)).compress(content)
        return Array(gzip.dropFirst(headerCount).dropLast(trailerCount))
    }

    /// Compresses a piece of a longer stream, which ends at a whole byte.
    ///
    /// Pieces are independent, so that all cores can make them; together they are one stream, which any reader accepts.
    /// (Separate gzip members would be quicker to make, but many readers stop after the first.)
    static func piece(
        _ content: ArraySlice<UInt8>, level: Int, isLast: Bool
    ) throws(ArchiveProblem) -> [UInt8] {
        if !Density.isDense(content) {
            var deflated = try compress(content, level: level)
            if !isLast { deflated = try DeflateBlocks.openEnded(deflated) }
            if deflated.count < content.count { return deflated }
        }
        return stored(content, isLast: isLast)
    }

    /// Content in stored blocks (§3.2.4).
    private static func stored(_ content: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        var rest = content
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 5 * (content.count / 0xFFFF + 1))
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            bytes.append(isLast && rest.isEmpty ? 1 : 0)
            bytes.append(littleEndian: UInt16(block.count))
            bytes.append(littleEndian: ~UInt16(block.count))
            bytes += block
        } while !rest.isEmpty
        return bytes
    }
}

/// Estimates from a piece of content whether compressing it can gain anything (`docs/Format.md`, clause E.3).
enum Density {
    /// How many bytes of a stream to examine and compress at a time.
    static let pieceSize = 1 << 20

    /// Whether bytes are so evenly distributed that compression gains nothing, as in compressed or encrypted content.
    ///
    /// The sum of the squares of the frequencies of all byte values is at least the square of the number of bytes
    /// divided by 256, with equality for a uniform distribution. Pieces of compressed files within 1/32 of that never
    /// shrank by more than 4 %.
    static func isDense(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= least else { return false }
        var counts = [UInt64](repeating: 0, count: 256)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_count(&counts, start, buffer.count)
        }
        let squares = counts.reduce(0) { $0 + $1 * $1 }
        let count = UInt64(bytes.count)
        return squares * 256 * 32 <= count * count * 33
    }

    /// Always compresses shorter content, since chance can make the sum large even for random bytes.
    private static let least = 8_192
}
