import Archives

extension Refusal {
    /// Zips whose end or directory is irregular.
    static let zipFiles: [Refusal] = [
        .zip("zip without an end record", .endRecordMissing) { zip in
            zip.add("a", "content")
            zip.hasEnd = false
        },
        .zip("zip cut within the end record", .endRecordMissing) { zip in
            zip.add("a", "content")
            zip.end.commentLength = 1
        },
        .zip("zip with a byte behind the end", .garbageAfterEnd) { zip in
            zip.add("a", "content")
            zip.end.comment = [0]
            zip.end.commentLength = 0
        },
        .zip("zip whose comment holds another end record", .endRecordAmbiguous) { zip in
            zip.add("a", "content")
            zip.end.comment = ZipBuilder().bytes
        },
        .zip("zip whose comment holds the signature of an end record", .endRecordAmbiguous) { zip in
            zip.add("a", "content")
            zip.end.comment = [0x50, 0x4B, 5, 6]
        },
        .zip("zip with an end record around the end record", .endRecordAmbiguous) { zip in
            zip.add("a", "content")
            zip.afterDirectory = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 16) + [22, 0]
        },
        .zip("zip on the second disk", .severalDisks) { zip in
            zip.add("a", "content")
            zip.end.disk = 1
        },
        .zip("zip whose directory began on another disk", .severalDisks) { zip in
            zip.add("a", "content")
            zip.end.directoryDisk = 1
        },
        .zip("zip with fewer members on this disk", .severalDisks) { zip in
            zip.add("a", "content")
            zip.end.countOnDisk = 0
        },
        .zip("zip with a member on another disk", .severalDisks) { zip in
            zip.add("a", "content") { $0.disk = 1 }
        },
        .zip("zip64 on several disks", .severalDisks) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, offset)
                end.disks = 2
                return end.bytes
            }
        },
        .zip("zip64 end record of another disk", .severalDisks) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, offset)
                end.disk = 1
                return end.bytes
            }
        },
        .zip("directory offset too small", .directoryMisplaced) { zip in
            zip.add("a", "content")
            zip.end.directoryOffset = 3
        },
        .zip("directory offset too large", .directoryMisplaced) { zip in
            zip.add("a", "content")
            zip.end.directoryOffset = 0xFFFF_FFFE
        },
        .zip("directory size too large", .directoryMisplaced) { zip in
            zip.add("a", "content")
            zip.end.directorySize = 1_000
        },
        .zip("bytes between directory and end record", .directoryMisplaced) { zip in
            zip.add("a", "content")
            zip.afterDirectory = [1, 2, 3]
        },
        .zip("directory with a record that isn’t counted", .directoryCountWrong) { zip in
            zip.add("a", "content")
            zip.add("b", "content")
            zip.end.count = 1
        },
        .zip("directory with fewer records than counted", .directoryCountWrong) { zip in
            zip.add("a", "content")
            zip.end.count = 2
        },
        .zip("directory with no records, all counted", .directoryCountWrong) { zip in
            zip.end.count = 0xFFFF
        },
        .zip("directory with bytes behind its last record", .directorySizeWrong) { zip in
            zip.add("a", "content")
            zip.afterDirectory = [0x50, 0x4B, 5, 5, 0, 0]
            zip.end.directorySize = 47 + 6
        },
        .zip("directory record without its signature", .directoryRecordMalformed) { zip in
            zip.add("a", "content")
            zip.afterDirectory = [UInt8](repeating: 0, count: 47)
            zip.end.directorySize = 2 * 47
            zip.end.count = 2
        },
        .zip("directory record whose comment is cut", .directoryRecordMalformed) { zip in
            zip.add("a", "content") { $0.commentLength = 7 }
        },
        .zip("zip64 end record that isn’t there", .zip64Inconsistent) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, offset)
                end.signature = 0
                return end.bytes
            }
        },
        .zip("zip64 locator that points elsewhere", .zip64Inconsistent) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, offset)
                end.locatorOffset = .max
                return end.bytes
            }
        },
        .zip("zip64 end record with more in it", .zip64Inconsistent) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, offset)
                end.length = 45
                return end.bytes
            }
        },
        .zip("zip64 count that isn’t the plain one", .zip64Inconsistent) { zip in
            zip.add("a", "content")
            zip.zip64 = { count, size, offset in ZipBuilder.Zip64End(count + 1, size, offset).bytes }
        },
        .zip("zip64 directory offset that overflows", .directoryMisplaced) { zip in
            zip.add("a", "content")
            zip.end.directoryOffset = 0xFFFF_FFFF
            zip.zip64 = { count, size, offset in
                var end = ZipBuilder.Zip64End(count, size, .max)
                end.locatorOffset = offset + size
                return end.bytes
            }
        },
        .zip("zip64 count beyond the directory", .directoryCountWrong) { zip in
            zip.add("a", "content")
            zip.end.count = 0xFFFF
            zip.zip64 = { _, size, offset in ZipBuilder.Zip64End(.max, size, offset).bytes }
        },
        .zip("encrypted directory", .directoryEncrypted) { zip in
            zip.add("a", "content") {
                $0.local.flags |= 1 << 13
                $0.directory.flags |= 1 << 13
            }
        },
        .zip("something before the zip, with offsets that know of it", .garbageBeforeFirstMember) { zip in
            zip.add("a", "content") { $0.gap = Array("#!/bin/sh\n".utf8) }
        },
        Refusal("something before the zip", .garbageBeforeFirstMember, Array("#!/bin/sh\n".utf8) + goodZip),
        Refusal("a text", .notAnArchive, Array("This is no archive.".utf8)),
        Refusal("nothing", .notAnArchive, []),
    ]

    /// A zip of two members.
    static let goodZip: [UInt8] = {
        var zip = ZipBuilder()
        zip.add("a", "content")
        zip.add("b", "deflated", deflated: true)
        return zip.bytes
    }()
}
