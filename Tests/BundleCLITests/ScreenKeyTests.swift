import NotebookTestSupport
import Testing

@testable import BundleCLI

struct `Keys on a screen` {
    static let sequences: [(String, [ScreenKey])] = [
        ("j", [.character("j")]), ("é鷺", [.character("é"), .character("鷺")]),
        ("e\u{301}", [.character("e"), .character("\u{301}")]),
        ("\r", [.enter]), ("\t", [.tab]), ("\u{1B}[Z", [.backTab]), ("\u{7F}\u{8}", [.backspace, .backspace]),
        ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]),
        ("\u{1B}[1;3D\u{1B}[1;3C\u{1B}[1;5D", [.back, .forward, .back]),
        ("\u{4}\u{15}\u{1A}", [.control("d"), .control("u"), .control("z")]),
        ("\u{1B}[200~two\nlines\u{1B}[201~x", [.paste("two\nlines"), .character("x")]),
        ("\u{1B}[38;5;1u\u{1B}[99~", []),
        // With Alt, a letter does nothing; the Terminal of macOS sends b and f for Alt-← and Alt-→.
        ("\u{1B}u\u{1B}é\u{1B}\u{7F}x", [.character("x")]), ("\u{1B}b\u{1B}f", [.back, .forward]),
        ("\u{1B}\u{1B}[D", [.escape, .left]),
        // Function keys of the Linux console.
        ("\u{1B}[[Aj\u{1B}[[C", [.character("j")]),
    ]

    @Test(arguments: sequences.indices)
    func `are taken from bytes, in one piece and byte by byte`(number: Int) {
        let (text, expected) = Self.sequences[number]
        var keys = ScreenKeys()
        let whole = keys.add(Array(text.utf8)) + keys.end()
        #expect(whole == expected)
        var slow = ScreenKeys()
        let single = Array(text.utf8).flatMap { slow.add([$0]) } + slow.end()
        // Characters that combine arrive as characters of their own.
        #expect(single == expected, "\(single)")
        #expect(keys.rest.isEmpty && slow.rest.isEmpty)
    }

    @Test func `wait for the rest, and end with the time`() {
        var keys = ScreenKeys()
        let begun = keys.add([0x1B])
        #expect(begun.isEmpty && keys.rest == [0x1B])
        let ended = keys.end()
        #expect(ended == [.escape] && keys.rest.isEmpty)
        let half = keys.add([0xE9, 0xB7])
        #expect(!keys.canEnd && keys.end().isEmpty && keys.rest == [0xE9, 0xB7], "a slow line brings the rest later")
        let rest = keys.add([0xBA])
        #expect(half.isEmpty && rest == [.character("鷺")])
        let open = keys.add(Array("\u{1B}[".utf8))
        let closed = keys.end()
        #expect(open.isEmpty && closed == [.escape, .character("[")])
    }

    @Test func `edit a line`() {
        var line = ScreenInput("wood pigeon")
        func press(_ keys: ScreenKey...) -> String {
            for key in keys { _ = line.press(key) }
            return line.text
        }
        let steps = [
            press(.control("w"), .character("鷺")), press(.home, .delete, .character("W"), .right),
            press(.control("k"), .paste("lark\nand owl")), press(.control("u")),
            press(.character("e"), .character("\u{301}"), .backspace),
        ]
        #expect(steps == ["wood 鷺", "Wood 鷺", "Wolark and owl", "", ""])
        let others = [ScreenKey.enter, .up].map { line.press($0) }
        #expect(others == [false, false] && line.cursor == 0)
    }

    @Test(arguments: [5, 10, 40])
    func `show the end of a long line with the cursor`(width: Int) {
        let line = ScreenInput(String(repeating: "鷺a", count: 30))
        let shown = line.shown(width: width)
        #expect(shown.cursor < width && shown.text.columns <= width)
        #expect(ScreenInput("a\u{200B}b").shown(width: 20).text == "a·b")
    }

    @Test(.timeLimit(.minutes(10))) func `show a long text that was pasted, at once`() {
        let text = String(repeating: "wood pigeon ", count: 100_000)
        let shown = ScreenInput(text).shown(width: 40)
        #expect(shown.text == text.suffix(39) && shown.cursor == 39)
    }
}
