import Archives

extension Refusal {
    /// Tars with an extended header that is irregular.
    static let tarExtensions: [Refusal] = [
        malformedPax("a record without a length", "path=b\n"),
        malformedPax("a record with a length of zero", "0 path=b\n"),
        malformedPax("a record with a leading zero", "011 path=b\n\n"),
        malformedPax("a record with a negative length", "-9 path=b\n"),
        malformedPax("a record that is too long", "99 path=b\n"),
        malformedPax("a record of an enormous length", "99999999999999999999 path=b\n"),
        malformedPax("a record that is too short", "4 path=b\n"),
        malformedPax("a record without an equals sign", "8 path\n\n"),
        malformedPax("a record without a key", "5 =b\n"),
        malformedPax("a record without its newline", "9 path=b "),
        malformedPax("a record of a length alone", "2 "),
        malformedPax("bytes behind the records", "9 path=b\n\0\0"),
        malformedPax("a size that is no number", TarBuilder.record("size", "0x7")),
        malformedPax("a size that is empty", TarBuilder.record("size", "")),
        malformedPax("a time that is no number", TarBuilder.record("mtime", "today")),
        malformedPax("a time with two points", TarBuilder.record("mtime", "1.2.3")),
        .tar("a key twice", .paxKeyTwice) { tar in
            tar.pax(("path", "b"), ("path", "c"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("an empty path", .emptyName) { tar in
            tar.pax(("path", ""))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a path with NUL", .nameWithNUL) { tar in
            tar.pax(("path", "b\0c"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a link’s target with NUL", .nameWithNUL) { tar in
            tar.pax(("linkpath", "b\0c"))
            tar.add("a", type: "2")
            tar.zeros()
        },
        .tar("a path that occurs twice by its extended header", .duplicateName) { tar in
            tar.add("b", "content")
            tar.pax(("path", "b"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a size that disagrees", .tarSizesDisagree) { tar in
            tar.pax(("size", "6"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a size that makes blocks of content into headers", .tarSizesDisagree) { tar in
            tar.pax(("size", "0"))
            tar.add("a", String(repeating: "x", count: 1_024))
            tar.zeros()
        },
        .tar("a size beyond the header beside one that isn’t", .tarSizesDisagree) { tar in
            tar.pax(("size", "8589934592"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a negative size", .numberNegative) { tar in
            tar.pax(("size", "-7"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a size that overflows", .numberTooLarge) { tar in
            tar.pax(("size", "99999999999999999999"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a size that is the largest number", .numberTooLarge) { tar in
            tar.pax(("size", "9223372036854775807"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a global path", .paxGlobalOverride) { tar in
            tar.pax(("path", "b"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a global time that is none", .paxMalformed) { tar in
            tar.pax(("mtime", "x"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a global user number that is none", .paxMalformed) { tar in
            tar.pax(("uid", ""), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a global size", .paxGlobalOverride) { tar in
            tar.pax(("size", "7"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a global link target", .paxGlobalOverride) { tar in
            tar.pax(("linkpath", "/etc/passwd"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        sparse("GNU’s sparse form 0.0", ("GNU.sparse.size", "7")),
        sparse("GNU’s sparse form 0.1", ("GNU.sparse.map", "0,7")),
        sparse("GNU’s sparse form 1.0", ("GNU.sparse.major", "1")),
        sparse("star’s sparse form", ("SCHILY.realsize", "7")),
        .tar("a global sparse form", .sparse) { tar in
            tar.pax(("GNU.sparse.major", "1"), type: "g")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("two extended headers", .metadataRepeated) { tar in
            tar.pax(("path", "b"))
            tar.pax(("path", "c"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("two long names", .metadataRepeated) { tar in
            tar.add("././@LongLink", "b\0", type: "L")
            tar.add("././@LongLink", "c\0", type: "L")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("two long links", .metadataRepeated) { tar in
            tar.add("././@LongLink", "b\0", type: "K")
            tar.add("././@LongLink", "c\0", type: "K")
            tar.add("a", type: "2")
            tar.zeros()
        },
        .tar("an extended header before the end", .metadataWithoutMember) { tar in
            tar.add("a", "content")
            tar.pax(("path", "b"))
            tar.zeros()
        },
        .tar("a long name before the end", .metadataWithoutMember) { tar in
            tar.add("././@LongLink", "b\0", type: "L")
            tar.zeros()
        },
        .tar("a long name and another path", .namesConflict) { tar in
            tar.add("././@LongLink", "b\0", type: "L")
            tar.pax(("path", "c"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("an empty long name", .longNameMalformed) { tar in
            tar.add("././@LongLink", "\0", type: "L")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a long name with NUL", .longNameMalformed) { tar in
            tar.add("././@LongLink", "b\0c\0", type: "L")
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("the target of a link for a file", .targetWithoutLink) { tar in
            tar.pax(("linkpath", "/etc/passwd"))
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("an extended header with a target", .targetWithoutLink) { tar in
            tar.add("x", "10 uid=70\n", type: "x") { $0.set(157, 100, "target") }
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a long name with a target", .targetWithoutLink) { tar in
            tar.add("././@LongLink", "long\0", type: "L") { $0.set(157, 100, "target") }
            tar.add("a", "content")
            tar.zeros()
        },
        .tar("a long link for a file", .targetWithoutLink) { tar in
            tar.add("././@LongLink", String(repeating: "x", count: 60_000), type: "K")
            tar.add("a", "content")
            tar.zeros()
        },
    ]

    private static func malformedPax(_ name: String, _ records: String) -> Refusal {
        .tar("extended header with " + name, .paxMalformed) { tar in
            tar.add("PaxHeader", records, type: "x")
            tar.add("a", "content")
            tar.zeros()
        }
    }

    private static func sparse(_ name: String, _ record: (String, String)) -> Refusal {
        .tar(name, .sparse) { tar in
            tar.pax(record)
            tar.add("a", "content")
            tar.zeros()
        }
    }
}
