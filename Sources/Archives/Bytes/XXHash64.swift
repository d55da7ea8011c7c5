import CHashing

/// The 64-bit xxHash with seed 0, whose low half is Zstandard's content checksum (RFC 8878 §3.1.1).
struct XXHash64 {
    private var lanes: (UInt64, UInt64, UInt64, UInt64) = (prime1 &+ prime2, prime2, 0, 0 &- prime1)
    private var pending: [UInt8] = []
    private var count: UInt64 = 0

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        count &+= UInt64(bytes.count)
        var rest = bytes
        if !pending.isEmpty {
            let missing = rest.prefix(32 - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            if pending.count < 32 { return }
            absorb(pending[...])
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.count & ~31
        absorb(rest.prefix(whole))
        pending += rest.dropFirst(whole)
    }

    /// The hash of all bytes so far.
    var value: UInt64 {
        var hash = count < 32 ? Self.prime5 : mergedLanes
        hash &+= count
        var rest = pending[...]
        while rest.count >= 8 {
            hash ^= Self.round(0, rest.uint64(at: 0))
            hash = hash.rotated(27) &* Self.prime1 &+ Self.prime4
            rest = rest.dropFirst(8)
        }
        if rest.count >= 4 {
            hash ^= UInt64(rest.uint32(at: 0)) &* Self.prime1
            hash = hash.rotated(23) &* Self.prime2 &+ Self.prime3
            rest = rest.dropFirst(4)
        }
        for byte in rest {
            hash ^= UInt64(byte) &* Self.prime5
            hash = hash.rotated(11) &* Self.prime1
        }
        hash = (hash ^ hash >> 33) &* Self.prime2
        hash = (hash ^ hash >> 29) &* Self.prime3
        return hash ^ hash >> 32
    }

    private mutating func absorb(_ blocks: ArraySlice<UInt8>) {
        var words = [lanes.0, lanes.1, lanes.2, lanes.3]
        unsafe blocks.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_xxh64(&words, start, buffer.count)
        }
        lanes = (words[0], words[1], words[2], words[3])
    }

    private var mergedLanes: UInt64 {
        let (a, b, c, d) = lanes
        let hash = a.rotated(1) &+ b.rotated(7) &+ c.rotated(12) &+ d.rotated(18)
        return [a, b, c, d].reduce(hash) { ($0 ^ Self.round(0, $1)) &* Self.prime1 &+ Self.prime4 }
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        (lane &+ word &* prime2).rotated(31) &* prime1
    }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
}

extension UInt64 {
    fileprivate func rotated(_ bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
