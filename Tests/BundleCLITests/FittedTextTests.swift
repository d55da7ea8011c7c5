import Testing

@testable import BundleCLI

/// Texts are fitted to the width of a terminal without breaks within words.
struct `Text on a terminal` {
    @Test(
        arguments: [
            ("one two three", 8, "one two\nthree"), ("one two\nthree four", 13, "one two three\nfour"),
            ("a\n\nb", 20, "a\n\nb"), ("head:\n  row", 20, "head:\n  row"),
            ("  --opt  one two three", 16, "  --opt  one two\n         three"),
            ("  one two three", 10, "  one two\n  three"), ("abcdefghij kl", 4, "abcd\nefgh\nij\nkl"),
            ("  日本語テキスト", 8, "  日本語\n  テキス\n  ト"), ("", 10, ""), ("x", 1, "x"),
            ("  --much-too-long  help text", 18, "  --much-too-long\n      help text"),
            ("one\ntwo:\n  row", 20, "one two:\n  row"), ("aa|bbb|cc dd", 7, "aa|bbb|\ncc dd"),
        ])
    func `is filled, and continued in its column`(text: String, width: Int, fitted: String) {
        #expect(FittedText.reflowed(text, to: width) == fitted)
    }

    @Test(arguments: [20, 40, 60, 80, 100]) func `holds in every help text`(width: Int) {
        let help = HelpText(tool: "bundle")
        for text in [help.overview(BundleTool.verbGroups)] + BundleTool.verbs.map(help.verb) {
            for line in FittedText.reflowed(text, to: width).split(separator: "\n") {
                #expect(String(line).columns <= width, "\(line)")
            }
        }
    }

    @Test func `breaks a long path behind a slash, also with faces`() {
        #expect(
            FittedText.wrapped("notes/Birds/Herons/Grey.md", to: 15, indent: 2) == [
                "notes/Birds/", "  Herons/", "  Grey.md",
            ])
        let styled = "\u{1B}[36mnotes/Birds/Herons.md\u{1B}[0m text"
        #expect(
            FittedText.wrapped(styled, to: 15, indent: 2)
                == ["\u{1B}[36mnotes/Birds/", "  Herons.md\u{1B}[0m", "  text"])
    }
}
