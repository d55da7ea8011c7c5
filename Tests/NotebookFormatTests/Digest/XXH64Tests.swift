import Testing

@testable import NotebookText

/// The values are those of the reference implementation.
struct `The checksum of a file of the cache` {
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func `is XXH64`(text: String, expected: UInt64) {
        let bytes = Array(text.utf8)
        #expect(XXH64.of(bytes.span) == expected)
    }

    @Test func `is XXH64 for a text with a rest of each kind`() {
        let bytes = Array(0..<100) as [UInt8]
        #expect(XXH64.of(bytes.span) == 0x6AC1_E580_3216_6597)
    }
}
