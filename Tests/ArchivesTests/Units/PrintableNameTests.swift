import Archives
import Testing

struct `A printable name` {
    @Test(
        arguments: [
            (Array("notes/é 日本 🦆.md".utf8), "notes/é 日本 🦆.md"),
            (Array("a\u{1B}[31mred".utf8), "a\\u{1B}[31mred"),
            (Array("two\nlines".utf8), "two\\u{A}lines"),
            (Array("back\\slash".utf8), "back\\\\slash"),
            (Array("right\u{202E}left".utf8), "right\\u{202E}left"),
            (Array("line\u{2028}".utf8), "line\\u{2028}"),
            (Array("private\u{E000}".utf8), "private\\u{E000}"),
            ([0x61, 0xFF, 0x62, 0xC3], "a\\xFFb\\xC3"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0x00, 0x07], "\\u{0}\\u{7}"),
            ([], ""),
        ] as [([UInt8], String)])
    func `escapes what can’t be shown`(name: [UInt8], text: String) {
        #expect(PrintableName(name).description == text)
    }

    @Test func `is cut if it is very long`() {
        let name = PrintableName([UInt8](repeating: UInt8(ascii: "x"), count: 100_000)).description
        #expect(name == String(repeating: "x", count: 256) + "…")
    }

    @Test func `makes a problem one line, with member, reason, detail and place`() {
        let place = ArchiveLocation(member: Array("a\u{1B}b".utf8), offset: 17)
        let refused = ArchiveProblem.refused(.unsupportedMethod, place, detail: "LZMA")
        #expect(
            refused.description == "“a\\u{1B}b”: the compression method is not supported (LZMA), at byte 17")
        #expect(
            ArchiveProblem.exceeded(.members(5), ArchiveLocation()).description == "more than 5 members")
        #expect(
            ArchiveProblem.failed(operation: "read the archive", code: 5).description
                == "cannot read the archive: Input/output error")
        #expect(
            ArchiveProblem.unwritable(.sizeDiffers, path: "a", detail: "why").description
                == "“a”: the content is not as long as announced (why)")
    }
}
