import Testing

@testable import Archives

/// The zip to the byte, as the format's document defines it.
struct `A zip` {
    @Test func `without members is an end record`() throws {
        #expect(try pack([], .zip) == [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    }

    @Test func `has a header, the content and a record for a stored member`() throws {
        let zip = try pack([SampleFile("é", "hi")], .zip)
        let common: [UInt8] = [
            0x00, 0x08, 0, 0, 0, 0, 0x21, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0,
        ]
        let local = [0x50, 0x4B, 3, 4, 20, 0] + common + [0xC3, 0xA9, 0x68, 0x69]
        let record =
            [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + common
            + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81, 0, 0, 0, 0, 0xC3, 0xA9]
        let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 48, 0, 0, 0, 34, 0, 0, 0, 0, 0]
        #expect(zip == local + record + end)
    }

    @Test func `deflates content where that makes it smaller, and stores it otherwise`() throws {
        for sample in [Sample.contents, .large] {
            let zip = try ZipArchive(MemoryBytes(try pack(sample.files, .zip)))
            let members = try zip.members()
            #expect(members.map(\.path) == sample.files.map { Array($0.path.utf8) })
            for (member, file) in Swift.zip(members, sample.files) {
                guard case .zip(let facts) = member.facts else {
                    Issue.record("\(file.path) is no member of a zip")
                    continue
                }
                let isStored = facts.method == 0
                let isCompressible =
                    !file.isAlreadyCompressed && !file.path.contains("random") && file.content.count > 9
                #expect(isStored != isCompressible, "\(file.path)")
                #expect(facts.compressedSize <= member.size)
                #expect(facts.flags == 0x0800)
                #expect(facts.versionNeeded == 20)
                #expect(facts.extraFields == [])
                #expect(facts.dosTime == 0x21_0000)
            }
        }
    }

    @Test func `has zip64 sizes in both headers of a member from 4 GiB on`() {
        let member = ZipWrittenMember(name: [0x61], size: 1 << 32, method: 8, checksum: 0, compressedSize: 5)
        let local = ZipRecordWriter.localHeader(member)[...]
        #expect(local.uint16(at: 4) == 45)
        #expect(local.uint32(at: 18) == 0xFFFF_FFFF)
        #expect(local.uint32(at: 22) == 0xFFFF_FFFF)
        #expect(local.uint16(at: 28) == 20)
        #expect(local.uint64(at: 35) == 1 << 32)
        #expect(local.uint64(at: 43) == 5)
        let record = ZipRecordWriter.directoryRecord(member, at: 7)[...]
        #expect(record.uint32(at: 20) == 5)
        #expect(record.uint32(at: 24) == 0xFFFF_FFFF)
        #expect(record.uint16(at: 30) == 12)
        #expect(record.uint64(at: 51) == 1 << 32)
    }

    @Test func `has a zip64 offset in the directory alone for a member behind 4 GiB`() throws {
        let member = ZipWrittenMember(name: [0x61], size: 3, method: 0, checksum: 0, compressedSize: 3)
        #expect(ZipRecordWriter.localHeader(member)[...].uint16(at: 4) == 20)
        let bytes = ZipRecordWriter.directoryRecord(member, at: 1 << 33)[...]
        let record = ZipDirectoryRecord(try ZipRecordFields(bytes, at: 0))
        #expect(record.member.headerOffset == 1 << 33)
        #expect(record.facts.extraFields == [1])
    }

    @Test func `has a zip64 end record for more than 65,534 members`() throws {
        for count in [65_534, 65_535] {
            let zip = try pack((0..<count).map { SampleFile("\($0)", []) }, .zip)
            let locator = zip.dropLast(22).suffix(20)
            #expect((locator.uint32(at: 0) == ZipSignature.zip64Locator) == (count == 65_535))
            #expect(try ZipArchive(MemoryBytes(zip)).members().count == count)
        }
    }
}
