import CHashing
import TestSupport
import Testing

@testable import Archives

/// The checks of zip, gzip and xz by every way that this processor has.
struct `The content of an archive` {
    @Test(arguments: [chashing_portable, chashing_best])
    func `has the checks of the catalogues if it is their check string`(way: chashing_way) {
        let text = Array("123456789".utf8)
        #expect(unsafe chashing_crc32(0, text, text.count, way) == 0xCBF4_3926)
        #expect(unsafe chashing_crc64(0, text, text.count, way) == 0x995D_C9BB_DF19_39FA)
    }

    @Test func `has the same checks by folding as by the table, wherever it is cut`() {
        let bytes = SeededGenerator.bytes(2_000, seed: 5)
        for count in Array(0...300) + [1_000, 1_999, 2_000] {
            let expected = unsafe (
                chashing_crc32(0, bytes, count, chashing_portable), chashing_crc64(0, bytes, count, chashing_portable)
            )
            #expect(unsafe chashing_crc32(0, bytes, count, chashing_best) == expected.0, "\(count) bytes")
            #expect(unsafe chashing_crc64(0, bytes, count, chashing_best) == expected.1, "\(count) bytes")
            let cut = count / 3
            let rest = Array(bytes[cut..<count])
            let first32 = unsafe chashing_crc32(0, bytes, cut, chashing_best)
            let first64 = unsafe chashing_crc64(0, bytes, cut, chashing_best)
            #expect(unsafe chashing_crc32(first32, rest, rest.count, chashing_best) == expected.0, "\(count) bytes")
            #expect(unsafe chashing_crc64(first64, rest, rest.count, chashing_best) == expected.1, "\(count) bytes")
        }
    }

    @Test func `is dense if it is compressed or encrypted already, and not if it could gain`() {
        #expect(Density.isDense(SeededGenerator.bytes(1 << 20, seed: 1)[...]))
        #expect(Density.isDense(SeededGenerator.bytes(20_000, seed: 2)[...]))
        #expect(!Density.isDense(SeededGenerator.bytes(8_191, seed: 3)[...]))
        #expect(!Density.isDense(Sample.text(1 << 20)[...]))
        // Seven of eight bits are used.
        #expect(!Density.isDense(SeededGenerator.bytes(1 << 20, seed: 4).map { $0 & 0x7F }[...]))
        #expect(!Density.isDense([]))
        // One part in 33 over what equal numbers of all bytes give is the limit: 8,192 bytes, of which one value has 46
        // too many.
        let even = (0..<8_192).map { UInt8($0 % 256) }
        #expect(Density.isDense(even[...]))
    }
}
