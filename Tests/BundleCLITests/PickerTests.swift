import Testing

@testable import BundleCLI

struct `The picker` {
    static let rows = [
        Picker.Row(name: "Zettelkasten", detail: "notes/Zettelkasten.md"),
        Picker.Row(name: "Zettel und Karten", detail: "notes/Karten/Zettel.md"),
        Picker.Row(name: "Übersicht der Zettel", detail: "notes/Übersicht.md"),
        Picker.Row(name: "白鷺のzettel", detail: "notes/白鷺.md"),
    ]

    private static func picker() -> Picker { Picker("Which item is “zett”?", rows) }

    /// What the last of some keys leads to.
    private static func outcome(of keys: [PressedKey], _ picker: inout Picker) -> Picker.Outcome {
        keys.reduce(.goesOn) { _, key in picker.press(key, height: 24) }
    }

    static let typed: [(keys: [PressedKey], Picker.Outcome)] = [
        ([.enter], .chosen(0)),
        ([.down, .down, .enter], .chosen(2)),
        ([.down, .up, .up, .enter], .chosen(0)),
        ([.pageDown, .enter], .chosen(3)), ([.pageDown, .pageUp, .enter], .chosen(0)),
        ([.character("u"), .character("b"), .enter], .chosen(2)),
        ([.down, .character("k"), .character("a"), .character("r"), .enter], .chosen(1)),
        ([.character("x"), .character("q"), .enter], .goesOn),
        ([.character("x"), .character("q"), .backspace, .backspace, .enter], .chosen(0)),
        ([.character("x"), .clear, .enter], .chosen(0)),
        ([.character("x"), .down, .up, .enter], .goesOn),
        ([.escape], .cancelled), ([.interrupt], .cancelled),
    ]

    @Test(arguments: typed.indices)
    func `goes by keys`(number: Int) {
        var picker = Self.picker()
        let (keys, outcome) = Self.typed[number]
        #expect(Self.outcome(of: keys, &picker) == outcome, "\(keys)")
    }

    @Test(arguments: [20, 40, 80, 120], [8, 24])
    func `is never wider or higher than the terminal`(width: Int, height: Int) {
        var picker = Picker("Which item is “\(String(repeating: "鷺", count: 50))”?", Self.rows + Self.rows + Self.rows)
        let long = String(repeating: "long words of a preview ", count: 40) + String(repeating: "x", count: 300)
        for key in [PressedKey.down, .character("z"), .character("q")] {
            let lines = picker.lines(width: width, height: height, preview: long, Style(isEnabled: false))
            #expect(lines.allSatisfy { $0.columns < max(width, 21) }, "\(lines)")
            #expect(lines.count < height)
            _ = picker.press(key, height: 24)
        }
    }

    @Test func `shows what was typed, the rows that are left, the selected one, and its preview`() {
        var picker = Self.picker()
        for key in [PressedKey.character("z"), .character("e"), .character(" "), .character("k"), .down] {
            _ = picker.press(key, height: 24)
        }
        let lines = picker.lines(width: 60, height: 24, preview: "A box of slips", Style(isEnabled: false))
        #expect(
            lines == [
                "Which item is “zett”? (2 of 4): ze k", "  Zettelkasten       notes/Zettelkasten.md",
                "> Zettel und Karten  notes/Karten/Zettel.md", "  │ A box of slips",
            ], "\(lines)")
    }

    @Test func `turns pages of what is visible`() {
        let rows = (0..<60).map { Picker.Row(name: "Heron \($0)", detail: "notes/\($0).md") }
        for (height, page) in [(8, 2), (12, 6), (24, 18), (60, 20)] {
            var picker = Picker("Which?", rows)
            _ = picker.press(.pageDown, height: height)
            #expect(picker.selected == page)
            let visible = picker.lines(width: 80, height: height, preview: "", Style(isEnabled: false)).count - 1
            #expect(visible == page)
            _ = picker.press(.end, height: height)
            #expect(picker.selected == 59)
            _ = picker.press(.pageUp, height: height)
            #expect(picker.selected == 59 - page)
            _ = picker.press(.home, height: height)
            #expect(picker.selected == 0)
        }
    }

    @Test func `tells the number of rows in a narrow terminal, too`() {
        let picker = Picker("Which item is “a long name of an item”?", Self.rows)
        let lines = picker.lines(width: 40, height: 24, preview: "", Style(isEnabled: false))
        #expect(lines[0].hasSuffix(" (4): "), "\(lines)")
    }

    @Test func `makes what steers a terminal harmless`() {
        let picker = Picker("Which?", [Picker.Row(name: "a\u{1B}[2J", detail: "b\u{7}")])
        let lines = picker.lines(width: 60, height: 24, preview: "c\u{1B}]0;x\u{7}", Style(isEnabled: false))
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 }, "\(lines)")
    }

    static let sent: [(String, [PressedKey])] = [
        ("ab", [.character("a"), .character("b")]), ("é鷺", [.character("é"), .character("鷺")]),
        ("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~", [.up, .down, .pageUp, .pageDown]),
        ("\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]), ("\u{1B}", [.escape]),
        ("\u{1B}x\u{1B}é\u{1B}\ry", [.character("y")]), ("\u{1B}\u{1B}", [.escape, .escape]),
        ("\u{1B}[1;5C\u{1B}[3~z", [.character("z")]), ("\u{1B}[", []), ("\u{1B}[[Az\u{1B}[[E", [.character("z")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{3}", [.interrupt]),
        ("\u{15}\u{10}\u{E}\t\u{4}", [.clear, .up, .down, .down, .escape]), ("\u{1}", []),
    ]

    @Test(arguments: sent.indices)
    func `knows keys by what terminals send`(number: Int) {
        #expect(PressedKey.keys(in: Array(Self.sent[number].0.utf8)) == Self.sent[number].1)
    }

    @Test func `reads keys of any bytes`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { #expect(PressedKey.keys(in: [0x1B, first, second]).count <= 3) }
        }
    }
}
