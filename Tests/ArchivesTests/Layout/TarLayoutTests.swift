import Archives
import Testing

/// The plain tar to the byte, as the format's document defines it.
struct `A tar` {
    private func header(
        name: String, prefix: String = "", size: String, checksum: String, type: String = "0"
    ) -> [UInt8] {
        func field(_ text: String, _ length: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
        }
        var bytes = field(name, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8)
        bytes += field(size, 12) + field("02263523000", 12) + Array(checksum.utf8) + [0, 0x20] + Array(type.utf8)
        bytes += field("", 100) + Array("ustar\u{0}00".utf8) + field("", 64)
        return bytes + field("0000000", 8) + field("0000000", 8) + field(prefix, 155) + field("", 12)
    }

    private func blocks(_ content: String) -> [UInt8] {
        let bytes = Array(content.utf8)
        return bytes + zeros((512 - bytes.count % 512) % 512)
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test func `without members is 10,240 zeros`() throws {
        #expect(try pack([], .tar) == zeros(10_240))
    }

    @Test func `has a header, the content and zeros for a member`() throws {
        let tar = try pack([SampleFile("notes/a.md", "hello\n")], .tar)
        #expect(
            tar == header(name: "notes/a.md", size: "00000000006", checksum: "011122") + blocks("hello\n")
                + zeros(10_240 - 1_024))
    }

    @Test func `has an extended header as well for a path that isn’t ASCII`() throws {
        let tar = try pack([SampleFile("a", ""), SampleFile("é.md", "e")], .tar)
        let expected =
            header(name: "a", size: "00000000000", checksum: "007365")
            + header(name: "PaxHeaders/2", size: "00000000016", checksum: "011451", type: "x")
            + blocks("14 path=é.md\n")
            + header(name: "é.md", size: "00000000001", checksum: "010400") + blocks("e")
        #expect(tar == expected + zeros(10_240 - expected.count))
    }

    @Test func `splits a longer path at the first slash that leaves 100 bytes`() throws {
        let prefix = String(repeating: "a", count: 60) + "/" + String(repeating: "b", count: 60)
        let name = "c/" + String(repeating: "d", count: 90)
        let tar = try pack([SampleFile(prefix + "/" + name, "")], .tar)
        #expect(tar.prefix(512) == header(name: name, prefix: prefix, size: "00000000000", checksum: "060061")[...])
    }

    @Test(arguments: [
        // No slash to split at: the first 100 bytes.
        (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
        // Not within a character.
        (String(repeating: "x", count: 99) + "éé", String(repeating: "x", count: 99)),
        // Not at a slash, which would make it a directory.
        (
            String(repeating: "x", count: 99) + "/" + String(repeating: "y", count: 101),
            String(repeating: "x", count: 99)
        ),
        (
            String(repeating: "é", count: 49) + "//" + String(repeating: "y", count: 101),
            String(repeating: "é", count: 49)
        ),
    ])
    func `shortens a path that doesn’t fit in the plain header`(path: String, name: String) throws {
        let tar = try pack([SampleFile(path, "")], .tar)
        let length = 512 + (path.utf8.count + 511 + 10) / 512 * 512
        let shortened = tar.dropFirst(length).prefix(100).prefix { $0 != 0 }
        #expect(String(decoding: shortened, as: UTF8.self) == name)
        #expect(try readAll(tar).map(\.path) == [path])
    }

    @Test func `is filled up to 10,240 bytes`() throws {
        // With the two zero blocks of the end, 16 + 1 + 2 blocks are one short of 20.
        for (count, expected) in [(17, 10_240), (18, 10_240), (19, 20_480)] {
            let tar = try pack([SampleFile("a", [UInt8](repeating: 1, count: 512 * (count - 1)))], .tar)
            #expect(tar.count == expected)
        }
    }
}
