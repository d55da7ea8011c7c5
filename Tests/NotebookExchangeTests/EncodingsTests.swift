import ForeignData
import Foundation
@testable import NotebookExchange
import NotebookFormat
import TestSupport
import Testing

struct `An encoding that a text declares` {
    /// Writes every character of each encoding, in it and in UTF-8; where Python and browsers differ, browsers are right.
    private static let script = """
        import pathlib, sys
        place = pathlib.Path(sys.argv[1])
        codecs = {"shift_jis": "cp932", "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp", "euc-kr": "cp949",
            "gb18030": "gb18030", "big5": "cp950", "ibm866": "cp866", "koi8-r": "koi8_r", "koi8-u": "koi8_u",
            "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic"}
        codecs |= {f"windows-{n}": f"cp{n}" for n in (874, *range(1250, 1259))}
        codecs |= {f"iso-8859-{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}
        differing = {"euc_jp": "¥‾〜‖−¢£¬", "iso2022_jp": "¥‾〜‖−¢£¬", "gb18030": "ḿ"}
        wide = [chr(code) for code in [*range(0xA0, 0xD800), *range(0xF900, 0x10000), 0x1F600, 0x20000]]
        def fits(c, codec):
            try: code = c.encode(codec)
            except UnicodeEncodeError: return False
            # JIS X 0212 is not decoded.
            return c not in differing.get(codec, "") and code.decode(codec) == c and (codec, code[0]) != ("euc_jp", 0x8F)
        for label, codec in codecs.items():
            text = "".join(c + " \\n"[i % 2] for i, c in enumerate(c for c in wide if fits(c, codec)))
            (place / label).write_bytes(text.encode(codec))
            (place / f"{label}.utf8").write_bytes(text.encode())
            print(label)
        """

    @Test func `is decoded as Python decodes it, however it is cut`() throws {
        try TemporaryFolder.with { place in
            let labels = try Python.run(.text(Self.script), [place.path]).output.split(separator: "\n").map(String.init)
            #expect(labels.count == 33)
            for label in labels {
                let bytes = [UInt8](try Data(contentsOf: place.appending(path: label)))
                let expected = [UInt8](try Data(contentsOf: place.appending(path: "\(label).utf8")))
                var decoder = TextDecoder(start: [], label)
                #expect(decoder.decode(bytes) + decoder.finish() == expected && decoder.problem == nil, "\(label)")
                var cut = TextDecoder(start: [], label)
                let pieces = bytes.prefix(4096).flatMap { cut.decode([$0]) }
                #expect(!pieces.isEmpty && expected.starts(with: pieces), "\(label)")
            }
        }
    }

    private func text(_ bytes: [UInt8], declaring head: String = "") -> DecodedText {
        TextDecoding.text(ofPage: Array(head.utf8) + bytes)
    }

    @Test(
        arguments: [
            ("<meta charset=Shift_JIS>", [0x93, 0xFA, 0x96, 0x7B, 0xB1], "日本ｱ"),
            ("<meta http-equiv=content-type content='text/html; charset=x-sjis'>", [0x93, 0xFA], "日"),
            ("<?xml version=\"1.0\" encoding=\"EUC-JP\"?><html>", [0xC6, 0xFC], "日"),
            ("<meta charset='gb2312'>", [0xC4, 0xE3], "你"), ("<meta charset=\"ks_c_5601-1987\">", [0xC7, 0xD1], "한"),
            ("<meta charset=cp1251>", [0xCF], "П"), ("<meta charset=latin1>", [0x93], "“"),
            ("", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            // What is valid UTF-8 is UTF-8, and only an element of the head declares an encoding.
            ("<meta charset=koi8-r>", [0xC3, 0xA9], "é"), ("<script charset=koi8-r></script>", [0xE9, 0x20], "é "),
            ("<meta charset=utf-16>", [0xC3, 0xA9], "é"), ("<meta charset=no-such>", [0xC3, 0xA9], "é"),
        ] as [(String, [UInt8], String)]) func `is that of its label`(head: String, bytes: [UInt8], text: String)
    {
        let decoded = self.text(bytes, declaring: head)
        #expect(decoded.text == head + text)
        #expect(decoded.problem == nil || head.hasPrefix("<script"))
    }

    @Test func `is said as it is where something is wrong`() {
        #expect(text([0xE9, 0x20]).problem == .guessed(isDeclared: false))
        #expect(text([0xE9, 0x20], declaring: "<meta charset=utf-8>").problem == .guessed(isDeclared: true))
        #expect(text([0x82, 0x20], declaring: "<meta charset=sjis>").problem == .invalid("sjis"))
        #expect(text([0xE9], declaring: "<meta charset=cp437>").problem == .unknown("cp437"))
        #expect(text([0x41], declaring: "<meta charset=utf-7>").problem == .unknown("utf-7"))
        #expect(text([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0]).problem == .unknown("utf-32"))
        // “Привет мир” in windows-1251, and “日本語” in Shift_JIS and EUC-JP.
        for bytes: [UInt8] in [
            [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0], [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA],
            [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC],
        ] { #expect(text(bytes).problem == .undeclared) }
    }

    @Test(arguments: [
        ("N.html", "<meta charset=utf-7><title>A</title>"), ("N.csv", "title,content\nA,\u{FF}"),
        ("N.enex", "<?xml version=\"1.0\" encoding=\"utf-7\"?><en-export/>"),
        ("N.opml", "<?xml version=\"1.0\" encoding=\"utf-7\"?><opml><body/></opml>"),
    ]) func `is refused by name where it cannot be read`(name: String, text: String) throws {
        try TemporaryFolder.with { place in
            let file = place.path + "/" + name
            let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
            let bytes = Array(text.utf8)
            try Data(name == "N.csv" ? bytes.dropLast(2) + russian : bytes).write(to: URL(filePath: file))
            do {
                let notes = try Arrived([file])
                #expect(notes.items.isEmpty && notes.count(.notes, .refused) == 1)
                #expect(notes.report.losses.first?.text.hasSuffix("iconv -f utf-7 -t UTF-8") == true)
            } catch let failure as ImportFailure {
                #expect(failure.remedy?.description.contains("iconv -f ") == true)
            }
        }
    }
}
