import NotebookBundle

/// What the terminal shows of one side of a card: the question, and after a key the answer.
struct StudyPage {
    /// The effect of a key.
    enum Outcome: Equatable {
        case stays
        case graded(ReviewGrade)
        case undo
        case edit
        case quit
    }

    /// The lines above the card.
    let head: String
    private var question: [String]
    /// The lines that replace the question with the answer.
    private var answer: [String]
    /// How long it takes until the card comes back, by grade.
    let intervals: [String]
    /// A message for the user, until the next key.
    var message = ""
    private(set) var isRevealed = false
    /// The number of the first line that is shown.
    private var top = 0
    /// How many lines the last drawing had room for.
    private var room = 1

    init(head: String, question: [String], answer: [String], intervals: [String]) {
        self.head = head
        self.question = question
        self.answer = answer
        self.intervals = intervals
    }

    /// Replaces the lines, for a terminal of another width.
    mutating func replace(question: [String], answer: [String]) {
        (self.question, self.answer) = (question, answer)
    }

    mutating func press(_ key: PressedKey) -> Outcome {
        message = ""
        switch key {
        case .escape, .interrupt, .character("q"): return .quit
        case .character("u"), .backspace: return .undo
        case .character("e"): return .edit
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= max(1, room - 1)
        case .pageDown: top += max(1, room - 1)
        case .enter, .character(" "):
            if isRevealed { return .graded(.good) }
            (isRevealed, top) = (true, 0)
        case .character(let character):
            guard isRevealed, let number = character.wholeNumberValue, let grade = ReviewGrade(rawValue: number) else {
                break
            }
            return .graded(grade)
        case .clear, .home, .end: break
        }
        return .stays
    }

    /// The lines to draw, fewer than the terminal has.
    mutating func lines(width: Int, height: Int, _ style: Style) -> [String] {
        let width = max(20, width - 1)
        let text = isRevealed ? answer : question
        let foot = foot(width)
        let isLow = height < 10
        room = max(1, height - (isLow ? 2 : 4) - foot.count)
        top = min(max(0, top), max(0, text.count - room))
        let shown = text[top..<min(text.count, top + room)]
        var lines = [style(head.cut(to: width), .dim)] + (isLow ? [] : [""]) + shown
        let below = text.count - top - shown.count
        if !isLow { lines.append(below > 0 ? style("↓ \(Wording.count(below, "more line"))", .dim) : "") }
        for (number, line) in foot.enumerated() {
            lines.append(number == 0 && isRevealed ? style(line, .bold) : style(line, .dim))
        }
        return lines
    }

    private func foot(_ width: Int) -> [String] {
        var lines: [String] = []
        if isRevealed {
            let names = ["again", "hard", "good", "easy"]
            lines.append(
                zip(names, intervals).enumerated().map { "\($0.offset + 1) \($0.element.0) \($0.element.1)" }
                    .joined(separator: "  ").cut(to: width))
        }
        lines.append("\(isRevealed ? "space good" : "space answer") · u undo · e edit · q quit".cut(to: width))
        if !message.isEmpty { lines.append(message.cut(to: width)) }
        return lines
    }
}
