/// The checksum XXH64 (github.com/Cyan4973/xxHash), which finds damage, and is computed ten times as fast as a digest
/// that nobody can forge.
package enum XXH64 {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    /// The checksum of bytes, with the seed 0.
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var offset = 0
        var hash = primes.4
        if bytes.count >= 32 {
            var lanes = (primes.0 &+ primes.1, primes.1, UInt64(0), 0 &- primes.0)
            while bytes.count - offset >= 32 {
                lanes.0 = round(lanes.0, bytes.eightBytes(at: offset) ?? 0)
                lanes.1 = round(lanes.1, bytes.eightBytes(at: offset &+ 8) ?? 0)
                lanes.2 = round(lanes.2, bytes.eightBytes(at: offset &+ 16) ?? 0)
                lanes.3 = round(lanes.3, bytes.eightBytes(at: offset &+ 24) ?? 0)
                offset &+= 32
            }
            hash = rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ round(0, lane)) &* primes.0 &+ primes.3
            }
        }
        hash = hash &+ UInt64(bytes.count)
        while let word = bytes.eightBytes(at: offset) {
            hash = rotate(hash ^ round(0, word), 27) &* primes.0 &+ primes.3
            offset += 8
        }
        if bytes.count - offset >= 4 {
            let word = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
            hash = rotate(hash ^ (word &* primes.0), 23) &* primes.1 &+ primes.2
            offset += 4
        }
        for index in offset..<bytes.count {
            hash = rotate(hash ^ (UInt64(bytes[index]) &* primes.4), 11) &* primes.0
        }
        hash = (hash ^ hash >> 33) &* primes.1
        hash = (hash ^ hash >> 29) &* primes.2
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* primes.1, 31) &* primes.0
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }
}
