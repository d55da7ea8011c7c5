import Archives

extension Refusal {
    /// Zips with a member whose records contradict each other, or that lies where it shouldn't.
    static let zipMembers: [Refusal] = [
        .zip("two members of one name", .duplicateName) { zip in
            zip.add("a", "content")
            zip.add("a", "content")
        },
        .zip("a file that is also a directory", .duplicateName) { zip in
            zip.add("a", "content")
            zip.add("a/", "") { $0.attributes = 0o040755 << 16 }
        },
        .zip("a member without a name", .emptyName) { zip in zip.add("", "content") },
        .zip("a name with NUL", .nameWithNUL) { zip in zip.add("a\0b", "content") },
        .zip("a directory with content", .directoryWithContent) { zip in
            zip.add("a/", "content") { $0.attributes = 0o040755 << 16 }
        },
        .zip("a file that is named as a directory", .kindDisagrees) { zip in zip.add("a/", "") },
        .zip("a directory that is named as a file", .kindDisagrees) { zip in
            zip.add("a", "") { $0.attributes = 0o040755 << 16 }
        },
        .zip("a directory of DOS that is named as a file", .kindDisagrees) { zip in
            zip.add("a", "") {
                $0.attributes = 0x10
                $0.versionMadeBy = 20
            }
        },
        .zip("no local header at the offset", .localHeaderMissing) { zip in
            zip.add("a", "content")
            zip.add("b", "content") { $0.signature = 0x0403_4B51 }
        },
        .zip("an offset behind the directory", .offsetOutOfRange) { zip in
            zip.add("a", "content")
            zip.add("b", "content") { $0.offset = 1_000 }
        },
        .zip("a local header that leads beyond the end", .offsetOutOfRange) { zip in
            zip.add("a", "content") { $0.local.extra = [UInt8](repeating: 0, count: 0) }
        }.settingLocalExtraLength(0xFFFF),
        .zip("two records for one local header", .membersOverlap) { zip in
            zip.add("a", "content")
            zip.add("b", "content") { $0.offset = 0 }
        },
        .zip("a member within another", .membersOverlap) { zip in
            var inner = ZipBuilder()
            inner.add("inner", "content")
            zip.add(Array("outer".utf8), Array(inner.bytes.prefix(42)) + [UInt8](repeating: 0, count: 40))
            zip.add("inner", "content") { $0.offset = 35 }
        },
        .zip("a member that reaches into the directory", .membersOverlap) { zip in
            zip.add("a", "content", deflated: true) {
                $0.local.compressedSize += 1
                $0.directory.compressedSize += 1
            }
        },
        .zip("a member whose local extra field pushes it into the next", .membersOverlap) { zip in
            zip.add("a", "content") {
                $0.local.extra = ZipBuilder.extra(0x9999, [1])
                $0.data.removeLast(5)
            }
            zip.add("b", "content")
        },
        .zip("sizes whose sum overflows", .membersOverlap) { zip in
            zip.add("a", "content", deflated: true) {
                $0.directory.compressedSize = 0xFFFF_FFFF
                $0.directory.extra = ZipBuilder.zip64(.max)
            }
        },
        .zip("a gap between two members", .gapBetweenMembers) { zip in
            zip.add("a", "content")
            zip.add("b", "content") { $0.gap = [0] }
        },
        .zip("a gap before the directory", .gapBetweenMembers) { zip in
            zip.add("a", "content")
            zip.beforeDirectory = [0, 0, 0, 0]
        },
        .zip("a member that the directory doesn’t list", .gapBetweenMembers) { zip in
            zip.add("a", "content")
            zip.add("hidden", "content") { $0.isListed = false }
            zip.add("b", "content")
        },
        .zip("a first member that the directory doesn’t list", .garbageBeforeFirstMember) { zip in
            zip.add("hidden", "content") { $0.isListed = false }
            zip.add("b", "content")
        },
        .zip("only members that the directory doesn’t list", .garbageBeforeFirstMember) { zip in
            zip.add("hidden", "content") { $0.isListed = false }
        },
        .zip("names that disagree", .namesDisagree) { zip in zip.add("a", "content") { $0.local.name = [0x62] } },
        .zip("names of different lengths", .namesDisagree) { zip in
            zip.add("a", "content") { $0.local.name = Array("ab".utf8) }
        },
        .zip("methods that disagree", .methodsDisagree) { zip in
            zip.add("a", "content", deflated: true) { $0.local.method = 0 }
        },
        .zip("flags that disagree", .flagsDisagree) { zip in zip.add("a", "content") { $0.local.flags = 0 } },
        .zip("a descriptor that only the local header knows", .flagsDisagree) { zip in
            zip.add("a", "content") { $0.local.flags |= 8 }
        },
        .zip("compressed sizes that disagree", .sizesDisagree) { zip in
            zip.add("a", "content", deflated: true) { $0.local.compressedSize -= 1 }
        },
        .zip("sizes that disagree", .sizesDisagree) { zip in
            zip.add("a", "content", deflated: true) { $0.local.size += 1 }
        },
        .zip("a local size of zero without a descriptor", .sizesDisagree) { zip in
            zip.add("a", "content", deflated: true) { $0.local.size = 0 }
        },
        .zip("a deferred size that is neither zero nor right", .sizesDisagree) { zip in
            zip.add("a", "content") {
                $0.local.flags |= 8
                $0.directory.flags |= 8
                $0.local.size = 3
                $0.descriptor = ZipBuilder.descriptor($0.local.checksum, 7, 7)
            }
        },
        .zip("checksums that disagree", .checksumsDisagree) { zip in
            zip.add("a", "content") { $0.local.checksum ^= 1 }
        },
        .zip("a stored member of two sizes", .storedSizesDiffer) { zip in
            zip.add("a", "content") { $0.directory.size += 1 }
        },
        .zip("a data descriptor that is missing", .descriptorDisagrees) { zip in
            zip.add("a", "content") {
                $0.local.flags |= 8
                $0.directory.flags |= 8
            }
        },
        .zip("a data descriptor that disagrees in the CRC-32", .descriptorDisagrees) { zip in
            zip.addDeferred { ZipBuilder.descriptor($0 ^ 1, 7, 7) }
        },
        .zip("a data descriptor that disagrees in the size", .descriptorDisagrees) { zip in
            zip.addDeferred { ZipBuilder.descriptor($0, 7, 8) }
        },
        .zip("a wide data descriptor that disagrees", .descriptorDisagrees) { zip in
            zip.addDeferred { ZipBuilder.descriptor($0, 7, 1 << 32 | 7, wide: true) }
        },
        .zip("a data descriptor with a wrong signature", .descriptorDisagrees) { zip in
            zip.addDeferred { [0, 0, 0, 0] + ZipBuilder.descriptor($0, 7, 7, signed: false) }
        },
        .zip("bytes behind a data descriptor", .gapBetweenMembers) { zip in
            zip.addDeferred { ZipBuilder.descriptor($0, 7, 7) + [0] }
        },
        .zip("an extra field that is cut", .extraFieldMalformed) { zip in
            zip.add("a", "content") { $0.directory.extra = [1, 2, 200, 0, 1] }
        },
        .zip("a local extra field that is cut", .extraFieldMalformed) { zip in
            zip.add("a", "content") { $0.local.extra = [1, 2, 200, 0, 1] }
        },
        .zip("two zip64 extra fields", .extraFieldMalformed) { zip in
            zip.add("a", "content") { $0.directory.extra = ZipBuilder.zip64() + ZipBuilder.zip64() }
        },
        .zip("padding behind the extra fields that isn’t zero", .extraFieldMalformed) { zip in
            zip.add("a", "content") { $0.directory.extra = [0, 0, 1] }
        },
        .zip("a zip64 size that is missing", .zip64Inconsistent) { zip in
            zip.add("a", "content") { $0.directory.size = 0xFFFF_FFFF }
        },
        .zip("a zip64 size that nothing refers to", .zip64Inconsistent) { zip in
            zip.add("a", "content") { $0.directory.extra = ZipBuilder.zip64(7) }
        },
        .zip("a zip64 size that differs from the plain one", .zip64Inconsistent) { zip in
            zip.add("a", "content") { $0.directory.extra = ZipBuilder.zip64(8, 7, 0) }
        },
        .zip("a zip64 field that is cut", .zip64Inconsistent) { zip in
            zip.add("a", "content") {
                $0.directory.size = 0xFFFF_FFFF
                $0.directory.extra = ZipBuilder.extra(1, [7, 0, 0, 0])
            }
        },
        .zip("a zip64 offset beyond everything", .offsetOutOfRange) { zip in
            zip.add("a", "content")
            zip.add("b", "content") {
                $0.offset = 0xFFFF_FFFF
                $0.directory.extra = ZipBuilder.zip64(.max)
            }
        },
        Refusal("a zip that is a tar as well", .zipBeginsAsTar, zipAndTar),
    ]

    /// A zip whose first member has an extra field in which the rest of a tar’s header stands: GNU tar lists a file in
    /// it.
    private static let zipAndTar: [UInt8] = {
        var zip = ZipBuilder()
        zip.add("a", "content") { $0.local.extra = ZipBuilder.extra(0x9999, [UInt8](repeating: 0, count: 500)) }
        var bytes = zip.bytes
        // Its size is none, and its checksum right.
        for (offset, text) in [(100, "0000644\0"), (124, "00000000000\0"), (257, "ustar\u{0}00"), (148, "        ")] {
            bytes.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        let sum = String(bytes.prefix(512).reduce(0) { $0 + Int($1) }, radix: 8)
        bytes.replaceSubrange(148..<156, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8)
        return bytes
    }()

    /// The same zip with another length of the first local header's extra fields.
    fileprivate func settingLocalExtraLength(_ length: UInt16) -> Refusal {
        var bytes = archive
        bytes[28] = UInt8(length & 0xFF)
        bytes[29] = UInt8(length >> 8)
        return Refusal(name, reason, bytes)
    }
}

extension ZipBuilder {
    /// Adds a stored member “content” whose sizes and checksum come in a data descriptor.
    mutating func addDeferred(_ descriptor: (_ checksum: UInt32) -> [UInt8]) {
        add("a", "content") {
            let checksum = $0.local.checksum
            $0.local.flags |= 8
            $0.directory.flags |= 8
            $0.local.checksum = 0
            $0.local.compressedSize = 0
            $0.local.size = 0
            $0.descriptor = descriptor(checksum)
        }
    }
}
