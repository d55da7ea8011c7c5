import CHashing

/// The secure hash algorithm SHA-256 (FIPS 180-4 §6.2), fed piece by piece.
package struct SHA256: Sendable {
    private var digest = chashing_sha256()
    private let way: Way

    /// A hasher that has seen nothing.
    package init() { self.init(by: .best) }

    /// A hasher that computes in one of several ways, which give the same.
    package init(by way: Way) {
        self.way = way
        unsafe chashing_sha256_start(&digest)
    }

    /// How digests are computed.
    package enum Way: CaseIterable, Sendable {
        /// The quickest that the processor has.
        case best
        case portable
        /// With the processor's own instructions for SHA.
        case instructions
        /// Several messages at once, in lanes of AVX2.
        case lanes8
        /// Several messages at once, in lanes of AVX-512.
        case lanes16

        /// Whether the processor has it.
        package var isAvailable: Bool { chashing_has(code) != 0 }

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

    /// Takes in the next bytes.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe chashing_sha256_update(&digest, start, buffer.count, way.code)
        }
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

    /// The digest of all bytes so far.
    package consuming func finish() -> Digest {
        unsafe chashing_sha256_finish_several(&digest, 1, way.code)
        return Digest(digest)
    }
}

extension SHA256 {
    /// So many messages are handed over at a time.
    private static let atOnce = 64

    /// The digests of several messages, which are computed at the same time where the processor can do that: without
    /// instructions for SHA, that of many takes a fifth to a ninth of the time that one after the other takes.
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

    /// Calls with the addresses of the bytes of several arrays.
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
