import Archives

extension Refusal {
    /// Tars with a header that is irregular.
    static let tarHeaders: [Refusal] = [
        .tar("a wrong header checksum", .headerChecksumWrong) { tar in
            tar.add("a", "content") { $0.checksum = "000000\0 " }
            tar.zeros()
        },
        .tar("a header checksum that is no number", .headerChecksumWrong) { tar in
            tar.add("a", "content") { $0.checksum = "garbage!" }
            tar.zeros()
        },
        .tar("a second block that is no header", .headerMalformed) { tar in
            tar.add("a", "content")
            tar.bytes += [UInt8](repeating: 0x41, count: 512)
            tar.zeros()
        },
        .tar("a header with another version", .headerMalformed) { tar in
            tar.add("a", "content") { $0.set(263, 2, "99") }
            tar.zeros()
        },
        .tar("star’s own dialect", .headerMalformed) { tar in
            tar.add("a", "content") { $0.set(508, 4, "tar\0") }
            tar.zeros()
        },
        .tar("a size that is no number", .numberMalformed) { tar in
            tar.add("a", "content") { $0.set(124, 12, "0000000000x") }
            tar.zeros()
        },
        .tar("a size of the digit 8", .numberMalformed) { tar in
            tar.add("a", "content") { $0.set(124, 12, "00000000008") }
            tar.zeros()
        },
        .tar("digits behind the end of a size", .numberMalformed) { tar in
            tar.add("a", "content") { $0.set(124, 12, "0000007 0007") }
            tar.zeros()
        },
        .tar("a mode that is no number", .numberMalformed) { tar in
            tar.add("a", "content") { $0.set(100, 8, "rw-r--r") }
            tar.zeros()
        },
        .tar("a size with a minus sign", .numberNegative) { tar in
            tar.add("a", "content") { $0.set(124, 12, "-0000000007") }
            tar.zeros()
        },
        .tar("a negative binary size", .numberNegative) { tar in
            tar.add("a", "content") { $0.set(124, 12, [UInt8](repeating: 0xFF, count: 12)) }
            tar.zeros()
        },
        .tar("a negative binary user number", .numberNegative) { tar in
            tar.add("a", "content") { $0.set(108, 8, [UInt8](repeating: 0xFF, count: 8)) }
            tar.zeros()
        },
        .tar("a binary size that overflows", .numberTooLarge) { tar in
            tar.add("a", "content") { $0.set(124, 12, [0x80, 1] + [UInt8](repeating: 0, count: 10)) }
            tar.zeros()
        },
        .tar("a binary size that is the largest number", .numberTooLarge) { tar in
            tar.add("a", "content") { $0.set(124, 12, [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7)) }
            tar.zeros()
        },
        .tar("a binary size in its first byte", .numberTooLarge) { tar in
            tar.add("a", "content") { $0.set(124, 12, [0x81] + [UInt8](repeating: 0, count: 11)) }
            tar.zeros()
        },
        .tar("a time that overflows", .numberTooLarge) { tar in
            tar.add("a", "content") { $0.set(136, 12, [0xFF, 0xFE] + [UInt8](repeating: 0, count: 10)) }
            tar.zeros()
        },
        .tar("a member without a name", .emptyName) { tar in
            tar.add("", "content")
            tar.zeros()
        },
        .tar("two members of one name", .duplicateName) { tar in
            tar.add("a", "content")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a file that is also a directory", .duplicateName) { tar in
            tar.add("a", "content")
            tar.add("a/", type: "5")
            tar.zeros()
        },
        .tar("a directory with content", .directoryWithContent) { tar in
            tar.add("a/", "content", type: "5")
            tar.zeros()
        },
        .tar("a directory with content in the manner before POSIX", .directoryWithContent) { tar in
            tar.add("a/", "content")
            tar.zeros()
        },
        .tar("a symbolic link with content", .contentOnNonFile) { tar in
            tar.add("a", "content", type: "2")
            tar.zeros()
        },
        .tar("a hard link with content", .contentOnNonFile) { tar in
            tar.add("a", "content", type: "1")
            tar.zeros()
        },
        .tar("a device with content", .contentOnNonFile) { tar in
            tar.add("a", "content", type: "3")
            tar.zeros()
        },
        .tar("padding that isn’t zero", .paddingNotZero) { tar in
            tar.add("a", "content")
            tar.bytes[512 + 7] = 1
            tar.zeros()
        },
        .tar("GNU’s old sparse member", .sparse) { tar in
            tar.add("a", "content", type: "S")
            tar.zeros()
        },
        .tar("a part of another volume", .severalVolumes) { tar in
            tar.add("a", "content", type: "M")
            tar.zeros()
        },
        .tar("a volume header", .volumeHeader) { tar in
            tar.add("label", "", type: "V")
            tar.zeros()
        },
        .tar("GNU’s old long names", .unsupportedMemberType) { tar in
            tar.add("a", "content", type: "N")
            tar.zeros()
        },
        .tar("GNU’s directory listing", .unsupportedMemberType) { tar in
            tar.add("a/", "content", type: "D")
            tar.zeros()
        },
        .tar("Solaris’s extended header", .unsupportedMemberType) { tar in
            tar.pax(("path", "b"), type: "X")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("something behind a name", .headerHoldsMore) { tar in
            tar.add("a", "content") { $0.set(0, 100, "a\0PK\u{5}\u{6}") }
            tar.zeros()
        },
        .tar("a negative binary device number", .headerHoldsMore) { tar in
            tar.add("a", "content") { $0.set(329, 8, [UInt8](repeating: 0xFF, count: 8)) }
            tar.zeros()
        },
        .tar("something behind the name of a user", .headerHoldsMore) { tar in
            tar.add("a", "content") { $0.set(265, 32, "me\0more") }
            tar.zeros()
        },
        .tar("something behind the prefix", .headerHoldsMore) { tar in
            tar.add("a", "content") { $0.set(345, 155, "b\0more") }
            tar.zeros()
        },
        .tar("something behind all fields", .headerHoldsMore) { tar in
            tar.add("a", "content") { $0.set(500, 12, "more") }
            tar.zeros()
        },
        .tar("something behind all fields of GNU’s dialect", .headerHoldsMore) { tar in
            tar.add("a", "content") {
                $0.set(257, 8, "ustar  \0")
                $0.set(400, 12, "more")
            }
            tar.zeros()
        },
        .tar("something in place of GNU’s times", .headerHoldsMore) { tar in
            tar.add("a", "content") {
                $0.set(257, 8, "ustar  \0")
                $0.set(345, 12, "more")
            }
            tar.zeros()
        },
        .tar("something behind a header of the seventh edition", .headerHoldsMore) { tar in
            tar.add("a", "content") {
                $0.set(257, 8, "")
                $0.set(300, 4, "more")
            }
            tar.zeros()
        },
    ]

    /// Tars that end where they shouldn't, or don't where they should.
    static let tarEnds: [Refusal] = [
        .tar("a tar without end blocks", .endBlocksMissing) { tar in tar.add("a", "content") },
        .tar("a tar with one end block", .endBlocksMissing) { tar in
            tar.add("a", "content")
            tar.zeros(1)
        },
        .tar("a tar cut within a header", .headerTruncated) { tar in
            tar.add("a", "content")
            tar.add("b", "content")
            tar.bytes.removeLast(1_000)
        },
        .tar("a tar cut within content", .contentTruncated) { tar in
            tar.add("a", "content")
            tar.bytes.removeLast(508)
        },
        .tar("a tar cut within padding", .paddingTruncated) { tar in
            tar.add("a", "content")
            tar.bytes.removeLast(500)
        },
        .tar("a tar cut within an extended header", .metadataTruncated) { tar in
            tar.pax(("path", "b"))
            tar.bytes.removeLast(511)
        },
        .tar("a tar cut behind an extended header", .endBlocksMissing) { tar in tar.pax(("path", "b")) },
        .tar("a size beyond the end", .contentTruncated) { tar in
            tar.add("a", "content") { $0.set(124, 12, "77777777777") }
            tar.zeros()
        },
        .tar("one zero block between members", .loneZeroBlock) { tar in
            tar.add("a", "content")
            tar.zeros(1)
            tar.add("b", "content")
            tar.zeros()
        },
        .tar("a member behind the end", .garbageAfterEnd) { tar in
            tar.add("a", "content")
            tar.zeros()
            tar.add("b", "content")
            tar.zeros()
        },
        .tar("a byte behind the end", .garbageAfterEnd) { tar in
            tar.add("a", "content")
            tar.zeros(3)
            tar.bytes.append(1)
        },
        .tar("an end that isn’t whole blocks", .endTruncated) { tar in
            tar.add("a", "content")
            tar.zeros(3)
            tar.bytes.removeLast()
        },
    ]
}
