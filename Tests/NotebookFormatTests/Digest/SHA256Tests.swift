import Foundation
import TestSupport
import Testing

@testable import NotebookText

/// SHA-256 by every way that this processor has, against the standard's examples and Python's hashlib.
struct `SHA-256 by every way of the processor` {
    static let ways = SHA256.Way.allCases.filter(\.isAvailable)

    private static func digest(_ bytes: [UInt8], by way: SHA256.Way, pieces: [Int] = []) -> String {
        var hasher = SHA256(by: way)
        var rest = bytes[...]
        for piece in pieces {
            hasher.update(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        hasher.update(rest)
        return hasher.finish().description
    }

    /// FIPS 180-4 and "Examples with Intermediate Values" of NIST.
    @Test(arguments: ways)
    func `gives the digests of the standard's examples`(way: SHA256.Way) {
        let examples = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
        for (text, digest) in examples { #expect(Self.digest(Array(text.utf8), by: way) == digest) }
        let together = SHA256.digests(of: examples.map { Array($0.0.utf8) }, by: way)
        #expect(together.map(\.description) == examples.map(\.1))
    }

    /// The Monte Carlo test of NIST's SHA-2 validation system, from a seed of its own: 100 times 1,000 digests.
    @Test(.enabled(if: Python.has("hashlib")), arguments: ways)
    func `is right in a chain of 100,000 digests`(way: SHA256.Way) throws {
        let script = """
            import hashlib
            seed = bytes(range(32))
            for _ in range(100):
                a = b = c = seed
                for _ in range(1000):
                    a, b, c = b, c, hashlib.sha256(a + b + c).digest()
                seed = c
            print(seed.hex())
            """
        let expected = try Python.run(.text(script)).output.trimmingCharacters(in: .whitespacesAndNewlines)
        var seed = (0..<32).map { UInt8($0) }
        for _ in 0..<100 {
            var (a, b, c) = (seed, seed, seed)
            for _ in 0..<1_000 {
                var hasher = SHA256(by: way)
                for part in [a, b, c] { hasher.update(part[...]) }
                (a, b, c) = (b, c, hasher.finish().bytes)
            }
            seed = c
        }
        #expect(seed.map { String(format: "%02x", $0) }.joined() == expected)
    }

    /// All short lengths, as NIST's short messages have them, and long ones.
    @Test(.enabled(if: Python.has("hashlib")), arguments: ways, Seeds.some(1))
    func `agrees with hashlib, alone and together, whole and in pieces`(way: SHA256.Way, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var lengths = Array(0...260)
        for _ in 0..<60 { lengths.append(Int.random(in: 0...20_000, using: &generator)) }
        lengths.shuffle(using: &generator)
        let messages = lengths.map { generator.bytes($0) }
        let file = FileManager.default.temporaryDirectory.appending(path: "sha256-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(messages.joined()).write(to: file)
        let script = """
            import hashlib, sys
            with open(sys.argv[1], "rb") as file:
                for length in sys.argv[2].split(","):
                    print(hashlib.sha256(file.read(int(length))).hexdigest())
            """
        let words = [file.path, lengths.map(String.init).joined(separator: ",")]
        let expected = try Python.run(.text(script), words).output.split(separator: "\n").map(String.init)
        #expect(expected.count == messages.count)
        #expect(SHA256.digests(of: messages, by: way).map(\.description) == expected, "seed \(seed)")
        for (message, digest) in zip(messages, expected) {
            let pieces = (0..<5).map { _ in Int.random(in: 0...200, using: &generator) }
            #expect(Self.digest(message, by: way) == digest, "\(message.count) bytes, seed \(seed)")
            let inPieces = Self.digest(message, by: way, pieces: pieces)
            #expect(inPieces == digest, "\(message.count) bytes in \(pieces), seed \(seed)")
        }
    }

    @Test func `takes any number of messages together`() {
        let message = Array("heron".utf8)
        let digest = Digest.of(message)
        for way in Self.ways {
            for count in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 300] {
                let digests = SHA256.digests(of: Array(repeating: message, count: count), by: way)
                #expect(digests == Array(repeating: digest, count: count), "\(count) by \(way)")
            }
        }
    }
}
