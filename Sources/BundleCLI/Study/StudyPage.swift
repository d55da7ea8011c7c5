import NotebookBundle

/// What the terminal shows of one side of a card: the question, and after a key the answer.
struct StudyPage {
    /// The effect of a key.
    enum Outcome: Equatable {
        case stays
        case graded(ReviewGrade)
        case undo
        case edit
        /// Opens the next picture of the card.
        case open
        /// The card is not to be asked until it is released.
        case hold
        /// The card is not to be asked today.
        case bury
        case suspend
        case quit
    }

    /// The lines of a card.
    struct Text {
        let question: [String]
        /// The lines that replace the question with the answer.
        let answer: [String]
        /// The index of the first of these lines that the question does not show.
        let answerStart: Int
    }

    /// The lines above the card.
    let head: String
    private var text: Text
    /// The time until the card comes back, by grade.
    let intervals: [String]
    /// Whether the card has pictures.
    let hasPictures: Bool
    /// Whether answers are recorded, so that cards can be suspended and buried.
    private let isRecorded: Bool
    /// A message for the user, until the next key.
    var message = ""
    private(set) var isRevealed = false
    /// The number of the first line that is shown.
    private var top = 0
    /// How many lines the last drawing had room for.
    private var room = 1
    /// How many lines were below the last drawing.
    private var below = 0
    /// Whether the answer was drawn; only answers that were shown can be graded.
    private var isAnswerDrawn = false

    init(head: String, text: Text, intervals: [String], isRecorded: Bool = true, hasPictures: Bool = false) {
        self.head = head
        self.text = text
        self.intervals = intervals
        self.isRecorded = isRecorded
        self.hasPictures = hasPictures
    }

    /// Replaces the lines, for a terminal of another width.
    mutating func replace(_ text: Text) { self.text = text }

    mutating func press(_ key: PressedKey) -> Outcome {
        message = ""
        switch key {
        case .escape, .interrupt, .character("q"): return .quit
        case .suspend: return .suspend
        case .character("u"), .backspace: return .undo
        case .character("e"): return .edit
        case .character("o"): return .open
        case .character("s"): return .hold
        case .character("b"): return .bury
        case .up, .character("k"): top -= 1
        case .down, .character("j"): top += 1
        case .pageUp: top -= max(1, room - 1)
        case .pageDown: top += max(1, room - 1)
        case .home: top = 0
        case .end: top = .max
        case .enter, .character(" "):
            guard isRevealed else {
                isRevealed = true
                break
            }
            guard isAnswerDrawn else { break }
            if below == 0 { return .graded(.good) }
            top += max(1, room - 1)
        case .character(let character):
            guard isAnswerDrawn, let number = character.wholeNumberValue, let grade = ReviewGrade(rawValue: number)
            else { break }
            return .graded(grade)
        case .clear: break
        }
        return .stays
    }

    /// The lines to draw, fewer than the terminal has.
    mutating func lines(width: Int, height: Int, _ style: Style) -> [String] {
        let width = max(20, width - 1)
        let lines = isRevealed ? text.answer : text.question
        let isLow = height < 10
        // The key line depends on what is below, and its height on the key line.
        place(lines.count, height - (isLow ? 2 : 4) - foot(width, height).count)
        let foot = foot(width, height)
        place(lines.count, height - (isLow ? 2 : 4) - foot.count)
        let shown = lines[top..<min(lines.count, top + room)]
        var output = [style(head.cut(to: width), .dim)] + (isLow ? [] : [""]) + shown
        if !isLow { output.append(style(more.cut(to: width), .dim)) }
        for line in foot { output.append(style(line.text, line.isGrades ? .bold : .dim)) }
        isAnswerDrawn = isRevealed
        return output
    }

    /// Decides which lines to show; at first, the start of the answer must be in view.
    private mutating func place(_ count: Int, _ room: Int) {
        self.room = max(1, room)
        if isRevealed, !isAnswerDrawn {
            top = text.answerStart + 2 <= self.room ? 0 : max(0, text.answerStart - 1)
        }
        top = min(max(0, top), max(0, count - self.room))
        below = max(0, count - top - self.room)
    }

    /// How many lines are hidden, and how to reach them.
    private var more: String {
        let above = top > 0 ? "↑ \(Wording.count(top, "line"))" : ""
        let rest = below > 0 ? "↓ \(Wording.count(below, "more line"))" : ""
        let counts = [above, rest].filter { !$0.isEmpty }
        return counts.isEmpty ? "" : (counts + ["arrow keys scroll"]).joined(separator: " · ")
    }

    /// The keys, in lines that do not break inside a word if there is room.
    private func foot(_ width: Int, _ height: Int) -> [(text: String, isGrades: Bool)] {
        var lines: [(text: String, isGrades: Bool)] = []
        func add(_ groups: [String], _ separator: String, isGrades: Bool = false) {
            guard height >= 14 else {
                return lines.append((groups.joined(separator: separator).cut(to: width), isGrades))
            }
            var line = ""
            for group in groups {
                let longer = line.isEmpty ? group : line + separator + group
                if longer.columns > width, !line.isEmpty { lines.append((line, isGrades)) }
                line = longer.columns > width ? group : longer
            }
            lines.append((line.cut(to: width), isGrades))
        }
        if isRevealed {
            let names = ["again", "hard", "good", "easy"]
            add(
                zip(names, intervals).enumerated().map { "\($0.offset + 1) \($0.element.0) \($0.element.1)" }, "  ",
                isGrades: true)
        }
        let space = isRevealed ? below > 0 ? "space more" : "space good" : "space answer"
        let pictures = hasPictures ? ["o picture"] : []
        let held = isRecorded ? ["b bury", "s suspend"] : []
        add([space] + pictures + ["u undo", "e edit"] + held + ["q quit"], " · ")
        // A message may name a file with what somebody typed.
        guard !message.isEmpty else { return lines }
        guard height >= 14 else { return lines + [(message.cut(to: width), false)] }
        let room = max(1, height - 6 - lines.count)
        lines += FittedText.wrapped(message, to: width, indent: 0).prefix(room).map { ($0, false) }
        return lines
    }
}

/// Intervals, sides and counts as people read them.
enum StudyWording {
    /// An interval in a few characters: `30s`, `10m`, `3h`, `8d`, `2.5mo`, `1.2y`.
    static func interval(_ interval: StudyInterval) -> String {
        switch interval {
        case .seconds(let seconds): steps(seconds)
        case .days(let days) where days < 60: "\(days)d"
        case .days(let days) where days < 365: "\(tenths(days, of: 30.44))mo"
        case .days(let days): "\(tenths(days, of: 365.25))y"
        }
    }

    private static func steps(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3600: "\((seconds + 30) / 60)m"
        case ..<86_400: "\((seconds + 1800) / 3600)h"
        default: "\((seconds + 43_200) / 86_400)d"
        }
    }

    private static func tenths(_ days: Int, of unit: Double) -> String {
        let text = "\((Double(days) / unit * 10).rounded() / 10)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The time until a moment: `in 3 hours`.
    static func wait(until time: Timestamp, from now: Timestamp) -> String {
        let seconds = Int(time.secondsSince1970 - now.secondsSince1970)
        switch seconds {
        case ..<60: return "in less than a minute"
        case ..<3600: return "in \(Wording.count((seconds + 59) / 60, "minute"))"
        case ..<86_400: return "in \(Wording.count((seconds + 1800) / 3600, "hour"))"
        default: return "in \(Wording.count((seconds + 43_200) / 86_400, "day"))"
        }
    }

    /// A duration: `4 s`, `2 min`.
    static func duration(_ milliseconds: Int) -> String {
        milliseconds < 60_000 ? "\((milliseconds + 500) / 1000) s" : "\((milliseconds + 30_000) / 60_000) min"
    }

    /// The name of a side, to follow a title; empty for the front.
    static func behindTitle(_ side: StudySide) -> String {
        switch side {
        case .front: ""
        case .back: " (back)"
        case .cloze(let number): " (cloze \(number))"
        }
    }

    /// `3 new · 2 learning · 15 due`.
    static func counts(_ counts: StudyQueue.Counts) -> String {
        "\(counts.new) new · \(counts.learning) learning · \(counts.due) due"
    }

    /// `3 cards left`, or `5 sides of 3 cards left`.
    static func left(_ sides: [StudyKey]) -> String {
        let cards = Set(sides.map(\.card)).count
        let of = cards == sides.count ? "" : "\(sides.count) sides of "
        return of + "\(Wording.count(cards, "card")) left"
    }

    /// A message that nothing is due, with the time of the next reviews.
    static func nothingDue(_ queue: StudyQueue, at now: Timestamp) -> String {
        guard let next = queue.nextDue(after: now) else { return "nothing is due" }
        let reviews = next.sides == 1 ? "the next review comes" : "the next \(next.sides) reviews come"
        return "nothing is due; \(reviews) \(wait(until: next.time, from: now))"
    }

    /// A fraction as a percentage.
    static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
