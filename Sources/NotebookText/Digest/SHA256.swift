import CHashing

/// The secure hash algorithm SHA-256 (FIPS 180-4 §6.2), fed piece by piece.
package struct SHA256: Sendable {
    private var digest = chashing_sha256()
    private let way: Way

    /// A new hasher.
    package init() { self.init(by: .best) }

    /// Makes a hasher that uses a certain implementation; all give the same result.
    package init(by way: Way) {
        self.way = way
        unsafe chashing_sha256_start(&digest)
    }

    /// The implementations.
    package enum Way: CaseIterable, Sendable {
        /// The fastest that the processor supports.
        case best
        case portable
        /// The processor's SHA instructions.
        case instructions
        /// Several messages at once, in lanes of AVX2.
        case lanes8
        /// Several messages at once, in lanes of AVX-512.
        case lanes16

        /// Whether the processor supports it.
        var isAvailable: Bool { chashing_has(code) != 0 }

        fileprivate var code: chashing_way {
            switch self {
            case .best: chashing_best
            case .portable: chashing_portable
            case .instructions: chashing_instructions
            case .lanes8: chashing_lanes8
            case .lanes16: chashing_lanes16
            }
        }
    }

    /// Adds bytes.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_sha256_update(&digest, start, buffer.count, way.code)
        }
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

    /// The digest of all bytes so far.
    package consuming func finish() -> Digest {
        unsafe chashing_sha256_finish_several(&digest, 1, way.code)
        return Digest(digest)
    }
}

extension SHA256 {
    /// How many messages are hashed at a time.
    private static let atOnce = 64

    /// Computes the digests of several messages, in parallel if the processor supports it: for many messages on a
    /// processor without SHA instructions, this takes a fifth to a ninth of the time.
    package static func digests(of messages: [[UInt8]], by way: Way = .best) -> [Digest] {
        var digests: [Digest] = []
        digests.reserveCapacity(messages.count)
        for start in stride(from: 0, to: messages.count, by: atOnce) {
            let some = messages[start..<min(start + atOnce, messages.count)]
            var states = [chashing_sha256](repeating: SHA256().digest, count: some.count)
            var counts = some.map(\.count)
            unsafe withPointers(to: some, []) { pointers in
                unsafe chashing_sha256_update_several(&states, pointers, &counts, some.count, way.code)
            }
            unsafe chashing_sha256_finish_several(&states, some.count, way.code)
            digests += states.map { Digest($0) }
        }
        return digests
    }

    /// Calls a function with the addresses of the bytes of several arrays.
    private static func withPointers(
        to arrays: ArraySlice<[UInt8]>, _ pointers: [UnsafePointer<UInt8>?],
        _ body: ([UnsafePointer<UInt8>?]) -> Void
    ) {
        guard let first = arrays.first else { return unsafe body(pointers) }
        unsafe first.withUnsafeBufferPointer { buffer in
            unsafe withPointers(to: arrays.dropFirst(), pointers + [buffer.baseAddress], body)
        }
    }
}

extension Digest {
    fileprivate init(_ digest: chashing_sha256) {
        let words = digest.state
        self.init(words: SIMD8(words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7))
    }
}
