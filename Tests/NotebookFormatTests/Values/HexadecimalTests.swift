import Testing

@testable import NotebookText

struct `Hexadecimal digits` {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Eight bytes at a time are read in one step; each byte must still be judged for itself.
    @Test func `are lower case, at each place of a digest and a uuid`() {
        let digest = Array(String(repeating: "0f9a", count: 16).utf8)
        let uuid = Array("0f9a0f9a-0f9a-4f9a-8f9a-0f9a0f9a0f9a".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in digest.indices {
                var bytes = digest
                bytes[place] = byte
                #expect((Digest(hexadecimal: bytes, in: 0..<64) != nil) == Self.digits.contains(byte))
            }
            for place in uuid.indices {
                var bytes = uuid
                bytes[place] = byte
                let fits = uuid[place] == 0x2D ? byte == 0x2D : Self.digits.contains(byte)
                #expect((UniqueIdentifier(bytes, in: 0..<36) != nil) == fits)
            }
        }
    }

    @Test func `stand for the value that they spell`() throws {
        let text = "0123456789abcdeffedcba98765432100011223344556677deadbeefcafe4242"
        #expect(try #require(Digest(hexadecimal: text)).description == text)
        #expect(try #require(Digest(hexadecimal: text)).first == 0x0123_4567_89AB_CDEF)
        let uuid = "01234567-89ab-cdef-fedc-ba9876543210"
        #expect(try #require(UniqueIdentifier(uuid)).description == uuid)
    }

    @Test func `are exactly as many as they must be`() {
        let text = String(repeating: "0", count: 64)
        #expect(Digest(hexadecimal: text.dropLast()) == nil)
        #expect(Digest(hexadecimal: text + "0") == nil)
    }
}
