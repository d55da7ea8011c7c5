import NotebookBundle

/// Options whose values name rules.
enum RuleOptions {
    /// An option whose values are rules and families, separated by commas.
    static func option(_ name: String, _ help: String) -> Option<[RuleSelector]> {
        Option(
            name, "RULE", help, kind: .list(.ruleOrFamily), hint: hint,
            reason: { words($0).lazy.compactMap(problem).first },
            parse: { text in
                let selectors = words(text).map(RuleBook.selector)
                return selectors.contains(nil) ? nil : selectors.compactMap(\.self)
            })
    }

    private static let hint =
        "‘bundle explain’ lists the rules; their families are "
        + RuleFamily.allCases.map { "\($0.rawValue) (\($0.name))" }.joined(separator: ", ")

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
    }

    private static func problem(_ word: String) -> String? {
        RuleBook.selector(word) == nil ? "unknown rule or family \(PrintableText.quoted(word))" : nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
