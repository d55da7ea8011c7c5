import NotebookBundle

/// Counts of the findings that reports do not show.
enum FindingCounts {
    /// How many findings are suppressed, and why: `2 ignored, 1 in the baseline`; empty if none.
    static func suppressed(_ count: (Judgement.Suppression) -> Int) -> String {
        let counts = Judgement.Suppression.allCases.compactMap { reason -> String? in
            let number = count(reason)
            let words = [Judgement.Suppression.ignored: "ignored", .comment: "ignored by comments"]
            return number == 0 ? nil : "\(number) \(words[reason] ?? "in the baseline")"
        }
        return counts.joined(separator: ", ")
    }

    /// How many findings are not listed because there are too many: `12 more of NB602, 3 of NB603`; empty if none.
    static func omitted(_ counts: [RuleID: Int]) -> String {
        counts.sorted { $0.key < $1.key }.enumerated().map { index, row in
            "\(row.value)\(index == 0 ? " more" : "") of \(row.key)"
        }.joined(separator: ", ")
    }
}
