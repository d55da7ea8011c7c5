import TestSupport
import Testing

@testable import Archives

struct `A checksum` {
    @Test func `of the check string is that of every catalogue, by CRC-32`() {
        #expect(CRC32.of(Array("123456789".utf8)[...]) == 0xCBF4_3926)
        #expect(CRC32.of([]) == 0)
    }

    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func `is the published one, by XXH64`(text: String, hash: UInt64) {
        var hasher = XXHash64()
        hasher.update(Array(text.utf8)[...])
        #expect(hasher.value == hash)
    }

    @Test(arguments: Seeds.some(1))
    func `doesn’t depend on how the bytes arrive`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = SeededGenerator.bytes(5_000, seed: seed)
        var whole = XXHash64()
        whole.update(bytes[...])
        for _ in 0..<50 {
            var crc = CRC32()
            var hash = XXHash64()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...90, using: &generator))
                crc.update(piece)
                hash.update(piece)
                rest = rest.dropFirst(piece.count)
            }
            #expect(crc.value == CRC32.of(bytes[...]), "seed \(seed)")
            #expect(hash.value == whole.value, "seed \(seed)")
        }
    }
}
