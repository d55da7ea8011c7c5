@testable import Archives
import Testing

/// What other programs write, and is no reason to refuse an archive.
struct `A reader of archives accepts` {
    private func zipMember(_ build: (inout ZipBuilder) -> Void) throws -> ArchiveMember {
        var zip = ZipBuilder()
        build(&zip)
        return try #require(try readAll(zip.bytes).first).member
    }

    private func tarMember(_ build: (inout TarBuilder) -> Void) throws -> ArchiveMember {
        let tar = TarBuilder.build { tar in
            build(&tar)
            tar.zeros()
        }
        return try #require(try readAll(tar).first).member
    }

    private func facts(_ member: ArchiveMember) throws -> ZipFacts {
        guard case .zip(let facts) = member.facts else { throw Program.Failure(description: "no zip") }
        return facts
    }

    private func tarFacts(_ member: ArchiveMember) throws -> TarFacts {
        guard case .tar(let facts) = member.facts else { throw Program.Failure(description: "no tar") }
        return facts
    }

    @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
    func `a data descriptor of any form`(isSigned: Bool, isWide: Bool) throws {
        let member = try zipMember { zip in
            zip.addDeferred { ZipBuilder.descriptor($0, 7, 7, signed: isSigned, wide: isWide) }
        }
        #expect(try facts(member).hasDataDescriptor)
        #expect(member.size == 7)
    }

    @Test func `members in another order than the directory’s`() throws {
        var zip = ZipBuilder()
        zip.add("first", "1")
        zip.add("second", "2")
        zip.listsBackwards = true
        #expect(try readAll(zip.bytes).map(\.path) == ["first", "second"])
    }

    @Test func `comments, extra fields and padding`() throws {
        var zip = ZipBuilder()
        zip.add("a", "content") {
            $0.comment = Array("of the member".utf8)
            $0.local.extra = ZipBuilder.extra(0xCAFE, []) + [0, 0, 0]
            $0.directory.extra = ZipBuilder.extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])
        }
        zip.end.comment = Array("of the zip".utf8)
        let archive = try ZipArchive(MemoryBytes(zip.bytes))
        #expect(archive.comment == Array("of the zip".utf8))
        let member = try #require(try readAll(zip.bytes).first).member
        #expect(try facts(member).comment == Array("of the member".utf8))
        #expect(try facts(member).extraFields == [0x7875])
        #expect(try facts(member).localExtraFields == [0xCAFE])
    }

    @Test func `a field for encryption where nothing is encrypted, whatever it contains`() throws {
        var zip = ZipBuilder()
        zip.add("a", "content") {
            $0.local.extra = ZipBuilder.extra(0x9901, [1])
            $0.directory.extra = ZipBuilder.extra(0x9901, []) + ZipBuilder.extra(0x9901, [2, 0])
        }
        let member = try #require(try readAll(zip.bytes).first).member
        #expect(try facts(member).extraFields == [0x9901, 0x9901])
    }

    @Test(
        arguments: [
            ([0x82, 0x2D, 0xE1], false, "é-ß"), (Array("é".utf8), false, "é"), (Array("é".utf8), true, "é"),
            ([0x61], false, "a"),
        ])
    func `a name in code page 437 or UTF-8, whatever its Unicode path is`(
        name: [UInt8], isMarked: Bool, path: String
    ) throws {
        let member = try zipMember { zip in
            zip.add(name, Array("content".utf8)) {
                for fields in [\ZipBuilder.Member.local, \.directory] {
                    if !isMarked { $0[keyPath: fields].flags = 0 }
                    $0[keyPath: fields].extra = ZipBuilder.unicodePath("other", for: name)
                }
            }
        }
        #expect(member.path == Array(path.utf8))
        #expect(try facts(member).declaresUTF8 == isMarked)
        #expect(try facts(member).extraFields == [0x7075])
    }

    @Test func `long comments, extra fields and extended headers, whatever they contain`() throws {
        let long = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 1, count: 60_000)
        let member = try zipMember { zip in
            zip.add("a", "content") {
                $0.comment = long
                $0.local.extra = ZipBuilder.extra(0x9999, long)
            }
            zip.end.comment = long
        }
        #expect(try facts(member).comment == long)
        let tar = try tarMember { tar in
            tar.pax(("comment", String(repeating: "x", count: 1_024)), type: "g")
            tar.pax(("org.example.more", String(repeating: "PK", count: 9_000)))
            tar.add("a", "content")
        }
        #expect(tar.path == [0x61])
    }

    @Test func `zip64 values where none are needed`() throws {
        var zip = ZipBuilder()
        zip.add("a", "content") {
            $0.local.size = 0xFFFF_FFFF
            $0.local.compressedSize = 0xFFFF_FFFF
            $0.local.extra = ZipBuilder.zip64(7, 7)
        }
        zip.add("b", "content") {
            $0.local.extra = ZipBuilder.zip64(7, 7)
            $0.directory.extra = ZipBuilder.zip64(7, 7, UInt64(30 + 1 + 20 + 7))
        }
        zip.zip64 = { ZipBuilder.Zip64End($0, $1, $2).bytes }
        #expect(try readAll(zip.bytes).map(\.content) == [Array("content".utf8), Array("content".utf8)])
    }

    @Test(
        arguments: [
            (0o120777, .symbolicLink), (0o010644, .fifo), (0o020644, .characterDevice), (0o060644, .blockDevice),
            (0o140644, .other), (0o100755, .file), (0o644, .file),
        ] as [(UInt32, ArchiveMember.Kind)])
    func `a zip’s member of any kind, and tells it`(mode: UInt32, kind: ArchiveMember.Kind) throws {
        let member = try zipMember { zip in zip.add("a", "target") { $0.attributes = mode << 16 } }
        #expect(member.kind == kind)
        #expect(member.mode == UInt16(mode & 0o7777))
    }

    @Test func `a directory of Java’s, which has no attributes`() throws {
        let member = try zipMember { zip in
            zip.add("META-INF/", "", deflated: true) {
                $0.attributes = 0
                $0.versionMadeBy = 20
            }
        }
        #expect(member.kind == .directory)
        #expect(member.mode == nil)
    }

    @Test func `times as they are stored`() throws {
        let plain = try zipMember { zip in zip.add("a", "") }
        #expect(plain.modificationTime == 315_532_800)
        let extended = try zipMember { zip in
            zip.add("a", "") { $0.directory.extra = ZipBuilder.extra(0x5455, [1, 0x15, 0xCD, 0x5B, 0x07]) }
        }
        #expect(extended.modificationTime == 123_456_789)
        let leapDay = try zipMember { zip in
            zip.add("a", "") {
                $0.local.time = 12 << 11 | 34 << 5 | 28
                $0.directory.time = $0.local.time
                $0.local.date = 44 << 9 | 2 << 5 | 29
                $0.directory.date = $0.local.date
            }
        }
        #expect(leapDay.modificationTime == 1_709_210_096)
    }

    @Test(
        arguments: [
            ("0", .file), ("\0", .file), ("7", .file), ("5", .directory), ("3", .characterDevice), ("4", .blockDevice),
            ("6", .fifo), ("A", .other), ("9", .other),
        ] as [(Character, ArchiveMember.Kind)])
    func `a tar’s member of any kind, and tells it`(type: Character, kind: ArchiveMember.Kind) throws {
        #expect(try tarMember { $0.add("a", type: type) }.kind == kind)
    }

    @Test(arguments: [("1", .hardLink), ("2", .symbolicLink)] as [(Character, ArchiveMember.Kind)])
    func `a tar’s links with their targets`(type: Character, kind: ArchiveMember.Kind) throws {
        let plain = try tarMember { tar in tar.add("a", type: type) { $0.set(157, 100, "target") } }
        #expect(plain.kind == kind)
        #expect(plain.linkTarget == Array("target".utf8))
        let pax = try tarMember { tar in
            tar.pax(("linkpath", "long target"))
            tar.add("a", type: type) { $0.set(157, 100, "target") }
        }
        #expect(pax.linkTarget == Array("long target".utf8))
        let gnu = try tarMember { tar in
            tar.add("././@LongLink", "long target\0", type: "K")
            tar.add("a", type: type) { $0.set(157, 100, "target") }
        }
        #expect(gnu.linkTarget == Array("long target".utf8))
    }

    @Test func `the facts of the extended header as the effective ones`() throws {
        let member = try tarMember { tar in
            tar.pax(
                ("path", "effective"), ("mtime", "-1.5"), ("uid", "70000"), ("gid", "1"), ("uname", "us"),
                ("gname", "all"), ("size", "7"))
            tar.add("stored", "content") { $0.set(265, 32, "them") }
        }
        let facts = try tarFacts(member)
        #expect(member.path == Array("effective".utf8))
        #expect(member.modificationTime == -2)
        #expect(facts.userID == 70_000)
        #expect(facts.groupID == 1)
        #expect(facts.userName == Array("us".utf8))
        #expect(facts.groupName == Array("all".utf8))
        #expect(facts.paxKeys == ["gid", "gname", "mtime", "path", "size", "uid", "uname"])
        #expect(member.headerOffset == 0)
    }

    @Test func `numbers in binary up to 2^63 − 1, in fields of 8 bytes and of 12`() throws {
        let member = try tarMember { tar in
            tar.add("a", "content") { header in
                header.set(100, 8, [0x81, 0, 0, 0, 0, 0, 1, 0xA4])
                header.set(108, 8, [0xBF] + [UInt8](repeating: 0xFF, count: 7))
                header.set(136, 12, [UInt8](repeating: 0xFF, count: 12))
            }
        }
        #expect(member.mode == 0o644)
        #expect(try tarFacts(member).userID == 0x3FFF_FFFF_FFFF_FFFF)
        #expect(member.modificationTime == -1)
    }

    @Test func `what a global extended header says otherwise as a fact`() throws {
        let tar = TarBuilder.build { tar in
            tar.pax(("comment", "for all"), ("mtime", "5"), type: "g")
            tar.add("a", "content")
            tar.pax(("comment", "from here on"), ("uid", "7"), type: "g")
            tar.zeros()
        }
        let reader = try ArchiveReader(MemoryBytes(tar))
        let member = try #require(try reader.next())
        #expect(reader.globalPaxKeys == ["comment", "mtime"])
        #expect(member.headerOffset == 1_024)
        #expect(member.modificationTime == 315_532_800)
        try reader.finish()
        #expect(reader.globalPaxKeys == ["comment", "mtime", "uid"])
    }

    @Test func `a long name of GNU’s, also beside the same path of pax`() throws {
        let member = try tarMember { tar in
            tar.add("././@LongLink", "effective\0", type: "L")
            tar.pax(("path", "effective"))
            tar.add("stored", "content")
        }
        #expect(member.path == Array("effective".utf8))
        #expect(try tarFacts(member).hasLongName)
    }

    @Test func `numbers in binary, with spaces, and missing`() throws {
        let member = try tarMember { tar in
            tar.add("a", "content") {
                $0.set(124, 12, [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7])
                $0.set(108, 8, "   17 \0")
                $0.set(116, 8, "")
                $0.set(136, 12, [UInt8](repeating: 0xFF, count: 12))
            }
        }
        #expect(member.size == 7)
        #expect(try tarFacts(member).userID == 0o17)
        #expect(try tarFacts(member).groupID == 0)
        #expect(member.modificationTime == -1)
    }

    @Test func `a header of the seventh edition`() throws {
        let member = try tarMember { tar in
            tar.add("a/", type: "\0") { $0.set(257, 8, "") }
        }
        #expect(member.kind == .directory)
        #expect(try tarFacts(member).dialect == .v7)
    }

    private func oddities(_ archive: [UInt8]) throws -> [ContainerOddity] {
        let reader = try ArchiveReader(MemoryBytes(archive))
        try reader.finish()
        return reader.oddities
    }

    @Test func `gzip with a name and a header checksum`() throws {
        var gzip = GzipBuilder(Refusal.goodTar)
        gzip.flags = 1 | 2 | 8
        gzip.options = Array("näme of 255 bytes at most.tar\0".utf8)
        gzip.options.append(littleEndian: UInt16(truncatingIfNeeded: CRC32.of(gzip.header[...])))
        #expect(try readAll(gzip.bytes).map(\.path) == ["a"])
        #expect(try oddities(gzip.bytes) == [.gzipName, .gzipHeaderChecksum])
    }

    @Test func `gzip of several members`() throws {
        let members =
            GzipBuilder(Array(Refusal.goodTar.prefix(700))).bytes
            + GzipBuilder(Array(Refusal.goodTar.dropFirst(700))).bytes
        #expect(try readAll(members).map(\.path) == ["a"])
        #expect(try oddities(members) == [.severalStreams])
    }

    @Test func `Zstandard without a checksum, and of several frames`() throws {
        let plain = ZstandardBuilder.frame(Refusal.goodTar, hasChecksum: false)
        #expect(try readAll(plain).map(\.path) == ["a"])
        #expect(try oddities(plain) == [])
        let first = ZstandardBuilder.frame(Array(Refusal.goodTar.prefix(700)), hasChecksum: true)
        let second = ZstandardBuilder.frame(Array(Refusal.goodTar.dropFirst(700)), hasChecksum: false)
        #expect(try readAll(first + second).map(\.path) == ["a"])
        #expect(try oddities(first + second) == [.severalStreams])
    }

    @Test func `a comment of the zip and a global header, and tells them`() throws {
        var zip = ZipBuilder()
        zip.add("a", "content")
        zip.end.comment = Array("3f786850e387550fdab836ed7e6dc881de23001b".utf8)
        #expect(try oddities(zip.bytes) == [.zipComment])
        let tar = TarBuilder.build { tar in
            tar.pax(("comment", "3f786850e387550fdab836ed7e6dc881de23001b"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        }
        #expect(try oddities(tar) == [.globalHeader])
        #expect(try oddities(Refusal.goodTar) == [])
    }

    @Test func `extra fields of a kilobyte, and longer ones of zeros alone`() throws {
        let member = try zipMember { zip in
            zip.add("a", "content") {
                $0.local.extra = ZipBuilder.extra(0xD935, [UInt8](repeating: 0, count: 16_000))
                $0.directory.extra = ZipBuilder.extra(0x4453, [UInt8](repeating: 1, count: 1_024))
            }
        }
        #expect(try facts(member).localExtraFields == [0xD935])
    }

    @Test func `attributes of a file system beside a member`() throws {
        let member = try tarMember { tar in
            tar.pax(
                ("LIBARCHIVE.xattr.com.apple.metadata:kMDItemWhereFroms", String(repeating: "x", count: 2_000)),
                ("SCHILY.xattr.com.apple.quarantine", "\0\u{1}binary\0"), ("atime", "1.5"))
            tar.add("a", "content")
        }
        #expect(try tarFacts(member).paxKeys.count == 3)
    }

    @Test func `times of GNU’s dialect`() throws {
        let member = try tarMember { tar in
            tar.add("a", "content") {
                $0.set(257, 8, "ustar  \0")
                $0.set(345, 12, "14700000000\0")
                $0.set(357, 12, "14700000000\0")
            }
        }
        #expect(try tarFacts(member).dialect == .gnu)
    }

    @Test func `several xz streams with padding between them`() throws {
        // The empty tar's zeros continue the zeros of the first one's end.
        let first = try pack([SampleFile("a", "content")], .tarXZ)
        let second = try pack([], .tarXZ)
        let streams = first + [0, 0, 0, 0] + second + [0, 0, 0, 0, 0, 0, 0, 0]
        #expect(try readAll(streams).map(\.path) == ["a"])
        #expect(try oddities(streams) == [.severalStreams, .streamPadding])
    }

    @Test func `an encrypted member in a list`() throws {
        var zip = ZipBuilder()
        zip.add("a", "content") {
            $0.local.flags |= 1
            $0.directory.flags |= 1
        }
        let reader = try ArchiveReader(MemoryBytes(zip.bytes))
        let member = try #require(try reader.next())
        #expect(try facts(member).isEncrypted)
        try reader.finish()
    }

    @Test func `a zip’s members behind one that can’t be read`() throws {
        var zip = ZipBuilder()
        zip.add("damaged", "content") { $0.data[0] ^= 1 }
        zip.add("whole", "content")
        let reader = try ArchiveReader(MemoryBytes(zip.bytes))
        _ = try reader.next()
        for _ in 0..<2 {
            #expect(throws: ArchiveProblem.self) { try reader.content(limit: 100) }
        }
        _ = try reader.next()
        #expect(try reader.content(limit: 100) == Array("content".utf8))
        #expect(try reader.next() == nil)
    }
}
