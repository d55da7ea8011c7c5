import NotebookBundle
import Testing

@testable import BundleCLI

struct `The page of a card` {
    private static func page(lines: Int = 3) -> StudyPage {
        StudyPage(
            head: "1 new · 0 learning · 2 due",
            text: StudyPage.Text(
                question: (0..<lines).map { "question \($0)" }, answer: (0..<lines * 2).map { "answer \($0)" },
                answerStart: lines), intervals: ["1m", "6m", "10m", "8d"])
    }

    private static func outcome(_ keys: [PressedKey]) -> StudyPage.Outcome {
        var page = page()
        return keys.reduce(.stays) { _, key in
            _ = page.lines(width: 80, height: 24, Style(isEnabled: false))
            return page.press(key)
        }
    }

    static let keys: [([PressedKey], StudyPage.Outcome)] = [
        ([.enter], .stays), ([.enter, .enter], .graded(.good)), ([.character(" "), .character(" ")], .graded(.good)),
        ([.character("1")], .stays), ([.enter, .character("1")], .graded(.again)),
        ([.enter, .character("2")], .graded(.hard)), ([.enter, .character("3")], .graded(.good)),
        ([.enter, .character("4")], .graded(.easy)), ([.enter, .character("5")], .stays),
        ([.enter, .character("x")], .stays), ([.character("u")], .undo), ([.enter, .backspace], .undo),
        ([.character("e")], .edit), ([.character("q")], .quit), ([.escape], .quit), ([.interrupt], .quit),
        ([.suspend], .suspend), ([.enter, .suspend], .suspend),
    ]

    @Test(arguments: keys.indices)
    func `goes by keys`(number: Int) {
        #expect(Self.outcome(Self.keys[number].0) == Self.keys[number].1, "\(Self.keys[number].0)")
    }

    @Test(arguments: [20, 40, 80, 120], [6, 8, 24])
    func `is never wider or higher than the terminal`(width: Int, height: Int) {
        var page = Self.page(lines: 40)
        page.message = String(repeating: "鷺", count: 200)
        for key in [PressedKey.down, .enter, .pageDown, .pageDown, .up] {
            let lines = page.lines(width: width, height: height, Style(isEnabled: false))
            #expect(lines.count < height && lines.allSatisfy { $0.columns < max(21, width) }, "\(lines)")
            _ = page.press(key)
        }
    }

    @Test func `shows the answer in place of the question, and what each grade leads to`() {
        var page = Self.page()
        #expect(
            page.lines(width: 80, height: 24, Style(isEnabled: false)) == [
                "1 new · 0 learning · 2 due", "", "question 0", "question 1", "question 2", "",
                "space answer · u undo · e edit · b bury · s suspend · q quit",
            ])
        _ = page.press(.enter)
        #expect(
            page.lines(width: 80, height: 24, Style(isEnabled: false)).suffix(4) == [
                "answer 5", "", "1 again 1m  2 hard 6m  3 good 10m  4 easy 8d",
                "space good · u undo · e edit · b bury · s suspend · q quit",
            ])
    }

    @Test func `scrolls through a long text, and says that there is more`() {
        var page = Self.page(lines: 10)
        func shown() -> [String] { page.lines(width: 80, height: 10, Style(isEnabled: false)) }
        #expect(shown().contains("question 0") && shown().contains("↓ 5 more lines · arrow keys scroll"))
        _ = page.press(.pageDown)
        #expect(shown().contains("question 4") && !shown().contains("question 0"))
        #expect(shown().contains("↑ 4 lines · ↓ 1 more line · arrow keys scroll"))
        for _ in 0..<20 { _ = page.press(.down) }
        #expect(shown().contains("question 9") && !shown().contains("more line"))
        for _ in 0..<20 { _ = page.press(.up) }
        #expect(shown().contains("question 0"))
    }

    @Test func `has the answer in view before it can be graded, and is graded by space only at its end`() {
        var page = Self.page(lines: 40)
        func draw() -> [String] { page.lines(width: 80, height: 24, Style(isEnabled: false)) }
        #expect(draw().contains("question 0"))
        _ = page.press(.character(" "))
        // Typed ahead: nobody has seen the answer.
        #expect(page.press(.character(" ")) == .stays && page.press(.character("4")) == .stays)
        #expect(
            draw().contains("answer 40")
                && draw().contains("space more · u undo · e edit · b bury · s suspend · q quit"))
        #expect(page.press(.character(" ")) == .stays)
        #expect(draw().contains("answer 57"))
        for _ in 0..<5 where draw().contains(where: { $0.contains("more line") }) { _ = page.press(.enter) }
        #expect(
            draw().contains("answer 79")
                && draw().contains("space good · u undo · e edit · b bury · s suspend · q quit"))
        #expect(page.press(.character(" ")) == .graded(.good))
    }

    @Test(arguments: [(80, 24), (30, 12), (20, 3), (1, 1)])
    func `is never wider or higher than the terminal at its end`(width: Int, height: Int) {
        let end = StudyEnd(text: "nothing is due; the next 12 reviews come in 3 hours", message: "not recorded: full")
        let lines = end.lines(width: width, height: height, Style(isEnabled: false))
        #expect(lines.count < max(2, height) && lines.allSatisfy { $0.columns < max(21, width) }, "\(lines)")
        #expect(lines.last?.hasPrefix("u undo") == true)
    }

    @Test func `does not break the keys within a word`() {
        var page = Self.page()
        _ = page.press(.enter)
        let lines = page.lines(width: 40, height: 24, Style(isEnabled: false))
        #expect(
            lines.suffix(4) == [
                "1 again 1m  2 hard 6m  3 good 10m", "4 easy 8d", "space good · u undo · e edit · b bury",
                "s suspend · q quit",
            ])
    }

    @Test func `shows a message as a whole`() {
        var page = Self.page()
        page.message = "nothing was changed; what it saves from now on is only in /tmp/bundle-0123456789abcdef/Heron.md"
        let lines = page.lines(width: 40, height: 24, Style(isEnabled: false))
        #expect(
            lines.suffix(3) == [
                "nothing was changed; what it saves from", "now on is only in", "/tmp/bundle-0123456789abcdef/Heron.md",
            ])
        #expect(lines.count < 24)
    }

    static let intervals: [(StudyInterval, String)] = [
        (.seconds(30), "30s"), (.seconds(60), "1m"), (.seconds(330), "6m"), (.seconds(3600), "1h"),
        (.seconds(86_400), "1d"), (.days(1), "1d"), (.days(59), "59d"), (.days(91), "3mo"), (.days(100), "3.3mo"),
        (.days(365), "1y"), (.days(3650), "10y"),
    ]

    @Test(arguments: intervals.indices)
    func `says how long it takes`(number: Int) {
        #expect(StudyWording.interval(Self.intervals[number].0) == Self.intervals[number].1)
    }
}
