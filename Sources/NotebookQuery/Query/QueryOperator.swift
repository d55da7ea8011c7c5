import NotebookText

/// How a field is compared with a value.
package enum QueryOperator: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains
    case matches
    case within = "in"
    case under

    /// Whether the operator is a word.
    var isWord: Bool { [.contains, .matches, .within, .under].contains(self) }

    /// What a mistyped word, or one from other languages, probably means, as a sentence.
    static func suggestion(for word: String) -> String? {
        if let pattern = patterns[word.lowercased()] { return "did you mean ‘matches '\(pattern)'’?" }
        let words = allCases.filter(\.isWord).map(\.rawValue)
        let meant = otherNames[word.lowercased()] ?? Similarity.nearest(to: word, in: words).first
        return meant.map { "did you mean ‘\($0)’?" }
    }

    private static let otherNames = [
        "is": "==", "equals": "==", "eq": "==", "isnt": "!=", "ne": "!=", "like": "contains", "has": "contains",
        "includes": "contains", "regex": "matches", "regexp": "matches", "below": "under", "inside": "under",
        "within": "under", "before": "<", "after": ">", "since": ">=", "until": "<=",
        "between": ">=",
    ]

    private static let patterns = [
        "beginswith": "^…", "startswith": "^…", "hasprefix": "^…", "endswith": "…$", "hassuffix": "…$",
    ]
}
