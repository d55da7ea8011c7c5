import Testing

@testable import Archives

/// Sizes that no test can write out.
struct `The size of a member of a tar` {
    @Test func `stands in the header up to 8 GiB less a byte`() throws {
        let member = NewMember(path: "a", size: 8_589_934_591, isAlreadyCompressed: false)
        let bytes = TarHeaderBlock.headers(of: member, number: 1)
        #expect(bytes.count == 512)
        #expect(try TarHeader(bytes[...]).size == 8_589_934_591)
    }

    @Test func `stands in the extended header from 8 GiB on`() throws {
        let member = NewMember(path: "é", size: 8_589_934_592, isAlreadyCompressed: false)
        let bytes = TarHeaderBlock.headers(of: member, number: 7)
        #expect(bytes.count == 3 * 512)
        let records = "11 path=é\n19 size=8589934592\n"
        #expect(String(decoding: bytes[512..<1_024].prefix { $0 != 0 }, as: UTF8.self) == records)
        #expect(try TarHeader(bytes[1_024...]).size == 0)
        let reader = try ArchiveReader(MemoryBytes(bytes))
        #expect(try reader.next()?.size == 8_589_934_592)
    }

    @Test(arguments: [1, 89, 90, 91, 988, 989, 990, 9_986, 9_987, 9_988])
    func `stands in records that count the digits of their own length`(count: Int) throws {
        let path = "é" + String(repeating: "x", count: count)
        let member = NewMember(path: path, size: 0, isAlreadyCompressed: false)
        let records = TarHeaderBlock.headers(of: member, number: 1).dropFirst(512).prefix { $0 != 0 }
        #expect(try PaxRecords(records).name("path") == Array(path.utf8))
        #expect(Int(String(decoding: records.prefix { $0 != 0x20 }, as: UTF8.self)) == records.count)
    }
}
