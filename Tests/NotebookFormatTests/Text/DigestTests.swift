import TestSupport
import Testing

@testable import NotebookText

struct `SHA-256` {
    /// FIPS 180-4 example values, from NIST's "Cryptographic Standards and Guidelines" page, and its two long ones.
    @Test(arguments: [
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
    ])
    func `has the digests of the standard`(text: String, digest: String) {
        #expect(Digest.of(Array(text.utf8)).description == digest)
        #expect(Digest(hexadecimal: digest) == Digest.of(Array(text.utf8)))
    }

    @Test func `has the digest of a million letters`() {
        var hasher = SHA256()
        for _ in 0..<1000 { hasher.update(Array(repeating: 0x61, count: 1000)) }
        #expect(hasher.finish().description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: Seeds.some(20))
    func `does not depend on how the bytes are cut`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(Int.random(in: 0...400, using: &generator))
        var hasher = SHA256()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...rest.count, using: &generator)
            hasher.update(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(hasher.finish() == Digest.of(bytes))
    }

    @Test(arguments: [
        "", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "ba78",
        String(repeating: "g", count: 64),
    ])
    func `is read from 64 lower-case digits alone`(text: String) { #expect(Digest(hexadecimal: text) == nil) }
}
