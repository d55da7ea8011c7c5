import NotebookBundle

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

    /// A message that nothing is due, with the time of the next reviews.
    static func nothingDue(_ queue: StudyQueue, at now: Timestamp) -> String {
        guard let next = queue.nextDue(after: now) else { return "nothing is due" }
        let reviews = next.sides == 1 ? "the next review comes" : "the next \(next.sides) reviews come"
        return "nothing is due; \(reviews) \(wait(until: next.time, from: now))"
    }

    /// A fraction as a percentage.
    static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
